import { createHash } from "node:crypto";
import { z } from "zod";
import { isStorable } from "#domain/filter/property-path.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import { text } from "../kernel/validation/fields.ts";
import { explainDateTime, toUtc } from "../kernel/validation/formats.ts";
import { itemAt, valueError } from "../kernel/validation/item.ts";
import type { SortValue } from "../record/list/list.ts";
import type { NextPage } from "./context.ts";

/** Position of a walk through a list. Everything in it is checked when it comes back, so it needs no signature. */
export interface Cursor {
  /** The sequence that all pages of the walk are read at. */
  readonly seq: number;
  /** Number of rows before the cursor. */
  readonly position: number;
  /** The sort keys of the last row, where the order can go on behind them; otherwise rows are counted off. */
  readonly after: readonly SortValue[] | null;
  /** Digest of the project and the query it belongs to. */
  readonly asked: string;
}

const MAX_LENGTH = 8_192;

const Written = z.tuple([
  z.int().min(0),
  z.int().min(1),
  z
    .array(z.union([z.string(), z.number()]))
    .max(4)
    .nullable(),
  z.string(),
]);

/** `cursor`, for lists whose pages may be walked through at one sequence. */
export const cursorQuery = {
  cursor: text({ min: 1, max: MAX_LENGTH })
    .meta({
      description:
        "`X-Next-Cursor` of the page before, with the same query. Pages of a project's record are read at the sequence of the first, so that none overlaps another and nothing is left out while others write. Instead of `offset`.",
    })
    .transform(readCursor)
    .optional(),
};

function readCursor(value: string, context: z.RefinementCtx): Cursor {
  const cursor = parseCursor(value);
  if (cursor !== null) return cursor;
  context.addIssue("this is not a cursor: send the X-Next-Cursor of the page before as it came");
  return z.NEVER;
}

/** A cursor as it was sent; null for what is none. */
export function parseCursor(value: string): Cursor | null {
  const parsed = value.length > MAX_LENGTH ? null : Written.safeParse(decoded(value));
  if (parsed?.success !== true) return null;
  const [seq, position, after, asked] = parsed.data;
  return { seq, position, after, asked };
}

function decoded(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/** The cursor of a page by its beginning, in a walk that is read at `seq` unless the page says otherwise. */
export function cursorOf(next: NextPage, { seq, asked }: Pick<Cursor, "seq" | "asked">): Cursor {
  return { seq: next.seq ?? seq, position: next.position, after: next.after ?? null, asked };
}

/** A cursor as it is sent. */
export function writeCursor({ seq, position, after, asked }: Cursor): string {
  return Buffer.from(JSON.stringify([seq, position, after, asked])).toString("base64url");
}

/** The list that a cursor came with. */
interface CursorUse {
  readonly asked: string;
  readonly offset: number;
  /** The columns of its order, where it can go on behind a row. */
  readonly columns: readonly string[] | null;
}

/** Refuses a cursor beside an offset, and one that belongs to another list or was made up. */
export function requireOwnCursor(cursor: Cursor, { asked, offset, columns }: CursorUse): void {
  if (offset > 0) refuse("offset", offset, "send either a cursor or an offset");
  const { after } = cursor;
  const fits =
    after === null || (columns?.length === after.length && columns.every((name, i) => isValueOf(name, after[i])));
  if (cursor.asked !== asked || !fits) {
    refuse("cursor", writeCursor(cursor), "this cursor belongs to another list or query");
  }
}

/** Whether a value can be one of a sort column; what the database could not read would be its error instead of a 422. */
function isValueOf(column: string, value: SortValue | undefined): boolean {
  if (/(?:^|_)(?:seq|number)$/.test(column)) return Number.isSafeInteger(value);
  if (typeof value !== "string") return false;
  if (!/_at$/.test(column)) return isStorable(value);
  // As it was written: the database reads fewer offsets than a clock has.
  return explainDateTime(value) === null && toUtc(value) === value;
}

function refuse(parameter: string, input: string | number, reason: string): never {
  throw new ValidationProblem([itemAt(["query", parameter], valueError(reason), input)]);
}

/** Parameters that say which part of a list is sent, and not which list it is. */
const OF_THE_PAGE = new Set(["cursor", "limit", "offset", "at_seq"]);

/** A query without what chooses a page of a list. */
export function withoutPaging(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !OF_THE_PAGE.has(name)));
}

/** Digest of what was asked for. */
export function queryDigest(path: string, params: unknown, query: object): string {
  return createHash("sha256")
    .update(JSON.stringify([path, params, Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("base64url")
    .slice(0, 22);
}
