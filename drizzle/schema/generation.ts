import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, moment, seq, textC, versionColumns, workColumns } from "./columns.ts";

/** Versions of generation sessions: what was asked for, and what became of it. */
export const sessionVersions = pgTable(
  "session_versions",
  {
    ...versionColumns(),
    kind: textC("kind").notNull(),
    status: textC("status").notNull(),
    /** Grows with every event of the session. */
    revision: integer("revision").notNull(),
    brief: jsonb("brief").notNull(),
    as_entity_id: text("as_entity_id"),
    review: boolean("review").notNull(),
    token_budget: integer("token_budget").notNull(),
    key_id: text("key_id"),
    context_seq: seq("context_seq").notNull(),
    retry_of: text("retry_of"),
    interrupt: jsonb("interrupt"),
    answer: jsonb("answer"),
    result: jsonb("result"),
    error: jsonb("error"),
    provider: jsonb("provider"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("session_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("session_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("session_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);

/**
 * Project of each session, because a session's address does not name it; and its status, for the list of a workspace.
 */
export const sessionDirectory = pgTable(
  "session_directory",
  {
    id: textC("id").primaryKey(),
    of_project: text("of_project").notNull(),
    workspace_id: text("workspace_id").notNull(),
    kind: text("kind").notNull(),
    status: text("status").notNull(),
    created_at: moment("created_at").notNull(),
  },
  (t) => [
    index("session_directory_workspace").on(t.workspace_id, t.created_at, t.id),
    index("session_directory_project").on(t.of_project),
  ],
);

/** Progress of a session. Its work is the next step. */
export const sessionWork = pgTable(
  "session_work",
  {
    project_id: text("project_id").notNull(),
    id: textC("id").notNull(),
    /** Requester, in whose name it writes: `{actor, kind, id, modes, project_ids, role, request_id}`. */
    starter: jsonb("starter").notNull(),
    phase: text("phase").notNull(),
    /** The attempt whose result counts, by step; a step that is absent is to be done. */
    done: jsonb("done").notNull(),
    /** Notes that steps leave for later ones beside their results: counts, comments, choices of people. */
    memo: jsonb("memo").notNull(),
    /** Calls that failed in a row. */
    failures: integer("failures").notNull().default(0),
    /**
     * Processes that began to compute the current step and have not said how that ended: counted before the work begins, so that
     * what ends a process is known by it.
     */
    attempts: integer("attempts").notNull().default(0),
    input_tokens: integer("input_tokens").notNull().default(0),
    output_tokens: integer("output_tokens").notNull().default(0),
    usage_estimated: boolean("usage_estimated").notNull().default(false),
    /** Number of lines in its log. */
    logged: integer("logged").notNull(),
    /** Time at which its generation unit was counted, as long as it can be returned. */
    unit_at: moment("unit_at"),
    /** Time at which an open question expires; null while there is none. */
    expires_at: moment("expires_at"),
    /** Reason to end before the next step. */
    stop: text("stop"),
    created_at: moment("created_at").notNull(),
    finished_at: moment("finished_at"),
    ...workColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("session_work_due").on(t.project_id, t.due_at).where(sql`due_at IS NOT NULL`),
    index("session_work_age").on(t.finished_at),
    index("session_work_expiry_age").on(t.expires_at).where(sql`expires_at IS NOT NULL`),
  ],
);

/** Result of each step. */
export const sessionSteps = pgTable(
  "session_steps",
  {
    project_id: text("project_id").notNull(),
    session_id: textC("session_id").notNull(),
    step: text("step").notNull(),
    attempt: integer("attempt").notNull(),
    /** Digest of what the step was given. */
    input_hash: text("input_hash").notNull(),
    output: jsonb("output").notNull(),
    started_at: moment("started_at").notNull(),
    finished_at: moment("finished_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.session_id, t.step, t.attempt] })],
);

/** Calls of a model: a row before, its answer after. */
export const sessionCalls = pgTable(
  "session_calls",
  {
    project_id: text("project_id").notNull(),
    session_id: textC("session_id").notNull(),
    number: integer("number").notNull(),
    /** The attempt of the step it belongs to. */
    attempt: integer("attempt").notNull(),
    /** `started`, `answered`, `failed`, or `unknown`: a process ended before it was known what came of it. */
    status: text("status").notNull(),
    key_id: text("key_id").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    /** Request to the model: `{system, prompt, schema}`. */
    sent: jsonb("sent").notNull(),
    answer: text("answer"),
    finish: text("finish"),
    usage: jsonb("usage"),
    failure: jsonb("failure"),
    response_id: text("response_id"),
    started_at: moment("started_at").notNull(),
    finished_at: moment("finished_at"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.session_id, t.number] })],
);

/** Questions to people, and their answers. */
export const sessionInterrupts = pgTable(
  "session_interrupts",
  {
    project_id: text("project_id").notNull(),
    session_id: textC("session_id").notNull(),
    id: textC("id").notNull(),
    number: integer("number").notNull(),
    reason: text("reason").notNull(),
    question: text("question").notNull(),
    options: jsonb("options").notNull(),
    response_schema: jsonb("response_schema").notNull(),
    evidence: jsonb("evidence").notNull(),
    draft: jsonb("draft"),
    on_timeout: text("on_timeout").notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
    answered_at: moment("answered_at"),
    answered_by: text("answered_by"),
    action: text("action"),
    value: jsonb("value"),
    comment: text("comment"),
    /** Response to the first answer. */
    reply: jsonb("reply"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.session_id, t.id] })],
);

/** Log of a session, line by line: the content of its stream. */
export const sessionLog = pgTable(
  "session_log",
  {
    project_id: text("project_id").notNull(),
    session_id: textC("session_id").notNull(),
    number: integer("number").notNull(),
    type: text("type").notNull(),
    data: jsonb("data").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.session_id, t.number] })],
);
