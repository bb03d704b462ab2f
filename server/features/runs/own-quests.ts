import { sql } from "drizzle-orm";
import { movedQuest, type QuestStanding, type QuestState, questChanges, UNTOUCHED } from "#domain/quest.ts";
import type { WorldChange } from "#domain/runtime/story.ts";
import { playerQuests } from "#drizzle/schema/player-quests.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { playedQuest, quest } from "../dialogues/public.ts";
import type { QuestMoved } from "./quests.ts";

/** Move of a quest of a player, in no playthrough. */
export interface OwnMove {
  readonly playerId: string;
  readonly questId: string;
  readonly state: string;
}

type OwnRow = Columns<"player_quests", "player_id" | "quest_id" | "state" | "stage">;

/** A standing as the runtime has it; objectives are counted in playthroughs alone. */
const standingIn = ({ state, stage }: Pick<OwnRow, "state" | "stage">): QuestStanding => ({
  state: state as QuestState,
  stage,
  counts: {},
});

const keyOf = (playerId: string, questId: string) => `${playerId} ${questId}`;

/**
 * Moves quests of players themselves, one after the other, by the same transitions as in playthroughs; returns what became of each. The
 * caller keeps others from moving those of the same players meanwhile.
 *
 * @param now in milliseconds.
 */
export async function moveOwnQuests(
  db: Db,
  projectId: string,
  moves: readonly OwnMove[],
  now: number,
): Promise<QuestMoved[]> {
  if (moves.length === 0) return [];
  const ids = [...new Set(moves.map(({ questId }) => questId))];
  const versions = new Map(
    (await findVersions(db, quest.resource, projectId, { id: ids })).map((each) => [each.id, each]),
  );
  const wanted = moves.map(({ playerId, questId }) => ({ player_id: playerId, quest_id: questId }));
  const rows = await db.execute<OwnRow>(
    sql`SELECT DISTINCT o.player_id, o.quest_id, o.state, o.stage FROM jsonb_to_recordset(${jsonb(wanted)}) AS w (player_id text, quest_id text)
        JOIN ${playerQuests} o ON o.project_id = ${projectId} AND o.player_id = w.player_id AND o.quest_id = w.quest_id`,
  );
  const standings = new Map(rows.map((row) => [keyOf(row.player_id, row.quest_id), standingIn(row)]));
  const changed = new Map<string, OwnRow>();
  const moved = moves.map(({ playerId, questId, state }): QuestMoved => {
    const version = versions.get(questId);
    if (version === undefined) return "no_such_quest";
    const key = keyOf(playerId, questId);
    const after = movedQuest(playedQuest(version), standings.get(key) ?? UNTOUCHED, { state });
    if (after === null) return "wrong_state";
    standings.set(key, after);
    changed.set(key, { player_id: playerId, quest_id: questId, state, stage: after.stage });
    return "moved";
  });
  if (changed.size > 0) {
    await db.execute(
      sql`INSERT INTO player_quests (project_id, player_id, quest_id, state, stage, moved_at)
          SELECT ${projectId}, s.player_id, s.quest_id, s.state, s.stage, ${new Date(now).toISOString()}::timestamptz
          FROM jsonb_to_recordset(${jsonb([...changed.values()])}) AS s (player_id text, quest_id text, state text, stage text)
          ON CONFLICT (project_id, player_id, quest_id)
          DO UPDATE SET state = excluded.state, stage = excluded.stage, moved_at = excluded.moved_at`,
    );
  }
  return moved;
}

/**
 * Reads what a new playthrough of a player begins with: the standings of quests that are carried at the sequence that it plays. A stage
 * that the quest does not have there is its first again, while it is active.
 */
export async function readCarried(db: Db, projectId: string, playerId: string, seq: number): Promise<WorldChange[]> {
  const rows = await db.execute<OwnRow>(
    sql`SELECT player_id, quest_id, state, stage FROM player_quests WHERE project_id = ${projectId} AND player_id = ${playerId} ORDER BY quest_id`,
  );
  if (rows.length === 0) return [];
  const versions = await findVersions(db, quest.resource, projectId, { id: rows.map((row) => row.quest_id) }, seq);
  const byId = new Map(versions.map((version) => [version.id, version]));
  return rows.flatMap((row) => {
    const version = byId.get(row.quest_id);
    if (version?.carried !== true) return [];
    const isThere = version.stages.some(({ id }) => id === row.stage);
    const stage = isThere ? row.stage : row.state === "active" ? (version.stages[0]?.id ?? null) : null;
    return questChanges(UNTOUCHED, standingIn({ ...row, stage })).map(
      ({ key, after }): WorldChange => ({ what: "quest", entity: version.id, key, value: after }),
    );
  });
}

/** Removes the standings of a player's quests; returns their number. */
export async function forgetOwnQuests(db: Db, projectId: string, playerId: string): Promise<number> {
  const removed = await db.execute<Columns<"player_quests", "quest_id">>(
    sql`DELETE FROM player_quests WHERE project_id = ${projectId} AND player_id = ${playerId} RETURNING quest_id`,
  );
  return removed.length;
}
