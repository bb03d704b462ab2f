import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

const dialect = new PgDialect();

/**
 * Exact totals this process has counted, least recently used dropped first.
 *
 * An entry is named by the counting query itself with its parameters, and by the project's sequence when it counts the
 * present: every write moves the sequence, and a past sequence never changes, so an entry cannot become wrong.
 */
export class TotalsCache {
  readonly #entries = new Map<string, number>();
  readonly #capacity: number;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): number | undefined {
    const total = this.#entries.get(key);
    if (total !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, total);
    }
    return total;
  }

  set(key: string, total: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, total);
    if (this.#entries.size <= this.#capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }
}

/** The name of a count in the cache: a digest, so that large filters take no room. */
export function totalKey(count: SQL, presentSeq: number | null): string {
  const query = dialect.sqlToQuery(count);
  return createHash("sha256")
    .update(JSON.stringify([presentSeq, query.sql, query.params]))
    .digest("base64");
}
