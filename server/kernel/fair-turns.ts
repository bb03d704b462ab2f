import { Problem } from "./problem.ts";

/** Tasks of one workspace that may wait: more would wait longer than their callers do. */
const MOST_WAITING = 32;

/** Task that asks for a turn. */
export interface Turn {
  readonly workspace: string;
  /** Whether it may take long: one place is kept from all such tasks, so that a short one never waits for two long ones. */
  readonly isLong: boolean;
  /** Whether every request waits for it: it comes before what waits longer. */
  readonly isUrgent?: boolean | undefined;
  /** Whether it waits in however long a line. */
  readonly isPatient?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Turn {
  begin(): void;
  giveUp(reason: unknown): void;
}

/**
 * Places for tasks, given to workspaces in rotation. A workspace takes a second place only while another one stays free, so
 * none can hold them all.
 */
export class FairTurns {
  readonly #places: number;
  /** Tasks under way by workspace. */
  readonly #running = new Map<string, number>();
  /** Waiting tasks by workspace, in the order of the rotation. */
  readonly #waiting = new Map<string, Waiting[]>();
  #taken = 0;
  #long = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Number of places that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Number of tasks that wait. */
  get waiting(): number {
    let waiting = 0;
    for (const line of this.#waiting.values()) waiting += line.length;
    return waiting;
  }

  /** Whether a task waits. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Takes a place, at once or after the wait for a turn; {@link end} gives it back, once.
   *
   * @throws {@link Problem} `busy` where too many tasks of the workspace wait already. What `signal` was aborted with, while waiting.
   */
  async enter(turn: Turn): Promise<void> {
    turn.signal?.throwIfAborted();
    if (!this.begin(turn)) await this.#wait(turn);
  }

  /** Takes a place where one is free for the task; returns whether it did. */
  begin(turn: Turn): boolean {
    const may = this.#mayBegin(turn);
    if (may) this.#begin(turn);
    return may;
  }

  /** Refuses every task that waits. */
  refuseWaiting(reason: unknown): void {
    for (const line of [...this.#waiting.values()]) for (const waiting of [...line]) waiting.giveUp(reason);
  }

  #wait(turn: Turn): Promise<void> {
    const { workspace, signal, isPatient = false } = turn;
    const line = this.#waiting.get(workspace) ?? [];
    if (line.length >= MOST_WAITING && !isPatient) {
      throw new Problem("busy", {
        message: "Too many tasks of the workspace are waiting.",
        headers: { "retry-after": "5" },
      });
    }
    this.#waiting.set(workspace, line);
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#waiting.delete(workspace);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = () => waiting.giveUp(signal?.reason);
      const waiting: Waiting = {
        ...turn,
        begin: () => {
          leave();
          this.#begin(turn);
          resolve();
        },
        giveUp: (reason) => {
          leave();
          reject(reason);
        },
      };
      line.push(waiting);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Places that no workspace and no long tasks take: where there are two or one, none can be kept. */
  get #kept(): number {
    return this.#places > 2 ? 1 : 0;
  }

  #mayBegin({ workspace, isLong }: Turn): boolean {
    const free = this.#places - this.#taken;
    if (isLong && this.#long >= this.#places - this.#kept) return false;
    return free > (this.#running.has(workspace) ? this.#kept : 0);
  }

  #begin({ workspace, isLong }: Turn): void {
    this.#running.set(workspace, (this.#running.get(workspace) ?? 0) + 1);
    this.#taken += 1;
    if (isLong) this.#long += 1;
  }

  /** Gives a place back, and lets those begin whose turn it is. */
  end({ workspace, isLong }: Turn): void {
    const others = (this.#running.get(workspace) ?? 1) - 1;
    if (others === 0) this.#running.delete(workspace);
    else this.#running.set(workspace, others);
    this.#taken -= 1;
    if (isLong) this.#long -= 1;
    this.#goBehind(workspace);
    for (let next = this.#next(); next !== null; next = this.#next()) next.begin();
  }

  /** A workspace that had a turn has its next after those of all others. */
  #goBehind(workspace: string): void {
    const line = this.#waiting.get(workspace);
    if (line === undefined) return;
    this.#waiting.delete(workspace);
    this.#waiting.set(workspace, line);
  }

  /**
   * The first task that may begin: an urgent one, or else one of the workspace with the fewest under way; among equals, of the one
   * that waits longest. Where no place is kept, the wait alone decides: one that never has a task under way would always be first.
   */
  #next(): Waiting | null {
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [workspace, line] of this.#waiting) {
      const running = this.#kept > 0 ? (this.#running.get(workspace) ?? 0) : 0;
      const isUrgent = this.#kept > 0 && line[0]?.isUrgent === true;
      if (running >= fewest && !isUrgent) continue;
      const first = line.find((waiting) => this.#mayBegin(waiting));
      if (first === undefined) continue;
      if (isUrgent) return first;
      next = first;
      fewest = running;
    }
    return next;
  }
}
