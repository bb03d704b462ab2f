import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import {
  finiteNumber,
  flag,
  freeObject,
  idOf,
  integer,
  secretText,
  singleLine,
  text,
  timestamp,
  url,
} from "./fields.ts";
import { type ParseOptions, parseInput } from "./parse.ts";

const BODY: ParseOptions = { root: "body", lax: false };

/** The first failure's type, or the parsed value. */
function outcome(schema: z.ZodType, value: unknown): unknown {
  const result = parseInput(schema, value, BODY);
  return result.ok ? { value: result.value } : result.issues[0]?.type;
}

describe("text", () => {
  it("is counted in code points", () => {
    const two = text({ min: 2, max: 2 });
    expect(outcome(two, "👍👍")).toEqual({ value: "👍👍" });
    expect(outcome(two, "👍")).toBe("string_too_short");
    expect(outcome(two, "👍👍👍")).toBe("string_too_long");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(12), (value, max) => {
        const fits = [...value].length <= max;
        expect(outcome(text({ max }), value)).toEqual(fits ? { value } : "string_too_long");
      }),
    );
  });

  it("on a single line has no control characters", () => {
    for (const schema of [singleLine({ max: 20 }), text({ max: 20, singleLine: true })]) {
      expect(outcome(schema, "Nord/Süd 100 % 👍")).toEqual({ value: "Nord/Süd 100 % 👍" });
      for (const bad of ["a\nb", "a\r", "\t", "\u0085", "\u2028", "\u007f"]) {
        expect(outcome(schema, bad)).toBe("string_pattern_mismatch");
      }
    }
  });
});

describe("ids", () => {
  it("have their prefix and 26 characters of Crockford base 32", () => {
    const body = "01hzy3v7k8q2w4n6r8t0abcdef";
    expect(outcome(idOf("ent"), `ent_${body}`)).toEqual({ value: `ent_${body}` });
    for (const bad of [
      `prj_${body}`,
      `ent_${body}0`,
      `ent_${body.slice(1)}`,
      `ent_${body.toUpperCase()}`,
      `ent_${body}\n`,
    ]) {
      expect(outcome(idOf("ent"), bad)).toBe("string_pattern_mismatch");
    }
    for (const letter of "ilou")
      expect(outcome(idOf("ent"), `ent_${letter}${body.slice(1)}`)).toBe("string_pattern_mismatch");
  });
});

describe("numbers", () => {
  it("are bounded, safe and finite", () => {
    const limit = integer({ min: 1, max: 500, default: 50 });
    expect(outcome(limit, undefined)).toEqual({ value: 50 });
    expect([0, 501, 1.5, 2 ** 53].map((value) => outcome(limit, value))).toEqual([
      "greater_than_equal",
      "less_than_equal",
      "int_from_float",
      "less_than_equal",
    ]);
    expect(outcome(integer(), 2 ** 53)).toBe("less_than_equal");
    expect(outcome(finiteNumber({ min: 0, max: 1, default: 0.5 }), undefined)).toEqual({ value: 0.5 });
    expect(outcome(finiteNumber({ max: 1 }), 1.01)).toBe("less_than_equal");
    expect(outcome(finiteNumber(), Number.NaN)).toBe("finite_number");
  });
});

describe("timestamp", () => {
  it.each([
    ["2024-02-29T12:34:56Z", "2024-02-29T12:34:56Z"],
    ["2024-02-29t12:34:56.123456z", "2024-02-29T12:34:56.123456Z"],
    ["2024-01-01T01:30:00.5+02:00", "2023-12-31T23:30:00.5Z"],
    ["2024-12-31 23:00:00-05:30", "2025-01-01T04:30:00Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["0099-06-01T00:00:00+00:00", "0099-06-01T00:00:00Z"],
  ])("%s is %s", (sent, kept) => {
    expect(outcome(timestamp(), sent)).toEqual({ value: kept });
  });

  it.each([
    ["2024-01-01", "timezone_aware"],
    ["2024-01-01T00:00:00", "timezone_aware"],
    ["2024-01-01T00:00:60Z", "datetime_from_date_parsing"],
    ["2024-01-01T24:00:00Z", "datetime_from_date_parsing"],
    ["2023-02-29T00:00:00Z", "datetime_from_date_parsing"],
    ["2024-1-01T00:00:00Z", "datetime_from_date_parsing"],
    ["1704067200", "datetime_from_date_parsing"],
    ["0000-01-01T00:00:00Z", "datetime_object_invalid"],
    ["0001-01-01T00:00:00+01:00", "datetime_object_invalid"],
    ["9999-12-31T23:59:59-00:01", "datetime_object_invalid"],
  ])("%s is refused: %s", (sent, type) => {
    expect(outcome(timestamp(), sent)).toBe(type);
  });

  it("keeps every instant JavaScript prints", () => {
    const instants = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        expect(outcome(timestamp(), date.toISOString())).toEqual({ value: date.toISOString() });
      }),
    );
  });
});

