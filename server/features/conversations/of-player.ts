import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Eraser } from "../../operation/erasure.ts";
import type { Exporter } from "../../operation/player-export.ts";
import type { Columns, Db } from "../../record/database.ts";
import { addEntry, type MessageRow, showMessage, toEntry } from "./entries.ts";
import { type ConversationPlace, lockHead, setTurn } from "./head.ts";
import { readParticipants, showParticipant } from "./participants.ts";
import { showingOf } from "./read-entries.ts";

/** Finds the conversations that a player takes or took part in, in the order in which they are locked. */
async function conversationsOf(db: Db, projectId: string, playerId: string): Promise<ConversationPlace[]> {
  const rows = await db.execute<Columns<"conversation_participants", "conversation_id">>(
    sql`SELECT conversation_id FROM conversation_participants
        WHERE project_id = ${projectId} AND player_id = ${playerId} ORDER BY conversation_id`,
  );
  return rows.map(({ conversation_id: conversationId }) => ({ projectId, conversationId }));
}

/**
 * Erases what a player said and what was said to the player or with their name, and whom the participant was. It locks the conversations
 * until the player is erased: whoever speaks of the player waits, and finds nobody of that name.
 */
export const eraseConversations: Eraser = async ({ db }, { projectId, id, gone }) => {
  let messages = 0;
  const runs = new Set<string>();
  const places = await conversationsOf(db, projectId, id);
  for (const place of places) {
    const erased = await eraseIn(db, place, id);
    messages += erased.length;
    for (const run of erased) if (run !== null && !gone.includes(run)) runs.add(run);
  }
  await db.execute(
    sql`DELETE FROM conversation_tickets WHERE of_project = ${projectId} AND caller->'player'->>'id' = ${id}`,
  );
  const ids = [...runs].sort();
  return {
    counts: { conversation_messages: messages, conversation_participants: places.length },
    kept:
      ids.length === 0 ? [] : [{ kind: "run.memories", reason: MEMORIES, count: ids.length, ids: ids.slice(0, NAMED) }],
  };
};

const MEMORIES =
  "npcs may remember what was said in conversations in the logs of playthroughs that are not the player's";
/** Ids that a receipt names; of the others it has the number. */
const NAMED = 100;

/** Erases a player in one conversation; answers the playthrough of each message that is gone. */
async function eraseIn(db: Db, place: ConversationPlace, playerId: string): Promise<(string | null)[]> {
  const { projectId, conversationId } = place;
  const { last_number, turn } = await lockHead(db, place);
  const participants = await readParticipants(db, place);
  const own = participants.ofPlayer(playerId);
  if (own === null) return [];
  const erased = await db.execute<Columns<"conversation_entries", "run_id">>(
    sql`UPDATE conversation_entries SET text = NULL, client_id = NULL, erased = true
        WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${playerId} = ANY(players) RETURNING run_id`,
  );
  const isIn = own.state === "joined" || own.state === "invited";
  const state = isIn ? "left" : own.state;
  await db.execute(
    sql`UPDATE conversation_participants SET player_id = NULL, name = NULL, state = ${state}
        WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND place = ${own.place}::int`,
  );
  if (turn === own.place) await setTurn(db, place, null);
  if (isIn) {
    const data = { place: own.place, state };
    const audience = participants.joined.filter((each) => each !== own.place);
    await addEntry(db, place, last_number + 1, { kind: "participant", data, audience, at: systemClock.now() });
  }
  return erased.map(({ run_id: run }) => run);
}

/** Exports whom a player was in conversations, and what was said by the player, to the player or with their name, as far as the player heard it. */
export const exportConversations: Exporter = async (db, { projectId, id }, opening) => {
  const taken: JsonObject[] = [];
  const said: JsonObject[] = [];
  for (const place of await conversationsOf(db, projectId, id)) {
    const participants = await readParticipants(db, place);
    const own = participants.ofPlayer(id);
    if (own === null) continue;
    const rows = await db.execute(
      sql`SELECT * FROM conversation_entries WHERE project_id = ${projectId} AND conversation_id = ${place.conversationId}
          AND kind = 'message' AND ${id} = ANY(players) AND ${own.place}::int = ANY(audience) ORDER BY number`,
    );
    const messages = rows.map((row) => toEntry(row) as MessageRow);
    const showing = await showingOf({ ...opening, db }, place, messages, false, participants);
    const keys = await opening.services.playerKeys.read(db, opening.project, [id]);
    taken.push({ ...showParticipant(keys, own, { place: own.place }) } as unknown as JsonObject);
    for (const row of messages) {
      const { client_id: clientId } = row;
      const isOwn = row.speaker === own.place;
      said.push({ ...showMessage(showing, row), ...(isOwn && { client_id: clientId }) } as unknown as JsonObject);
    }
  }
  return [
    { name: "conversations", lines: taken },
    { name: "conversation_messages", lines: said },
  ];
};
