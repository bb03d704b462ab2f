import type { PictureModels } from "../adapters/images/port.ts";
import type { Models } from "../adapters/llm/port.ts";
import type { Mailer } from "../adapters/mail/port.ts";
import type { BillingProvider } from "../adapters/payments/port.ts";
import type { SpeechModels } from "../adapters/speech/port.ts";
import type { ArtifactStore } from "../artifacts/artifact-store.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { KeysOfPlayers } from "../envelope/sealed-field.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ValidationProblem } from "../kernel/problem.ts";
import type { Caller, Mode } from "../kernel/scope.ts";
import type { WorkNotifier } from "../leases/work-notifier.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { Database, Db } from "../record/database.ts";
import type { SortValue } from "../record/list/list.ts";
import type { TotalsCache } from "../record/list/totals.ts";
import type { ResourceRegistry } from "../record/registry.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";
import type { WriteQueue } from "../record/write-queue.ts";
import type { ErasureNotes } from "./erasure.ts";
import type { KnownProjects } from "./known-projects.ts";
import type { Live } from "./live.ts";
import type { OpenPerspective, Perspective } from "./perspective.ts";
import type { RequestTimes } from "./request-times.ts";
import type { RunChange, RunMemory, RunPlace } from "./run-memory.ts";
import type { Asker, Threads } from "./threads.ts";
import type { Usage } from "./usage.ts";
import type { Visits } from "./visits.ts";

/** Log line of a request. Nothing in it is written by a caller, except ids that we gave them. */
export interface RequestLine {
  readonly request_id: string;
  /** Method and path template. */
  readonly operation: string;
  readonly status: number;
  readonly actor: string | null;
  /** Duration in milliseconds; absent for a request that never reached its address. */
  readonly ms?: number;
}

