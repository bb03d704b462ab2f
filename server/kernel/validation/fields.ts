import { z } from "zod";
import { ID_BODY } from "#domain/id-body.ts";
import type { JsonObject } from "#domain/json.ts";
import { explainDateTime, explainUrl, MAX_URL_LENGTH, toUtc } from "./formats.ts";
import { type Failure, MISSING, valueError } from "./item.ts";
import { checkJsonValue, DEFAULT_MAX_DEPTH } from "./json-values.ts";
import { secretMark } from "./secrets.ts";

/** `min` and `max` count Unicode code points; `pattern` carries no flag but `u`, for OpenAPI shows only its source. */
type TextOptions = { min?: number; max?: number; pattern?: RegExp; singleLine?: boolean };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters (C0, C1) and line ends are what it refuses.
const SINGLE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

/** Text; `singleLine` refuses control characters and line breaks, as in a name or a key of the caller's. */
export function text({ min, max, pattern, singleLine: isSingleLine }: TextOptions = {}): z.ZodString {
  let schema = z.string();
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  if (isSingleLine) schema = schema.regex(SINGLE_LINE);
  return pattern === undefined ? schema : schema.regex(pattern);
}

/** Text without control characters or line breaks. */
export function singleLine(bounds: Bounds = {}): z.ZodString {
  return text({ ...bounds, singleLine: true });
}

