import type { SQL } from "drizzle-orm";
import type { Db } from "../record/database.ts";
import { extendLeases, type Lease, releaseLeases, type WorkTable } from "./leased-rows.ts";

interface Held extends Lease {
  /** Time of the last claim or renewal, in milliseconds since the epoch. */
  keptAt: number;
}

/** The work that this process has taken on and not finished: kept alive while it lasts, and given back when the process ends. */
export class HeldLeases {
  readonly #held = new Map<string, Held>();
  readonly #work: WorkTable;

  constructor(work: WorkTable) {
    this.#work = work;
  }

  /**
   * Returns the ids of a project's rows in hand. A delayed process finds its own leases ended, and must not claim those
   * rows again.
   */
  idsOf(projectId: string): string[] {
    return [...this.#held.values()].filter((lease) => lease.projectId === projectId).map(({ id }) => id);
  }

  take(lease: Lease, now: number): void {
    this.#held.set(`${lease.projectId} ${lease.id}`, { ...lease, keptAt: now });
  }

  /** Forgets what is finished. */
  drop({ projectId, id }: Pick<Lease, "projectId" | "id">): void {
    this.#held.delete(`${projectId} ${id}`);
  }

  /** Prolongs what was not kept for a third of the lease, a statement a project. */
  async keep(db: Db, now: number, leaseMs: number): Promise<void> {
    const due = [...this.#held.values()].filter(({ keptAt }) => now - keptAt >= leaseMs / 3);
    for (const [projectId, leases] of Map.groupBy(due, (lease) => lease.projectId)) {
      await extendLeases(db, this.#work, projectId, leases, now + leaseMs);
      for (const lease of leases) lease.keptAt = now;
    }
  }

  /** Gives everything back, so that others need not wait for the leases to end; `also` sets further columns. */
  async release(db: Db, also?: SQL): Promise<void> {
    for (const [projectId, leases] of Map.groupBy(this.#held.values(), (lease) => lease.projectId)) {
      await releaseLeases(db, this.#work, projectId, leases, also);
    }
    this.#held.clear();
  }
}
