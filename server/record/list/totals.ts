import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { KnownPlaces } from "./known-places.ts";

const dialect = new PgDialect();

/** Result of a count. */
export interface Matches {
  readonly total: number;
  /** The ids of all matches, kept when finding them took a scan and they are few; of a page, its ids in their order. */
  readonly ids: readonly string[] | null;
}

/**
 * Cache of this process's counts and of the ids on pages, least recently used dropped first.
 *
 * An entry is named by the counting query itself with its parameters, or by what a page was asked for, and by the project's
 * sequence when it is about the present: every write moves the sequence, and a past sequence never changes, so an entry
 * cannot become wrong.
 */
export class TotalsCache {
  /** Ends of pages that were asked for by offset. */
  readonly places = new KnownPlaces();
  readonly #entries = new Map<string, Matches>();
  readonly #capacity: number;
  #weight = 0;

  /** `capacity` is in entries, of which a kept id counts as one: 100,000 take 10 to 20 MB. */
  constructor(capacity = 100_000) {
    this.#capacity = capacity;
  }

  get(key: string): Matches | undefined {
    const matches = this.#entries.get(key);
    if (matches !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, matches);
    }
    return matches;
  }

  set(key: string, matches: Matches): void {
    this.#drop(key);
    this.#entries.set(key, matches);
    this.#weight += weightOf(matches);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#capacity) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const matches = this.#entries.get(key);
    if (matches === undefined) return;
    this.#entries.delete(key);
    this.#weight -= weightOf(matches);
  }
}

function weightOf({ ids }: Matches): number {
  return 1 + (ids?.length ?? 0);
}

/** The name of a count in the cache: a digest, so that large filters take no room. */
export function totalKey(count: SQL, presentSeq: number | null): string {
  const query = dialect.sqlToQuery(count);
  return createHash("sha256")
    .update(JSON.stringify([presentSeq, query.sql, query.params]))
    .digest("base64");
}

/** Key of a page: `asked` is the digest of the list without the page. */
interface AskedPage {
  readonly asked: string;
  /** The sequence the page is true at, also for the present. */
  readonly seq: number;
  readonly limit: number;
  readonly offset: number;
  readonly after: readonly (string | number)[] | null;
}

/** The name of a page in the cache: which ids stand on it, and the total of its list. */
export function pageKey({ asked, seq, limit, offset, after }: AskedPage): string {
  const place =
    after === null
      ? offset
      : createHash("sha256")
          .update(JSON.stringify([offset, after]))
          .digest("base64");
  return `${asked} ${seq} ${limit} ${place}`;
}
