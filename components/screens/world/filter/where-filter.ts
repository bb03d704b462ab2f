import type { FilterOperator, Predicate, PropertyFilter } from "#domain/filter/property-filter.ts";
import { parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { formatPath, splitPath } from "#domain/filter/property-path.ts";
import type { Json } from "#domain/json.ts";
import { numberOfText } from "#domain/number-of-text.ts";
import type { Outputs } from "../../../frame/api/client.ts";
import type { Kind } from "../entity/property-edit.ts";

/** Property in use, with the number of entities that have a value of each kind. */
export type UsedProperty = Outputs["entities"]["properties"]["properties"][number];

/** A condition as it is typed. */
export interface WhereRow {
  /** The property by its dotted path; null until it is said. */
  readonly path: string | null;
  readonly operator: FilterOperator;
  /** Kind of value that the draft is parsed as; with `$in`, each of its lines. */
  readonly kind: Kind;
  readonly draft: string;
}

export const EMPTY_ROW: WhereRow = { path: null, operator: "$eq", kind: "text", draft: "" };

/** Kinds of values that each operator takes, the usual one first. */
export const KINDS_OF: Readonly<Record<FilterOperator, readonly Kind[]>> = {
  $eq: ["text", "number", "flag", "texts", "json"],
  $ne: ["text", "number", "flag", "texts", "json"],
  $in: ["text", "number", "json"],
  $contains: ["text", "number", "texts", "json"],
  $gt: ["number", "text", "json"],
  $gte: ["number", "text", "json"],
  $lt: ["number", "text", "json"],
  $lte: ["number", "text", "json"],
};
export const OPERATORS = Object.keys(KINDS_OF) as readonly FilterOperator[];

/**
 * Reason why a row is no condition. The reason of a row that was not filled in yet is shown only once the condition is
 * asked for.
 */
export interface RowProblem {
  readonly message: string;
  readonly isUnfilled: boolean;
}

/** Filter made from the rows that are filled in, with the problems of the others by their index. */
export interface ReadRows {
  readonly filter: PropertyFilter;
  readonly problems: ReadonlyMap<number, RowProblem>;
}

/** Filter in an address, or the reason why it cannot be read. */
export type AskedWhere =
  | { readonly ok: true; readonly filter: PropertyFilter }
  | { readonly ok: false; readonly why: string };

const TWICE = "Another condition uses the same property and comparison.";

/** Reads the filter in an address, which is the interface's own `property_filter`. An empty text is an empty filter. */
export function readWhere(text: string): AskedWhere {
  if (text === "") return { ok: true, filter: [] };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, why: "It is cut off or mistyped." };
  }
  const parsed = parsePropertyFilter(json);
  if (!parsed.ok) return { ok: false, why: `${parsed.error.path} ${parsed.error.message}`.trim() };
  const keys = parsed.filter.map(keyOf);
  return new Set(keys).size < keys.length ? { ok: false, why: TWICE } : parsed;
}

/** A filter as `property_filter` takes it, with dotted paths; empty where nothing is asked. `filter` asks each thing of a property once. */
export function whereText(filter: PropertyFilter): string {
  if (filter.length === 0) return "";
  const tests = new Map<string, Map<string, Json>>();
  for (const { path, operator, operand } of filter) {
    const of = tests.get(formatPath(path)) ?? new Map<string, Json>();
    tests.set(formatPath(path), of.set(operator, operand as Json));
  }
  // Own keys whatever they are called: `__proto__` is a property like any other.
  return JSON.stringify(Object.fromEntries([...tests].map(([path, of]) => [path, Object.fromEntries(of)])));
}

/** The row that a condition is edited as: one that reads back to exactly the condition. */
export function rowOf(predicate: Predicate): WhereRow {
  const { operator, operand } = predicate;
  const path = formatPath(predicate.path);
  const [kind, draft] = operator === "$in" ? listDraft(operand) : valueDraft(operator, operand as Json);
  return { path, operator, kind, draft };
}

function listDraft(operand: readonly Json[]): [Kind, string] {
  if (operand.length > 0 && operand.every(isLine)) return ["text", operand.join("\n")];
  if (operand.length > 0 && operand.every((each) => typeof each === "number")) return ["number", operand.join("\n")];
  return ["json", JSON.stringify(operand)];
}

function valueDraft(operator: FilterOperator, operand: Json): [Kind, string] {
  if (typeof operand === "number") return ["number", String(operand)];
  // A field of one line drops line breaks.
  if (typeof operand === "string" && operand !== "" && !/[\r\n]/.test(operand)) return ["text", operand];
  const [, , flag] = KINDS_OF[operator];
  if (typeof operand === "boolean" && flag === "flag") return ["flag", operand ? "yes" : "no"];
  if (Array.isArray(operand) && operand.length > 0 && operand.every(isLine)) return ["texts", operand.join("\n")];
  return ["json", JSON.stringify(operand)];
}

