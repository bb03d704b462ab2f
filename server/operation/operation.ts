import { z } from "zod";
import type { ProblemCode } from "../kernel/problem-catalogue.ts";
import type { Caller, Scope } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";
import type { LookUp } from "../record/look-up.ts";
import type {
  AfterwardsContext,
  LinkContext,
  ProjectCallContext,
  ProjectGetContext,
  ProjectReadContext,
  ProjectRef,
  ProjectStreamContext,
  ProjectWriteContext,
  PublicContext,
  ReadContext,
  Services,
  WriteContext,
} from "./context.ts";
import type { FileFormats } from "./file-answer.ts";
import type { ForEach } from "./for-each.ts";
import type { JsonPieces } from "./json-pieces.ts";
import { perspectiveQuery } from "./perspective.ts";
import type { PlayerRule } from "./player-rule.ts";
import { runQuery } from "./run-memory.ts";
import type { SubjectRead } from "./subject-read.ts";
import type { Asker } from "./threads.ts";
import type { VisitLimit } from "./visits.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Kind of operation, which decides its transaction and its handler's context. */
export type OperationKind =
  | "project-read"
  | "project-write"
  | "project-call"
  | "project-stream"
  | "read"
  | "write"
  | "public";

/** The kinds that somebody with a key or a session asks for: all but `public`. */
export type KeyedKind = Exclude<OperationKind, "public">;

/** Way to resume a stream that was cut. */
export interface Resumption {
  /** The query parameter that says after which message to go on. */
  readonly parameter: string;
  /** The kinds of messages that have such a place, and so an id. */
  readonly identified: readonly string[];
  /** Returns the value to resume after this message; null for a message that need not arrive. */
  readonly idOf: (message: never) => string | null;
}

/** `{name}` parts of a path. */
type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

type ParamsOf<Path extends string> = z.ZodObject<Record<PathParameters<Path>, z.ZodType<string>>>;

/** No name may be used twice among params, query and body, because the studio's transport merges them. */
type Distinct<P, Q, B> = Extract<keyof P, keyof Q> | Extract<keyof P | keyof Q, keyof B> extends never
  ? unknown
  : { "a name is used twice among params, query and body": never };

