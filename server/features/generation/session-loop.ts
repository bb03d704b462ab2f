import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import type { Mode } from "../../kernel/scope.ts";
import { ConcurrencyLimits, type Lane } from "../../leases/concurrency-limits.ts";
import { ExclusiveTurns } from "../../leases/exclusive-turns.ts";
import { LAST_ATTEMPT, type LastAttempt } from "../../leases/last-attempt.ts";
import { LeasedLoop } from "../../leases/leased-loop.ts";
import { findRows, type Lease } from "../../leases/leased-rows.ts";
import type { Services } from "../../operation/context.ts";
import { mayStill } from "../../operation/gate.ts";
import { BoundExceeded } from "../../operation/threads.ts";
import { jobNamed } from "../../queue/job-id.ts";
import { type Columns, textArray } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { onBehalfOf } from "../../record/on-behalf.ts";
import { findVersion } from "../../record/versions.ts";
import { hasStoredKeys } from "../byok/public.ts";
import { changedSubjects } from "./canon.ts";
import type { Generator, LandingSession } from "./generator.ts";
import { inputHash, nextAttempt, nextStep, rewound, runStep } from "./pipeline.ts";
import { NOT_RESTORED } from "./restored-sessions.ts";
import {
  changeWork,
  type LogLine,
  LostLease,
  type Phase,
  readWork,
  type Step,
  type WorkChange,
  type WorkRow,
} from "./rows.ts";
import { SchemaWork } from "./schema-work.ts";
import { type SessionVersion, sessionResource } from "./session.ts";
import { type SessionKeys, storedKeys } from "./session-keys.ts";
import { SessionTurn } from "./session-turn.ts";
import { SESSION_WORK } from "./session-work.ts";
import type { Outcome, SessionTimings, StepContext } from "./step.ts";
import { askPerson, fail, type Moving, move, starterOf, stepRow, writeMove } from "./transitions.ts";

const SESSION_TIMINGS: SessionTimings = {
  pollMs: 1_000,
  leaseMs: 30_000,
  stallMs: 600_000,
  deadlineMs: 180_000,
  retryMs: 1_000,
  longestRetryMs: 60_000,
};

/** Maximum number of sessions that run at once, with a model and without one each. */
interface SessionPlaces {
  readonly inProject: number;
  /** Sessions of one workspace; some more where several of its projects are claimed at the same time. */
  readonly inWorkspace: number;
  readonly inProcess: number;
}

const SESSION_PLACES: SessionPlaces = { inProject: 8, inWorkspace: 16, inProcess: 64 };
/** Projects of which the workspace is remembered. */
const REMEMBERED = 10_000;
const PROJECTS_AT_ONCE = 4;

/** Milliseconds of the last attempt. */
const LAST_ATTEMPT_MS = 60_000;
/** Error of a session whose step ends whatever works on it. */
const DEADLY = {
  code: "internal_error",
  message: "The process that worked on it ended three times in the same step, so it is not tried again.",
} as const;

/** Errors of sessions that end before their next step, by the reason that stopped them. */
const DELETED = { code: "access_lost", message: "The project was deleted meanwhile." } as const;
const STOPPED: Readonly<Record<string, Parameters<typeof fail>[2]>> = {
  [NOT_RESTORED]: {
    code: "interrupted",
    message: "The project was restored from a backup, which holds no work under way.",
  },
};

/** Makes the last attempt at the step of a session. */
export type LastSessionAttempt = LastAttempt<WorkRow, void>;

/** Parts that a loop shares with the other background work of its process. */
export interface SessionLoopParts {
  readonly turns?: ExclusiveTurns;
  /** Maker of last attempts; null, as within such a thread, where they are made as every other. */
  readonly lastAttempt?: LastSessionAttempt | null;
  readonly places?: SessionPlaces;
}

/** Phase of a session while each step runs. */
const PHASE_OF: Readonly<Record<Step, Phase>> = {
  retrieve: "retrieving",
  call: "generating",
  parse: "repairing",
  continuity: "checking",
  review: "checking",
  commit: "committing",
};

