import { isoMoment } from "../kernel/clock.ts";
import { pageQuery } from "../kernel/page.ts";
import { type KeysetOrder, type KeysetPage, keysetPage } from "../record/list/keyset.ts";
import type { SortValue } from "../record/list/list.ts";
import type { ReadContext } from "./context.ts";
import { type Cursor, cursorQuery, requireOwnCursor } from "./cursor.ts";

/** `limit`, `offset` and `cursor` of a list that goes on behind the last row of the page before. */
export const keysetQuery = { ...pageQuery, ...cursorQuery };

interface KeysetQuery {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: Cursor | undefined;
}

/**
 * Reads one page of a list that has no sequence: a cursor has the keys of the last row, so that rows which are added or removed
 * meanwhile neither repeat others nor leave them out. Tells the response where the next page begins.
 *
 * @throws {@link ValidationProblem} for a cursor of another list or query, or beside an offset.
 */
export async function readKeyset<Row extends Record<string, unknown>>(
  { asked, response }: Pick<ReadContext, "asked" | "response">,
  { limit, offset, cursor }: KeysetQuery,
  order: KeysetOrder,
  read: (page: KeysetPage) => Promise<Row[]>,
): Promise<{ rows: Row[]; has_more: boolean }> {
  const names = Object.keys(order.keys);
  if (cursor !== undefined) requireOwnCursor(cursor, { asked: asked(), offset, columns: names });
  const position = cursor?.position ?? offset;
  const found = await read(keysetPage(order, { limit, offset: position, after: cursor?.after ?? null }));
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const after = last === undefined ? null : names.map((name) => keyOf(name, last[name]));
  response.next = { position: position + rows.length, after };
  return { rows, has_more: found.length > limit };
}

function keyOf(name: string, value: unknown): SortValue {
  if (typeof value === "number") return value;
  return /_at$/.test(name) ? isoMoment(String(value)) : String(value);
}