interface Declaration<M extends Method, Path extends string, P, Q, B, O> {
  method: M;
  /** The full literal path, so that a search finds it. */
  path: Path;
  scope: Scope;
  /** A few words, imperative: the title in the reference. */
  summary: string;
  /** More, in Markdown. */
  description?: string;
  params: P;
  query?: Q;
  body?: B;
  output: O;
  /** Status of success; 200 unless said otherwise. */
  status?: 200 | 201 | 202;
  /** Success status that the handler may set, and the condition for it. */
  otherStatus?: { status: 200 | 201; when: string };
  /** Codes beyond those every operation can answer. */
  errors?: readonly ProblemCode[];
  /** Body limit in bytes; 1 MiB unless said otherwise. */
  bodyLimit?: number;
  /** The output holds a secret: never cached, stored for idempotency only under encryption. */
  secretOutput?: boolean;
  /** Whether the header `If-Match` is honoured; what can answer 412 does, but for batches, whose parts carry their own. */
  ifMatch?: boolean;
  /** Body may be absent when every field of it is optional. */
  bodyOptional?: boolean;
  /** May be as large as its caller makes it: it has minutes at the database, not seconds. */
  long?: boolean;
  /**
   * Meaning of a project read's ETag: the record's sequence by default, or the answer itself where it contains more
   * than the record, whose sequence would then miss changes. The past of that is told by the record alone, but for what an erasure
   * changes of any time.
   */
  taggedBy?: TaggedBy;
  /** Version of the form in which the record is written, part of the ETag: with another one the same record is answered otherwise. */
  edition?: number;
  /**
   * Whether a publishable key may call it, and so is answered what everyone may read; true unless said otherwise where `as` can
   * be asked for. What answers more than a perspective shows refuses such keys.
   */
  forEveryone?: boolean;
  /** Rule by which the token of a player may call it; such tokens are refused without one. */
  forPlayers?: PlayerRule<Parts<P, Q, B>, O extends z.ZodType ? z.output<O> : never>;
  /** For what lies outside projects: whether guests may call it, for it answers no more than their projects and themselves. */
  forGuests?: boolean;
  /** Whether a commenter of the project may call it without its scope. */
  forCommenters?: boolean;
  /** Formats of the file that is answered in place of JSON to whoever accepts its type. The handler answers a `FileAnswer` then. */
  file?: FileFormats;
  /** Whether the body is a file (`FileBody`) that may also be sent as its bytes, with its type in `Content-Type`. */
  takesFile?: boolean;
  /**
   * For a call that whoever accepts `text/event-stream` can follow: the messages, `{type, data}`, the last ones as `lastMessages` has them.
   * The handler tells the others by `tell`.
   */
  messages?: z.ZodType<{ type: string; data: unknown }>;
  /** Accepts `at_seq`; true for project reads unless said otherwise. */
  timeTravel?: boolean;
  /**
   * Whether a project read reads in one snapshot; true unless it may wait for a thread: each of its statements then reads at a sequence,
   * and no connection is held between them.
   */
  inSnapshot?: boolean;
  /** An example request body that validates, for the reference. */
  example?: unknown;
  /** Shares its transaction with no other write of the project: it writes much, or beside the record. What is `long` does so too. */
  alone?: boolean;
  /** For a write of a project: whether one that is archived takes it too. */
  whileArchived?: boolean;
  /** For a write outside projects that locks one, named by `project_id`: it takes its turn among that project's writers. */
  queued?: boolean;
  /** For what belongs to a project that its path does not name: which one. It has no `at_seq`: the path stands for the present. */
  projectOf?: ProjectOf<P extends z.ZodType ? z.output<P> : never>;
}

/** Finds the project of an operation whose path does not name it; null, where there is none, is the 404 of any other miss. */
export type ProjectOf<Params = never> = (db: Db, params: Params) => Promise<string | null>;

type Input<P, Q, B> = (P extends z.ZodType ? z.output<P> : unknown) &
  (Q extends z.ZodType ? z.output<Q> : unknown) &
  (B extends z.ZodType ? z.output<B> : unknown);

/** Parsed parts of a request, each under its own name. */
export interface Parts<P, Q, B> {
  params: P extends z.ZodType ? z.output<P> : Record<string, never>;
  query: Q extends z.ZodType ? z.output<Q> : Record<string, never>;
  body: B extends z.ZodType ? z.output<B> : undefined;
  /** The body as it arrived, before defaults: two equal ones stay equal when a later version adds a field. */
  sent: unknown;
}

/** An operation: one declaration from which REST, tRPC, OpenAPI, docs and permission tests derive. */
export interface Operation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  O extends z.ZodType = z.ZodType,
  M extends Method = Method,
  K extends OperationKind = OperationKind,
