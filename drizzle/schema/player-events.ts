import { sql } from "drizzle-orm";
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { freeObject, singleLine, text as words } from "#server/kernel/validation/fields.ts";
import { moment, seq, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Bytes of the JSON Schema of a kind of event: a request has up to a thousand values to compare with it. */
export const MAX_SCHEMA_BYTES = 8_192;

/** Fields of a declared kind of player event. */
export const playerEventKindFields = {
  name: field(singleLine({ min: 1, max: 100 }), {
    description: "The `name` of the events that it is for.",
    writable: "once",
    sort: true,
    filter: "Only the kind of this name.",
  }),
  description: field(words({ max: 1_000 }), { default: "", column: "text" }),
  schema: field(freeObject({ maxBytes: MAX_SCHEMA_BYTES }), {
    description: "JSON Schema of the `data` of its events.",
    column: "json",
  }),
  on_mismatch: field(z.enum(["refuse", "quarantine"]), {
    description:
      "What becomes of an event whose `data` does not fit: it is refused, or kept apart from the others and not counted.",
    default: "refuse",
    filter: "Only kinds that do this with what does not fit.",
  }),
};

/** Versions of declared kinds of player events. */
export const playerEventKindVersions = versionTable("player_event_kind_versions", playerEventKindFields);

/** Fields of what the record says of the player events of a project. They lie beside the record; this says that there are more. */
export const playerEventsFields = {
  last_number: field(z.int(), {
    description: "Number of the last event that was received.",
    writable: "never",
    column: "sequence",
  }),
  count: field(z.int(), {
    description: "Events since the news before.",
    writable: "never",
    column: "sequence",
  }),
  digest: field(z.string(), {
    description:
      "SHA-256 in hexadecimal of these events: of each its number, a space and its `client_id`, in order of the numbers, with a line break between two.",
    writable: "never",
    column: "text",
  }),
};

/** Versions of what the record says of the player events of a project: one subject in each. */
export const playerEventsVersions = versionTable("player_events_versions", playerEventsFields);

/** Heads of the player events of projects: the row that numbers them, one transaction after another. */
export const playerEventHeads = pgTable(
  "player_event_heads",
  {
    project_id: text("project_id").notNull(),
    last_number: seq("last_number").notNull(),
    /** Events that happened earlier were removed, so that none of that time is taken any more. */
    kept_from: moment("kept_from"),
    /** Number of players whose events were removed: who found a player before another was removed looks again. */
    erasures: integer("erasures").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

/** Positions up to which the record knows of player events. Not in their heads: whoever tells of them holds up those who bring more. */
export const playerEventNews = pgTable(
  "player_event_news",
  {
    project_id: text("project_id").notNull(),
    told_number: seq("told_number").notNull(),
    told_at: moment("told_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

/** Events of players: what they did in a game, and the choices of playthroughs. */
export const playerEvents = pgTable(
  "player_events",
  {
    project_id: text("project_id").notNull(),
    /** Grows in the order in which events become visible, so that whoever reads on behind a number misses none. */
    number: seq("number").notNull(),
    /** The sender's id of the event; for a choice in a playthrough its id and its step. */
    client_id: textC("client_id").notNull(),
    kind: text("kind").notNull(),
    name: text("name"),
    /** The player; for a playthrough without one, the playthrough. */
    player_id: textC("player_id").notNull(),
    at: moment("at").notNull(),
    received_at: moment("received_at").notNull(),
    run_id: textC("run_id"),
    /** The step of the playthrough that the choice was; null for what was sent. */
    step: integer("step"),
    graph_id: textC("graph_id"),
    node_id: textC("node_id"),
    branch_id: textC("branch_id"),
    quest_id: textC("quest_id"),
    state: text("state"),
    /** Outcome of the move of a quest; null for other events, and until the quest of a playthrough was moved. */
    quest_move: text("quest_move"),
    /** The sequence of the story; null where it was not said. */
    version: seq("version"),
    data: jsonb("data"),
    /** Whether it did not fit the schema of its kind: it is kept, and not counted. */
    quarantined: boolean("quarantined").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.number] }),
    uniqueIndex("player_events_client").on(t.project_id, t.client_id),
    index("player_events_player").on(t.project_id, t.player_id, t.number),
    index("player_events_graph").on(t.project_id, t.graph_id, t.number).where(sql`graph_id IS NOT NULL`),
    index("player_events_run").on(t.project_id, t.run_id, t.number).where(sql`run_id IS NOT NULL`),
    index("player_events_at").on(t.project_id, t.at),
  ],
);

/** Columns that say what is counted: a branch, a card, a state of a quest or a kind of event, in a version of the story, on a day. */
const counted = () => ({
  project_id: text("project_id").notNull(),
  /** `branch`, `node`, `quest` or `kind`. */
  subject: text("subject").notNull(),
  /** Empty for what belongs to no dialogue. */
  graph_id: textC("graph_id").notNull(),
  subject_id: textC("subject_id").notNull(),
  /** The state of a quest, the name of a kind of the project's own; empty for all else. */
  detail: textC("detail").notNull(),
  /** The sequence of the story; 0 where it was not said. */
  version: seq("version").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  events: integer("events").notNull(),
  /** Events that came on a later day than they happened. */
  late: integer("late").notNull(),
});

/** Counts of player events: one row for whatever is counted, version and day. */
export const playerEventCounts = pgTable(
  "player_event_counts",
  {
    ...counted(),
    /** Players among them who had not done this before, in any version and on any day: summed up, all who ever did. */
    players: integer("players").notNull(),
  },
  (t) => [
    primaryKey({
      name: "player_event_counts_pk",
      columns: [t.project_id, t.subject, t.graph_id, t.subject_id, t.detail, t.version, t.day],
    }),
  ],
);

/** Shares of each player in the counts: whom the counts have to be reduced by when one is forgotten, and who is a player more. */
export const playerEventShares = pgTable(
  "player_event_shares",
  {
    ...counted(),
    player_id: textC("player_id").notNull(),
    /** Whether the player is counted here among all who ever did this. */
    first: boolean("first").notNull(),
  },
  (t) => [
    primaryKey({
      name: "player_event_shares_pk",
      columns: [t.project_id, t.subject, t.graph_id, t.subject_id, t.detail, t.player_id, t.version, t.day],
    }),
    index("player_event_shares_of").on(t.project_id, t.player_id, t.subject, t.graph_id),
  ],
);