/** Condition of a session's row by which it asks no model: its project has no key, or a person has chosen none. */
const isBuiltIn = (projectId: string): SQL => sql`(memo @> '{"chosen_key": null}' OR NOT ${hasStoredKeys(projectId)})`;

/**
 * Runs sessions step by step. The result of each step is stored before the next step begins, under the lease of the
 * session, so another process can continue a session whose process ended. The loop looks for work on notification and
 * at intervals.
 */
export class SessionLoop {
  readonly #services: Services;
  readonly #generators: ReadonlyMap<string, Generator>;
  readonly #timings: SessionTimings;
  readonly #keys: SessionKeys;
  readonly #places: SessionPlaces;
  /** A model that hangs keeps no session waiting that asks none. */
  readonly #withModel: ConcurrencyLimits;
  readonly #builtIn: ConcurrencyLimits;
  /** Workspaces of projects. */
  readonly #workspaces = new Map<string, string>();
  /** Projects that wait for a session of their workspace to end, by workspace. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #leased: LeasedLoop<WorkRow>;
  readonly #turns: ExclusiveTurns;
  readonly #lastAttempt: LastSessionAttempt | null;
  #isLookingForSuspects = false;
  /** Projects in which a session is being started, answered or cancelled right now. */
  readonly #expected = new Set<string>();