/** Whether a text is written in a line of its own and read back as it was. */
const isLine = (value: Json): value is string =>
  typeof value === "string" && value !== "" && value === value.trim() && !/[\r\n]/.test(value);

/** Whether nothing was written into a row yet. */
export const isEmptyRow = ({ path, draft }: WhereRow): boolean => path === null && draft.trim() === "";

/** Reads rows as they stand: all of them must hold. Empty ones ask for nothing. */
export function readRows(rows: readonly WhereRow[]): ReadRows {
  const filter: Predicate[] = [];
  const problems = new Map<number, RowProblem>();
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (isEmptyRow(row)) continue;
    const read = readRow(row);
    if ("message" in read) problems.set(at, read);
    else {
      // The limits of a filter hold for all conditions together.
      const together = parsePropertyFilter(JSON.parse(whereText([...filter, read]) || "{}"));
      if (seen.has(keyOf(read))) problems.set(at, { message: TWICE, isUnfilled: false });
      else if (!together.ok) problems.set(at, { message: together.error.message, isUnfilled: false });
      else filter.push(read);
      seen.add(keyOf(read));
    }
  }
  return { filter, problems };
}

const keyOf = ({ path, operator }: Pick<Predicate, "path" | "operator">): string => `${operator} ${formatPath(path)}`;

function readRow({ path, operator, kind, draft }: WhereRow): Predicate | RowProblem {
  if (path === null) return { message: "Choose a property.", isUnfilled: true };
  const operand = operator === "$in" ? readList(kind, draft) : readOne(kind, draft);
  if ("message" in operand) return operand;
  const parsed = parsePropertyFilter(Object.fromEntries([[path, Object.fromEntries([[operator, operand.value]])]]));
  if (!parsed.ok) return { message: parsed.error.message, isUnfilled: false };
  return { ...(parsed.filter[0] as Predicate), path: splitPath(path) };
}

type ReadDraft = { readonly value: Json } | RowProblem;

function readOne(kind: Kind, draft: string): ReadDraft {
  const isUnfilled = draft.trim() === "";
  const wrong = (message: string): RowProblem => ({ message, isUnfilled });
  switch (kind) {
    case "text":
      return draft === "" ? wrong("Write a text.") : { value: draft };
    case "number": {
      const value = numberOfText(draft);
      return value === null ? wrong(isUnfilled ? "Write a number." : `“${draft.trim()}” is not a number.`) : { value };
    }
    case "flag":
      return draft === "yes" || draft === "no" ? { value: draft === "yes" } : wrong("Choose yes or no.");
    case "texts": {
      const value = linesOf(draft);
      return value.length === 0 ? wrong("Write at least one line.") : { value };
    }
    case "json":
      try {
        return { value: JSON.parse(draft) as Json };
      } catch {
        return wrong(isUnfilled ? 'Write a value as JSON, such as ["a", 1].' : "This is not valid JSON.");
      }
  }
}

function readList(kind: Kind, draft: string): ReadDraft {
  if (kind === "json") return readOne(kind, draft);
  const lines = linesOf(draft);
  if (lines.length === 0) return { message: "Write at least one line.", isUnfilled: true };
  const values: Json[] = [];
  for (const line of lines) {
    const read = readOne(kind, line);
    if ("message" in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

function linesOf(draft: string): string[] {
  return draft
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const KIND_OF_JSON: Readonly<Record<string, Kind>> = {
  string: "text",
  number: "number",
  boolean: "flag",
  array: "texts",
  object: "json",
};

/** The kind of most values of a property in use; null where nothing tells. */
export function usualKind(property: UsedProperty | undefined): Kind | null {
  const kinds = Object.entries(property?.kinds ?? {}).filter(([kind]) => kind !== "null");
  const [most] = kinds.sort(([, a], [, b]) => b - a);
  return most === undefined ? null : (KIND_OF_JSON[most[0]] ?? null);
}

/** A row with another operator, or with another property of a kind that is known. What was typed stays. */
export function changedRow(row: WhereRow, change: Partial<WhereRow>, usual: Kind | null): WhereRow {
  const next = { ...row, ...change };
  const taken = KINDS_OF[next.operator];
  const [first = "text"] = taken;
  const wanted = change.kind ?? (change.path !== undefined && usual !== null ? usual : next.kind);
  if (taken.includes(wanted)) return { ...next, kind: wanted };
  return { ...next, kind: usual !== null && taken.includes(usual) ? usual : first };
}
