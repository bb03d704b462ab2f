import { sql } from "drizzle-orm";
import type { ProjectRef, Services } from "../../operation/context.ts";
import { type ConversationVersion, conversation } from "./conversation.ts";
import { heardBy, type MessageRow, showMessage } from "./entries.ts";
import { type Participants, showParticipant } from "./participants.ts";
import { readEntries, showingOf } from "./read-entries.ts";
import type { ConversationMessage, Participant } from "./schemas.ts";

/** Messages read at a time. */
const PAGE = 500;

/** Conversation that is exported, as one participant heard it. */
export interface ExportedConversation {
  readonly services: Services;
  readonly project: ProjectRef;
  readonly version: ConversationVersion;
  readonly participants: Participants;
  /** Place of the participant; null for everything. */
  readonly place: number | null;
  /** Whether it is for whoever runs the game. */
  readonly toHost: boolean;
  /** Number of the last entry that it has. */
  readonly upTo: number;
}

/** Writes a conversation for readers. */
export async function* writeMarkdown(source: ExportedConversation): AsyncGenerator<string, undefined, undefined> {
  const { version } = source;
  const people = await showPeople(source);
  const names = new Map(people.map(({ id, name }) => [id, typeof name === "string" ? escaped(name) : "(erased)"]));
  yield `# ${escaped(version.title) || "Conversation"}\n`;
  for await (const message of messagesOf(source)) {
    const { speaker, audience, whisper, text, at } = message;
    const heard = audience.filter((id) => id !== speaker).map((id) => names.get(id) ?? id);
    const whispered = whisper ? `, to ${heard.join(", ") || "nobody"} alone` : "";
    yield `\n**${names.get(speaker) ?? speaker}**${whispered} · ${at}\n\n${wordsOf(text)}\n`;
  }
  return undefined;
}

function wordsOf(text: ConversationMessage["text"]): string {
  if (text === null) return "*(redacted)*";
  return typeof text === "string" ? escaped(text).replaceAll("\n", "  \n") : "*(erased)*";
}

/** Returns words so that Markdown and HTML read them as they are. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&+-]/g, "\\$&").replace(/^(\s*\d+)([.)])/gm, "$1\\$2");
}

/** Writes a conversation for programs: itself, its participants and its messages, an object a line. */
export async function* writeLines(source: ExportedConversation): AsyncGenerator<string, undefined, undefined> {
  const { version } = source;
  yield `${JSON.stringify({ type: "conversation", ...conversation.toWire(version) })}\n`;
  for (const participant of await showPeople(source)) {
    yield `${JSON.stringify({ type: "participant", ...participant })}\n`;
  }
  for await (const message of messagesOf(source)) yield `${JSON.stringify({ type: "message", ...message })}\n`;
  return undefined;
}

async function showPeople(source: ExportedConversation): Promise<Participant[]> {
  const { services, project, participants, place, toHost } = source;
  const keys = await services.playerKeys.read(services.database.reads, project, participants.players);
  const to = toHost ? "host" : { place: place ?? 0 };
  return participants.all.map((row) => showParticipant(keys, row, to));
}

/** Reads what was said and heard, page by page. */
async function* messagesOf({
  services,
  project,
  version,
  participants,
  place,
  toHost,
  upTo,
}: ExportedConversation): AsyncGenerator<ConversationMessage, void, undefined> {
  const { reads: db } = services.database;
  const of = { projectId: project.id, conversationId: version.id };
  const where = sql`e.kind = 'message' AND e.number <= ${upTo} AND ${heardBy(place)}`;
  for (let after = 0; ; ) {
    const rows = await readEntries(db, of, { after, limit: PAGE, where });
    const showing = await showingOf({ services, db, project }, of, rows, toHost, participants);
    for (const row of rows) yield showMessage(showing, row as MessageRow);
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.number ?? upTo;
  }
}
