import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { idOf, singleLine } from "#server/kernel/validation/fields.ts";
import { isCurrent, moment, seq, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Ways to speak in turn: whoever wants to, or whom the game master gives the turn. */
export const CONVERSATION_MODES = ["free", "led"] as const;

/** States of a conversation. */
export const CONVERSATION_STATUSES = ["open", "active", "paused", "ended", "archived"] as const;

/** Fields of a conversation. Who takes part and what is said is kept beside the record. */
export const conversationFields = {
  title: field(singleLine({ max: 200 }), { description: "Title.", default: "", sort: true, screen: "title" }),
  mode: field(z.enum(CONVERSATION_MODES), {
    description:
      "`free`: everybody who has joined may speak. `led`: a game master may always speak, others while they have the turn.",
    default: "free",
    filter: "Only conversations of this mode.",
  }),
  entry: field(z.enum(["invited", "players"]), {
    description: "Who may join: players who are invited, or every player of the project.",
    default: "invited",
  }),
  run_id: field(idOf("run").nullable(), {
    description:
      "The playthrough that it is held in: npcs know and remember what is known there. Null for none; messages may name one of their own.",
    writable: "once",
    default: null,
    filter: "Only conversations that are held in this playthrough.",
  }),
  status: field(z.enum(CONVERSATION_STATUSES), {
    description:
      "`open`: people may join, nothing is said yet. `active`: it is under way. `paused`: it rests. `ended`: nothing more is said. `archived`: it is kept to be read.",
    writable: "never",
    default: "open",
    sort: true,
    filter: "Only conversations of this status.",
  }),
};

/** Versions of conversations. */
export const conversationVersions = versionTable("conversation_versions", conversationFields, (t) => [
  index("conversation_versions_run").on(t.project_id, t.run_id, t.created_seq).where(isCurrent),
]);

/** Heads of conversations: the row that numbers what happens in one. Whoever adds to it locks it first. */
export const conversationHeads = pgTable(
  "conversation_heads",
  {
    project_id: text("project_id").notNull(),
    conversation_id: textC("conversation_id").notNull(),
    last_number: seq("last_number").notNull(),
    /** Place of the participant who has the turn; null for nobody. */
    turn: integer("turn"),
    /** Time until which somebody finds what an npc says; null for nobody. */
    answering_until: moment("answering_until"),
    /** Name of the work that finds it. */
    answering_by: text("answering_by"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.conversation_id] })],
);

/** Participants of conversations. */
export const conversationParticipants = pgTable(
  "conversation_participants",
  {
    project_id: text("project_id").notNull(),
    conversation_id: textC("conversation_id").notNull(),
    /** Number of the participant in the conversation, from 1: audiences are lists of places. */
    place: integer("place").notNull(),
    id: textC("id").notNull(),
    kind: text("kind").notNull(),
    /** The player; null for who is none, and for one who was erased. */
    player_id: textC("player_id"),
    npc_id: textC("npc_id"),
    /** Name in the conversation: sealed under the key of the player, or plain for who is none. */
    name: text("name"),
    state: text("state").notNull(),
    changed_at: moment("changed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.conversation_id, t.place] }),
    uniqueIndex("conversation_participants_id").on(t.project_id, t.id),
    uniqueIndex("conversation_participants_player")
      .on(t.project_id, t.player_id, t.conversation_id)
      .where(sql`player_id IS NOT NULL`),
    uniqueIndex("conversation_participants_npc")
      .on(t.project_id, t.conversation_id, t.npc_id)
      .where(sql`npc_id IS NOT NULL`),
  ],
);

/** Entries of conversations: messages, and what else happened in them, one after another. */
export const conversationEntries = pgTable(
  "conversation_entries",
  {
    project_id: text("project_id").notNull(),
    conversation_id: textC("conversation_id").notNull(),
    number: seq("number").notNull(),
    /** `message`, or what happened: `participant`, `status`, `turn` or `redaction`. */
    kind: text("kind").notNull(),
    /** Place of whoever speaks; null for what is no message. */
    speaker: integer("speaker"),
    /** Places of those whom a message is said to. */
    listeners: integer("listeners").array().notNull(),
    /** Places of those who may know of it. */
    audience: integer("audience").array().notNull(),
    whisper: boolean("whisper").notNull(),
    /** Words of a message: sealed under the keys of `players`, plain where there are none; null once redacted or erased. */
    text: text("text"),
    /** Players whose data the words are. */
    players: text("players").array().notNull(),
    /** The sender's id of the message. */
    client_id: textC("client_id"),
    run_id: textC("run_id"),
    /** Number of the message that it answers. */
    answers: seq("answers"),
    /** Facts of what happened, and of who made a message; nothing of what was said. */
    data: jsonb("data").notNull(),
    redacted_at: moment("redacted_at"),
    erased: boolean("erased").notNull().default(false),
    at: moment("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.conversation_id, t.number] }),
    uniqueIndex("conversation_entries_client")
      .on(t.project_id, t.conversation_id, t.speaker, t.client_id)
      .where(sql`client_id IS NOT NULL`),
  ],
);

/** Npcs that are to say something in a conversation, each once however many people speak to it. */
export const conversationReplies = pgTable(
  "conversation_replies",
  {
    project_id: text("project_id").notNull(),
    conversation_id: textC("conversation_id").notNull(),
    /** Place of the npc. */
    place: integer("place").notNull(),
    /** Number of the last message that was said to it; 0 where it was given the turn before anything was said. */
    number: seq("number").notNull(),
    /** Caller whose units and rights the answer takes. */
    caller: jsonb("caller").notNull(),
    /** Attempts that came to nothing, because somebody spoke meanwhile or something failed. */
    attempts: integer("attempts").notNull().default(0),
    due_at: moment("due_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.conversation_id, t.place] }),
    index("conversation_replies_age").on(t.due_at),
  ],
);

/**
 * Tickets by which browsers follow a conversation: each opens one stream, within a minute. They are found without a project, and only the
 * SHA-256 of one is kept.
 */
export const conversationTickets = pgTable(
  "conversation_tickets",
  {
    /** SHA-256 in hexadecimal. */
    hash: textC("hash").primaryKey(),
    of_project: text("of_project").notNull(),
    conversation_id: textC("conversation_id").notNull(),
    /** The participant whose stream it opens; null for that of whoever runs the game. */
    participant_id: textC("participant_id"),
    /** Number after which the stream goes on. */
    after: seq("after").notNull(),
    /** Caller who asked for it, and is asked for again when it is used. */
    caller: jsonb("caller").notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (t) => [index("conversation_tickets_age").on(t.expires_at)],
);
