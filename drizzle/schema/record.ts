import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, seq, textC } from "./columns.ts";

/** One row a project: who owns it and how far its record reaches. Writers lock it first (docs/decisions/0001-lock-the-head-first.md). */
export const projectHeads = pgTable(
  "project_heads",
  {
    project_id: text("project_id").primaryKey(),
    workspace_id: text("workspace_id").notNull(),
    mode: text("mode").notNull(),
    last_seq: seq("last_seq").notNull(),
    last_recorded_at: moment("last_recorded_at").notNull(),
    created_at: moment("created_at").notNull(),
    deleted_at: moment("deleted_at"),
    /** Copy of `archived` in the project's current version, beside the lock that writers take. */
    archived: boolean("archived").notNull().default(false),
  },
  (t) => [index("project_heads_workspace").on(t.workspace_id, t.project_id)],
);

/** The record itself: append-only, gapless per project, visible in commit order. */
export const events = pgTable(
  "events",
  {
    project_id: text("project_id").notNull(),
    seq: seq("seq").notNull(),
    commit_seq: seq("commit_seq").notNull(),
    id: text("id").notNull(),
    v: integer("v").notNull(),
    kind: text("kind").notNull(),
    subject_type: text("subject_type").notNull(),
    subject_id: textC("subject_id").notNull(),
    change: jsonb("change").notNull(),
    data: jsonb("data"),
    actor: text("actor").notNull(),
    request_id: text("request_id"),
    causation: text("causation"),
    recorded_at: moment("recorded_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.seq] }),
    index("events_subject").on(t.project_id, t.subject_id, t.seq),
    index("events_kind").on(t.project_id, t.kind, t.seq),
    // What fell with a bigger change: few events say what caused them.
    index("events_causation").on(t.project_id, t.causation, t.commit_seq).where(sql`causation IS NOT NULL`),
    index("events_time").on(t.project_id, t.recorded_at, t.seq),
  ],
);

/**
 * Number of subjects of a type, in all (`facet` is empty) and for each value of the column by which the type is
 * counted. A row tells that the number was `count_before` up to `from_seq` and is `count_after` from `to_seq` on, until
 * the next row; in between it changed by one a sequence, or by the row's one commit.
 */
export const subjectCounts = pgTable(
  "subject_counts",
  {
    project_id: text("project_id").notNull(),
    subject_type: textC("subject_type").notNull(),
    facet: textC("facet").notNull(),
    from_seq: seq("from_seq").notNull(),
    to_seq: seq("to_seq").notNull(),
    count_before: seq("count_before").notNull(),
    count_after: seq("count_after").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.subject_type, t.facet, t.from_seq] })],
);

/**
 * Answers already given, written in the write's own transaction. `project_id` is the project, or the workspace for
 * operations outside a project, so that the row lives beside the data it protects.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    project_id: text("project_id").notNull(),
    caller: text("caller").notNull(),
    operation: text("operation").notNull(),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    status: integer("status"),
    headers: jsonb("headers"),
    body: text("body"),
    sealed: text("sealed"),
    /** Players whose personal data it shows; null for none. */
    players: text("players").array(),
    /** Whether it was emptied when one of them was erased. */
    erased: boolean("erased").notNull().default(false),
    request_id: text("request_id").notNull(),
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.caller, t.operation, t.key] }),
    // Old answers of all projects are looked for together.
    index("idempotency_keys_age").on(t.created_at),
  ],
);
