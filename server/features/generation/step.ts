import type { SQL } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { ModelUsage } from "../../adapters/llm/port.ts";
import type { Mode } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { type AssembledContext, namedEntities } from "../context/public.ts";
import { type GenerationContext, type Generator, subjectIds } from "./generator.ts";
import { type LogLine, type Memo, readOutput, type Step, type WorkRow } from "./rows.ts";
import type { SchemaWork } from "./schema-work.ts";
import type { SessionErrorCode, SessionVersion } from "./session.ts";
import type { SessionKeys } from "./session-keys.ts";
import type { SessionTurn } from "./session-turn.ts";
import type { Ask } from "./transitions.ts";

/** Services and session that a step works with. */
export interface StepContext {
  readonly services: Services;
  readonly db: Db;
  readonly generator: Generator;
  readonly session: SessionVersion;
  readonly work: WorkRow;
  readonly mode: Mode;
  /** Workspace of the project. */
  readonly workspaceId: string;
  readonly headSeq: number;
  /** Number of this attempt at the step, counted from 1. */
  readonly attempt: number;
  readonly keys: SessionKeys;
  readonly schemas: SchemaWork;
  /** Waits for an answer from elsewhere, during which other work may have a turn of its own. */
  readonly outside: SessionTurn["outside"];
  readonly timings: SessionTimings;
  readonly signal: AbortSignal;
}

/** Intervals and time limits of sessions, in milliseconds. */
export interface SessionTimings {
  /** Time between two searches for due work that no notification announced. */
  readonly pollMs: number;
  /** Time for which other processes leave a session to the process that took it on. */
  readonly leaseMs: number;
  /** Longest time from one step to the next, the wait for a turn included; a step that takes longer hangs. */
  readonly stallMs: number;
  /** Longest duration of a step. */
  readonly deadlineMs: number;
  /** The shortest and the longest wait before a call that failed is made again. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}

/** Rows, log lines and usage stored together with the outcome of a step. */
interface Written {
  readonly rows?: readonly SQL[];
  readonly lines?: readonly LogLine[];
  readonly usage?: ModelUsage;
}

/** Outcome of a step. */
export type Outcome = Written &
  /** Stores the result; the next step follows. */
  (
    | { kind: "done"; output: JsonObject; memo?: Memo }
    /** Stores the result and goes back to an earlier step. */
    | { kind: "back"; output: JsonObject; to: Step; memo: Memo }
    /** Repeats the step after the given wait. */
    | { kind: "later"; waitMs: number }
    /** A person is asked; what they answer says where it goes on. */
    | { kind: "ask"; ask: Ask; output?: JsonObject; memo?: Memo }
    | { kind: "end"; error: { code: SessionErrorCode; message: string } }
    /** Ends the steps: the draft is ready to be written to the record. */
    | { kind: "land"; draft: JsonObject; provider: JsonObject; seenSeq: number; subjects: readonly string[] }
  );

/** The context a session was given. */
export function contextOf(context: StepContext): Promise<AssembledContext> {
  return outputOf<AssembledContext>(context, "retrieve");
}

/** The context a session was given, with the entities that it names or is about. */
export async function groundOf(context: StepContext): Promise<GenerationContext> {
  const { db, generator, session } = context;
  const { project_id: projectId } = session;
  const known = await contextOf(context);
  const named = known.sections.flatMap(({ items }) => items.map(({ subject_id }) => subject_id));
  const ids = new Set([...subjectIds(generator, session.brief), ...named.filter((id) => id !== null)]);
  const gathered = (await generator.gather?.(db, projectId, session.context_seq)) ?? null;
  return { ...known, gathered, entities: await namedEntities(db, projectId, known, [...ids]) };
}

/** The stored result of an earlier step. */
export function outputOf<Output>({ db, work }: StepContext, step: Step): Promise<Output> {
  return readOutput<Output>(db, work, step, work.done[step] ?? 0);
}
