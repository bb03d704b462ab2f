import { type Json, type JsonObject, jsonEqual } from "../json.ts";
import { entriesOf, isEmptyValue } from "./property-values.ts";
import { isList, type PropertyDefinition } from "./template.ts";

/** Value that does not fit the definition of its property. */
export interface PropertyFault {
  readonly key: string;
  /** Place within the value; empty for the whole of it. */
  readonly at: readonly number[];
  /** Words for the mistake, as the end of a sentence about the value. */
  readonly message: string;
  readonly input: Json;
}

/** Subject that a property can name, with its type where it has one. */
export interface NamedSubject {
  readonly name?: string;
  readonly type: string;
}

/**
 * Finds the subject that a value names: null where there is none, undefined where that is not known, such as in a browser that has not
 * read it.
 */
export type FindNamed = (kind: "reference" | "picture", value: string) => NamedSubject | null | undefined;

/** Returns the properties that a change sets to another value. What it leaves as it was is not checked again. */
export function changedProperties(before: JsonObject | null, after: JsonObject): JsonObject {
  const changed = Object.entries(after).filter(([key, value]) => {
    return before === null || !Object.hasOwn(before, key) || !jsonEqual(before[key], value);
  });
  return Object.fromEntries(changed);
}

/** Finds what is wrong with values of properties. Properties without a definition hold anything, and nothing has to be filled in. */
export function propertyFaults(
  definitions: readonly PropertyDefinition[],
  values: JsonObject,
  find: FindNamed = () => undefined,
): PropertyFault[] {
  return definitions.flatMap((definition) => {
    const { key } = definition;
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? [] : valueFaults(definition, value, find);
  });
}

/** Finds what is wrong with the value of one property. */
export function valueFaults(
  definition: PropertyDefinition,
  value: Json,
  find: FindNamed = () => undefined,
): PropertyFault[] {
  const { key } = definition;
  if (isEmptyValue(value)) return [];
  if (!isList(definition)) {
    const message = entryFault(definition, value, find);
    return message === null ? [] : [{ key, at: [], message, input: value }];
  }
  if (!Array.isArray(value)) return [{ key, at: [], message: "must be a list", input: value }];
  return value.flatMap((entry, index) => {
    const message = entryFault(definition, entry, find);
    return message === null ? [] : [{ key, at: [index], message, input: entry }];
  });
}

/** Returns the ids, or the external ids, by which values name subjects of a kind. */
export function namedBy(
  kind: "reference" | "picture",
  definitions: readonly PropertyDefinition[],
  values: JsonObject,
): string[] {
  return definitions.flatMap((definition) => {
    if (definition.kind !== kind || !Object.hasOwn(values, definition.key)) return [];
    return entriesOf(values[definition.key]).filter((entry) => typeof entry === "string");
  });
}

/** Returns what is wrong with a value, or with an entry of a list; null where it fits. */
function entryFault(definition: PropertyDefinition, value: Json, find: FindNamed): string | null {
  switch (definition.kind) {
    case "text":
    case "long_text":
      return typeof value === "string" ? null : "must be text";
    case "number":
      return numberFault(definition, value);
    case "boolean":
      return typeof value === "boolean" ? null : "must be yes or no";
    case "choice":
    case "choices":
      return choiceFault(definition, value);
    case "reference":
    case "picture":
      return namedFault(definition.kind, definition.of_type, value, find);
    case "date":
      return dateFault(value);
  }
}

function numberFault({ min, max }: PropertyDefinition, value: Json): string | null {
  if (typeof value !== "number") return "must be a number";
  if (min !== null && value < min) return `must be at least ${min}`;
  return max !== null && value > max ? `must be at most ${max}` : null;
}

function choiceFault({ options }: PropertyDefinition, value: Json): string | null {
  if (typeof value === "string" && options.includes(value)) return null;
  return options.length === 0 ? "must be one of the choices, and there are none yet" : `must be ${listed(options)}`;
}

/** Options as a refusal lists them. */
const LISTED_OPTIONS = 12;

function listed(options: readonly string[]): string {
  const shown = options.slice(0, LISTED_OPTIONS);
  const more = options.length - shown.length;
  if (more > 0) return `one of ${shown.join(", ")} and ${more} more`;
  const last = shown.at(-1) ?? "";
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(", ")} or ${last}`;
}

function namedFault(kind: "reference" | "picture", ofType: string | null, value: Json, find: FindNamed): string | null {
  const what = kind === "picture" ? "picture" : (ofType ?? "part of the world");
  if (typeof value !== "string") return `must name a ${what}`;
  const found = find(kind, value);
  if (found === undefined) return null;
  if (found === null) return `names a ${what} that does not exist`;
  if (kind === "picture" || ofType === null || found.type === ofType) return null;
  return `must name a ${ofType}, and ${found.name ?? "this"} is a ${found.type}`;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

function dateFault(value: Json): string | null {
  const [, year, month, day] = typeof value === "string" ? (DATE.exec(value) ?? []) : [];
  if (year === undefined || month === undefined || day === undefined) return "must be a date such as 1421-03-05";
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysIn(+year, +month)
    ? null
    : "must be a day of the calendar";
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
