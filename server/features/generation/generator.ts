import type { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import type { Db } from "../../record/database.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { AssembledContext } from "../context/public.ts";
import type { AnswerIssue } from "./answer-issue.ts";
import type { SchemaWork } from "./schema-work.ts";

/** Contradiction between a draft and the record. */
export interface ContinuityIssue extends AnswerIssue {
  /** The subject that it contradicts. */
  readonly subject_id: string;
  /** Words of the record that the draft contradicts. */
  readonly evidence: string;
}

/** Session that a generator's `land` writes the result of. */
export interface LandingSession {
  readonly id: string;
  readonly projectId: string;
  readonly kind: string;
  /** The moment its context is of. */
  readonly contextSeq: number;
  readonly as: string | null;
  readonly brief: JsonObject;
  /** Caller that started the session: `key:<id>` or `user:<id>`. */
  readonly actor: string;
  /** Provider, model, key and seed that made the draft. */
  readonly provider: JsonObject;
  /** Milliseconds. */
  readonly now: number;
}

/** A draft, or what is wrong with the answer it was to be read from. */
export type DraftResult<Draft> = { readonly draft: Draft } | { readonly issues: readonly AnswerIssue[] };

/**
 * A kind of generation: what is asked, what context it needs, how it is made with a model and without one, how it is checked, and
 * how it lands. All but `land` are pure or only read.
 */
export interface Generator<Brief extends JsonObject = JsonObject, Draft extends JsonObject = JsonObject> {
  readonly kind: string;
  /** The operation's body beyond {@link SHARED_FIELDS}. */
  readonly brief: z.ZodObject;
  /** Returns the query and the subjects that the context is retrieved for. */
  question(brief: Brief): { query: string; subject_ids: readonly string[] };
  /** Returns the prompt for a model. Stored text is data: it stands between marks, and the system part says so. */
  prompt(brief: Brief, context: AssembledContext): { system: string; prompt: string };
  /** The JSON schema of an answer, null for plain text, and how it is read; `parse` says everything that is wrong with it. */
  readonly answer: {
    schema(brief: Brief): JsonObject | null;
    /** `value` is the JSON value, or the text where there is no schema. */
    parse(value: Json, brief: Brief, schemas: SchemaWork): DraftResult<Draft> | Promise<DraftResult<Draft>>;
  };
  /** Schema and parser of a draft that a person edited; those of `answer` apply where this is absent. */
  readonly edit?: {
    schema(brief: Brief): JsonObject;
    parse(value: Json, brief: Brief, schemas: SchemaWork): DraftResult<Draft> | Promise<DraftResult<Draft>>;
  };
  /**
   * Makes a draft without a model: always the same for the same seed, and recognisable as a sketch; null where none can
   * be made.
   */
  sketch(
    brief: Brief,
    context: AssembledContext,
    seed: string,
    schemas: SchemaWork,
  ): Draft | null | Promise<Draft | null>;
  /**
   * Returns the contradictions between a draft and the record at a sequence. A generator without this method has a
   * person asked about every change of the subjects that the context names.
   */
  continuity?(db: Db, projectId: string, seq: number, draft: Draft, brief: Brief): Promise<readonly ContinuityIssue[]>;
  /** Whether a person sees every draft before it is kept, asked for or not. */
  readonly isReviewed?: boolean;
  /** Writes what is kept whatever becomes of the session, in the transaction that starts it. */
  keep?(unit: UnitOfWork, brief: Brief, now: number): Promise<void>;
  /** Refuses a brief that nobody could answer, with a problem, before anything is locked. */
  check?(brief: Brief, schemas: SchemaWork): Promise<void>;
  /** Refuses a brief that the record cannot answer, with a problem; `db` reads, `seq` is the pin. */
  accept?(db: Db, projectId: string, seq: number, brief: Brief): Promise<void>;
  /** Writes the draft, in the commit that completes the session, and says what came of it. */
  land(unit: UnitOfWork, draft: Draft, session: LandingSession, brief: Brief): Promise<{ result: JsonObject }>;
}
