import { Problem } from "../kernel/problem.ts";

/** Writers that may wait on one project in one process; beyond it a caller is told to come back. */
const MAX_WAITING = 500;

/**
 * One write transaction per project per process, first come, first served. Without it a hot project's writers would hold
 * every connection while they wait for its lock (a neighbour's point read: 98 ms against 0.1 ms).
 */
export class WriteQueue {
  private readonly lanes = new Map<string, { tail: Promise<unknown>; waiting: number }>();
  private active = 0;
  private idle: (() => void)[] = [];

  /** Runs `work` after every earlier work of the same project has ended, whatever its outcome. */
  async run<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(projectId) ?? { tail: Promise.resolve(), waiting: 0 };
    if (lane.waiting >= MAX_WAITING) throw new Problem("busy", { headers: { "retry-after": "1" } });
    this.lanes.set(projectId, lane);
    lane.waiting += 1;
    this.active += 1;
    const turn = lane.tail.then(work, work);
    lane.tail = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0) this.lanes.delete(projectId);
      this.active -= 1;
      if (this.active === 0) for (const wake of this.idle.splice(0)) wake();
    }
  }

  /** Whether somebody who comes now has to wait. */
  isBusy(projectId: string): boolean {
    return this.lanes.has(projectId);
  }

  /** Resolves when no write is running or waiting. */
  async drained(): Promise<void> {
    if (this.active === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }
}
