import { sql } from "drizzle-orm";
import type { ProjectRef, Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { findVersion, findVersions, holds } from "../../record/versions.ts";
import { type Hearers, npc, type TalkBody } from "../npcs/public.ts";
import { readProfiles } from "../players/public.ts";
import { conversation } from "./conversation.ts";
import { heardBy, type MessageRow, toEntry, wordsOf } from "./entries.ts";
import { type ConversationPlace, type LockedConversation, readHead } from "./head.ts";
import { nameOf, type ParticipantRow, type Participants, readParticipants } from "./participants.ts";
import { showingOf } from "./read-entries.ts";
import type { PendingReply } from "./replies.ts";

/** Messages that an npc is told, the last ones that it heard. */
const HISTORY = 20;
/** Entities that are told to be present. */
const MAX_PRESENT = 20;
/** Milliseconds until an authored line is said in place of a model's. */
const DEADLINE_MS = 4_000;
/** Said to an npc that is to greet, as where it is given the turn before anybody has spoken. */
export const GREETED_WITH = "Hello.";

/** Ground of an answer of an npc: what it is made of, and whom it is for. It has nothing that the npc did not hear. */
export interface Ground {
  readonly place: ConversationPlace;
  readonly npcId: string;
  readonly body: TalkBody;
  readonly hearers: Hearers;
  /** Number of the last entry when it was read. */
  readonly lastNumber: number;
  /** Places of those whom the answer is for. */
  readonly audience: readonly number[];
  /** Places of those who heard what is answered. */
  readonly answered: readonly number[];
  readonly whisper: boolean;
  /** Places of those whom it is said to. */
  readonly listeners: readonly number[];
  /** Players whose words the answer may repeat. */
  readonly players: readonly string[];
  /** Speaker and answered message, as streams are told of an answer that is on its way. */
  readonly about: { readonly speaker: string; readonly answers: number | null };
}

/** Reads what an npc answers, in one snapshot; null where it is not to speak now. */
export async function readGround(
  services: Services,
  project: ProjectRef,
  place: ConversationPlace,
  pending: PendingReply,
): Promise<Ground | null> {
  return services.database.reads.transaction("snapshot", (db) => readFrom(services, db, project, place, pending));
}

async function readFrom(
  services: Services,
  db: Db,
  project: ProjectRef,
  place: ConversationPlace,
  { place: own, number }: PendingReply,
): Promise<Ground | null> {
  const version = await findVersion(db, conversation.resource, project.id, place.conversationId, null);
  const participants = await readParticipants(db, place);
  const voice = participants.at(own);
  const { last_number: lastNumber, turn } = await readHead(db, place);
  if (version?.status !== "active" || voice?.npc_id == null || !isOwed({ version, turn }, voice)) return null;
  const heard = await readHeard(db, place, own);
  const showing = await showingOf({ services, db, project }, place, heard, true, participants);
  const keys = await services.playerKeys.read(db, project, participants.players);
  const said = heard.flatMap((row) => {
    const text = wordsOf(showing.keys, row);
    const speaker = participants.at(row.speaker ?? 0);
    if (typeof text !== "string" || speaker === null) return [];
    return [{ row, text, speaker, name: shownName(nameOf(keys, speaker)) }];
  });
  const answered =
    said.find(({ row }) => row.number === number) ?? said.findLast(({ speaker }) => speaker.kind !== "npc");
  const whisper = answered?.row.whisper === true;
  const audience = await stillThere(db, place, whisper ? (answered?.row.audience ?? []) : null, own);
  // A model says what it is told: whispers reach no words that others hear, nor does what the npc itself may have made of them.
  const isForAll = ({ row, speaker }: (typeof said)[number]) =>
    (!row.whisper && speaker.place !== own) || audience.every((each) => row.audience.includes(each));
  const told = said.filter((each) => each === answered || isForAll(each));
  const asker = answered?.speaker ?? null;
  const around = participants.all.filter((each) => audience.includes(each.place) && each.place !== own);
  const others = around.filter((each) => each.player_id !== null && each.player_id !== asker?.player_id);
  const profiles = await readProfiles(
    { services, db, project },
    others.flatMap(({ player_id: id }) => id ?? []),
    null,
  );
  const avatars = profiles.flatMap(({ avatarId }) => avatarId ?? []);
  const present = [...(await entitiesOf(db, project.id, around)), ...avatars];
  const run = answered?.row.run_id ?? version.run_id;
  return {
    place,
    npcId: voice.npc_id,
    body: {
      text: answered?.text ?? GREETED_WITH,
      ...(run !== null && { run }),
      ...(asker?.player_id != null && { player_id: asker.player_id }),
      present: [...new Set(present)].slice(0, MAX_PRESENT),
      history: told
        .filter((each) => each !== answered)
        .map(({ speaker, text, name }) => ({ by: speaker.place === own ? "npc" : "player", name, text })),
      provider: "auto",
      deadline_ms: DEADLINE_MS,
    },
    hearers: {
      speakerName: answered?.name ?? null,
      others: others.length > 0,
      limits: profiles.map(({ preferences }) => preferences?.content_limits ?? {}),
      isIntroduced: true,
      keepsReceipt: false,
      whispered: told.some(({ row }) => row.whisper),
    },
    lastNumber,
    audience,
    answered: answered?.row.audience ?? [],
    whisper,
    listeners: asker === null ? [] : [asker.place],
    players: [...new Set(told.flatMap(({ row }) => row.players))],
    about: { speaker: voice.id, answers: number === 0 ? null : number },
  };
}

/** Whether an npc that was asked may say something, now or once the conversation is resumed. */
export function isOwed(
  { version: { status, mode }, turn }: Pick<LockedConversation, "version" | "turn">,
  { place, state, npc_id: npcId }: ParticipantRow,
): boolean {
  const isUnderWay = status === "active" || status === "paused";
  return isUnderWay && state === "joined" && npcId !== null && (mode !== "led" || turn === place);
}

/** Reads the last messages that an npc heard, in order. */
async function readHeard(db: Db, { projectId, conversationId }: ConversationPlace, own: number): Promise<MessageRow[]> {
  const rows = await db.execute(
    sql`SELECT e.* FROM conversation_entries e WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId}
        AND e.kind = 'message' AND e.redacted_at IS NULL AND ${heardBy(own)} ORDER BY e.number DESC LIMIT ${HISTORY}`,
  );
  return rows.map((row) => toEntry(row) as MessageRow).reverse();
}

/** Finds the players whose words an npc heard in a conversation, however long ago: behind a number and up to another, or to the last one. */
export async function playersHeard(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  own: number,
  { after = 0, upTo = null }: { readonly after?: number; readonly upTo?: number | null },
): Promise<string[]> {
  const until = upTo === null ? sql`true` : sql`e.number <= ${upTo}`;
  const rows = await db.execute<{ player: string }>(
    sql`SELECT DISTINCT unnest(e.players) AS player FROM conversation_entries e WHERE e.project_id = ${projectId}
        AND e.conversation_id = ${conversationId} AND e.number > ${after} AND ${until} AND e.kind = 'message' AND ${heardBy(own)}`,
  );
  return rows.map(({ player }) => player);
}

/** Finds the players whose words an npc heard in other conversations that are held in a playthrough. */
export async function playersHeardElsewhere(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  { run, npcId }: { readonly run: string; readonly npcId: string },
): Promise<string[]> {
  const rows = await db.execute<{ player: string }>(
    sql`SELECT DISTINCT unnest(e.players) AS player FROM conversation_participants p
        JOIN conversation_entries e ON e.project_id = p.project_id AND e.conversation_id = p.conversation_id AND p.place = ANY(e.audience)
        WHERE p.project_id = ${projectId} AND p.npc_id = ${npcId} AND p.conversation_id <> ${conversationId} AND e.kind = 'message'
          AND p.conversation_id = ANY(ARRAY(SELECT v.id FROM conversation_versions v
            WHERE v.project_id = ${projectId} AND v.run_id = ${run} AND ${holds(null, "v")}))`,
  );
  return rows.map(({ player }) => player);
}

/** Finds the places of those who have joined: of all, or of those who heard a whisper, and of the npc. */
async function stillThere(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  of: readonly number[] | null,
  own: number,
): Promise<number[]> {
  const among = of === null ? sql`true` : sql`p.place = ANY(${sql.param([...of, own].map(String))}::int[])`;
  const rows = await db.execute<{ place: number }>(
    sql`SELECT p.place FROM conversation_participants p WHERE p.project_id = ${projectId} AND p.conversation_id = ${conversationId}
        AND p.state = 'joined' AND ${among} ORDER BY p.place`,
  );
  return rows.map(({ place }) => place);
}

/** Finds the entities of npcs among participants. */
async function entitiesOf(db: Db, projectId: string, participants: readonly ParticipantRow[]): Promise<string[]> {
  const ids = participants.flatMap(({ npc_id: id }) => id ?? []);
  if (ids.length === 0) return [];
  const npcs = await findVersions(db, npc.resource, projectId, { id: ids });
  return npcs.map(({ entity_id: id }) => id);
}

const shownName = (name: ReturnType<typeof nameOf>): string => (typeof name === "string" ? name : "Somebody");

/** Whether a person whom an npc hears has spoken since a number. The conversation is locked. */
export async function spokeSince(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  own: number,
  number: number,
): Promise<boolean> {
  const rows = await db.execute(
    sql`SELECT 1 FROM conversation_entries e JOIN conversation_participants p ON p.project_id = e.project_id
          AND p.conversation_id = e.conversation_id AND p.place = e.speaker AND p.kind <> 'npc'
        WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.number > ${number}
          AND e.kind = 'message' AND ${heardBy(own)} LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Returns the places of the npcs that answer a message: those whom it is said to; where it is said to nobody in particular, the only npc that
 * hears it. In a led conversation npcs speak when they are given the turn.
 */
export function answering(
  participants: Participants,
  mode: "free" | "led",
  {
    speaker,
    listeners,
    audience,
  }: { speaker: ParticipantRow; listeners: readonly number[]; audience: readonly number[] },
): number[] {
  if (mode === "led" || speaker.kind === "npc") return [];
  const isNpc = (place: number) => participants.at(place)?.kind === "npc";
  if (listeners.length > 0) return listeners.filter(isNpc);
  const npcs = audience.filter(isNpc);
  return npcs.length === 1 ? npcs : [];
}
