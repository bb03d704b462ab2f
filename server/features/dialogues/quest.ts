import { sql } from "drizzle-orm";
import type { PlayQuest } from "#domain/quest.ts";
import { MAX_QUEST_DIALOGUES, MAX_REWARDS, MAX_STAGES, questFields, questVersions } from "#drizzle/schema/quests.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Columns, Db } from "../../record/database.ts";
import { maxEntries } from "../../record/limits.ts";
import type { Version } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";

export type QuestState = StateOf<typeof questFields>;
export type QuestVersion = Version<QuestState>;

/** A quest: what conditions ask about and effects move in a playthrough. Logic names it, its stages and its objectives by their ids. */
export const quest = recorded({
  type: "quest",
  plural: "quests",
  path: "/v1/projects/{project_id}/game-narrative/quests",
  table: questVersions,
  fields: questFields,
  example: {
    state: {
      name: "Before the ebb",
      stages: [
        {
          id: "stg_01k9hq3v5e0w8q2n6yc4rk1m7t",
          name: "Provisions",
          text: "Two ropes and a lamp, before the tide turns.",
          objectives: [
            { id: "obj_01k9hq3xg1r7m4k2vn5te8y6cb", text: "Find rope", count: 2 },
            { id: "obj_01k9hq3ynp5s0w9d3zx7ja4hfq", text: "Borrow the lamp", count: 1 },
          ],
        },
      ],
    },
    edits: { updated: { repeatable: true } },
  },
  limits: [
    maxEntries("stages", MAX_STAGES),
    maxEntries("dialogue_ids", MAX_QUEST_DIALOGUES),
    maxEntries("rewards", MAX_REWARDS),
  ],
  invariants: async (_record, changes) => {
    for (const { after, loc } of changes) {
      const ids = new Set<string>();
      for (const [at, stage] of (after?.stages ?? []).entries()) {
        requireNew(ids, stage.id, [...loc, "stages", at, "id"]);
        for (const [nth, { id }] of stage.objectives.entries())
          requireNew(ids, id, [...loc, "stages", at, "objectives", nth, "id"]);
      }
    }
  },
});

export const questResource = quest.resource;

function requireNew(ids: Set<string>, id: string, loc: readonly (string | number)[]): void {
  if (ids.has(id)) throw invalidValue([...loc], "two stages or objectives of a quest must not have one id", id);
  ids.add(id);
}

/** A quest as playing needs it: without words. */
export function playedQuest(quest: Pick<QuestState, "stages" | "repeatable">): PlayQuest {
  const stages = quest.stages.map(({ id, objectives }) => ({
    id,
    objectives: objectives.map((each) => ({ id: each.id, count: each.count })),
  }));
  return { repeatable: quest.repeatable, stages };
}

/** Returns the quests with which new playthroughs of players begin, as of a sequence. */
export async function carriedQuests(db: Db, projectId: string, seq: number): Promise<string[]> {
  const rows = await db.execute<Columns<"quest_versions", "id">>(
    sql`SELECT id FROM quest_versions WHERE project_id = ${projectId} AND ${holds(seq)} AND carried`,
  );
  return rows.map(({ id }) => id);
}
