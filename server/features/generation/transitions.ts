import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import type { Caller, Mode } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import { callerFrom } from "../../operation/starter.ts";
import { writeLater } from "../../operation/system-write.ts";
import { insertRows } from "../../record/append.ts";
import { type Db, jsonb } from "../../record/database.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { giveUnitBack } from "../usage/public.ts";
import { responseSchema } from "./interrupt-answers.ts";
import { changeWork, type InterruptOption, type LogLine, noteStatus, type WorkChange, type WorkRow } from "./rows.ts";
import { type InterruptReason, moved, type SessionErrorCode, type SessionState, sessionResource } from "./session.ts";

/** Time in which a person has to answer, in milliseconds. */
export const ANSWER_MS = 7 * 24 * 60 * 60 * 1000;

/** Question to a person, with its options, evidence and draft. */
export interface Ask {
  readonly reason: InterruptReason;
  readonly question: string;
  readonly options: readonly InterruptOption[];
  readonly evidence: readonly JsonObject[];
  readonly draft: JsonObject | null;
}

/** A session whose status is to change, under the lease of its work. */
export interface Moving {
  readonly work: WorkRow;
  /** Workspace of the session's project. */
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** Changes of a session's state and of the rows beside it, written in one transaction. */
interface Move {
  readonly verb: "awaiting_human" | "completed" | "error" | "resumed";
  readonly changes: Partial<SessionState> & { status: SessionState["status"] };
  readonly work: WorkChange;
  readonly lines?: readonly LogLine[];
}

/** The caller in whose name a session changes the record. */
export function starterOf({ starter }: WorkRow): Caller {
  return callerFrom(starter, "generate");
}

/** Returns the service itself as the caller, for writes that the starter is no longer allowed to make. */
function systemOf({ work, workspaceId, mode }: Moving): Caller {
  const actor = "system:generation";
  return {
    ...starterOf(work),
    kind: "key",
    actor,
    id: actor,
    workspaceId,
    modes: [mode],
    projectIds: null,
    role: null,
  };
}

/** Takes a session's state to its next status inside a write, with its rows. */
export async function move(
  { record, db, now }: { record: UnitOfWork; db: Db; now: number },
  work: WorkRow,
  { verb, changes, work: change, lines = [] }: Move,
): Promise<SessionState> {
  const version = await record.require(sessionResource, work.id);
  const state = moved(stateOf(sessionResource, version), changes);
  const status: LogLine = { type: "status", data: { status: state.status, error: state.error } };
  await changeWork(db, work, change, { lines: [...lines, status], now });
  await noteStatus(db, work.id, state.status);
  record.update(sessionResource, version, state, { verb, last: true });
  return state;
}

/** Writes a status of a session, in the name of its starter or of the service. */
export async function writeMove(
  services: Services,
  moving: Moving,
  asStarter: boolean,
  body: (scope: { record: UnitOfWork; db: Db; now: number }) => Promise<void>,
): Promise<void> {
  const { work } = moving;
  const caller = asStarter ? starterOf(work) : systemOf(moving);
  const authorship = { actor: caller.actor, requestId: asStarter ? work.starter.request_id : null };
  // What the starter asked for is refused in an archived project; that it came to nothing is said there.
  const how = { caller, authorship, isAlone: true, whileArchived: !asStarter };
  await writeLater(services, work.project_id, how, ({ record, db }) => body({ record, db, now: services.clock.now() }));
}

/** Ends a session without a result, and gives back the unit it was counted for. */
export async function fail(
  services: Services,
  moving: Moving,
  error: { code: SessionErrorCode; message: string },
  { rows = [], ...also }: Also = {},
): Promise<void> {
  await writeMove(services, moving, false, async (scope) => {
    await failWithin(scope, moving, error, {}, also);
    for (const row of rows) await scope.db.execute(row);
  });
}

/** Rows and log lines that are written together with a status. */
interface Also {
  readonly work?: WorkChange;
  readonly rows?: readonly ReturnType<typeof sql>[];
  readonly lines?: readonly LogLine[];
}

/** Ends a session as {@link fail} does, inside a write that is already open. */
export async function failWithin(
  scope: { record: UnitOfWork; db: Db; now: number },
  { work, workspaceId, mode }: Moving,
  error: { code: SessionErrorCode; message: string },
  changes: Pick<Partial<SessionState>, "answer"> = {},
  { work: change = {}, lines = [] }: Pick<Also, "work" | "lines"> = {},
): Promise<SessionState> {
  const state = await move(scope, work, {
    verb: "error",
    changes: { status: "error", error, interrupt: null, ...changes },
    work: { ...change, phase: "finished", due: null, expires: null, unit_at: null, finished: scope.now },
    lines,
  });
  if (work.unit_at !== null) {
    const { actor } = work.starter;
    const at = Date.parse(work.unit_at);
    await giveUnitBack(scope.db, { workspaceId, caller: actor, project: work.project_id, mode, at });
  }
  return state;
}

/** Asks a person: the question, the status and what the step came to are written together. */
export async function askPerson(
  services: Services,
  moving: Moving,
  ask: Ask,
  { work: change = {}, rows = [], lines = [] }: Also,
): Promise<void> {
  await writeMove(services, moving, false, async (scope) => {
    const { db, now } = scope;
    const { work } = moving;
    const id = newId("int", now);
    const expires = now + ANSWER_MS;
    const expires_at = new Date(expires).toISOString();
    await move(scope, work, {
      verb: "awaiting_human",
      changes: { status: "awaiting_human", interrupt: { id, reason: ask.reason, question: ask.question, expires_at } },
      work: { ...change, phase: "waiting", due: null, expires },
      lines,
    });
    for (const row of rows) await db.execute(row);
    const [before] = await db.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM session_interrupts
          WHERE project_id = ${work.project_id} AND session_id = ${work.id}`,
    );
    await db.execute(
      insertRows("session_interrupts", [
        {
          project_id: work.project_id,
          session_id: work.id,
          id,
          number: (before?.count ?? 0) + 1,
          reason: ask.reason,
          question: ask.question,
          options: ask.options,
          response_schema: responseSchema(ask.options),
          evidence: [...ask.evidence],
          draft: ask.draft,
          on_timeout: "human_timeout",
          created_at: new Date(now).toISOString(),
          expires_at,
        },
      ]),
    );
  });
}

/** The row of a step's result. */
export function stepRow(
  { project_id, id }: Pick<WorkRow, "project_id" | "id">,
  step: { step: string; attempt: number; inputHash: string; output: JsonObject; startedAt: number; now: number },
): ReturnType<typeof sql> {
  return sql`INSERT INTO session_steps (project_id, session_id, step, attempt, input_hash, output, started_at, finished_at)
    VALUES (${project_id}, ${id}, ${step.step}, ${step.attempt}::int, ${step.inputHash}, ${jsonb(step.output)},
      ${new Date(step.startedAt).toISOString()}::timestamptz, ${new Date(step.now).toISOString()}::timestamptz)`;
}
