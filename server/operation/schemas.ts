import { z } from "zod";
import { invalidValue } from "../kernel/problem.ts";
import { integer } from "../kernel/validation/fields.ts";
import { fieldsQuery } from "./answer-fields.ts";
import { type Cursor, cursorQuery } from "./cursor.ts";
import type { Operation } from "./operation.ts";

const atSeq = integer({ min: 0 }).optional().meta({
  description: "Answer as the project was at this sequence; 0 is the empty project. Beyond the head is a 422.",
});

const cache = new WeakMap<Operation, { query: z.ZodObject }>();

/**
 * Returns the way in which an operation pages: `own` where its handler reads cursors, `counted` where a cursor is an offset at a sequence, null for
 * what is no list of pages.
 */
export function pageOf({ output, query }: Operation): "own" | "counted" | null {
  const { shape } = output as Partial<z.ZodObject>;
  const parameters = query?.shape ?? {};
  // A list that goes on by a cursor of its own may have no total: counting it would be reading it.
  if (shape === undefined || !("has_more" in shape && ("total" in shape || "cursor" in parameters))) return null;
  return "cursor" in parameters ? "own" : "offset" in parameters ? "counted" : null;
}

/**
 * The schemas a request is parsed with: the declared query, strict, with `at_seq` where the operation travels in time,
 * `cursor` where it is a list, and `fields` where its subjects can be answered in part.
 */
export function inputSchemas(operation: Operation): { query: z.ZodObject } {
  let schemas = cache.get(operation);
  if (schemas === undefined) {
    const declared = {
      ...operation.query?.shape,
      ...(pageOf(operation) === "counted" && cursorQuery),
      ...fieldsQuery(operation),
    };
    schemas = { query: z.strictObject(operation.timeTravel ? { ...declared, at_seq: atSeq } : declared) };
    cache.set(operation, schemas);
  }
  return schemas;
}

/**
 * Splits `at_seq` from a parsed query; where an operation does not declare it, it was refused before. A cursor is read at its
 * own sequence, and `at_seq` beside it has to say the same; without `at_seq` the pages behind a cursor are still the present.
 *
 * @throws {@link ValidationProblem} where cursor and `at_seq` disagree.
 */
export function atSeqOf(
  operation: Operation,
  query: Record<string, unknown>,
): { own: Record<string, unknown>; atSeq: number | null; isPast: boolean } {
  if (!operation.timeTravel) return { own: query, atSeq: null, isPast: false };
  const { at_seq: value, ...own } = query;
  const atSeq = typeof value === "number" ? value : null;
  const cursor = own.cursor as Cursor | undefined;
  const isPast = atSeq !== null;
  if (cursor === undefined) return { own, atSeq, isPast };
  if (atSeq !== null && atSeq !== cursor.seq) {
    throw invalidValue(["query", "at_seq"], `the pages of this cursor are read at sequence ${cursor.seq}`, atSeq);
  }
  return { own, atSeq: cursor.seq, isPast };
}
