import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, moment, seq, textC, versionColumns } from "./columns.ts";

/** Versions of playthroughs: what they began with, and how they ended. */
export const runVersions = pgTable(
  "run_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    base_seq: seq("base_seq").notNull(),
    player_id: textC("player_id"),
    beginning: jsonb("beginning").notNull(),
    status: textC("status").notNull(),
    ending: jsonb("ending"),
    share_id: textC("share_id"),
    words: text("words").notNull().default(""),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("run_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("run_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("run_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
    index("run_versions_player").on(t.project_id, t.player_id, t.created_seq).where(isCurrent),
    index("run_versions_share").on(t.project_id, t.share_id, t.created_seq).where(isCurrent),
    index("run_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);

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
    touched_at: moment("touched_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.run_id] }),
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
  },
  (t) => [primaryKey({ columns: [t.project_id, t.run_id, t.step] })],
);
