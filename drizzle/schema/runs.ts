import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { VariableValue } from "#domain/expression.ts";
import type { WorldChange } from "#domain/runtime/story.ts";
import { field } from "#server/kernel/field.ts";
import { idOf, integer as whole, text as words } from "#server/kernel/validation/fields.ts";
import { isCurrent, moment, seq, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/**
 * Beginning of a playthrough. The playthrough can be played again from this, the story at its sequence, and its
 * actions.
 */
export interface RunBeginning {
  readonly seed: number;
  /** Values of variables that are not their defaults, by id. */
  readonly values: Readonly<Record<string, VariableValue>>;
  /** Branches that the player took in earlier playthroughs, as often as it counts. */
  readonly taken_by_player: readonly string[];
  /** The time of the world, where its host told it. */
  readonly world_time?: number;
  /** Standings of carried quests that the player came with; absent for none. */
  readonly quests?: readonly WorldChange[];
}

/** Ending of a playthrough: its kind, and the node it ended at. */
export type RunEnding = {
  readonly kind: string;
  readonly node_id: string | null;
};

/** Fields of a playthrough. What happens between its beginning and its end is kept beside the record. */
export const runFields = {
  graph_id: field(idOf("dlg"), { writable: "never", filter: "Only playthroughs of this dialogue." }),
  base_seq: field(whole(), {
    description: "Sequence of the played story. Later edits do not change it.",
    writable: "never",
    column: "sequence",
  }),
  player_id: field(words({ min: 1, max: 255 }).nullable(), {
    description: "The player; null for none. Playthroughs from before players were kept have your own name for them.",
    writable: "never",
    default: null,
    filter: "Only playthroughs of this player, by id or by your external_id.",
  }),
  beginning: field(z.custom<RunBeginning>(), { writable: "never" }),
  status: field(z.enum(["open", "ended"]), {
    writable: "never",
    sort: true,
    filter: "Only playthroughs with this status.",
  }),
  ending: field(z.custom<RunEnding | null>(), { writable: "never", default: null, column: "nullable json" }),
  share_id: field(idOf("shr").nullable(), {
    description: "The share link by which a reader played it and sent it back; null for all others.",
    writable: "never",
    default: null,
    filter: "Only paths that readers sent back by this share link.",
  }),
  words: field(z.string(), {
    description: "Comment of the reader who sent it; empty for all others.",
    writable: "never",
    default: "",
    column: "text",
  }),
  forked_from: field(idOf("run").nullable(), {
    description: "The playthrough it goes on from, by a save or a step of it; null for one that was started.",
    writable: "never",
    default: null,
  }),
  forked_step: field(whole().nullable(), {
    description: "The step of that playthrough at which it goes on; null for one that was started.",
    writable: "never",
    default: null,
  }),
};

/** Versions of playthroughs: what they began with, and how they ended. */
export const runVersions = versionTable("run_versions", runFields, (t) => [
  index("run_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
  index("run_versions_player").on(t.project_id, t.player_id, t.created_seq).where(isCurrent),
  index("run_versions_share").on(t.project_id, t.share_id, t.created_seq).where(isCurrent),
]);

/** State of playthroughs: steps are no events, or a reader's clicks would become the project's history. */
export const runStandings = pgTable(
  "run_standings",
  {
    project_id: text("project_id").notNull(),
    run_id: textC("run_id").notNull(),
    graph_id: text("graph_id").notNull(),
    /** The sequence of the story that is played. */
    base_seq: seq("base_seq").notNull(),
    /** Number of steps done; the next step names it. */
    step: integer("step").notNull(),
    status: text("status").notNull(),
    /** The state of play at `state_step`, as the runtime writes it: steps after that follow from the log. */
    state: jsonb("state").notNull(),
    /** Null in rows from before it was kept, whose state is that of their step. */
    state_step: integer("state_step"),
    /** The playthrough whose beginning this one shares, through forks; null for its own. */
    root_run: textC("root_run"),
    touched_at: moment("touched_at").notNull(),
    /** The step up to which its choices are counted as events of players. */
    counted_step: integer("counted_step").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.run_id] }),
    index("run_standings_uncounted").on(t.project_id, t.run_id).where(sql`step > counted_step`),
    index("run_standings_touched").on(t.project_id, t.touched_at, t.run_id),
  ],
);

/** Actions of playthroughs, step by step. */
export const runSteps = pgTable(
  "run_steps",
  {
    project_id: text("project_id").notNull(),
    run_id: textC("run_id").notNull(),
    step: integer("step").notNull(),
    action: jsonb("action").notNull(),
    made_at: moment("made_at").notNull(),
    /** The playthrough and the step at which a fork's action was first done; null for its own. */
    origin_run: textC("origin_run"),
    origin_step: integer("origin_step"),
    /** The sender's id of an action that was done offline; null for others, and in forks. */
    client_id: text("client_id"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.run_id, t.step] }),
    index("run_steps_learnt").on(t.project_id, t.made_at).where(sql`action ? 'learn'`),
  ],
);

/**
 * Proposals of playthroughs that the record has taken over, by the playthrough and the step that made them first, so that no fork of it
 * has them taken over twice. They stay when the playthrough is deleted.
 */
export const runAcceptedProposals = pgTable(
  "run_accepted_proposals",
  {
    project_id: text("project_id").notNull(),
    run_id: textC("run_id").notNull(),
    /** The step that proposed it; 0 for the beginning. */
    step: integer("step").notNull(),
    effect_id: text("effect_id").notNull(),
    /** Number among the proposals of that effect at that step, from 0. */
    nth: integer("nth").notNull(),
    /** Last sequence of the commit that took it over. */
    seq: seq("seq").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.run_id, t.step, t.effect_id, t.nth] })],
);

/**
 * Reviews of what characters learnt in playthroughs, by the fact that the playthrough made of it. They stay when the playthrough is
 * deleted, so that no fork of it has the same accepted twice.
 */
export const runMemoryReviews = pgTable(
  "run_memory_reviews",
  {
    project_id: text("project_id").notNull(),
    /** Fact of the playthrough; forks have the same one. */
    memory_id: textC("memory_id").notNull(),
    /** `accepted` or `dismissed`. */
    state: text("state").notNull(),
    /** Fact of the record; null for one that was dismissed. */
    fact_id: textC("fact_id"),
    reviewed_at: moment("reviewed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.memory_id] })],
);

/** Saves of playthroughs: steps of theirs that have a name, to go on from. */
export const runSaves = pgTable(
  "run_saves",
  {
    project_id: text("project_id").notNull(),
    run_id: textC("run_id").notNull(),
    id: textC("id").notNull(),
    label: text("label").notNull(),
    step: integer("step").notNull(),
    /** The card at which the playthrough stood, and its dialogue; null before a first card, and in rows from before they were kept. */
    graph_id: textC("graph_id"),
    node_id: textC("node_id"),
    made_at: moment("made_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.run_id, t.id] }),
    index("run_saves_made").on(t.project_id, t.run_id, t.made_at, t.id),
  ],
);
