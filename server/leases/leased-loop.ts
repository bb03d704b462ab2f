import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Services } from "../operation/context.ts";
import { textArray } from "../record/database.ts";
import { loggableError } from "../record/database-errors.ts";
import { Deadline } from "../record/deadline.ts";
import { asOperation } from "../record/on-behalf.ts";
import { PeriodicTask } from "../record/periodic-task.ts";
import type { ConcurrencyLimits, Lane } from "./concurrency-limits.ts";
import { HeldLeases } from "./held-leases.ts";
import { at, claimRows, findWork, type Lease, releaseLeases, scheduleNext, type WorkTable } from "./leased-rows.ts";
import { SingleFlight } from "./single-flight.ts";
import type { WorkListener } from "./work-notifier.ts";

/** Projects found in one poll. */
const FOUND = 200;
/** Milliseconds that the end of a process waits for work under way. */
const LEAVE_MS = 3_000;
/** Milliseconds after which rows of a deleted project are due again. */
const DELETED_MS = 60_000;

/** Rows of one project that may be claimed in one statement, and what is done with them. */
interface LeasedShare<Row> {
  readonly limit: number;
  readonly where?: SQL;
  /** Further columns that a claim sets. */
  readonly also?: SQL;
  /** Begins the claimed rows, each with {@link LeasedLoop.run}. Called with an empty list as well. */
  readonly begin: (rows: readonly (Row & { id: string; fence: number })[]) => Promise<void> | void;
  /** Called when nothing more is claimed of it, also where that failed. */
  readonly ended?: () => void;
}

type Shares<Row> = readonly (LeasedShare<Row> | null)[];

/** The parts in which one kind of leased work differs from another. */
interface LeasedWork<Row> extends WorkListener {
  readonly table: WorkTable;
  /** Name of the rows in logs and figures, in the plural. */
  readonly name: string;
  /** Milliseconds between two polls, the length of a lease, and the longest time in which work on a row may not move. */
  readonly timings: { readonly pollMs: number; readonly leaseMs: number; readonly stallMs: number };
  /** Projects whose rows are claimed at the same time: the connections are shared with requests. */
  readonly projectsAtOnce: number;
  /** Shares of a project that may be claimed now, one after the other; null for one of which nothing may be. */
  readonly shares: (projectId: string) => Shares<Row> | Promise<Shares<Row>>;
  /** Hears of each commit to a project, whichever process made it. */
  readonly committed: (projectId: string) => void;
  /** Further columns that rows given back unfinished at the end of the process are set. */
  readonly released?: SQL;
  /** Further work of a poll, after leases were kept and due rows were asked for. */
  readonly poll: () => Promise<void>;
}

/** A row that this process works on. */
interface RowUnderWay {
  readonly lease: Lease;
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/**
 * Claims rows of one {@link WorkTable} and keeps their leases alive until they are finished. Projects are asked for by
 * {@link LeasedLoop.ask} and found by a poll, which also finds rows that are due by now and rows of processes that ended.
 */
export class LeasedLoop<Row extends Record<string, unknown>> {
  /** The name under which this process claims rows. */
  readonly holder: string = randomUUID();
  readonly #services: Services;
  readonly #work: LeasedWork<Row>;
  readonly #held: HeldLeases;
  readonly #dues: SingleFlight;
  readonly #task: PeriodicTask;
  readonly #underWay = new Set<RowUnderWay>();
  readonly #endings: (() => void)[] = [];
  #isClosed = false;

