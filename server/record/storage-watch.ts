import type { SQL } from "drizzle-orm";
import type { Clock } from "../kernel/clock.ts";
import type { Database, Pool } from "./database.ts";
import { isStorageFull } from "./database-errors.ts";

/** Time after the last write without room during which the process counts as not ready. */
const SUSPECT_MS = 30_000;

/** Notices when the database has no room left: reads go on, so nothing else would tell a balancer. */
export class StorageWatch {
  readonly #clock: Clock;
  #fullAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a write found no room a short while ago, and none has succeeded in between. */
  get isFull(): boolean {
    return this.#fullAt !== null && this.#clock.now() - this.#fullAt < SUSPECT_MS;
  }

  /** The same database, with an eye on what its writes end in. */
  watch(database: Database): Database {
    const { reads, writes, close } = database;
    return { reads, writes: this.#watched(writes), close };
  }

  #watched(pool: Pool): Pool {
    return {
      execute: <Row extends Record<string, unknown>>(query: SQL) =>
        pool.execute<Row>(query).catch((error: unknown) => this.#note(error)),
      transaction: async (mode, work, options) => {
        try {
          const result = await pool.transaction(mode, work, options);
          this.#fullAt = null;
          return result;
        } catch (error) {
          return this.#note(error);
        }
      },
    };
  }

  #note(error: unknown): never {
    if (isStorageFull(error)) this.#fullAt = this.#clock.now();
    throw error;
  }
}
