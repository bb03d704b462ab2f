import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { finiteNumber, flag, integer, text, timestamp, url } from "./fields.ts";
import type { ValidationItem } from "./item.ts";
import { parseInput } from "./parse.ts";

// Real output of pydantic 2 as FastAPI runs it: lax everywhere, so these cases are parsed lax too.
const FILE = new URL("../../../../shared/corpus/vectors/pydantic-422.json", import.meta.url);

type Vector = { case: string; ok?: string; error?: ValidationItem };
type Case = { schema: z.ZodType; value: unknown; ok?: unknown };

const Strict = z.strictObject({ a: integer() }).meta({ id: "Strict" });
const Named = z.strictObject({ name: text() });
const kinds = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("x"), v: integer() }),
  z.strictObject({ kind: z.literal("y"), w: text() }),
]);

const CASES: Record<string, Case> = {
  "int str bad": { schema: integer(), value: "abc" },
  'int "1.0"': { schema: integer(), value: "1.0", ok: 1 },
  'int "1.5"': { schema: integer(), value: "1.5" },
  "int 1.5": { schema: integer(), value: 1.5 },
  "int 1.0": { schema: integer(), value: 1.0, ok: 1 },
  "int True": { schema: integer(), value: true, ok: 1 },
  "int null": { schema: integer(), value: null },
  "int []": { schema: integer(), value: [] },
  "int {}": { schema: integer(), value: {} },
  'int " 5 "': { schema: integer(), value: " 5 ", ok: 5 },
  'int "1_000"': { schema: integer(), value: "1_000", ok: 1000 },
  'int "+5"': { schema: integer(), value: "+5", ok: 5 },
  'int "0x10"': { schema: integer(), value: "0x10" },
  'int ""': { schema: integer(), value: "" },
  ge: { schema: integer({ min: 1 }), value: 0 },
  "ge str": { schema: integer({ min: 1 }), value: "0" },
  le: { schema: integer({ max: 100 }), value: 101 },
  gt: { schema: z.number().gt(0), value: 0 },
  lt: { schema: z.number().lt(1.5), value: 1.5 },
  "ge float bound": { schema: finiteNumber({ min: 0, max: 1 }), value: 1.1 },
  "ge 0 on float": { schema: finiteNumber({ min: 0, max: 1 }), value: 2 },
  multiple_of: { schema: z.int().multipleOf(5), value: 3 },
  "float str": { schema: finiteNumber(), value: "abc" },
  "float null": { schema: finiteNumber(), value: null },
  "float nan disallow": { schema: finiteNumber(), value: Number.POSITIVE_INFINITY },
  'bool "maybe"': { schema: flag(), value: "maybe" },
  "bool 2": { schema: flag(), value: 2 },
  "bool null": { schema: flag(), value: null },
  'bool "yes"': { schema: flag(), value: "yes", ok: true },
  "bool []": { schema: flag(), value: [] },
  "bool 1.5": { schema: flag(), value: 1.5 },
  'bool "ON"': { schema: flag(), value: "ON", ok: true },
  "str int": { schema: text(), value: 5 },
  "str null": { schema: text(), value: null },
  "str min": { schema: text({ min: 1 }), value: "" },
  "str min3": { schema: text({ min: 3 }), value: "a" },
  "str max": { schema: text({ max: 5 }), value: "abcdef" },
  "str pattern": { schema: text({ pattern: /^[a-z]+$/ }), value: "A1" },
  "str emoji len": { schema: text({ max: 1 }), value: "👍", ok: "👍" },
  "list str": { schema: z.array(integer()), value: "abc" },
  "list null": { schema: z.array(integer()), value: null },
  "list dict": { schema: z.array(integer()), value: { a: 1 } },
  "list min": { schema: z.array(integer()).min(1), value: [] },
  "list max": { schema: z.array(integer()).max(2), value: [1, 2, 3] },
  "list item": { schema: z.array(integer()), value: [1, "x"] },
  dict: { schema: z.record(text(), integer()), value: [1] },
  "dict val": { schema: z.record(text(), integer()), value: { a: "x" } },
  "dict any str": { schema: z.record(text(), z.unknown()), value: "s" },
  enum: { schema: z.enum(["a", "b", "c"]), value: "z" },
  "enum null": { schema: z.enum(["a", "b", "c"]), value: null },
  literal: { schema: z.literal(["a", "b"]), value: "z" },
  literal1: { schema: z.literal("a"), value: "z" },
  "literal int": { schema: z.literal([1, 2]), value: 3 },
  "model str": { schema: Named, value: "x" },
  "model list": { schema: Named, value: [] },
  "model null": { schema: Named, value: null },
  "model missing": { schema: Named, value: {} },
  "model extra": { schema: Named, value: { name: "n", zz: 1 } },
  uuid: { schema: z.uuid(), value: "nope" },
  "uuid short": { schema: z.uuid(), value: "1234" },
  "uuid int": { schema: z.uuid(), value: 5 },
  "uuid trunc": { schema: z.uuid(), value: "6ba7b810-9dad-11d1-80b4-00c04fd430c" },
  "uuid long": { schema: z.uuid(), value: "6ba7b810-9dad-11d1-80b4-00c04fd430c8a" },
  "uuid empty": { schema: z.uuid(), value: "" },
  "uuid group": { schema: z.uuid(), value: "6ba7b810-9dad-11d1-80b4c-00c04fd430c8" },
  "uuid nonhex": { schema: z.uuid(), value: "zba7b810-9dad-11d1-80b4-00c04fd430c8" },
  "dt bad": { schema: timestamp(), value: "not a date" },
  "dt empty": { schema: timestamp(), value: "" },
  "dt month": { schema: timestamp(), value: "2024-13-01T00:00:00Z" },
  "dt day": { schema: timestamp(), value: "2024-02-30T00:00:00Z" },
  "dt list": { schema: timestamp(), value: [] },
  "dt trunc": { schema: timestamp(), value: "2024-01-01T" },
  "dt sep": { schema: timestamp(), value: "2024-01-01x00:00:00" },
  "dt hour": { schema: timestamp(), value: "2024-01-01T25:00:00Z" },
  "dt tz": { schema: timestamp(), value: "2024-01-01T00:00:00+99:00" },
  "dt aware": { schema: timestamp(), value: "2024-01-01T00:00:00" },
  "dt true": { schema: timestamp(), value: true },
  "url rel": { schema: url(), value: "foo" },
  "url scheme": { schema: url(), value: "ftp://x.com" },
  "url empty": { schema: url(), value: "" },
  "url int": { schema: url(), value: 5 },
  "url host": { schema: url(), value: "http://" },
  "url port": { schema: url(), value: "http://a:99999" },
  "url space": { schema: url(), value: "http://exa mple.com" },
  "url long": { schema: url(), value: `http://a.com/${"a".repeat(2100)}` },
  "url ipv6": { schema: url(), value: "http://[::1" },
  "url ipv4": { schema: url(), value: "http://999.1.1.1" },
  "url ok octal": { schema: url(), value: "http://0177.0.0.1", ok: "http://0177.0.0.1" },
  "disc bad": { schema: kinds, value: { kind: "q", v: 1 } },
  "disc missing": { schema: kinds, value: { v: 1 } },
  "disc inner": { schema: kinds, value: { kind: "x", v: "z" } },
  "disc str": { schema: kinds, value: "s" },
  union: { schema: z.union([integer(), z.array(integer())]), value: "x" },
  optional: { schema: integer().nullable(), value: "x" },
  "union str model": { schema: z.union([text(), Strict]), value: 5 },
  value_error: { schema: integer().refine((n) => n % 2 === 0, "must be even"), value: 3 },
  model_validator: {
    schema: z.strictObject({ a: integer(), b: integer().optional() }).refine((o) => o.a === o.b, "a must match b"),
    value: { a: 1 },
  },
  alias: { schema: z.strictObject({ from: text() }), value: {} },
  "json nested": { schema: z.record(text(), z.array(integer())), value: { a: [1, "b"] } },
  tuple: { schema: z.tuple([integer(), integer()]), value: [1] },
};

