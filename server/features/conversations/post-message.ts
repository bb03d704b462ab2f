import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { type SearchedWords, searchedWords } from "#domain/conversation.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { run } from "../runs/public.ts";
import { answerSoon, interrupt } from "./answer.ts";
import { type MessageRow, showMessage, toEntry } from "./entries.ts";
import { answering } from "./ground.ts";
import { type LockedConversation, lockConversation } from "./head.ts";
import { type HeardBy, type Keeping, keepMessage } from "./keep-message.ts";
import { type ParticipantRow, type Participants, readParticipants } from "./participants.ts";
import { askForReply } from "./replies.ts";
import { type ConversationMessage, MAX_ENTRIES, type MessageBody } from "./schemas.ts";

/** A message as it was kept. */
export interface PostedMessage {
  readonly message: ConversationMessage;
  /** Whether it was there already. */
  readonly isRepeated: boolean;
  /** Places of those who hear it. */
  readonly audience: readonly number[];
  /** Whether an npc is to answer it. */
  readonly isAnswered: boolean;
}

/**
 * Says something in a conversation. It waits for no writer of the project: a message is no event of the record.
 *
 * @throws {@link Problem} `not_found`, `conversation_state`, `client_id_reused`, `player_erased`.
 * @throws ValidationProblem naming `speaker`, `run`, or a place in `listeners` or `audience`.
 */
export async function postMessage(
  context: ProjectCallContext,
  conversationId: string,
  body: MessageBody,
): Promise<PostedMessage> {
  const { services, project } = context;
  const searched = searchedWords(body.text);
  const posted = await services.database.writes.transaction("write", (db) =>
    keepSaid(context, { services, db, project }, conversationId, { ...body, searched }),
  );
  if (posted.isRepeated) return posted;
  const place = { projectId: project.id, conversationId };
  services.live.conversations.added(place);
  interrupt(place, posted.audience);
  if (posted.isAnswered) answerSoon(services, place);
  return posted;
}

async function keepSaid(
  { caller }: ProjectCallContext,
  keeping: Keeping,
  conversationId: string,
  body: MessageBody & { readonly searched: SearchedWords },
): Promise<PostedMessage> {
  const { db, project, services } = keeping;
  const place = { projectId: project.id, conversationId };
  const locked = await lockConversation(db, place);
  const participants = await readParticipants(db, place);
  const speaker = findSpeaker(caller.player?.id ?? null, participants, body.speaker);
  const keys = await services.playerKeys.read(db, project, participants.players);
  const toHost = caller.player === null;
  const before = body.client_id === undefined ? null : await findSent(db, place, speaker, body.client_id);
  if (before !== null) {
    const message = showMessage({ keys, participants, toHost }, before);
    if (!isSame(message, body)) {
      throw new Problem("client_id_reused");
    }
    return { message, isRepeated: true, audience: before.audience, isAnswered: false };
  }
  // Whether a playthrough is the player's was asked for a token already.
  if (toHost && body.run !== undefined) await requireRun(db, project.id, body.run);
  requireFloor(locked, speaker);
  const heard = audienceOf(participants, speaker, body);
  const row = await keepMessage(keeping, locked, participants, {
    ...{ speaker, keys, text: body.text, searched: body.searched, answers: null },
    ...heard,
    clientId: body.client_id ?? null,
    runId: body.run ?? locked.version.run_id,
  });
  const npcs = answering(participants, locked.version.mode, { speaker, ...heard });
  const now = services.clock.now();
  for (const npc of npcs) await askForReply(db, place, { place: npc, number: row.number, caller, now });
  const message = showMessage({ keys, participants, toHost }, row);
  return { message, isRepeated: false, audience: row.audience, isAnswered: npcs.length > 0 };
}

/**
 * Finds who speaks: the participant of the player whose token it is, or the one that is named.
 *
 * @throws {@link Problem} `not_found` for a player who does not take part, as for a conversation that is not there.
 */
