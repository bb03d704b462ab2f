import { type SQL, sql } from "drizzle-orm";
import type { KeysOfPlayers } from "../../envelope/sealed-field.ts";
import { openField } from "../../envelope/sealed-field.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { LiveMessage } from "../../operation/live.ts";
import { type Columns, type Db, jsonb, textArray } from "../../record/database.ts";
import type { ConversationPlace } from "./head.ts";
import { type Participants, showParticipant } from "./participants.ts";
import type { ConversationMessage, ConversationStreamMessage } from "./schemas.ts";

/** Origin of an npc's answer. */
export interface MadeBy {
  readonly kind: "model" | "authored";
  readonly reason: string | null;
  readonly model: string | null;
}

/** Data of entries, by their kinds. */
export interface EntryData {
  readonly message: { readonly made_by?: MadeBy };
  readonly participant: { readonly place: number; readonly state: string };
  readonly status: { readonly status: string };
  readonly turn: { readonly place: number | null };
  readonly redaction: { readonly message: number };
}
type Kind = keyof EntryData;

type TableRow = Columns<
  "conversation_entries",
  | "project_id"
  | "conversation_id"
  | "number"
  | "speaker"
  | "listeners"
  | "audience"
  | "whisper"
  | "text"
  | "players"
  | "client_id"
  | "run_id"
  | "answers"
  | "redacted_at"
  | "erased"
  | "at"
>;

/** An entry as it is kept. */
export type EntryRow = {
  readonly [K in Kind]: TableRow & { readonly kind: K; readonly data: EntryData[K] };
}[Kind];

/** A message as it is kept. */
export type MessageRow = Extract<EntryRow, { kind: "message" }>;

/** An entry to add. */
export interface NewEntry<K extends Kind = Kind> {
  readonly kind: K;
  readonly data: EntryData[K];
  /** Places of those who may know of it. */
  readonly audience: readonly number[];
  readonly at: number;
  /** Fields of a message beyond these. */
  readonly said?: Pick<
    TableRow,
    "speaker" | "listeners" | "whisper" | "text" | "players" | "client_id" | "run_id" | "answers"
  >;
}

const UNSAID = {
  speaker: null,
  listeners: [],
  whisper: false,
  text: null,
  players: [],
  client_id: null,
  run_id: null,
  answers: null,
} satisfies NonNullable<NewEntry["said"]>;

const places = (values: readonly number[]): SQL => sql`${sql.param(values.map(String))}::int[]`;

/** Adds an entry behind the last one of a conversation that is locked; answers it with its number. */
export async function addEntry<K extends Kind>(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  number: number,
  { kind, data, audience, at, said = UNSAID }: NewEntry<K>,
): Promise<EntryRow> {
  const row = {
    project_id: projectId,
    conversation_id: conversationId,
    number,
    kind,
    ...said,
    audience: [...audience],
    data,
    redacted_at: null,
    erased: false,
    at: new Date(at).toISOString(),
  };
  await db.execute(
    sql`INSERT INTO conversation_entries (project_id, conversation_id, number, kind, speaker, listeners, audience, whisper, text,
          players, client_id, run_id, answers, data, at)
        VALUES (${projectId}, ${conversationId}, ${number}, ${kind}, ${said.speaker}::int, ${places(said.listeners)}, ${places(audience)},
          ${said.whisper}, ${said.text}, ${textArray(said.players)}, ${said.client_id}, ${said.run_id}, ${said.answers}::bigint,
          ${jsonb(data)}, ${row.at}::timestamptz)`,
  );
  await db.execute(
    sql`UPDATE conversation_heads SET last_number = ${number}
        WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`,
  );
  return row as unknown as EntryRow;
}

/** Condition of the entries (under `e`) that a participant may read; null may read all. */
export const heardBy = (place: number | null): SQL =>
  place === null ? sql`true` : sql`${place}::int = ANY(e.audience)`;

/** Returns an entry as the database answered it, with numbers as numbers. */
export function toEntry(row: Record<string, unknown>): EntryRow {
  const { number, answers } = row as Pick<TableRow, "number" | "answers">;
  return { ...row, number: Number(number), answers: answers === null ? null : Number(answers) } as unknown as EntryRow;
}

/** Returns the players whose keys open some entries. */
export function playersOfEntries(rows: readonly EntryRow[]): string[] {
  return [...new Set(rows.flatMap(({ players, text }) => (text === null ? [] : players)))];
}

/** Opens the words of a message. */
export function wordsOf(keys: KeysOfPlayers, row: MessageRow): ConversationMessage["text"] {
  const { text, players, erased, project_id, conversation_id, number } = row;
  if (erased) return { erased: true };
  if (text === null || players.length === 0) return text;
  if (players.some((id) => !keys.has(id))) return { erased: true };
  return String(
    openField(keys, placeOfWords({ projectId: project_id, conversationId: conversation_id }, number), text),
  );
}

/** Place of the words of a message, at which they are sealed. */
export const placeOfWords = ({ projectId, conversationId }: ConversationPlace, number: number) => ({
  projectId,
  subjectId: conversationId,
  field: `message ${number}`,
});

/** Parts that entries are shown with. */
export interface Showing {
  readonly keys: KeysOfPlayers;
  readonly participants: Participants;
  /** Whether whoever runs the game reads them; to participants less is said of how an npc's answer was made. */
  readonly toHost: boolean;
}

/** Shows a message. */
export function showMessage({ keys, participants, toHost }: Showing, row: MessageRow): ConversationMessage {
  const { number, conversation_id, whisper, run_id, answers, data, redacted_at, at } = row;
  return {
    number,
    conversation_id,
    speaker: participants.ids([row.speaker ?? 0])[0] ?? "",
    listeners: participants.ids(row.listeners),
    audience: participants.ids(row.audience),
    whisper,
    text: wordsOf(keys, row),
    run_id,
    answers,
    made_by: toHost ? (data.made_by ?? null) : null,
    redacted_at: redacted_at === null ? null : isoMoment(redacted_at),
    at: isoMoment(at),
  };
}

/** Shows an entry as a message of a stream. */
export function toStreamMessage(showing: Showing, row: EntryRow): LiveMessage & ConversationStreamMessage {
  if (row.kind === "message") return { type: "message", data: showMessage(showing, row) };
  const { number } = row;
  const at = isoMoment(row.at);
  const { participants, keys, toHost } = showing;
  switch (row.kind) {
    case "participant": {
      const about = participants.at(row.data.place);
      if (about === null) throw new Error(`nobody is at the place ${row.data.place} of a conversation`);
      const participant = {
        ...showParticipant(keys, about, toHost ? "host" : { place: 0 }),
        state: row.data.state,
        changed_at: at,
      };
      return { type: "participant", data: { number, at, participant } } as ConversationStreamMessage;
    }
    case "status":
      return { type: "status", data: { number, at, status: row.data.status } } as ConversationStreamMessage;
    case "turn": {
      const { place } = row.data;
      return {
        type: "turn",
        data: { number, at, participant_id: place === null ? null : (participants.at(place)?.id ?? null) },
      };
    }
    case "redaction":
      return { type: "redaction", data: { number, at, message: row.data.message } };
  }
}
