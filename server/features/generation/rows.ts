import { type SQL, sql } from "drizzle-orm";
import type { Json, JsonObject } from "#domain/json.ts";
import { at } from "../../leases/leased-rows.ts";
import type { Starter } from "../../operation/starter.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import type { Action, InterruptReason, SessionStatus } from "./session.ts";

/** The steps of a session, in their order: each has a result that is stored, and behind which it can be resumed. */
export const STEPS = ["retrieve", "call", "parse", "continuity", "review", "commit"] as const;
export type Step = (typeof STEPS)[number];

/** Steps that traces, logs and progress of earlier sessions name as well; what they stored is computed where it is used. */
const FORMER_STEPS = ["pin", "assemble", "check"] as const;

/** All steps that a session's trace and log can name. */
export const STEP_NAMES = [...STEPS, ...FORMER_STEPS] as const;

/** Activities of a session, each as one word. */
export const PHASES = [
  "queued",
  "retrieving",
  "checking",
  "generating",
  "repairing",
  "committing",
  "waiting",
  "resumed",
  "finished",
] as const;
export type Phase = (typeof PHASES)[number];

/** Notes that steps leave for later steps besides their results. */
export interface Memo {
  /** Number of times the answer was asked for again because it was not valid. */
  reasks?: number;
  /** Last answer with its mistakes; the next call is told both. */
  reask?: { text: string; issues: { pointer: string; message: string }[] };
  /** Number of times a person asked for another draft, and the person's comment. */
  rejections?: number;
  comment?: string;
  /** Whether the context was made smaller because the model could not hold it. */
  narrowed?: boolean;
  token_budget?: number;
  /** The key a person chose instead; null for none at all. */
  chosen_key?: string | null;
  /** Draft that a person gave instead of the model's. */
  provided?: Json;
  /** Person who gave it, who either edited a draft or wrote all of it. */
  provided_by?: { actor: string; action: "edit" | "provide" };
  /** Reasons for interrupts that a person has approved so far. */
  approved?: InterruptReason[];
  /** The head up to which a person or a check has seen that nothing contradicts the draft. */
  seen_seq?: number;
  /** The head when the context was pinned. */
  head_seq?: number;
}

/** The work row of a session. */
export type WorkRow = Columns<
  "session_work",
  | "project_id"
  | "id"
  | "starter"
  | "phase"
  | "done"
  | "memo"
  | "failures"
  | "attempts"
  | "input_tokens"
  | "output_tokens"
  | "usage_estimated"
  | "logged"
  | "unit_at"
  | "expires_at"
  | "stop"
  | "created_at"
  | "finished_at"
  | "fence"
> & {
  readonly starter: Starter;
  readonly phase: Phase;
  readonly done: Partial<Record<Step, number>>;
  readonly memo: Memo;
};

/** Error thrown when another process holds the lease by now, or the lease ended with the session. */
export class LostLease extends Error {}

/** A line of a session's log, before it has its number. */
export interface LogLine {
  readonly type: "status" | "step" | "call" | "progress";
  readonly data: JsonObject;
}

/** Changes to a work row. What is undefined stays. */
export interface WorkChange {
  readonly phase?: Phase;
  readonly done?: Partial<Record<Step, number>>;
  readonly memo?: Memo;
  readonly failures?: number;
  /** Processes that compute the current step, this one included; 0 while nothing is computed. What is put off has none. */
  readonly attempts?: 0 | 1;
  readonly usage?: { input_tokens: number; output_tokens: number; estimated: boolean };
  readonly unit_at?: null;
  /**
   * Moment of the next step, in milliseconds; null where only an answer wakes the session. Setting either value ends
   * the lease.
   */
  readonly due?: number | null;
  readonly expires?: number | null;
  readonly finished?: number;
}

/**
 * Changes the work row under its lease, with lines for its log; answers the number of the last line.
 *
 * @throws LostLease when the fence is another by now: nothing is written then.
 */