function findSpeaker(playerId: string | null, participants: Participants, named: string | undefined): ParticipantRow {
  if (playerId !== null) {
    const own = participants.ofPlayer(playerId);
    if (own === null || own.state === "removed" || own.state === "banned") throw new Problem("not_found");
    if (named !== undefined && named !== own.id) throw new Problem("not_found");
    return own;
  }
  if (named === undefined) throw invalidValue(["body", "speaker"], "is required: who says it", null);
  const speaker = participants.of(named);
  if (speaker === null) throw invalidValue(["body", "speaker"], "no such participant in this conversation", named);
  return speaker;
}

/** Refuses a playthrough that is not there. */
async function requireRun(db: Db, projectId: string, id: string): Promise<void> {
  if ((await findVersion(db, run.resource, projectId, id)) !== null) return;
  throw invalidValue(["body", "run"], "no such playthrough in this project", id);
}

/** Refuses whoever may not speak now. */
function requireFloor({ version, turn, lastNumber }: LockedConversation, speaker: ParticipantRow): void {
  const refused = (reason: string) => new Problem("conversation_state", { detail: { reason } });
  if (version.status !== "active") throw refused("not_active");
  if (speaker.state !== "joined") throw refused("not_joined");
  if (version.mode === "led" && speaker.kind !== "gm" && turn !== speaker.place) throw refused("not_your_turn");
  if (lastNumber >= MAX_ENTRIES) throw refused("too_many_messages");
}

/**
 * Finds whom a message is said to and who hears it: all who have joined, or some of them and the speaker.
 *
 * @throws ValidationProblem at the first who has not joined, and at a listener who would not hear it.
 */
function audienceOf(participants: Participants, speaker: ParticipantRow, body: MessageBody): HeardBy {
  const placeOf = (field: "listeners" | "audience", id: string, index: number): number => {
    const found = participants.of(id);
    if (found?.state === "joined") return found.place;
    throw invalidValue(["body", field, index], "nobody of this id has joined the conversation", id);
  };
  const distinct = (places: readonly number[]) => [...new Set(places)].sort((a, b) => a - b);
  const named = body.audience?.map((id, index) => placeOf("audience", id, index));
  const audience = distinct([speaker.place, ...(named ?? participants.joined)]);
  const listeners = body.listeners.map((id, index) => {
    const place = placeOf("listeners", id, index);
    if (!audience.includes(place)) throw invalidValue(["body", "listeners", index], "is not in the audience", id);
    return place;
  });
  return { listeners: distinct(listeners), audience, whisper: named !== undefined };
}

/** Finds the message that a speaker sent under an id; null where there is none. */
async function findSent(
  db: Db,
  { projectId, conversationId }: { projectId: string; conversationId: string },
  { place }: ParticipantRow,
  clientId: string,
): Promise<MessageRow | null> {
  const [row] = await db.execute(
    sql`SELECT * FROM conversation_entries WHERE project_id = ${projectId} AND conversation_id = ${conversationId}
        AND speaker = ${place}::int AND client_id = ${clientId}`,
  );
  return row === undefined ? null : (toEntry(row) as MessageRow);
}

/**
 * Whether a message that was kept is the one that is sent again. Who has joined meanwhile makes no other message of one to all, and of a
 * redacted one the words are not known any more.
 */
function isSame(before: ConversationMessage, sent: MessageBody): boolean {
  const { text, listeners, audience } = sent;
  const equal = (a: readonly string[], b: readonly string[]) => isDeepStrictEqual(new Set(a), new Set(b));
  if (before.text !== null && before.text !== text) return false;
  if (before.whisper !== (audience !== undefined)) return false;
  if (audience !== undefined && !equal([before.speaker, ...audience], before.audience)) return false;
  if (sent.run !== undefined && sent.run !== before.run_id) return false;
  return equal(listeners, before.listeners);
}
