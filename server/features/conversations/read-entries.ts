import { type SQL, sql } from "drizzle-orm";
import type { ProjectRef, Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import type { EntryRow, Showing } from "./entries.ts";
import { playersOfEntries, toEntry } from "./entries.ts";
import type { ConversationPlace } from "./head.ts";
import { type Participants, readParticipants } from "./participants.ts";

/** Parts that entries are opened with. */
export interface Opening {
  readonly services: Pick<Services, "playerKeys">;
  readonly db: Db;
  readonly project: Pick<ProjectRef, "id" | "workspaceId" | "mode">;
}

/** Reads what some entries are shown with: their participants, and the keys that open their words and the names in them. */
export async function showingOf(
  { services, db, project }: Opening,
  place: ConversationPlace,
  rows: readonly EntryRow[],
  toHost: boolean,
  known?: Participants,
): Promise<Showing> {
  const participants = known ?? (await readParticipants(db, place));
  const named = rows.flatMap((row) => (row.kind === "participant" ? [row.data.place] : []));
  const players = [
    ...new Set([...playersOfEntries(rows), ...named.flatMap((each) => participants.at(each)?.player_id ?? [])]),
  ];
  const keys = players.length === 0 ? new Map<string, never>() : await services.playerKeys.read(db, project, players);
  return { keys, participants, toHost };
}

/** Reads entries of a conversation (under `e`) that a condition holds for, behind a number and in order. */
export async function readEntries(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  { after, limit, where }: { readonly after: number; readonly limit: number; readonly where: SQL },
): Promise<EntryRow[]> {
  const rows = await db.execute(
    sql`SELECT e.* FROM conversation_entries e WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId}
        AND e.number > ${after} AND ${where} ORDER BY e.number LIMIT ${limit}`,
  );
  return rows.map(toEntry);
}
