import { sql } from "drizzle-orm";
import { type Database, textArray } from "../record/database.ts";

/** Beyond this many keys in a minute, the ones used longest ago are not noted. */
const CAPACITY = 50_000;

/**
 * When keys were last used, gathered in memory and written together: a write for each request would make callers of one
 * key wait for each other.
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
    const ids = [...gathered.keys()];
    const moments = [...gathered.values()].map((moment) => new Date(moment).toISOString());
    try {
      // Rows are locked in the order of their ids, so that two processes never wait for each other.
      await this.#database.writes.execute(
        sql`WITH used AS (SELECT * FROM unnest(${textArray(ids)}, ${textArray(moments)}::timestamptz[]) AS u (id, at)),
          locked AS MATERIALIZED (SELECT k.id FROM api_keys k WHERE k.id IN (SELECT id FROM used) ORDER BY k.id FOR NO KEY UPDATE)
          UPDATE api_keys k SET last_used_at = used.at FROM locked JOIN used ON used.id = locked.id
          WHERE k.id = locked.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
      );
    } catch (error) {
      for (const [id, moment] of gathered) this.note(id, moment);
      throw error;
    }
  }
}