  constructor(services: Services, work: LeasedWork<Row>) {
    this.#services = services;
    this.#work = work;
    this.#held = new HeldLeases(work.table);
    // Whoever made the work asked for it: it has a name of its own all the same.
    this.#dues = new SingleFlight({
      work: (projectId, moved) => asOperation(work.name, () => this.#claim(projectId, moved)),
      atOnce: work.projectsAtOnce,
      gaveUp: (projectId, error) => this.#warn({ project_id: projectId }, error, "were not taken on"),
    });
    this.#task = new PeriodicTask({
      name: work.name,
      restMs: work.timings.pollMs,
      round: async () => {
        await this.#poll();
        return true;
      },
      failed: (fields) => services.log.warn(fields, `${work.name} were not looked for`),
    });
  }

  /** Whether nothing more is to be begun. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Rows under way. */
  get underWay(): readonly RowUnderWay[] {
    return [...this.#underWay];
  }

  start(): void {
    const { live, work } = this.#services;
    const { notify, expect, committed } = this.#work;
    this.#endings.push(work.subscribe({ notify, expect }), live.feed.watch(committed));
    this.#task.start();
  }

  /** Claims nothing more and begins nothing more. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#endings.splice(0)) end();
    await this.#task.close();
    await this.#dues.close();
  }

  /** Waits three seconds at most for rows under way. */
  async settle(): Promise<void> {
    const all = this.underWay.map(({ done }) => done);
    await Promise.race([Promise.allSettled(all), sleep(LEAVE_MS, null, { ref: false })]);
  }

  /** Gives back every row that is still held, so that other processes need not wait for the leases to end. */
  async release(): Promise<void> {
    await this.#held.release(this.#services.database.writes, this.#work.released).catch(() => {});
  }

  /** Asks for the due rows of a project. */
  ask(projectId: string): void {
    if (!this.#isClosed) this.#dues.ask(projectId);
  }

  /**
   * Works on a row under its lease, counted in lanes of the limits. The lease is kept alive until {@link LeasedLoop.drop}, and while
   * the work moves: it is given up otherwise, and whoever takes the row on has a higher fence.
   *
   * @param perform - must not reject; its signal ends the work early, and work of many pieces calls `moved` after each
   * @param ended - is called when the lanes have room again
   */
  run(
    lease: Lease,
    { limits, lanes }: { limits: ConcurrencyLimits; lanes: readonly Lane[] },
    perform: (signal: AbortSignal, moved: () => void) => Promise<void>,
    ended: () => void,
  ): void {
    const end = new AbortController();
    limits.begin(lanes);
    this.#held.take(lease, this.#services.clock.now());
    const { stallMs } = this.#work.timings;
    const deadline = new Deadline(stallMs);
    const done = deadline
      .run(() => perform(end.signal, () => deadline.renew(stallMs)))
      .catch((error: unknown) => {
        end.abort();
        return this.#giveUp(lease, error);
      })
      .finally(() => {
        limits.end(lanes);
        this.#underWay.delete(row);
        ended();
      });
    const row: RowUnderWay = { lease, end, done };
    this.#underWay.add(row);
  }

  /** Lets go of a lease whose row is finished, or is another's by now. */
  drop(lease: Pick<Lease, "projectId" | "id">): void {
    this.#held.drop(lease);
  }

  /** Gives back a row on which the work stands still. */
  async #giveUp(lease: Lease, error: unknown): Promise<void> {
    this.drop(lease);
    this.#warn({ project_id: lease.projectId, id: lease.id }, error, "were given up, for nothing moved");
    const { projectId } = lease;
    await releaseLeases(this.#services.database.writes, this.#work.table, projectId, [lease]).catch(() => {});
  }

  #warn(fields: object, error: unknown, what: string): void {
    this.#services.log.warn({ ...fields, error: loggableError(error) }, `${this.#work.name} ${what}`);
  }

  /** Gives back rows of a deleted project, due again a minute later because it may be restored; `also` sets further columns. */
  async postpone(projectId: string, leases: readonly Lease[], also: SQL = sql``): Promise<void> {
    const { database, clock } = this.#services;
    const set = sql`, due_at = ${at(clock.now() + DELETED_MS)} ${also}`;
    await releaseLeases(database.writes, this.#work.table, projectId, leases, set);
  }

  /** Sets when a project is polled again: when the next of its rows is due or its lease ends. */
  async pollAgain(projectId: string): Promise<void> {
    await this.#services.database.writes.transaction("write", (db) => scheduleNext(db, this.#work.table, projectId));
  }

  async #poll(): Promise<void> {
    const { database, clock } = this.#services;
    const { table, timings, poll } = this.#work;
    await this.#held.keep(database.writes, clock.now(), timings.leaseMs);
    for (const { project_id } of await findWork(database.reads, [table.kind], clock.now(), FOUND)) this.ask(project_id);
    await poll();
  }

  /** Claims rows of a project and begins them; returns how many. */
  async claim(projectId: string, share: LeasedShare<Row>): Promise<number> {
    const { database, clock } = this.#services;
    const { table, timings } = this.#work;
    const claimant = { holder: this.holder, now: clock.now(), leaseMs: timings.leaseMs };
    const { limit, where = sql`true`, also = sql``, begin } = share;
    const claimed = await claimRows<Row>(database.writes, table, projectId, claimant, {
      limit,
      where: sql`${where} AND id <> ALL(${textArray(this.#held.idsOf(projectId))})`,
      also,
    });
    await begin(claimed);
    return claimed.length;
  }

  /** Claims of each share; answers whether one was used up, so that more may be due. */
  async #claimShares(projectId: string, shares: Shares<Row>): Promise<boolean> {
    try {
      let isMore = false;
      for (const share of shares) {
        if (this.#isClosed) return false;
        if (share !== null && (await this.claim(projectId, share)) === share.limit) isMore = true;
      }
      return isMore;
    } finally {
      for (const share of shares) share?.ended?.();
    }
  }

  async #claim(projectId: string, moved: () => void): Promise<void> {
    try {
      for (;;) {
        moved();
        const shares = await this.#work.shares(projectId);
        const isMore = await this.#claimShares(projectId, shares);
        if (isMore) continue;
        // What was not claimed is due as before.
        if (this.#isClosed || shares.includes(null)) return;
        break;
      }
      await this.pollAgain(projectId);
    } catch (error) {
      this.#warn({ project_id: projectId }, error, "were not taken on");
    }
  }
}
