import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { QUEST_STATES } from "#domain/quest.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { idOf, singleLine } from "../../kernel/validation/fields.ts";
import type { Db } from "../../record/database.ts";
import { findVersions, lastVersion } from "../../record/versions.ts";
import { findPlaces, quest } from "../dialogues/public.ts";
import { eventKind } from "./event-kind.ts";

/**
 * Players that are looked at, at most: a share among 2,000 is sure to two in a hundred. Their 40,000 shares in a dialogue take 0.7 s on two
 * cores that do seven times as much besides, however many players there are.
 */
export const MOST_PLAYERS = 2_000;

/** Parameters that ask for the counts of some players alone. */
export const whoQuery = {
  who_took: idOf("br").optional().meta({ description: "Only players who ever took this branch." }),
  who_quest: idOf("qst")
    .optional()
    .meta({ description: "Only players whose quest of this id ever came to the state `who_state`." }),
  who_state: z
    .enum(QUEST_STATES)
    .optional()
    .meta({ description: "The state of `who_quest`; `completed` when absent." }),
  who_did: singleLine({ min: 1, max: 100 })
    .optional()
    .meta({ description: "Only players of whom a `custom` event of this name ever came." }),
};

/** Players asked for, as they were sent. */
interface SentWho {
  readonly who_took?: string | undefined;
  readonly who_quest?: string | undefined;
  readonly who_state?: (typeof QUEST_STATES)[number] | undefined;
  readonly who_did?: string | undefined;
}

/** Players who did one thing, as it is counted; in any dialogue where `graphId` is null. */
export interface Who {
  readonly subject: "branch" | "quest" | "kind";
  readonly graphId: string | null;
  readonly subjectId: string;
  readonly detail: string;
}

/** Place of what is asked for. */
interface AskedIn {
  readonly projectId: string;
  /** The dialogue whose counts are asked for; null for all. */
  readonly graphId: string | null;
}

/**
 * Finds what players did who are asked for; null where all are.
 *
 * @throws {@link ValidationProblem} for a branch, a quest or a kind that there is not, and for two of them.
 */
export async function findWho(db: Db, { projectId, graphId }: AskedIn, sent: SentWho): Promise<Who | null> {
  const { who_took: branchId, who_quest: questId, who_state: state = "completed", who_did: name } = sent;
  const [first, second] = (["who_took", "who_quest", "who_did"] as const).filter((each) => sent[each] !== undefined);
  if (second !== undefined) {
    throw invalidValue(["query", second], `is not sent together with ${first}`, sent[second] ?? null);
  }
  if (sent.who_state !== undefined && questId === undefined) {
    throw invalidValue(["query", "who_state"], "is sent with who_quest", sent.who_state);
  }
  if (branchId !== undefined) {
    const [place] = await findPlaces(db, projectId, [branchId], null);
    const who = { subject: "branch", graphId: place?.graph_id ?? graphId, subjectId: branchId, detail: "" } as const;
    // A branch that was deleted is known by what was counted of it.
    if (place !== undefined || (graphId !== null && (await isCounted(db, projectId, who)))) return who;
    throw invalidValue(["query", "who_took"], "no such branch in this project", branchId);
  }
  if (questId !== undefined) {
    const who = { subject: "quest", graphId: "", subjectId: questId, detail: state } as const;
    if ((await lastVersion(db, quest.resource, projectId, questId)) !== null) return who;
    throw invalidValue(["query", "who_quest"], "no such quest in this project", questId);
  }
  if (name === undefined) return null;
  const who = { subject: "kind", graphId: null, subjectId: "custom", detail: name } as const;
  if ((await isCounted(db, projectId, who)) || (await isDeclared(db, projectId, name))) return who;
  throw invalidValue(["query", "who_did"], "no event of this name came, and no such kind is declared", name);
}

/** Dialogues in which something may be counted: the one that it is in, or all that have counts of its subject, one look-up each. */
function graphsOf(projectId: string, { subject, graphId }: Who): SQL {
  if (graphId !== null) return sql`graphs AS (SELECT ${graphId}::text AS graph_id)`;
  const next = (behind: SQL) => sql`(SELECT graph_id FROM player_event_counts
    WHERE project_id = ${projectId} AND subject = ${subject} AND ${behind} ORDER BY graph_id LIMIT 1)`;
  return sql`found AS (SELECT ${next(sql`true`)} AS graph_id
      UNION ALL SELECT ${next(sql`graph_id > f.graph_id`)} FROM found f WHERE f.graph_id IS NOT NULL),
    graphs AS (SELECT graph_id FROM found WHERE graph_id IS NOT NULL)`;
}

async function isCounted(db: Db, projectId: string, who: Who): Promise<boolean> {
  const { subject, subjectId, detail } = who;
  const rows = await db.execute<{ one: number }>(
    sql`WITH RECURSIVE ${graphsOf(projectId, who)} SELECT 1 AS one FROM graphs g
        CROSS JOIN LATERAL (SELECT FROM player_event_counts c WHERE c.project_id = ${projectId} AND c.subject = ${subject}
          AND c.graph_id = g.graph_id AND c.subject_id = ${subjectId} AND c.detail = ${detail} LIMIT 1) c LIMIT 1`,
  );
  return rows.length > 0;
}

async function isDeclared(db: Db, projectId: string, name: string): Promise<boolean> {
  return (await findVersions(db, eventKind.resource, projectId, { name })).length > 0;
}

/** Players who did one thing, of whom at most {@link MOST_PLAYERS} are looked at. */
export interface FoundWho {
  readonly playerIds: readonly string[];
  /** Whether these are all of them. */
  readonly isAll: boolean;
}

/** Reads the players who did one thing, in any version and on any day, by the index that has them side by side. */
export async function readWho(db: Db, projectId: string, who: Who): Promise<FoundWho> {
  const { subject, subjectId, detail } = who;
  const some = sql`ORDER BY player_id DESC LIMIT ${MOST_PLAYERS + 1}`;
  const rows = await db.execute<{ player_id: string }>(
    sql`WITH RECURSIVE ${graphsOf(projectId, who)} SELECT DISTINCT p.player_id FROM graphs g
        CROSS JOIN LATERAL (SELECT DISTINCT player_id FROM player_event_shares s WHERE s.project_id = ${projectId}
          AND s.subject = ${subject} AND s.graph_id = g.graph_id AND s.subject_id = ${subjectId} AND s.detail = ${detail} ${some}) p
        ${some}`,
  );
  const playerIds = rows.slice(0, MOST_PLAYERS).map(({ player_id }) => player_id);
  return { playerIds, isAll: rows.length <= MOST_PLAYERS };
}