/** Knowingly not followed, with the reason. */
const OUT_OF_SCOPE: Record<string, string> = {
  "int huge": "an integer beyond 2^53 cannot be kept exactly, so it is refused",
  "dt short": "a bare number in a text is no RFC 3339 time",
  "dt dateonly": "a date without a time zone names no instant: timezone_aware",
  "dt num": "a Unix number is no RFC 3339 time",
  "date bad": "no field is a calendar date",
  "date dt": "no field is a calendar date",
  decimal: "JSON numbers are doubles; no field is a decimal",
  set: "JSON has lists, not sets",
  "dict intkey": "field names are texts in JSON",
};

/** Python's words for what JSON calls an object, which are not followed. */
const DICTIONARY = /^Input should be a valid dictionary(?: or object to extract fields from)?$/;

/** Removes the empty `ctx.error` of rules in code, which is knowingly not reproduced. */
function telling({ ctx, ...rest }: ValidationItem): ValidationItem {
  const isNoise = ctx !== undefined && Object.keys(ctx).length === 1 && JSON.stringify(ctx.error) === "{}";
  const item = { ...rest, msg: rest.msg.replace(DICTIONARY, "Input should be an object") };
  return ctx === undefined || isNoise ? item : { ...item, ctx };
}

describe.skipIf(!existsSync(FILE))("pydantic's vectors", () => {
  const vectors: Vector[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")).vectors : [];
  const names = [...new Set(vectors.map((vector) => vector.case))];

  it("are all either followed or knowingly not", () => {
    expect(vectors).toHaveLength(111);
    expect(names.filter((name) => !(name in CASES) && !(name in OUT_OF_SCOPE))).toEqual([]);
  });

  it.each(names.filter((name) => name in CASES))("%s", (name) => {
    const { schema, value, ok } = CASES[name] as Case;
    const expected = vectors.filter((vector) => vector.case === name);
    const result = parseInput(schema, value, { root: "body", lax: true });
    if (expected.some((vector) => vector.ok !== undefined)) {
      expect(result).toEqual({ ok: true, value: ok });
      return;
    }
    const items = expected.flatMap(({ error }) => (error === undefined ? [] : [readable(telling(error), value)]));
    expect(result).toEqual({ ok: false, issues: items });
  });
});

/** Inputs the vector file could not hold are replaced by the one that was sent. */
function readable(item: ValidationItem, sent: unknown): ValidationItem {
  const text = JSON.stringify(item.input);
  return text.includes("$python_float") || text.includes("(truncated)") ? { ...item, input: sent } : item;
}