> {
  readonly kind: K;
  readonly method: M;
  readonly path: string;
  /** Scope that the caller must hold; null where there is no caller. */
  readonly scope: K extends "public" ? null : Scope;
  /** Limit on requests of one address without a key; null where one is needed. */
  readonly visits: K extends "public" ? VisitLimit : null;
  /** Whether it is asked for with the token of a share link, which opens nothing else. */
  readonly byLink: boolean;
  readonly summary: string;
  readonly description: string | null;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly output: O;
  readonly status: number;
  readonly otherStatus: { readonly status: number; readonly when: string } | null;
  readonly errors: readonly ProblemCode[];
  readonly bodyLimit: number;
  readonly secretOutput: boolean;
  readonly bodyOptional: boolean;
  readonly ifMatch: boolean;
  readonly long: boolean;
  readonly timeTravel: boolean;
  /** Whether a project read reads in one snapshot. */
  readonly inSnapshot: boolean;
  /** Whether a publishable key may call it. */
  readonly forEveryone: boolean;
  /** Rule by which the token of a player may call it; null where it may not. */
  readonly forPlayers: PlayerRule | null;
  /** For what lies outside projects: whether guests may call it. */
  readonly forGuests: boolean;
  /** Whether a commenter of the project may call it without its scope. */
  readonly forCommenters: boolean;
  readonly taggedBy: TaggedBy;
  /** Version of the form in which the record is written; null for what has one form. */
  readonly edition: number | null;
  /** Whether the body is a file that may also be sent as its bytes. */
  readonly takesFile: boolean;
  /** Formats of the file that is answered in place of JSON; null for what is JSON alone. */
  readonly file: FileFormats | null;
  readonly example: unknown;
  readonly alone: boolean;
  readonly queued: boolean;
  /** For writes of a project: whether one that is archived takes them too. */
  readonly whileArchived: boolean;
  /** For what belongs to a project that its path does not name: which one. */
  readonly projectOf: ProjectOf | null;
  /** For reads that can wait for what they tell: waits, behind the gate and without a connection. */
  readonly waits: ((input: Parts<P, Q, B>, project: ProjectRef, services: Services) => Promise<void>) | null;
  /** For reads by id: how their subject is read, and which it is. */
  readonly subject: SubjectOf | null;
  /** For what needs no key: what follows once it was let in and its transaction is over. Its value is the answer. */
  readonly afterwards: ((context: AfterwardsContext, handled: never) => Promise<unknown>) | null;
  /** For lists of what belongs to a subject: how they are read for many subjects at once; null where each is read by itself. */
  readonly forEach: ForEach | null;
  /** For streams: how one that was cut is taken up again. */
  readonly resumption: Resumption | null;
  /** For calls that can be followed: the messages that they are answered by then, the last of which has the answer. */
  readonly messages: z.ZodType | null;
  /** Work that belongs before the lock: hashing, parsing of imports, asking others over the network. */
  readonly prepare:
    | ((input: Parts<P, Q, B>, services: Services, caller: Caller, asker: Asker) => Promise<unknown>)
    | null;
  /** For writes of a project that may be made in a playthrough: what is done instead, beside the record and without its lock. */
  readonly inRun: ((context: ProjectCallContext, input: Parts<P, Q, B>) => Promise<z.input<O>>) | null;
  /** For writes of a project: what they will ask of the record first. */
  readonly lookUps: ((input: Parts<P, Q, B>) => readonly LookUp[]) | null;
  // The runner chooses the context by `kind`; the constructors below keep handler and kind in step.
  readonly handle: (
    context: never,
    input: Parts<P, Q, B>,
    prepared: never,
  ) => Promise<z.input<O> | JsonPieces<z.input<O>>>;
  /** For the studio's client: the merged input. Never set at run time. */
  readonly _input?: Input<P, Q, B>;
}

/** An operation that is asked for by somebody with a key or a session. */
export type KeyedOperation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  O extends z.ZodType = z.ZodType,
> = Operation<P, Q, B, O, Method, KeyedKind>;

/** An operation that anybody may ask for. */
export type PublicOperation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  O extends z.ZodType = z.ZodType,
> = Operation<P, Q, B, O, Method, "public">;

/** Whether an operation is for callers; the others are for anybody. */
export function needsKey(operation: Operation): operation is KeyedOperation {
  return operation.kind !== "public";
}

/** Whether anybody may ask for an operation. */
export function isPublic(operation: Operation): operation is PublicOperation {
  return operation.kind === "public";
}

/** Meaning of the ETag of a project read. */
type TaggedBy = "record" | "answer" | "answer-of-any-time";

