import type { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import type { ModelUsage } from "../../adapters/llm/port.ts";
import type { NewFile } from "../../artifacts/artifact-store.ts";
import type { Services } from "../../operation/context.ts";
import type { JobKind } from "../../queue/job-kind.ts";
import type { Db } from "../../record/database.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { KeyUse, Trade } from "../byok/public.ts";
import type { AssembledContext, NamedEntity } from "../context/public.ts";
import type { DraftResult } from "./answer-form.ts";
import type { AnswerIssue } from "./answer-issue.ts";
import type { Prompt } from "./prompt.ts";
import type { SchemaWork } from "./schema-work.ts";

/** Context of a generation, with the entities it names or is about, by their ids. */
export interface GenerationContext extends AssembledContext {
  readonly entities: ReadonlyMap<string, NamedEntity>;
  /** Parts of the record that the kind of generation gathered beside it; null for kinds that gather nothing. */
  readonly gathered: JsonObject | null;
}

/** Contradiction between a draft and the record. */
export interface ContinuityIssue extends AnswerIssue {
  /** The subject that it contradicts. */
  readonly subject_id: string;
  /** Words of the record that the draft contradicts. */
  readonly evidence: string;
}

/** Session that the result of a generation is written for. */
export interface LandingSession {
  readonly id: string;
  /** The moment its context is of. */
  readonly contextSeq: number;
  /** Provider, model, key and seed that made the draft. */
  readonly provider: JsonObject;
  /** Milliseconds. */
  readonly now: number;
  /** Asks in the same transaction for a job in the name of whoever started the session, and returns the job's id. */
  ask(job: JobKind, state: JsonObject): Promise<string>;
}

/** Entity that a brief names, with its place in the request. */
export interface NamedSubject {
  readonly id: string;
  readonly loc: readonly (string | number)[];
}

/** Value that may take a while. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** File that a model made. */
export interface MadeFile extends NewFile {
  readonly usage: ModelUsage;
  /** Words of the model about it; empty without any. */
  readonly words: string;
}

/** File of a session that the project keeps. */
export interface KeptFile {
  readonly sha256: string;
  /** Whether it was made without a model. */
  readonly isBuiltIn: boolean;
}

/** File that is asked for. */
export interface AskedFile {
  /** Words that are sent, which the trace of the session shows. */
  readonly prompt: string;
  /** The call that makes it. */
  use(
    services: Services,
    asked: { readonly model: string; readonly signal: AbortSignal },
  ): MaybePromise<KeyUse<MadeFile>>;
  /** Makes it without a model. */
  builtIn(): NewFile;
  /** SHA-256 of a file of the project that answers the same question, so that it is not made again; null for none. */
  readonly kept?: string | null;
}

/** Brief and context of a file that is to be made. */
export interface FileQuestion<Brief> {
  /** Reads. */
  readonly db: Db;
  readonly projectId: string;
  readonly brief: Brief;
  /** Model that is to make it; null for none. */
  readonly model: string | null;
  readonly context: GenerationContext;
  /** Comment of a person who turned the last draft down; null without one. */
  readonly comment: string | null;
}

/** File that a kind of generation makes in place of an answer in text. */
export interface FileMaking<Brief, Draft> {
  readonly trade: Exclude<Trade, "text">;
  ask(question: FileQuestion<Brief>): MaybePromise<AskedFile>;
  draft(file: KeptFile, brief: Brief, context: GenerationContext): Draft;
}

/** Hooks of a kind of generation beside what it asks and how it is answered. */
export interface Hooks<Brief, Draft> {
  /**
   * Makes a draft without a model: always the same for the same seed, and recognisable as a sketch; null where none can
   * be made.
   */
  sketch(brief: Brief, context: GenerationContext, seed: string, schemas: SchemaWork): MaybePromise<Draft | null>;
  /**
   * Returns the contradictions between a draft and the record at a sequence. A generator without this method has a
   * person asked about every change of the subjects that the context names.
   */
  continuity?(db: Db, projectId: string, seq: number, draft: Draft): Promise<readonly ContinuityIssue[]>;
  /** File that it makes; with it no model that writes is asked. */
  readonly file?: FileMaking<Brief, Draft>;
  /** Whether a person sees every draft before it is kept, asked for or not. */
  readonly isReviewed?: boolean;
  /**
   * Reads at a sequence what prompt and sketch are made of beside the context, outside of every lock. It is read with the eyes of authors,
   * so requests have no `as`.
   */
  gather?(db: Db, projectId: string, seq: number): Promise<JsonObject>;
  /** Writes what is kept whatever becomes of the session, in the transaction that starts it. */
  keep?(unit: UnitOfWork, brief: Brief, now: number): Promise<void>;
  /** Refuses a brief that nobody could answer, with a problem, before anything is locked. */
  check?(brief: Brief, schemas: SchemaWork): Promise<void>;
  /** Refuses a brief that the record cannot answer at a sequence, with a problem; `db` reads. */
  accept?(db: Db, projectId: string, brief: Brief, seq: number): Promise<void>;
  /**
   * Completes a brief, which is kept with the session as it is then. Who reads the world follows from the brief: requests have no `as`.
   *
   * @throws a problem where the brief names nothing that there is at that sequence.
   */
  complete?(db: Db, projectId: string, brief: Brief, seq: number): Promise<CompletedBrief>;
}

/** Brief with what the record has of the subject that it names, as of the sequence of its context. */
export interface CompletedBrief {
  readonly brief: JsonObject;
  /** Entity whose knowledge limits the context; null for all that is recorded. */
  readonly as: string | null;
  /** Entities that the context is about, beside those that the brief names. */
  readonly about: readonly string[];
}

/** Kind of generation, as sessions are made with it. All but `keep` and `land` is pure or only reads. */
export interface Generator extends Hooks<JsonObject, JsonObject> {
  readonly kind: string;
  /** The operation's body beyond the fields that all generations share. */
  readonly brief: z.ZodObject;
  /** Returns the text that the context is retrieved for. */
  query(brief: JsonObject): string;
  /** Returns the entities that a brief names. */
  subjects(brief: JsonObject): NamedSubject[];
  /** Absent where it makes a file. */
  prompt?(brief: JsonObject, context: GenerationContext): Prompt;
  readonly answer: {
    schema(brief: JsonObject): JsonObject | null;
    parse(value: Json, brief: JsonObject, schemas: SchemaWork): MaybePromise<DraftResult>;
  };
  /** Writes the draft, in the commit that completes the session, and returns the session's result. */
  land(unit: UnitOfWork, draft: JsonObject, session: LandingSession, brief: JsonObject): Promise<JsonObject>;
}

/** Ids of the entities that a brief names. */
export function subjectIds({ subjects }: Generator, brief: JsonObject): string[] {
  return subjects(brief).map(({ id }) => id);
}

/** Source of what a generation made: its session, what wrote it, and the sequence of its context. */
export function provenance({ id, provider, contextSeq }: LandingSession): JsonObject & { provider: string | null } {
  const by = typeof provider.provider === "string" ? provider.provider : null;
  return { session_id: id, provider: by, context_seq: contextSeq };
}