  constructor(
    services: Services,
    generators: readonly Generator[],
    timings: Partial<SessionTimings> = {},
    keys: SessionKeys = storedKeys,
    { turns = new ExclusiveTurns(), lastAttempt = null, places = SESSION_PLACES }: SessionLoopParts = {},
  ) {
    this.#services = services;
    this.#generators = new Map(generators.map((generator) => [generator.kind, generator]));
    this.#keys = keys;
    this.#turns = turns;
    this.#lastAttempt = lastAttempt;
    this.#places = places;
    this.#withModel = new ConcurrencyLimits({ inAll: places.inProcess });
    this.#builtIn = new ConcurrencyLimits({ inAll: places.inProcess });
    this.#timings = { ...SESSION_TIMINGS, ...timings };
    const notify = (projectId: string) => {
      this.#leased.ask(projectId);
      void this.#dropLost();
    };
    this.#leased = new LeasedLoop(services, {
      table: SESSION_WORK,
      name: "sessions",
      timings: this.#timings,
      projectsAtOnce: PROJECTS_AT_ONCE,
      shares: async (projectId) => {
        const workspace = await this.#workspaceOf(projectId);
        const builtIn = isBuiltIn(projectId);
        return [
          this.#shareOf(projectId, workspace, this.#builtIn, builtIn),
          this.#shareOf(projectId, workspace, this.#withModel, sql`NOT ${builtIn}`),
        ];
      },
      released: sql`, attempts = greatest(attempts - 1, 0)`,
      notify,
      expect: (projectId) => this.#expected.add(projectId),
      // What an operation expects is there when its commit is heard of; what is not heard is found by the next poll.
      committed: (projectId) => {
        if (this.#expected.delete(projectId)) notify(projectId);
      },
      poll: async () => {
        await this.#dropLost();
        void this.#runSuspects();
      },
    });
  }

  /** Begins. */
  start(): void {
    this.#leased.start();
  }

  /** Takes nothing more on, waits a while for what is under way, and gives the rest back. */
  async close(): Promise<void> {
    await this.#leased.stop();
    await this.#leased.settle();
    for (const { end } of this.#leased.underWay) end.abort();
    await this.#leased.settle();
    await this.#leased.release();
  }

  /** Makes one attempt at the current step of a session whose lease somebody else keeps. */
  async runStep(work: WorkRow): Promise<void> {
    const turn = new SessionTurn(this.#turns, true, await this.#turns.alone());
    await this.#carryOn(work, new AbortController().signal, turn).finally(() => turn.end());
  }

  /** The share of sessions that are counted in these limits; null where none may begin. */
  #shareOf(projectId: string, workspace: string | null, limits: ConcurrencyLimits, where: SQL) {
    const limit = limits.available(this.#lanesOf(projectId, workspace));
    if (limit === 0 && workspace !== null) {
      const waiting = this.#waiting.get(workspace) ?? new Set();
      this.#waiting.set(workspace, waiting.add(projectId));
    }
    const turn = limit === 0 ? null : this.#turns.tryShare();
    // What is not claimed during the turn of another is found by the next poll.
    if (turn === null) return null;
    return {
      limit,
      where: sql`attempts = 0 AND ${where}`,
      also: this.#counted(),
      begin: (claimed: readonly WorkRow[]) => {
        for (const work of claimed) this.#begin(work, new SessionTurn(this.#turns, false, this.#turns.also()), limits);
      },
      ended: turn,
    };
  }

  #lanesOf(projectId: string, workspace: string | null): readonly Lane[] {
    const own = { key: projectId, most: this.#places.inProject };
    return workspace === null ? [own] : [own, { key: workspace, most: this.#places.inWorkspace }];
  }

  /** Counts an attempt in the claim itself. A claim of one's own rows again follows no process that ended. */
  #counted(): SQL {
    return sql`, attempts = CASE WHEN t.holder = ${this.#leased.holder} AND t.attempts > 0 THEN t.attempts ELSE t.attempts + 1 END`;
  }

  /** Runs sessions that were under way when a process ended, each a step and with nothing else beside it. */
  async #runSuspects(): Promise<void> {
    if (this.#isLookingForSuspects) return;
    this.#isLookingForSuspects = true;
    try {
      for (let projectId = await this.#findSuspect(); projectId !== null; projectId = await this.#findSuspect()) {
        const end = await this.#turns.alone();
        const ended = Promise.withResolvers<void>();
        const turn = new SessionTurn(this.#turns, true, () => {
          end();
          ended.resolve();
        });
        try {
          await this.#leased.claim(projectId, {
            limit: 1,
            where: sql`attempts > 0`,
            also: this.#counted(),
            begin: ([work]) => {
              if (work === undefined) turn.end();
              else this.#begin(work, turn, this.#withModel);
            },
          });
          // Once it waits for its model the next one may have its turn.
          await ended.promise;
        } catch (error) {
          turn.end();
          throw error;
        }
      }
    } catch (error) {
      this.#services.log.warn({ error: loggableError(error) }, "sessions of ended processes were not taken on");
    } finally {
      this.#isLookingForSuspects = false;
    }
  }

  /** A project with a due session that was under way when a process ended; null without one. */
  async #findSuspect(): Promise<string | null> {
    if (this.#leased.isClosed) return null;
    const { database, clock } = this.#services;
    const [row] = await findRows(database.reads, SESSION_WORK, sql`attempts > 0`, clock.now());
    return row?.project_id ?? null;
  }

  /** Ends what somebody else has by now: a session that was cancelled, or taken over. */
  async #dropLost(): Promise<void> {
    // What is taken on while this is asked was not asked about.
    const asked = this.#leased.underWay;
    if (asked.length === 0) return;
    try {
      const rows = await this.#services.database.reads.execute<Columns<"session_work", "project_id" | "id" | "fence">>(
        sql`SELECT project_id, id, fence FROM session_work WHERE id = ANY(${textArray(asked.map(({ lease }) => lease.id))})
              AND finished_at IS NULL`,
      );
      const fences = new Map(rows.map(({ id, fence }) => [id, Number(fence)]));
      for (const { lease, end } of asked) if (fences.get(lease.id) !== lease.fence) end.abort();
    } catch (error) {
      this.#services.log.warn({ error: loggableError(error) }, "sessions under way were not looked at");
    }
  }

  #begin(work: WorkRow, turn: SessionTurn, limits: ConcurrencyLimits): void {
    const lease = leaseOf(work);
    const perform = (signal: AbortSignal, moved: () => void) =>
      this.#carryOn(work, signal, turn, moved)
        .catch(async (error: unknown) => {
          if (error instanceof LostLease || signal.aborted) return this.#uncount(lease);
          this.#services.log.error(
            { session_id: work.id, error: loggableError(error) },
            "a session was not carried on",
          );
          await this.#giveUp(lease);
        })
        .finally(() => {
          turn.end();
          // What is not finished when the process ends is given back.
          if (!this.#leased.isClosed) this.#leased.drop(lease);
        });
    const workspace = this.#workspaces.get(lease.projectId) ?? null;
    this.#leased.run(lease, { limits, lanes: this.#lanesOf(lease.projectId, workspace) }, perform, () => {
      // Work that was given up has not ended its turn.
      turn.end();
      this.#leased.ask(lease.projectId);
      if (workspace === null) return;
      for (const projectId of this.#waiting.get(workspace) ?? []) this.#leased.ask(projectId);
      this.#waiting.delete(workspace);
    });
  }

  /** The workspace of a project; null where there is no such project. */
  async #workspaceOf(projectId: string): Promise<string | null> {
    const known = this.#workspaces.get(projectId);
    if (known !== undefined) return known;
    const [head] = await this.#services.database.reads.execute<Columns<"project_heads", "workspace_id">>(
      sql`SELECT workspace_id FROM project_heads WHERE project_id = ${projectId}`,
    );
    if (head === undefined) return null;
    if (this.#workspaces.size >= REMEMBERED) this.#workspaces.clear();
    this.#workspaces.set(projectId, head.workspace_id);
    return head.workspace_id;
  }

  /** Takes back the attempt at a session that nothing was done for: its process is there to say so. */
  async #uncount({ projectId, id, fence }: Lease): Promise<void> {
    if (this.#leased.isClosed) return;
    const { writes } = this.#services.database;
    await writes
      .execute(
        sql`UPDATE session_work SET attempts = greatest(attempts - 1, 0)
            WHERE project_id = ${projectId} AND id = ${id} AND fence = ${fence} AND finished_at IS NULL`,
      )
      .catch(() => {});
  }

  /** Puts a session off for five seconds after an internal error; the fifth error ends the session. */
  async #giveUp({ projectId, id, fence }: Lease): Promise<void> {
    const { writes } = this.#services.database;
    const later = new Date(this.#services.clock.now() + 5_000).toISOString();
    try {
      const [row] = await writes.execute<Columns<"session_work", "failures">>(
        sql`UPDATE session_work SET failures = failures + 1, attempts = greatest(attempts - 1, 0), due_at = ${later}, lease_until = NULL, holder = NULL
            WHERE project_id = ${projectId} AND id = ${id} AND fence = ${fence} AND finished_at IS NULL RETURNING failures`,
      );
      if (row === undefined || row.failures < 5) return;
      const work = await readWork(writes, projectId, id);
      const moving = work === null ? null : await this.#placed(work);
      if (moving === null) return;
      await fail(this.#services, moving, { code: "internal_error", message: "It failed for a reason of ours." });
    } catch (error) {
      this.#services.log.warn({ session_id: id, error: loggableError(error) }, "a failed session was not put off");
    }
  }

  /** Reads the workspace, mode and head of a session's project; null where the project is deleted. */
  async #placed(work: WorkRow): Promise<(Moving & { headSeq: number }) | null> {
    const [head] = await this.#services.database.reads.execute<
      Columns<"project_heads", "workspace_id" | "mode" | "last_seq"> & { mode: Mode; deleted: boolean }
    >(
      sql`SELECT workspace_id, mode, last_seq, deleted_at IS NOT NULL AS deleted FROM project_heads
          WHERE project_id = ${work.project_id}`,
    );
    if (head === undefined || head.deleted) return null;
    return { work, workspaceId: head.workspace_id, mode: head.mode, headSeq: Number(head.last_seq) };
  }

  async #carryOn(taken: WorkRow, signal: AbortSignal, turn: SessionTurn, moved: () => void = () => {}): Promise<void> {
    const services = this.#services;
    let work = taken;
    for (;;) {
      moved();
      if (signal.aborted) throw new LostLease();
      const placed = await this.#placed(work);
      if (placed === null) {
        await this.#leased.postpone(
          work.project_id,
          [leaseOf(work)],
          sql`, attempts = 0, stop = coalesce(stop, 'project_deleted')`,
        );
        return this.#leased.pollAgain(work.project_id);
      }
      if (work.stop !== null) {
        return fail(services, placed, STOPPED[work.stop] ?? DELETED);
      }
      if (work.attempts > LAST_ATTEMPT) return fail(services, placed, DEADLY);
      if (work.attempts === LAST_ATTEMPT && this.#lastAttempt !== null) {
        return this.#tryLast(this.#lastAttempt, placed, signal);
      }
      const session = await findVersion(services.database.reads, sessionResource, work.project_id, work.id, null);
      const generator = session === null ? undefined : this.#generators.get(session.kind);
      if (session === null || generator === undefined || session.status !== "accepted") throw new LostLease();
      const isLast = await this.#step({ placed, session: session as SessionVersion, generator, signal, turn });
      if (isLast) return;
      const next = await readWork(services.database.writes, work.project_id, work.id);
      if (next === null || Number(next.fence) !== Number(work.fence)) throw new LostLease();
      work = next;
    }
  }

  /** Makes the last attempt at a step; one that does not end in time ends the session. */
  async #tryLast(attempt: LastSessionAttempt, placed: Moving, signal: AbortSignal): Promise<void> {
    const { work, workspaceId } = placed;
    try {
      await attempt(work, { workspace: workspaceId, deadlineMs: LAST_ATTEMPT_MS, signal });
    } catch (error) {
      if (!(error instanceof BoundExceeded)) throw error;
      const now = await readWork(this.#services.database.writes, work.project_id, work.id);
      // It waited for its model, which is no fault of its own.
      if (now === null || now.attempts === 0) throw error;
      return fail(this.#services, placed, DEADLY);
    }
  }

  /** Does one step and stores what it came to; answers whether nothing is to be done now. */
  async #step(parts: {
    placed: Moving & { headSeq: number };
    session: SessionVersion;
    generator: Generator;
    signal: AbortSignal;
    turn: SessionTurn;
  }): Promise<boolean> {
    const { placed, session, generator, turn } = parts;
    const { work, mode, headSeq } = placed;
    const { database, clock } = this.#services;
    const step = nextStep(work);
    const attempt = await nextAttempt(database.reads, work, step);
    const startedAt = clock.now();
    if (PHASE_OF[step] !== work.phase) {
      const line = { type: "step" as const, data: { step, attempt, state: "begun" } };
      await this.#write([], { work, change: { phase: PHASE_OF[step] }, lines: [line] });
    }
    const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(this.#timings.deadlineMs)]);
    const context: StepContext = {
      services: this.#services,
      db: database.reads,
      generator,
      session,
      work,
      mode,
      workspaceId: placed.workspaceId,
      headSeq,
      attempt,
      keys: this.#keys,
      schemas: new SchemaWork(this.#services.threads, { workspace: placed.workspaceId, isPatient: true, signal }),
      outside: (wait) => turn.outside(wait),
      timings: this.#timings,
      signal,
    };
    const outcome = await onBehalfOf(placed.workspaceId, () => runStep(context, step));
    if (parts.signal.aborted) throw new LostLease();
    return this.#settle(outcome, { placed, session, generator, step, attempt, startedAt, isAlone: turn.isAlone });
  }

  async #settle(
    outcome: Outcome,
    parts: {
      placed: Moving;
      session: SessionVersion;
      generator: Generator;
      step: Step;
      attempt: number;
      startedAt: number;
      isAlone: boolean;
    },
  ): Promise<boolean> {
    const { placed, session, step, attempt, startedAt, isAlone } = parts;
    const { work } = placed;
    const services = this.#services;
    const now = services.clock.now();
    const result = (output: Parameters<typeof stepRow>[1]["output"]): SQL =>
      stepRow(work, { step, attempt, inputHash: inputHash(work, session, step), output, startedAt, now });
    const done = { ...work.done, [step]: attempt };
    const { rows = [], lines = [], usage } = outcome;
    const used = usage === undefined ? {} : { usage };
    // Once a step is done nothing speaks against a session any more: it goes on beside others.
    const next: WorkChange = isAlone ? { due: now } : { attempts: 1 };
    switch (outcome.kind) {
      case "done":
        await this.#write([...rows, result(outcome.output)], {
          work,
          change: { ...used, ...next, done, failures: 0, ...(outcome.memo !== undefined && { memo: outcome.memo }) },
          lines: [...lines, { type: "step", data: { step, attempt, state: "done" } }],
        });
        return isAlone;
      case "back":
        await this.#write([...rows, result(outcome.output)], {
          work,
          change: { ...used, ...next, done: rewound(work.done, outcome.to), failures: 0, memo: outcome.memo },
          lines: [...lines, { type: "step", data: { step, attempt, state: "done" } }],
        });
        return isAlone;
      case "later":
        await this.#write(rows, {
          work,
          change: { ...used, due: now + outcome.waitMs, failures: work.failures + 1 },
          lines,
        });
        await this.#leased.pollAgain(work.project_id);
        return true;
      case "ask":
        await askPerson(services, placed, outcome.ask, {
          rows: outcome.output === undefined ? rows : [...rows, result(outcome.output)],
          work: { ...used, ...(outcome.memo !== undefined && { memo: outcome.memo }) },
          lines,
        });
        return true;
      case "end":
        await fail(services, placed, outcome.error, { work: used, rows, lines });
        return true;
      case "land":
        return this.#land(outcome, { ...parts, result });
    }
  }

  /** Stores a step's result with how far the session is, before anything else begins. */
  async #write(
    rows: readonly SQL[],
    { work, change, lines }: { work: WorkRow; change: WorkChange; lines: readonly LogLine[] },
  ): Promise<void> {
    const now = this.#services.clock.now();
    await this.#services.database.writes.transaction("write", async (db) => {
      await changeWork(db, work, change, { lines, now });
      for (const row of rows) await db.execute(row);
    });
  }

  /** Writes the draft and the end of the session in one commit; answers whether the session is over. */
  async #land(
    { draft, provider, seenSeq, subjects }: Extract<Outcome, { kind: "land" }>,
    {
      placed,
      session,
      generator,
      result,
    }: {
      placed: Moving;
      session: SessionVersion;
      generator: Generator;
      result: (output: { committed: boolean }) => SQL;
    },
  ): Promise<boolean> {
    const services = this.#services;
    const { work } = placed;
    const caller = await services.currentCaller(starterOf(work));
    if (!mayStill(caller, "generate", work.project_id)) {
      const message = "Whoever started it may not change the project any more.";
      await fail(services, placed, { code: "access_lost", message });
      return true;
    }
    let isMoved = false;
    let isAsked = false;
    const landing = {
      id: session.id,
      contextSeq: session.context_seq,
      provider,
      now: services.clock.now(),
    };
    await writeMove(services, placed, true, async (scope) => {
      isMoved = false;
      const { record, db, now } = scope;
      const since = await changedSubjects(db, record.projectId, { after: seenSeq, to: record.seq, subjects });
      if (since.length > 0) {
        isMoved = true;
        return;
      }
      const ask: LandingSession["ask"] = async (job, state) => {
        const { workspaceId, mode } = placed;
        const owner = { workspaceId, mode, projectId: record.projectId };
        const starter = work.starter as unknown as JsonObject;
        const asked = { ...state, project_id: record.projectId, starter };
        isAsked = true;
        // A transaction that is repeated asks for the same job.
        return services.jobs.enqueue(db, job, owner, asked, jobNamed(job.name, session.id));
      };
      const made = await generator.land(record, draft, { ...landing, ask }, session.brief);
      await move(scope, work, {
        verb: "completed",
        changes: { status: "completed", result: made, provider, interrupt: null },
        work: { phase: "finished", done: { ...work.done, commit: 1 }, due: null, expires: null, finished: now },
        lines: [{ type: "step", data: { step: "commit", attempt: 1, state: "done" } }],
      });
      await db.execute(result({ committed: true }));
    }).catch(async (error: unknown) => {
      const isRefusal = error instanceof ValidationProblem || (error instanceof Problem && error.code !== "not_found");
      if (!isRefusal) throw error;
      // What the record refuses now, such as a name that is taken, it would refuse again.
      await fail(services, placed, { code: "rejected", message: refusalOf(error) });
    });
    if (isAsked) services.jobs.wake();
    return !isMoved;
  }
}

/** Words of a refusal of the record: those of its first item where it lists several. */
function refusalOf(error: Problem | ValidationProblem): string {
  return error instanceof ValidationProblem ? (error.items[0]?.msg ?? error.message) : error.message;
}

function leaseOf({ project_id, id, fence }: WorkRow): Lease {
  return { projectId: project_id, id, fence: Number(fence) };
}