type Handler<Context, P, Q, B, O extends z.ZodType, Prepared> = {
  /** For lists of what belongs to a subject: how they are read for many subjects at once. */
  forEach?: ForEach<Parts<P, Q, B>, z.input<O>>;
  prepare?: (input: Parts<P, Q, B>, services: Services, caller: Caller, asker: Asker) => Promise<Prepared>;
  /**
   * For reads of a project that can wait for what they tell: waits, behind the gate and without a connection. Where several reads
   * share a snapshot nobody waits, for nothing would change in it.
   */
  waits?: (input: Parts<P, Q, B>, project: ProjectRef, services: Services) => Promise<void>;
  /**
   * For writes of a project: what they will ask of the record first, so that it is read for all who share a transaction at once.
   * It only saves time: what is left out is read when it is asked for.
   */
  lookUps?: (input: Parts<P, Q, B>) => readonly LookUp[];
  /**
   * For writes of a project whose body may name a playthrough by `run`: does them in it. That is a step of the playthrough, so the record
   * is not locked, and has no event of it.
   */
  inRun?: (context: ProjectCallContext, input: Parts<P, Q, B>) => Promise<z.input<O>>;
  /** Answers the output, or for what may be large the pieces of its JSON. */
  handle: (context: Context, input: Parts<P, Q, B>, prepared: Prepared) => Promise<z.input<O> | JsonPieces<z.input<O>>>;
};

function declaring<Context, K extends KeyedKind>(kind: K) {
  return function declare<
    M extends Method,
    const Path extends string,
    P extends ParamsOf<Path>,
    Q extends z.ZodObject | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    O extends z.ZodType = z.ZodType,
    Prepared = undefined,
  >(
    declaration: Declaration<M, Path, P, Q, B, O> &
      Handler<Context, P, Q, B, O, Prepared> &
      Distinct<z.output<P>, Q extends z.ZodType ? z.output<Q> : unknown, B extends z.ZodObject ? z.output<B> : unknown>,
  ): Operation<P, Q, B, O, M, K> {
    return {
      kind,
      method: declaration.method,
      path: declaration.path,
      scope: declaration.scope as Operation<P, Q, B, O, M, K>["scope"],
      visits: null as Operation<P, Q, B, O, M, K>["visits"],
      byLink: false,
      afterwards: null,
      summary: declaration.summary,
      description: declaration.description ?? null,
      params: declaration.params,
      query: declaration.query as Q,
      body: declaration.body as B,
      output: declaration.output,
      status: declaration.status ?? 200,
      otherStatus: declaration.otherStatus ?? null,
      errors: declaration.errors ?? [],
      bodyLimit: declaration.bodyLimit ?? 1024 * 1024,
      secretOutput: declaration.secretOutput ?? false,
      bodyOptional: declaration.bodyOptional ?? false,
      ifMatch: declaration.ifMatch ?? (declaration.errors ?? []).includes("precondition_failed"),
      long: declaration.long ?? false,
      inSnapshot: declaration.inSnapshot ?? true,
      timeTravel: declaration.timeTravel ?? (kind === "project-read" && declaration.projectOf === undefined),
      forEveryone: declaration.forEveryone ?? "as" in (declaration.query?.shape ?? {}),
      forPlayers: (declaration.forPlayers as PlayerRule | undefined) ?? null,
      forGuests: declaration.forGuests ?? false,
      forCommenters: declaration.forCommenters ?? false,
      taggedBy: declaration.taggedBy ?? ("record" as TaggedBy),
      edition: declaration.edition ?? null,
      file: declaration.file ?? null,
      takesFile: declaration.takesFile ?? false,
      example: declaration.example ?? null,
      alone: declaration.alone ?? declaration.long ?? false,
      queued: declaration.queued ?? false,
      whileArchived: declaration.whileArchived ?? false,
      projectOf: (declaration.projectOf as ProjectOf | undefined) ?? null,
      waits: declaration.waits ?? null,
      subject: null,
      forEach: (declaration.forEach as ForEach | undefined) ?? null,
      resumption: null,
      messages: declaration.messages ?? null,
      prepare: declaration.prepare ?? null,
      lookUps: declaration.lookUps ?? null,
      inRun: declaration.inRun ?? null,
      handle: declaration.handle,
    };
  };
}

