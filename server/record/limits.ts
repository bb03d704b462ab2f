import type { Change } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import { FORBIDDEN_KEY, type Json, type JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import { itemAt, type Loc, MAX_ITEMS, nameForLoc, type ValidationItem } from "../kernel/validation/item.ts";
import { checkJsonValue, FORBIDDEN_NAME, MAX_KEPT_DEPTH } from "../kernel/validation/json-values.ts";
import { checkText } from "../kernel/validation/text-check.ts";

/** A bound on a field of a state, whatever way the state came about. */
export interface StateLimit<S> {
  /** The field that grows; changes that leave it alone are not measured. */
  readonly field: keyof S & string;
  /** Part of the field, for entries that are bounded one by one. */
  readonly part: string | null;
  readonly unit: "bytes" | "items";
  readonly max: number;
  /** Size of the field's value, or of its largest entry, in the limit's unit. */
  readonly size: (value: never) => number;
}

/** A change whose resulting state is to be measured. */
export interface MeasuredChange {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly loc: readonly (string | number)[];
}

/** Bytes of a value's JSON in UTF-8, which is what request schemas bound as well. */
function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A field whose JSON may have at most so many bytes in UTF-8. */
export function maxBytes<Field extends string>(field: Field, max: number): StateLimit<Record<Field, unknown>> {
  return { field, part: null, unit: "bytes", max, size: jsonBytes };
}

/** A list, or a map by id, that may have at most so many entries. */
export function maxEntries<Field extends string>(field: Field, max: number): StateLimit<Record<Field, object>> {
  const size = (value: object) => (Array.isArray(value) ? value.length : Object.keys(value).length);
  return { field, part: null, unit: "items", max, size };
}

/** A bound on one field of every entry of a map by id: bytes of its JSON, or entries of its own. */
export function inEach<Field extends string>(
  field: Field,
  limit: StateLimit<never>,
): StateLimit<Record<Field, object>> {
  const { field: part, unit, max } = limit;
  const size = limit.size as (value: unknown) => number;
  return {
    field,
    part,
    unit,
    max,
    size: (value: Record<string, Record<string, unknown>>) => {
      let largest = 0;
      for (const entry of Object.values(value)) largest = Math.max(largest, size(entry[part] ?? {}));
      return largest;
    },
  };
}

/**
 * Refuses changes whose resulting states exceed a limit. A state that is over a limit already may change as long as it
 * does not grow there, so that what older versions let in can be made smaller, and everything else about it edited.
 *
 * @throws {@link ValidationProblem} naming every field, with `ctx.max_length` and the state's own `ctx.actual_length`.
 */
export function requireWithinLimits<S>(limits: readonly StateLimit<S>[], changes: readonly MeasuredChange[]): void {
  const items: ValidationItem[] = [];
  for (const { before, after, loc } of changes) {
    if (after === null) continue;
    for (const limit of limits) {
      const { field, max } = limit;
      if (before !== null && before[field] === after[field]) continue;
      const size = limit.size as (value: unknown) => number;
      const length = size(after[field]);
      if (length <= max || (before !== null && length <= size(before[field]))) continue;
      if (items.length < MAX_ITEMS) items.push(exceeded(limit, length, loc));
    }
  }
  if (items.length > 0) throw new ValidationProblem(items);
}

/**
 * Refuses a change that holds what the database cannot, what leads to the prototype of objects, or what nests too deep:
 * whatever way it came in.
 *
 * @throws {@link ValidationProblem} naming every place.
 */
export function requireStorable({ set = {} }: Change, data: JsonObject | null, at: Loc): void {
  const items = Object.entries(set).flatMap(([pointer, value]) => pointed(pointer, value, at));
  if (data !== null) items.push(...checkJsonValue(data, [...at, "data"], MAX_KEPT_DEPTH));
  if (items.length > 0) throw new ValidationProblem(items.slice(0, MAX_ITEMS));
}

function pointed(pointer: string, value: Json, at: Loc): ValidationItem[] {
  const tokens = pointerTokens(pointer);
  const failure = tokens.includes(FORBIDDEN_KEY) ? FORBIDDEN_NAME : checkText(pointer);
  if (failure !== null) return [itemAt([...at, ...tokens.map(nameForLoc)], failure)];
  return checkJsonValue(value, [...at, ...tokens], MAX_KEPT_DEPTH - tokens.length);
}

function exceeded<S>({ field, part, unit, max }: StateLimit<S>, length: number, at: readonly (string | number)[]) {
  const loc: Loc = [...at, field, ...(part === null ? [] : [part])];
  const ctx = { max_length: max, actual_length: length };
  return unit === "bytes"
    ? itemAt(loc, { type: "bytes_too_long", msg: `Data should have at most ${max} bytes, not ${length}`, ctx })
    : itemAt(loc, {
        type: "too_long",
        msg: `List should have at most ${max} items after validation, not ${length}`,
        ctx: { field_type: "List", ...ctx },
      });
}
