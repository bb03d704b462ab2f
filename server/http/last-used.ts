import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../record/database.ts";

/** Beyond this many keys in a minute, the ones used longest ago are not noted. */
const CAPACITY = 50_000;

/** Keys noted in one transaction. */
const PIECE = 200;

/**
 * Times at which keys were last used, gathered in memory and written together: a write for each request would make
 * callers of one key wait for each other.
 */
export class LastUsed {
  #moments = new Map<string, number>();
  #flushing: Promise<void> = Promise.resolve();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  note(keyId: string, now: number): void {
    const known = this.#moments.get(keyId);
    if (known !== undefined && known >= now) return;
    this.#moments.set(keyId, now);
    if (this.#moments.size <= CAPACITY) return;
    for (const oldest of this.#moments.keys()) {
      this.#moments.delete(oldest);
      break;
    }
  }

  /** Writes what was gathered. Moments only move forward, whatever order processes write in. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const gathered = this.#moments;
    if (gathered.size === 0) return;
    this.#moments = new Map();
    // Rows are locked in the order of their ids, so that two processes never wait for each other.
    const used = [...gathered].sort(([a], [b]) => (a < b ? -1 : 1));
    try {
      for (let at = 0; at < used.length; at += PIECE) {
        await this.#database.writes.transaction("write", (db) => db.finish(used.slice(at, at + PIECE).map(noted)));
      }
    } catch (error) {
      for (const [id, moment] of gathered) this.note(id, moment);
      throw error;
    }
  }
}

/** A plain statement for each key: a sharded PostgreSQL refuses the arrays of one for all (22021, `ReportResultError`). */
function noted([id, moment]: [id: string, moment: number]): SQL {
  const at = new Date(moment).toISOString();
  return sql`UPDATE api_keys SET last_used_at = ${at}::timestamptz
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at}::timestamptz)`;
}