/** Reader of the subject of a read by id, and the path parameter with its id. */
export interface SubjectOf {
  readonly read: SubjectRead<unknown>;
  readonly idOf: (params: never) => string;
}

/**
 * Reads one subject of a project by its id in one statement, at a sequence when `at_seq` is given. A subject that does not
 * exist is a 404 before the handler is asked.
 */
export function projectGet<
  const Path extends string,
  P extends ParamsOf<Path>,
  O extends z.ZodType,
  Row,
  const Seen extends boolean = false,
  const InRuns extends boolean = false,
>(
  declaration: Pick<
    Declaration<"GET", Path, P, undefined, undefined, O>,
    "path" | "scope" | "summary" | "description" | "params" | "output"
  > & {
    subject: SubjectRead<Row>;
    idOf: (params: z.output<P>) => string;
    /** Whether it can be asked through the eyes of an entity, by `as`: then what is withheld from it is the handler's matter. */
    seen?: Seen;
    /** Whether it can be read in a playthrough, by `run`: then `subject` may be null, and `view` tells what there is. */
    inRuns?: InRuns;
    handle: (context: ProjectGetContext<Row>, input: Parts<P, undefined, undefined>) => Promise<z.input<O>>;
  },
): Operation<
  P,
  InRuns extends true ? SeenInRunsQuery : Seen extends true ? SeenQuery : undefined,
  undefined,
  O,
  "GET",
  "project-read"
> {
  const { subject: read, idOf, seen, inRuns, ...rest } = declaration;
  const declare = declaring<never, "project-read">("project-read") as (whole: object) => never;
  const asked = { ...(seen === true && perspectiveQuery), ...(inRuns === true && runQuery) };
  const query = seen === true || inRuns === true ? { query: z.object(asked) } : {};
  const operation = declare({ ...rest, ...query, method: "GET", errors: ["not_found"] }) as object;
  return { ...operation, subject: { read, idOf } } as never;
}

/** The query of a read by id that can be asked through the eyes of an entity. */
export type SeenQuery = z.ZodObject<typeof perspectiveQuery>;

/** The query of a read by id that can be asked in a playthrough as well. */
export type SeenInRunsQuery = z.ZodObject<typeof perspectiveQuery & typeof runQuery>;

/** Messages of a stream, those that are there together in one list, until it ends by itself or `signal` is aborted. */
export type Messages<Message> = (signal: AbortSignal) => AsyncGenerator<readonly Message[], void, undefined>;

/**
 * Follows one project. The handler makes its checks in one snapshot and answers what will be said; `output` is one message,
 * `{type, data}`. A stream has no transaction: what it says later is read as it happens.
 */
export function projectStream<
  const Path extends string,
  P extends ParamsOf<Path>,
  Q extends z.ZodObject,
  O extends z.ZodType<{ type: string; data: unknown }>,
>(
  declaration: Omit<
    Declaration<"GET", Path, P, Q, undefined, O>,
    | "method"
    | "body"
    | "status"
    | "otherStatus"
    | "bodyLimit"
    | "bodyOptional"
    | "secretOutput"
    | "timeTravel"
    | "example"
  > & {
    resumption: {
      parameter: keyof z.output<Q> & string;
      identified: readonly z.output<O>["type"][];
      idOf: (message: z.output<O>) => string | null;
    };
    handle: (context: ProjectStreamContext, input: Parts<P, Q, undefined>) => Promise<Messages<z.input<O>>>;
  } & Distinct<z.output<P>, z.output<Q>, unknown>,
): Operation<P, Q, undefined, O, "GET", "project-stream"> {
  const { handle, resumption, ...rest } = declaration;
  const declare = declaring<never, "project-stream">("project-stream") as (whole: object) => never;
  return { ...(declare({ ...rest, method: "GET", handle }) as object), resumption } as never;
}