describe("url", () => {
  it("is kept as it was sent", () => {
    for (const value of ["https://Example.com:443/a?b#c", "http://[::1]:80", "https://müller.example/ü"]) {
      expect(outcome(url(), value)).toEqual({ value });
    }
  });

  it.each([
    ["https:example.com", "url_parsing"],
    ["//example.com", "url_parsing"],
    ["https://a b", "url_parsing"],
    ["https://a\nb.example", "url_parsing"],
    [" https://a.example", "url_parsing"],
    ["https://:80", "url_parsing"],
    ["http://a.example", "url_scheme"],
    ["javascript://a.example/%0aalert(1)", "url_scheme"],
  ])("%j is refused: %s", (value, type) => {
    expect(outcome(url({ schemes: ["https"] }), value)).toBe(type);
  });

  it("names the schemes it takes", () => {
    const result = parseInput(url({ schemes: ["https"] }), "http://a.example", BODY);
    expect(result).toMatchObject({
      issues: [{ msg: "URL scheme should be 'https'", ctx: { expected_schemes: "'https'" } }],
    });
  });
});

describe("freeObject", () => {
  const schema = z.strictObject({ properties: freeObject({ maxBytes: 20 }).default({}) });

  it("passes the very object through", () => {
    const properties = JSON.parse('{"constructor":2}');
    const result = parseInput(schema, { properties }, BODY);
    expect(result.ok && result.value.properties).toBe(properties);
    expect(parseInput(schema, {}, BODY)).toEqual({ ok: true, value: { properties: {} } });
  });

  it("is bounded in bytes of UTF-8 and takes objects only", () => {
    expect(parseInput(schema, { properties: { a: "ééééééé" } }, BODY)).toEqual({
      ok: false,
      issues: [
        {
          type: "bytes_too_long",
          loc: ["body", "properties"],
          msg: "Data should have at most 20 bytes",
          input: { a: "ééééééé" },
          ctx: { max_length: 20 },
        },
      ],
    });
    for (const value of [[], null, "x", 1]) expect(outcome(schema, { properties: value })).toBe("dict_type");
    expect(outcome(z.strictObject({ properties: freeObject({ maxBytes: 1 }) }), {})).toBe("missing");
  });
});

describe("OpenAPI", () => {
  it("shows every bound", () => {
    const schema = z.strictObject({
      name: text({ min: 1, max: 255, pattern: /^[a-z]+$/ }),
      id: idOf("ent"),
      limit: integer({ min: 1, max: 500, default: 50 }),
      ratio: finiteNumber({ min: 0 }).optional(),
      at: timestamp().nullable(),
      link: url().optional().meta({ description: "A link." }),
      properties: freeObject({ maxBytes: 9 }).meta({ description: "Yours." }).optional(),
      key: secretText({ max: 9 }),
      open: flag(),
    });
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({
      required: ["name", "id", "at", "key", "open"],
      additionalProperties: false,
      properties: {
        name: { type: "string", minLength: 1, maxLength: 255, pattern: "^[a-z]+$" },
        id: { type: "string", pattern: "^ent_[0-9a-hjkmnp-tv-z]{26}$" },
        limit: { type: "integer", minimum: 1, maximum: 500, default: 50 },
        ratio: { type: "number", minimum: 0 },
        at: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
        link: { type: "string", format: "uri", maxLength: 2083, description: "A link." },
        properties: { type: "object", additionalProperties: true, description: "Yours." },
        key: { type: "string", maxLength: 9, format: "password", writeOnly: true },
        open: { type: "boolean" },
      },
    });
  });

  it("and TypeScript infers every type", () => {
    const schema = z.strictObject({
      n: integer({ default: 1 }),
      m: integer(),
      o: freeObject({ maxBytes: 9 }),
      t: timestamp(),
    });
    expectTypeOf<z.input<typeof schema>>().toEqualTypeOf<{
      n?: number | undefined;
      m: number;
      o: JsonObject;
      t: string;
    }>();
    expectTypeOf<z.output<typeof schema>>().toEqualTypeOf<{ n: number; m: number; o: JsonObject; t: string }>();
  });
});