export async function changeWork(
  db: Db,
  { project_id, id, fence }: Pick<WorkRow, "project_id" | "id" | "fence">,
  change: WorkChange,
  { lines, now }: { lines: readonly LogLine[]; now: number },
): Promise<number> {
  const sets: SQL[] = [sql`logged = logged + ${lines.length}::int`];
  const { usage } = change;
  if (change.phase !== undefined) sets.push(sql`phase = ${change.phase}`);
  if (change.done !== undefined) sets.push(sql`done = ${jsonb(change.done)}`);
  if (change.memo !== undefined) sets.push(sql`memo = ${jsonb(change.memo)}`);
  if (change.failures !== undefined) sets.push(sql`failures = ${change.failures}::int`);
  const attempts = change.due === undefined ? change.attempts : 0;
  if (attempts !== undefined) sets.push(sql`attempts = ${attempts}::int`);
  if (usage !== undefined)
    sets.push(
      sql`input_tokens = input_tokens + ${usage.input_tokens}::int, output_tokens = output_tokens + ${usage.output_tokens}::int,
          usage_estimated = usage_estimated OR ${usage.estimated}`,
    );
  if (change.unit_at === null) sets.push(sql`unit_at = NULL`);
  if (change.due !== undefined)
    sets.push(sql`due_at = ${change.due === null ? sql`NULL` : at(change.due)}, lease_until = NULL, holder = NULL`);
  if (change.expires !== undefined)
    sets.push(sql`expires_at = ${change.expires === null ? sql`NULL` : at(change.expires)}`);
  if (change.finished !== undefined) sets.push(sql`finished_at = ${at(change.finished)}`);
  const [row] = await db.execute<Columns<"session_work", "logged">>(
    sql`UPDATE session_work SET ${sql.join(sets, sql`, `)}
        WHERE project_id = ${project_id} AND id = ${id} AND fence = ${fence} AND finished_at IS NULL RETURNING logged`,
  );
  if (row === undefined) throw new LostLease();
  const first = row.logged - lines.length + 1;
  if (lines.length > 0) await db.execute(insertRows("session_log", logRows({ project_id, id }, first, lines, now)));
  return row.logged;
}

/** Rows of a session's log from a number on. */
export function logRows(
  { project_id, id }: Pick<WorkRow, "project_id" | "id">,
  first: number,
  lines: readonly LogLine[],
  now: number,
): JsonObject[] {
  const moment = new Date(now).toISOString();
  return lines.map(({ type, data }, index) => ({
    project_id,
    session_id: id,
    number: first + index,
    type,
    data,
    at: moment,
  }));
}

/** The work row of a session; null when it was removed, as old ones are. */
export async function readWork(db: Db, projectId: string, id: string): Promise<WorkRow | null> {
  const [row] = await db.execute<WorkRow>(
    sql`SELECT * FROM session_work WHERE project_id = ${projectId} AND id = ${id}`,
  );
  return row ?? null;
}

/** The stored result of a step's attempt. */
export async function readOutput<Output>(
  db: Db,
  { project_id, id }: Pick<WorkRow, "project_id" | "id">,
  step: Step,
  attempt: number,
): Promise<Output> {
  const [row] = await db.execute<Columns<"session_steps", "output"> & { output: Output }>(
    sql`SELECT output FROM session_steps
        WHERE project_id = ${project_id} AND session_id = ${id} AND step = ${step} AND attempt = ${attempt}`,
  );
  if (row === undefined) throw new Error(`step ${step} of ${id} says it is done and has no result`);
  return row.output;
}

/** Notes in the directory how a session stands. */
export async function noteStatus(db: Db, id: string, status: SessionStatus): Promise<void> {
  await db.execute(sql`UPDATE session_directory SET status = ${status} WHERE id = ${id}`);
}

/** The project that a session belongs to; null where there is no such session. */
export async function projectOfSession(db: Db, id: string): Promise<string | null> {
  const [row] = await db.execute<Columns<"session_directory", "of_project">>(
    sql`SELECT of_project FROM session_directory WHERE id = ${id}`,
  );
  return row?.of_project ?? null;
}

/** A question as it is kept beside the record. */
export type InterruptRow = Columns<
  "session_interrupts",
  | "id"
  | "number"
  | "reason"
  | "question"
  | "options"
  | "response_schema"
  | "evidence"
  | "draft"
  | "on_timeout"
  | "created_at"
  | "expires_at"
  | "answered_at"
  | "answered_by"
  | "action"
  | "value"
  | "comment"
  | "reply"
> & {
  readonly reason: InterruptReason;
  readonly options: readonly InterruptOption[];
  readonly response_schema: JsonObject;
  readonly evidence: readonly JsonObject[];
  readonly draft: JsonObject | null;
  readonly action: Action | null;
  readonly value: Json;
  readonly reply: JsonObject | null;
};

/** One way to answer. */
export interface InterruptOption {
  readonly action: Action;
  readonly label: string;
  /** JSON schema of the answer's `value`; null where the action takes none. */
  readonly value_schema: JsonObject | null;
}

/** The questions of a session, in their order. */
export async function readInterrupts(db: Db, projectId: string, sessionId: string): Promise<InterruptRow[]> {
  return db.execute<InterruptRow>(
    sql`SELECT * FROM session_interrupts WHERE project_id = ${projectId} AND session_id = ${sessionId} ORDER BY number`,
  );
}

/** Reads what made the last answer of a session that a draft was read from; null where nothing did. */
export async function readProvider(db: Db, projectId: string, sessionId: string): Promise<JsonObject | null> {
  const [row] = await db.execute<{ provider: JsonObject | null }>(
    sql`SELECT output -> 'provider' AS provider FROM session_steps
        WHERE project_id = ${projectId} AND session_id = ${sessionId} AND step = 'call' ORDER BY attempt DESC LIMIT 1`,
  );
  return row?.provider ?? null;
}
