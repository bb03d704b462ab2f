import { NEXT_CURSOR, NEXT_OFFSET } from "../kernel/page.ts";
import type { ResponseShape } from "./context.ts";
import { type Cursor, cursorOf, requireOwnCursor, writeCursor } from "./cursor.ts";
import type { Operation } from "./operation.ts";
import { inputSchemas, pageOf } from "./schemas.ts";

interface Asked {
  /** Digest of what was asked, but for what chooses a page. */
  readonly asked: () => string;
}

/**
 * The query of a list whose pages are counted off: a cursor becomes the offset it has reached. Lists that read a cursor
 * themselves, and everything else, keep theirs.
 *
 * @throws {@link ValidationProblem} for a cursor of another list or query, or beside an offset.
 */
export function continued<Query>(operation: Operation, query: Query, { asked }: Asked): Query {
  const { cursor, ...own } = (query ?? {}) as { cursor?: Cursor; offset?: number };
  if (cursor === undefined || pageOf(operation) !== "counted") return query;
  requireOwnCursor(cursor, { asked: asked(), offset: own.offset ?? 0, columns: null });
  return { ...own, offset: cursor.position } as Query;
}

/**
 * Tells in headers where the page behind this one begins, for every list: behind the rows of its page, unless the handler
 * said otherwise. `seq` is the sequence the page was read at, 0 outside of a record.
 */
export function tellNextPage(
  operation: Operation,
  {
    response,
    query,
    body,
    seq,
    asked,
  }: Asked & { response: ResponseShape; query: unknown; body: unknown; seq: number },
): void {
  const kind = pageOf(operation);
  if (kind === null || (body as { has_more?: boolean }).has_more !== true) return;
  const { offset = 0 } = (query ?? {}) as { offset?: number };
  const next = response.next ?? { position: offset + rowsOf(operation, body).length };
  // Behind an empty page lies nothing that could be asked for.
  if (next.position <= offset) return;
  if ("offset" in inputSchemas(operation).query.shape) response.headers[NEXT_OFFSET] = String(next.position);
  response.headers[NEXT_CURSOR] = writeCursor(cursorOf(next, { seq, asked: asked() }));
}

/** The rows of a list's page. */
function rowsOf(operation: Operation, body: unknown): readonly unknown[] {
  const { shape } = operation.output as unknown as { shape: Record<string, unknown> };
  const rows = Object.keys(shape).flatMap((name) => {
    const value = (body as Record<string, unknown>)[name];
    return Array.isArray(value) ? [value] : [];
  });
  return rows[0] ?? [];
}
