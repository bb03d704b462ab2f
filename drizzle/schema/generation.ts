import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { field } from "#server/kernel/field.ts";
import { jsonValue } from "#server/kernel/page.ts";
import { integer as wholeNumber } from "#server/kernel/validation/fields.ts";
import { moment, textC, workColumns } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** The statuses of a session. */
export const SESSION_STATUSES = ["accepted", "completed", "error", "awaiting_human"] as const;

/** Reasons for which a session asks a person. */
export const INTERRUPT_REASONS = [
  "review",
  "invalid_answer",
  "continuity",
  "canon_moved",
  "provider_key",
  "provider_quota",
  "cost",
] as const;

/** Actions that a person can answer with. */
export const ACTIONS = ["approve", "edit", "reject", "choose", "provide", "retry", "cancel"] as const;

/** Codes of sessions that ended without a result. */
export const SESSION_ERRORS = [
  "cancelled",
  "rejected",
  "human_timeout",
  "refused",
  "truncated",
  "context_length",
  "provider_key",
  "provider_failed",
  "sketch_impossible",
  "access_lost",
  "interrupted",
  "internal_error",
] as const;

/** Reason of a session that ended without a result. */
export const SessionError = z
  .object({
    code: z.enum(SESSION_ERRORS).meta({
      description:
        "`cancelled`: a person cancelled it. `rejected`: a person or the record rejected it. `human_timeout`: no answer within seven days. `refused`: the model refused. `truncated`: the answer exceeded the maximum length. `context_length`: the prompt was too long for the model, even after halving the context, or the provider counted less than 80 % of it (see `token_counts` of the [provider key](/docs/guides/provider-keys)). `provider_key`: the key could not be used. `provider_failed`: the provider failed on every attempt. `sketch_impossible`: it requires a model, and no key is stored. `access_lost`: its author may no longer change the project, or the project was deleted. `interrupted`: the project was restored from a backup, which contains no running sessions. `internal_error`: the server failed.",
    }),
    message: z.string(),
  })
  .meta({ id: "SessionError" });

/** Time after which an answer to an interrupt is refused. */
export const interruptEnd = z.iso.datetime().meta({ description: "Time after which an answer is refused." });

const freeJson = z.record(z.string(), jsonValue) as z.ZodType<JsonObject>;

/** Field that the service sets, and the reference describes. */
const made = { writable: "never" } as const;
const absent = { ...made, default: null } as const;

/** Fields of a generation session: what was asked for, and what became of it. */
export const sessionFields = {
  kind: field(z.string().max(100), {
    ...made,
    description: "Kind of generation: `text`, `dialogue`, …",
    sort: true,
    filter: "Only sessions of this kind.",
  }),
  status: field(z.enum(SESSION_STATUSES), {
    ...made,
    description:
      "`accepted`: it is being made. `awaiting_human`: a person is asked something; answer at `POST /v1/sessions/{session_id}/respond`. `completed` and `error` are ends.",
    sort: true,
    filter: "Only sessions with this status.",
  }),
  /** Grows with every event of the session. */
  revision: field(wholeNumber(), made),
  brief: field(freeJson, { ...made, description: "The request." }),
  as_entity_id: field(z.string().nullable(), {
    ...absent,
    description: "Entity whose knowledge limits the context; null for none.",
    column: "text",
  }),
  review: field(z.boolean(), {
    ...made,
    description: "Whether a person sees it before anything is kept.",
    default: false,
  }),
  token_budget: field(wholeNumber(), { ...made, description: "Tokens the context may have." }),
  context_seq: field(wholeNumber(), {
    ...made,
    description: "The sequence its context is read at.",
    column: "sequence",
  }),
  key_id: field(z.string().nullable(), {
    ...absent,
    description: "The provider key that was asked for.",
    column: "text",
  }),
  retry_of: field(z.string().nullable(), {
    ...absent,
    description: "The session that this one tries again.",
    column: "text",
  }),
  /** Interrupt as the record keeps it; its draft and evidence are stored beside the record. */
  interrupt: field(
    z
      .object({ id: z.string(), reason: z.enum(INTERRUPT_REASONS), question: z.string(), expires_at: interruptEnd })
      .nullable(),
    { ...absent, description: "Open question; null when there is none." },
  ),
  answer: field(
    z
      .object({
        interrupt_id: z.string(),
        action: z.enum(ACTIONS),
        comment: z.string().nullable(),
        by: z.string(),
        at: z.iso.datetime().meta({ description: "Time of the answer, UTC." }),
      })
      .nullable(),
    { ...absent, description: "Last answer of a person." },
  ),
  result: field(freeJson.nullable(), {
    ...absent,
    description:
      "Result; null until the session is completed. Of a text `{text}`, and `sentences` where it is `builtin`; with a `schema` `{value}`; of a dialogue `{graph_id, suggestion_id, nodes}`, with a suggestion if it continues a dialogue and the number of nodes; of an image `{image_ids}`; of a voice line `{voice_line_ids}`; of extracted facts `{fact_ids}`.",
  }),
  error: field(SessionError.nullable(), { ...absent, description: "Reason of a failed session." }),
  provider: field(freeJson.nullable(), {
    ...absent,
    description:
      "Author of the result: `{provider, model, key_id, seed, deterministic}`. `builtin` is the sketch without a model; it never replaces a failing key. `human` is a person who wrote the result because no answer was usable, named in `provided_by`; a person who edited the result is named in `edited_by`.",
  }),
};

/** Versions of generation sessions. */
export const sessionVersions = versionTable("session_versions", sessionFields);

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
