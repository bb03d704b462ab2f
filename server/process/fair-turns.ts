import { Problem } from "../kernel/problem.ts";

/** Tasks of one workspace that may wait: more would wait longer than their callers do. */
const MOST_WAITING = 32;

/** Task that asks for a turn. */
export interface Turn {
  readonly workspace: string;
  /** Whether it may take long: one place is kept from all such tasks, so that a short one never waits for two long ones. */
  readonly isLong: boolean;
  /** Whether it waits in however long a line. */
  readonly isPatient?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Turn {
  begin(): void;
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

  /**
   * Waits for a turn; returns its end, which is called once.
   *
   * @throws {@link Problem} `busy` where too many tasks of the workspace wait already. What `signal` was aborted with, while waiting.
   */
  async enter(turn: Turn): Promise<() => void> {
    turn.signal?.throwIfAborted();
    if (this.#mayBegin(turn)) this.#begin(turn);
    else await this.#wait(turn);
    return () => this.#end(turn);
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
        signal?.removeEventListener("abort", giveUp);
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        ...turn,
        begin: () => {
          leave();
          this.#begin(turn);
          resolve();
        },
      };
      line.push(waiting);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #mayBegin({ workspace, isLong }: Turn): boolean {
    const free = this.#places - this.#taken;
    if (isLong && this.#long >= this.#places - 1) return false;
    return free >= (this.#running.has(workspace) ? 2 : 1);
  }

  #begin({ workspace, isLong }: Turn): void {
    this.#running.set(workspace, (this.#running.get(workspace) ?? 0) + 1);
    this.#taken += 1;
    if (isLong) this.#long += 1;
  }

  #end({ workspace, isLong }: Turn): void {
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

  /** The first task that may begin of the workspace with the fewest under way; among equals, of the one that waits longest. */
  #next(): Waiting | null {
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [workspace, line] of this.#waiting) {
      const running = this.#running.get(workspace) ?? 0;
      if (running >= fewest) continue;
      const first = line.find((waiting) => this.#mayBegin(waiting));
      if (first === undefined) continue;
      next = first;
      fewest = running;
    }
    return next;
  }
}
