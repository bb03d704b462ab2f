import type { JsonObject } from "#domain/json.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";
import { databaseProblem } from "../record/database-errors.ts";
import type { Resource } from "../record/resource.ts";
import { REQUEST_MS } from "../record/time-limits.ts";
import { findVersions } from "../record/versions.ts";
import type { ProjectRef, Services } from "./context.ts";
import { openProject, requireScope } from "./gate.ts";
import type { Answer } from "./idempotency.ts";
import type { KeyedOperation } from "./operation.ts";
import { type RawRequest, requireWithin, run, runForEach, runWithin } from "./run.ts";
import type { Semaphore } from "./semaphore.ts";

/** Reader, and the services to read with. */
export interface ReadingParts {
  readonly services: Services;
  readonly caller: Caller;
  readonly requestId: string;
  /** The share of the connections that such reads have. */
  readonly semaphore: Semaphore;
  /** Hears of each project that is read or written. */
  readonly about?: (projectId: string) => void;
  /** Aborted when the reader has left. */
  readonly gone?: () => AbortSignal;
}

/** A snapshot that is open, and how to let go of it. */
interface OpenSnapshot {
  readonly db: Db;
  readonly projects: Map<string, Promise<ProjectRef>>;
  readonly release: () => void;
}

/**
 * The reads of one question that is answered by several operations. The snapshot opens with the first of them and stays until it
 * is renewed or closed; every project in it comes through the tenant gate. Such a question holds one connection at most.
 */
export class Reading {
  readonly #parts: ReadingParts;
  readonly #overdue = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** Callbacks of waiting reads, to be rejected when time is up. */
  readonly #waiting = new Set<(reason: unknown) => void>();
  #snapshot: Promise<OpenSnapshot> | null = null;

  constructor(parts: ReadingParts, milliseconds = REQUEST_MS) {
    this.#parts = parts;
    this.#timer = setTimeout(() => {
      const reason = overdue(milliseconds);
      this.#overdue.abort(reason);
      for (const give of this.#waiting) give(reason);
    }, milliseconds);
    this.#timer.unref();
  }

  get services(): Services {
    return this.#parts.services;
  }

  get caller(): Caller {
    return this.#parts.caller;
  }

  get gone(): (() => AbortSignal) | undefined {
    return this.#parts.gone;
  }

  get requestId(): string {
    return this.#parts.requestId;
  }

  /** Says which project is read or written. */
  isAbout(projectId: string): void {
    this.#parts.about?.(projectId);
  }

  /** A project after the gate let the caller through; a sequence beyond its head is a 422. */
  async project(projectId: string, atSeq: number | null = null): Promise<ProjectRef> {
    requireScope(this.caller, "read", projectId);
    const project = await this.#within((snapshot) => this.#open(snapshot, projectId));
    requireWithin(project, atSeq);
    return project;
  }

  /** Runs a read. */
  run(operation: KeyedOperation, request: RawRequest): Promise<Answer> {
    return this.#within((snapshot) => runWithin(operation, this.services, request, this.#shared(snapshot)));
  }

  /** Runs what reads in a snapshot of its own, at a sequence that it is told. */
  call(operation: KeyedOperation, request: RawRequest): Promise<Answer> {
    return this.#within(() => run(operation, this.services, request));
  }

  /** Runs a list for each of several subjects; `request` is that of the first. */
  runForEach(
    operation: KeyedOperation,
    request: RawRequest,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, Answer>> {
    return this.#within((snapshot) =>
      runForEach(operation, this.services, request, { snapshot: this.#shared(snapshot), subjects }),
    );
  }

  /** Subjects by their ids as reads show them, at a sequence; those that are not there are left out. */
  async find(
    resource: Resource,
    projectId: string,
    ids: readonly string[],
    atSeq: number | null,
  ): Promise<ReadonlyMap<string, JsonObject>> {
    const project = await this.project(projectId, atSeq);
    return this.#within(async ({ db }) => {
      const versions = await findVersions<JsonObject>(db, resource, projectId, { id: ids }, atSeq);
      const seq = atSeq ?? project.lastSeq;
      const form = this.services.resources.formOf(resource.type);
      const shown = await form.show(
        db,
        project,
        versions.map((version) => ({ version, seq })),
      );
      return new Map(versions.map(({ id }, index) => [id, shown[index] ?? {}]));
    });
  }

  /** Lets go of the snapshot: what is read next is true after everything that was written before. */
  renew(): void {
    const open = this.#snapshot;
    this.#snapshot = null;
    open?.then(({ release }) => release()).catch(() => {});
  }

  /** Lets go of everything. */
  close(): void {
    clearTimeout(this.#timer);
    this.renew();
  }

  #shared(snapshot: OpenSnapshot) {
    return { db: snapshot.db, openProject: (projectId: string) => this.#open(snapshot, projectId) };
  }

  #open({ db, projects }: OpenSnapshot, projectId: string): Promise<ProjectRef> {
    let project = projects.get(projectId);
    if (project === undefined) {
      project = openProject(db, this.caller, projectId).then((opened) => {
        this.services.knownProjects.note(projectId, opened.project);
        this.isAbout(projectId);
        return opened.project;
      });
      projects.set(projectId, project);
    }
    return project;
  }

  /** Does what needs the snapshot. When time is up nobody waits for it any more; what is under way ends by itself. */
  async #within<T>(work: (snapshot: OpenSnapshot) => Promise<T>): Promise<T> {
    this.#overdue.signal.throwIfAborted();
    this.#snapshot ??= this.#begin();
    const snapshot = this.#snapshot;
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const settle = (answer: () => void) => {
        this.#waiting.delete(reject);
        answer();
      };
      snapshot.then(work).then(
        (done) => settle(() => resolve(done)),
        (error: unknown) => settle(() => reject(databaseProblem(error) ?? error)),
      );
    });
  }

  async #begin(): Promise<OpenSnapshot> {
    const giveBack = await this.#parts.semaphore.acquire(this.#overdue.signal);
    return new Promise((resolve, reject) => {
      this.services.database.reads
        .transaction(
          "snapshot",
          (db) =>
            new Promise<void>((release) => {
              resolve({ db, projects: new Map(), release });
            }),
        )
        .catch(reject)
        .finally(giveBack);
    });
  }
}

function overdue(milliseconds: number): Problem {
  return new Problem("busy", {
    message: `The query took longer than ${milliseconds / 1000} seconds.`,
    headers: { "retry-after": "5" },
  });
}