/** A boolean; in a query also `yes`, `no`, `on`, `off`, `1`, `0` and the like. */
export function flag(): z.ZodBoolean {
  return z.boolean();
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes in base64 (RFC 4648 §4), at least one. */
export function base64(): z.ZodString {
  return z
    .string()
    .min(1)
    .check(
      textCheck({ format: "base64" }, (payload) => {
        const { value } = payload;
        if (value.length % 4 !== 0 || !BASE64.test(value)) refuse(payload, NOT_BASE64);
      }),
    );
}

const NOT_BASE64 = valueError("this is not base64");

const SHA256 = /^[0-9a-f]{64}$/;

/** A file of the project, by the SHA-256 of its content in hexadecimal. */
export function fileHash(): z.ZodString {
  return text({ pattern: SHA256 });
}

const ids = new Map<string, z.ZodString>();

/** The id of a resource: its prefix, and 26 characters of lower-case Crockford base 32. */
export function idOf(prefix: string): z.ZodString {
  let schema = ids.get(prefix);
  if (schema === undefined) {
    schema = z.string().regex(new RegExp(`^${prefix}_${ID_BODY}$`));
    ids.set(prefix, schema);
  }
  return schema;
}

/** The id of what is created, which whoever creates it may choose. */
export function chosenId(prefix: string): z.ZodOptional<z.ZodString> {
  return idOf(prefix)
    .optional()
    .meta({ description: "Chosen by you, for offline work and imports; made for you when absent." });
}

type Bounds = { min?: number; max?: number };

/** An integer that JavaScript holds exactly. */
export function integer(options: Bounds & { default: number }): z.ZodDefault<z.ZodInt>;
export function integer(options?: Bounds): z.ZodInt;
export function integer(options: Bounds & { default?: number } = {}): z.ZodInt | z.ZodDefault<z.ZodInt> {
  const schema = bounded(z.int(), options);
  return options.default === undefined ? schema : schema.default(options.default);
}

/** A number that is neither infinite nor NaN. */
export function finiteNumber(options: Bounds & { default: number }): z.ZodDefault<z.ZodNumber>;
export function finiteNumber(options?: Bounds): z.ZodNumber;
export function finiteNumber(options: Bounds & { default?: number } = {}): z.ZodNumber | z.ZodDefault<z.ZodNumber> {
  const schema = bounded(z.number(), options);
  return options.default === undefined ? schema : schema.default(options.default);
}

function bounded<Schema extends z.ZodInt | z.ZodNumber>(schema: Schema, { min, max }: Bounds): Schema {
  const checks = [...(min === undefined ? [] : [z.gte(min)]), ...(max === undefined ? [] : [z.lte(max)])];
  return checks.length === 0 ? schema : (schema.check(...checks) as Schema);
}

/** An RFC 3339 date and time. Any offset is taken; the parsed value is the same instant in UTC. */
export function timestamp(): z.ZodString {
  return z.string().check(
    textCheck({ format: "datetime" }, (payload) => {
      const failure = explainDateTime(payload.value);
      if (failure === null) payload.value = toUtc(payload.value);
      else refuse(payload, failure);
    }),
  );
}

/** A language with what narrows it, such as `pt-BR`, by its tag of BCP 47. The parsed value has the canonical case. */
export function languageTag(): z.ZodString {
  return text({ min: 2, max: 64 }).check((payload) => {
    const tag = canonicalTag(payload.value);
    if (tag !== null) payload.value = tag;
    else refuse(payload, NOT_A_LANGUAGE);
  });
}

const NOT_A_LANGUAGE = valueError("this is no language tag, such as `en` or `pt-BR`");

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** A time zone by its IANA name, such as `Europe/Lisbon`. */
export function timeZone(): z.ZodString {
  return text({ min: 1, max: 64 }).check((payload) => {
    if (!isTimeZone(payload.value)) refuse(payload, NOT_A_TIME_ZONE);
  });
}

const NOT_A_TIME_ZONE = valueError("this is no IANA time zone, such as `Europe/Lisbon`");

function isTimeZone(name: string): boolean {
  // An offset is taken by the same function, but follows no clock change.
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An absolute URL, kept as it was sent. */
export function url({ schemes = ["http", "https"] }: { schemes?: readonly string[] } = {}): z.ZodString {
  return z.string().check(
    textCheck({ format: "url", maximum: MAX_URL_LENGTH }, (payload) => {
      const failure = explainUrl(payload.value, schemes);
      if (failure !== null) refuse(payload, failure);
    }),
  );
}

/** A text that is never repeated in an error, neither by itself nor inside an object that contains it. */
export function secretText(options: TextOptions = {}): z.ZodString {
  return text(options).check(secretMark()).meta({ format: "password", writeOnly: true });
}

/**
 * A JSON object passed through unchanged and uncopied. (`z.record` would copy it.) `maxBytes` bounds its JSON in UTF-8;
 * what is in it is checked as in a request, for objects also come in files.
 */
export function freeObject({ maxBytes }: { maxBytes: number }): z.ZodType<JsonObject, JsonObject> {
  const schema = z.unknown().check((payload) => {
    const { value, issues } = payload;
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      issues.push({ code: "invalid_type", expected: "record", input: value });
      return;
    }
    const unfit = checkJsonValue(value, [], DEFAULT_MAX_DEPTH - 1);
    for (const { loc, msg, ...params } of unfit)
      issues.push({ code: "custom", message: msg, input: null, path: [...loc], params });
    if (unfit.length > 0 || Buffer.byteLength(JSON.stringify(value)) <= maxBytes) return;
    const msg = `Data should have at most ${maxBytes} bytes`;
    refuse(payload, { type: "bytes_too_long", msg, ctx: { max_length: maxBytes } });
  });
  return schema.meta({ type: "object", additionalProperties: true }) as z.ZodType<JsonObject, JsonObject>;
}

const NO_FILE = valueError("a file is a string, or the JSON value it holds");

/** A file that comes in a body: its text, or for JSON the value itself. */
export function fileContent(): z.ZodType<unknown, unknown> {
  return z
    .unknown()
    .check((payload) => {
      const { value } = payload;
      if (typeof value === "string" || (typeof value === "object" && value !== null)) return;
      refuse(payload, value === undefined ? MISSING : NO_FILE);
    })
    .meta({ description: "The file as a string or, for JSON formats, the JSON value itself." });
}

/** A check of our own that tells OpenAPI what it demands, where zod's own checks would. */
function textCheck(
  shown: { format: string; maximum?: number },
  check: (payload: z.core.ParsePayload<string>) => void,
): z.core.$ZodCheck<string> {
  const made = z.check<string>(check);
  made._zod.onattach.push((schema) => {
    Object.assign(schema._zod.bag, shown);
  });
  return made;
}

function refuse(payload: z.core.ParsePayload, failure: Failure): void {
  const { type, msg, ctx } = failure;
  payload.issues.push({
    code: "custom",
    message: msg,
    input: payload.value,
    params: ctx === undefined ? { type } : { type, ctx },
  });
}