/** Sink of structured log lines. */
export interface Log {
  request(line: RequestLine): void;
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Services that the process offers every operation. Made once, in the composition root. */
export interface Services {
  readonly database: Database;
  readonly resources: ResourceRegistry;
  readonly queue: WriteQueue;
  /** Workspaces of projects, as far as this process knows. */
  readonly knownProjects: KnownProjects;
  /** Files of projects. */
  readonly artifacts: ArtifactStore;
  /** Exact totals already counted. */
  readonly totals: TotalsCache;
  /** Opens the perspective of an entity on a project. */
  readonly openPerspective: OpenPerspective;
  /** Finds whose voices are retired. */
  readonly retiredVoices: RetiredVoices;
  readonly playthroughs: Playthroughs;
  /** Open feeds and presence boards. */
  readonly live: Live;
  /** Seals secrets at rest, and opens them for the row they belong to. */
  readonly envelope: Envelope;
  readonly playerKeys: PlayerKeys;
  readonly erasures: ErasureNotes;
  /** Queue of work beside requests. */
  readonly jobs: JobQueue;
  /** Tells of work that was made beside the record. */
  readonly work: WorkNotifier;
  readonly clock: Clock;
  readonly log: Log;
  /** Absolute address of this service, without a slash at the end. */
  readonly publicUrl: string;
  /** Sends requests to addresses that tenants name. */
  readonly outbound: Outbound;
  /** Opens language models of others, each with a key of a tenant's. */
  readonly models: Models;
  /** Opens models of others that draw. */
  readonly pictures: PictureModels;
  /** Opens models of others that speak. */
  readonly speech: SpeechModels;
  /** Check every output against its schema (tests and development), or one in a hundred (production). */
  readonly checkOutputs: boolean;
  /** Threads for work that would keep the process from answering others. */
  readonly threads: Threads;
  /** Sends mails of the service. */
  readonly mailer: Mailer;
  /** Provider of subscriptions and payments. */
  readonly payments: BillingProvider;
  /** Meter of requests. */
  readonly usage: Usage;
  /** Durations of requests. */
  readonly requestTimes: RequestTimes;
  /** Lets in those who show no key. */
  readonly visits: Pick<Visits, "admit">;
  /** Looks up the current state of an earlier caller; null for one who would be refused now. */
  readonly currentCaller: (caller: Caller) => Promise<Caller | null>;
  /** Forget cached callers, after keys or members changed in this process. */
  readonly forgetCallers: () => void;
}

/** Finds which of some entities have a voice that is retired at a sequence; null for now. */
export type RetiredVoices = (
  db: Db,
  projectId: string,
  entityIds: readonly string[],
  atSeq: number | null,
) => Promise<ReadonlySet<string>>;

/** The project a request is about, after the gate let it through. */
export interface ProjectRef {
  readonly id: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  /** Sequence of the record this answer is true at. */
  readonly lastSeq: number;
  readonly deletedAt: string | null;
}

/** Response properties that a handler sets beyond the body. */
export interface ResponseShape {
  status?: number;
  /** Version for the ETag: a sequence, or `seq.path-seq` for a located entity. */
  etag?: number | string;
  headers: Record<string, string>;
  /** The beginning of the next page of a list, if not behind the rows of this one. */
  next?: NextPage;
  /** Players whose personal data the answer shows: one that is kept goes with any of them. */
  players?: readonly string[];
}

/** The beginning of a page of a list. */
export interface NextPage {
  /** Number of entries before it; for the feed the last sequence before it. */
  readonly position: number;
  /** The sort keys of the last row, where the order can go on behind them. */
  readonly after?: readonly SortValue[] | null;
  /** The sequence of the walk, if not the one that the page was read at. */
  readonly seq?: number;
}

interface Base {
  readonly services: Services;
  readonly caller: Caller;
  readonly requestId: string;
  readonly response: ResponseShape;
  readonly db: Db;
  /** Bounds of work in threads that the request asks for. */
  readonly asker: Asker;
  /** Digest of the operation, its parameters and its query, but for what chooses a page. */
  readonly asked: () => string;
}

export interface ReadContext extends Base {}

/** A request of somebody unknown: there is no caller, and so nothing of a tenant's can be asked for. */
export interface PublicContext extends Pick<Base, "requestId" | "response" | "db"> {
  readonly clock: Clock;
}

/** A request of whoever holds a share link: its token is all that is known of them. */
export interface LinkContext extends PublicContext {
  /** Value of the `Authorization` header, as it was sent. */
  readonly authorization: string | null;
}

/** Context of the work after an accepted request without a key. */
export interface AfterwardsContext extends Pick<Base, "services" | "requestId" | "response"> {}

export interface WriteContext extends Base {
  /** Runs a write in a project's record inside this transaction, creating the head when `create` is given. */
  readonly openProject: (projectId: string, create?: { mode: Mode }) => Promise<UnitOfWork>;
  /** Does this once the transaction has committed, and never if it does not. */
  readonly afterCommit: (work: () => void) => void;
}

export interface ProjectStreamContext extends Base {
  readonly project: ProjectRef;
}

export interface ProjectCallContext extends Omit<Base, "db"> {
  readonly project: ProjectRef;
  /** Tells whoever follows the call of something before its answer; absent where the answer alone is asked for. */
  readonly tell?: (message: { readonly type: string; readonly data: object }) => void;
}

/** Playthroughs, as reads and writes of what is known in them use them. */
export interface Playthroughs {
  /** Reads what is remembered in a playthrough, where it stands or at a step; null where there is none of that id. */
  open(db: Db, projectId: string, runId: string): Promise<RunMemory | null>;
  at(db: Db, projectId: string, place: RunPlace): Promise<RunMemory | null>;
  /** Whether a playthrough went back behind one of its steps, or has it no more, so that what was done there is undone. */
  isTakenBack(db: Db, projectId: string, place: Pick<RunPlace, "id" | "step">): Promise<boolean>;
  /** Reads whose playthrough it is: the player's id; null for a playthrough of nobody, and where there is none of that id. */
  ownerOf(db: Db, projectId: string, runId: string): Promise<string | null>;
  /** Finds the players whose words characters remember in a playthrough, as its log names them. */
  playersRemembered(db: Db, projectId: string, runId: string): Promise<string[]>;
  /**
   * Changes what is known in a playthrough, as a step of it.
   *
   * @throws Problem `not_found`, `run_step`, `run_state`.
   */
  change(context: ProjectCallContext, change: RunChange): Promise<RunMemory>;
}

/** Keys of players, by which their personal data is sealed. */
export interface PlayerKeys {
  /** Reads keys in one statement, every time anew: those of erased players are absent. */
  read(
    db: Db,
    project: Pick<ProjectRef, "id" | "workspaceId" | "mode">,
    playerIds: readonly string[],
  ): Promise<KeysOfPlayers>;
}

export interface ProjectReadContext extends Base {
  readonly project: ProjectRef;
  /** The sequence to read at: the one asked for, or that of a cursor; null for the head. */
  readonly atSeq: number | null;
  /** Whether `at_seq` was asked for: values beside the record, which has no past of them, are then null. */
  readonly isPast: boolean;
  /** The playthrough in which it is read; null for the record alone. */
  readonly run: RunMemory | null;
}

/** A read by id: what it is about was read together with its project. */
export interface ProjectGetContext<Row> extends Omit<ProjectReadContext, "db"> {
  readonly subject: Row;
  /** Perspective of the read; null where none was asked for. */
  readonly view: { readonly perspective: Perspective; readonly db: Db } | null;
}

export interface ProjectWriteContext extends Base {
  readonly project: ProjectRef;
  readonly record: UnitOfWork;
  /** Version demanded by `If-Match`: a sequence, any (`*`), or none. */
  readonly ifMatch: number | "*" | null;
  /** Parts of an independent batch that name what the project does not have, by index; null for whatever is no such batch. */
  readonly refused?: ReadonlyMap<number, ValidationProblem> | null;
  /** Does this once the transaction has committed, and never if it does not. */
  readonly afterCommit: (work: () => void) => void;
}
