import { randomUUID } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import type { CountedRequest, OUTCOMES, Usage } from "../../operation/usage.ts";
import type { Database } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { type CountRow, type Flush, writeFlush } from "./flush.ts";

/** Longest time for which counts wait in memory, in milliseconds; a killed process loses the counts of that time. */
const FLUSH_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Rows kept apart while the database cannot be written to, some 10 MB. Beyond it requests are counted without their project,
 * so that the totals of a caller stay right.
 */
const CAPACITY = 20_000;

/** Rows that are written together, under a number of their own. */
type Sealed = Pick<Flush, "number" | "rows">;

type Tally = { -readonly [Name in keyof CountRow]: CountRow[Name] };

/**
 * Counts requests in memory and writes them together. What is written has a number of this process, inserted in the same
 * transaction, so a write whose acknowledgement was lost is repeated without counting twice
 * (docs/decisions/0024-usage-counted-in-memory.md).
 */
export class UsageMeter implements Usage {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #warn: (fields: object, message: string) => void;
  readonly #process = randomUUID();
  #tallies = new Map<string, Tally>();
  /** Sent once at least, and not known to be written: it is what comes next, unchanged. */
  #sent: Sealed | null = null;
  #number = 0;
  #flushing: Promise<void> = Promise.resolve();
  /** Write that has not begun: it takes everything counted up to then. */
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(database: Database, clock: Clock, warn: (fields: object, message: string) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#warn = warn;
  }

  count(request: CountedRequest): void {
    const { caller, class: kind, mode, outcome, generationUnits = 0 } = request;
    const hour = Math.floor(this.#clock.now() / HOUR_MS) * HOUR_MS;
    const project = this.#tallies.size < CAPACITY ? (request.projectId ?? "") : "";
    // Players are counted together: a game has more of them than there is room for.
    const actor = caller.player === null ? caller.actor : "players";
    const name = `${hour} ${caller.workspaceId} ${actor} ${kind} ${project} ${mode}`;
    let tally = this.#tallies.get(name);
    if (tally === undefined) {
      const { workspaceId } = caller;
      tally = { hour, workspaceId, caller: actor, class: kind, project, mode, ...NOTHING };
      this.#tallies.set(name, tally);
    }
    tally[outcome] += 1;
    tally.generationUnits += generationUnits;
  }

  flush(): Promise<void> {
    this.#next ??= this.#flushing.then(() => {
      this.#next = null;
      return this.#write();
    });
    this.#flushing = this.#next;
    return this.#next;
  }

  /** Writes by itself from now on, every so many milliseconds. */
  start(everyMs = FLUSH_MS): void {
    this.#timer ??= setInterval(() => void this.flush(), everyMs);
    this.#timer.unref();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  /** Writes what was counted so far; what is counted meanwhile is left, so that the write ends under any traffic. */
  async #write(): Promise<void> {
    try {
      // What was not acknowledged goes first, as it was.
      if (this.#sent !== null) await this.#send(this.#sent);
      if (this.#tallies.size > 0) await this.#send(this.#seal());
    } catch (error) {
      this.#warn({ error: loggableError(error) }, "usage is written later");
    }
  }

  async #send(sent: Sealed): Promise<void> {
    this.#sent = sent;
    await writeFlush(this.#database.writes, { process: this.#process, now: this.#clock.now(), ...sent });
    this.#sent = null;
  }

  #seal(): Sealed {
    const rows = [...this.#tallies.values()];
    this.#tallies = new Map();
    this.#number += 1;
    return { number: this.#number, rows };
  }
}

const NOTHING: Record<(typeof OUTCOMES)[number] | "generationUnits", number> = {
  succeeded: 0,
  limited: 0,
  refused: 0,
  failed: 0,
  generationUnits: 0,
};