/** Reads one project in one snapshot, at a sequence when `at_seq` is given. */
export const projectRead = declaring<ProjectReadContext, "project-read">("project-read");
/** Changes one project under its lock, through its record. */
export const projectWrite = declaring<ProjectWriteContext, "project-write">("project-write");
/**
 * Calls somebody outside on behalf of one project. It has no transaction, because none may wait for a network; what it keeps, it
 * writes in short ones of its own, and never in the record.
 */
export const projectCall = declaring<ProjectCallContext, "project-call">("project-call");
/** Reads what lies outside projects: the workspace, its keys, its members, its list of projects. */
export const read = declaring<ReadContext, "read">("read");
/** Changes what lies outside projects. */
export const write = declaring<WriteContext, "write">("write");

/**
 * Is for anybody: no key is asked for, and so no project or workspace is within reach. Each address may ask for as much as
 * `visits` says, and what it is answered and the count of it are one transaction. Only REST has it: GraphQL and the studio know who
 * asks.
 */
export function publicOperation<
  M extends Method,
  const Path extends string,
  P extends ParamsOf<Path>,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  O extends z.ZodType = z.ZodType,
>(
  declaration: PublicDeclaration<M, Path, P, Q, B, O> & {
    handle: (context: PublicContext, input: Parts<P, Q, B>) => Promise<z.input<O>>;
  } & Distinct<z.output<P>, Q extends z.ZodType ? z.output<Q> : unknown, B extends z.ZodObject ? z.output<B> : unknown>,
): Operation<P, Q, B, O, M, "public"> {
  const declare = declaring<never, KeyedKind>("read") as (whole: object) => object;
  return { ...declare(declaration), kind: "public", scope: null, visits: declaration.visits } as never;
}

type PublicDeclaration<M extends Method, Path extends string, P, Q, B, O> = Pick<
  Declaration<M, Path, P, Q, B, O>,
  | "method"
  | "path"
  | "summary"
  | "description"
  | "params"
  | "query"
  | "body"
  | "output"
  | "status"
  | "errors"
  | "example"
  | "bodyOptional"
> & {
  bodyLimit: number;
  visits: VisitLimit;
};

/**
 * Is for whoever holds a share link, by its token as the bearer: no key opens it, and the token opens nothing else. It is counted as what
 * {@link publicOperation} declares is. What writes a project does so `afterwards`, when no transaction waits for the project's writers.
 */
export function linkOperation<
  M extends Method,
  const Path extends string,
  P extends ParamsOf<Path>,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  O extends z.ZodType = z.ZodType,
  Handled = z.input<O>,
>({
  afterwards,
  ...declaration
}: PublicDeclaration<M, Path, P, Q, B, O> & {
  handle: (context: LinkContext, input: Parts<P, Q, B>) => Promise<Handled>;
  /** Answers what it is answered, from what `handle` came to; the same where it is left out. */
  afterwards?: (context: AfterwardsContext, handled: Handled) => Promise<z.input<O>>;
}): Operation<P, Q, B, O, M, "public"> {
  const operation = publicOperation<M, Path, P, Q, B, O>(declaration as never);
  return { ...operation, byLink: true, afterwards: afterwards ?? null };
}

/** Whether operations of a kind act: they write, or call somebody outside. The others only answer. */
const ACTS: Readonly<Record<OperationKind, boolean>> = {
  "project-read": false,
  "project-write": true,
  "project-call": true,
  "project-stream": false,
  read: false,
  write: true,
  public: true,
};

/** Whether an operation is asked for what it does, and not for its answer alone. */
export function hasEffects({ kind }: Pick<Operation, "kind">): boolean {
  return ACTS[kind];
}

/** Whether an operation refuses to change another version than the one `If-Match` names. */
export function honoursIfMatch({ ifMatch }: Operation): boolean {
  return ifMatch;
}

/** Whether an operation is done once for an `Idempotency-Key`. Reads change nothing, so repeating them is as good. */
export function honoursIdempotencyKey({ kind, method }: Operation): boolean {
  return kind.endsWith("write") && (method === "POST" || method === "PATCH");
}
