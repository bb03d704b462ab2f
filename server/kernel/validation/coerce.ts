import type { z } from "zod";
import { survivesAsDouble } from "./exact-integer.ts";
import { isInteger, unwrap } from "./schema-walk.ts";

type Coercer = (value: unknown) => unknown;

const coercers = new WeakMap<z.core.$ZodType, Coercer>();

/**
 * Turn texts into the numbers and booleans a schema asks for, as FastAPI does with path, query and header values.
 * What cannot be read stays as it is, for the schema to refuse.
 */
export function coerceLax(schema: z.core.$ZodType, value: unknown): unknown {
  return coercerFor(schema)(value);
}

function coercerFor(schema: z.core.$ZodType): Coercer {
  const known = coercers.get(schema);
  if (known !== undefined) return known;
  // Entered before it is made, so that a schema which contains itself ends.
  let made: Coercer = (value) => value;
  coercers.set(schema, (value) => made(value));
  made = makeCoercer(schema);
  coercers.set(schema, made);
  return made;
}

function makeCoercer(schema: z.core.$ZodType): Coercer {
  const node = unwrap(schema);
  const def = node._zod.def;
  switch (def.type) {
    case "number":
      return isInteger(node) ? readInteger : readNumber;
    case "boolean":
      return readBoolean;
    case "array": {
      const element = coercerFor(def.element);
      return (value) => (Array.isArray(value) ? value.map(element) : value);
    }
    case "record": {
      const field = coercerFor(def.valueType);
      return (value) => mapFields(value, () => field);
    }
    case "object": {
      const fields = new Map(Object.entries(def.shape).map(([name, field]) => [name, coercerFor(field)]));
      return (value) => mapFields(value, (name) => fields.get(name));
    }
    case "union":
      return (value) => readMember(def.options, value);
    default:
      return (value) => value;
  }
}

function mapFields(value: unknown, coercerOf: (name: string) => Coercer | undefined): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, coercerOf(name)?.(field) ?? field]));
}

/** A member that takes the text as it is wins over one that needs it read as something else. */
function readMember(options: readonly z.core.$ZodType[], value: unknown): unknown {
  const accepts = (option: z.core.$ZodType, candidate: unknown) => (option as z.ZodType).safeParse(candidate).success;
  if (options.some((option) => accepts(option, value))) return value;
  for (const option of options) {
    const read = coerceLax(option, value);
    if (accepts(option, read)) return read;
  }
  return value;
}

const INTEGER = /^[+-]?\d+(?:_\d+)*(?:\.0*)?$/;
const NUMBER = /^[+-]?(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INFINITE = /^[+-]?(?:inf|infinity|nan)$/i;

function readInteger(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (!INTEGER.test(text)) return value;
  const number = Number(text.replaceAll("_", ""));
  return Number.isFinite(number) ? number : value;
}

function readNumber(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return value;
  const text = value.trim().replaceAll("_", "");
  if (INFINITE.test(text)) return Number.NaN;
  if (!NUMBER.test(value.trim())) return value;
  const number = Number(text);
  const isChanged = Number.isFinite(number) && /^[+-]?\d{16,}$/.test(text) && !survivesAsDouble(text.replace("+", ""));
  return isChanged ? value : number;
}

const TRUE = new Set(["1", "on", "t", "true", "y", "yes"]);
const FALSE = new Set(["0", "off", "f", "false", "n", "no"]);

function readBoolean(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const word = String(value).toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : value;
}
