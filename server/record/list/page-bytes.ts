import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../database.ts";

/**
 * Bytes of the rows of one page, as the database writes them, but for the first row. In the process a page takes some six
 * times as much (text, values, the answer's text), so eight at a time stay far below the 256 MiB that one request may take.
 */
export const PAGE_BYTES = 16 * 1024 * 1024;

/**
 * Selects the rows of a page in its order, and fewer when they would be too many bytes, but at least one if there is one, each
 * with its rank. What is stored compressed counts as what it says. The window functions run over the rows of the page alone.
 */
export function withinBytes(page: SQL, bytes = PAGE_BYTES): SQL {
  return sql`SELECT * FROM (
      SELECT page_row.*, row_number() OVER () AS page_rank,
        sum(octet_length(page_row::text)) OVER (ROWS UNBOUNDED PRECEDING) AS page_bytes
      FROM (${page}) page_row) measured
    WHERE page_bytes <= ${bytes} OR page_rank = 1 ORDER BY page_rank`;
}

/** A row of {@link withinBytes} as it was on the page. */
export function withoutMeasures(row: Record<string, unknown>): Record<string, unknown> {
  const { page_rank: _rank, page_bytes: _bytes, ...own } = row;
  return own;
}

/** Reads {@link withinBytes}: the database does the measuring, so that nothing is loaded that is not sent. */
export async function readWithinBytes(db: Db, page: SQL, bytes = PAGE_BYTES): Promise<Record<string, unknown>[]> {
  return (await db.execute(withinBytes(page, bytes))).map(withoutMeasures);
}
