import { describe, expect, it } from "vitest";
import { z } from "zod";
import { finiteNumber, flag, idOf, integer, text } from "./fields.ts";
import type { ValidationItem } from "./item.ts";
import { collectParameters } from "./parameters.ts";
import { type ParseOptions, parseInput } from "./parse.ts";

const BODY: ParseOptions = { root: "body", lax: false };
const QUERY: ParseOptions = { root: "query", lax: true };

function refusals(schema: z.ZodType, value: unknown, options = BODY): ValidationItem[] {
  const result = parseInput(schema, value, options);
  return result.ok ? [] : result.issues;
}

function brief(items: ValidationItem[]): string[] {
  return items.map(({ loc, type }) => `${loc.join(".")} ${type}`);
}

describe("JSON bodies", () => {
  const Node = z.strictObject({
    name: text({ min: 1, max: 3 }),
    size: integer({ min: 0 }),
    open: flag(),
    area: finiteNumber().nullable(),
    kind: z.enum(["a", "b"]).default("a"),
  });
  const valid = { name: "n", size: 1, open: true, area: null };

  it("gives the parsed value with its type and defaults", () => {
    const result = parseInput(Node, valid, BODY);
    expect(result).toEqual({ ok: true, value: { ...valid, kind: "a" } });
    if (result.ok) expect(result.value.kind satisfies "a" | "b").toBe("a");
  });

  it("are strict about types, but 1.0 is an integer", () => {
    expect(brief(refusals(Node, { name: 1, size: "5", open: "true", area: "1.5" }))).toEqual([
      "body.name string_type",
      "body.size int_type",
      "body.open bool_type",
      "body.area float_type",
    ]);
    expect(refusals(Node, { ...valid, size: JSON.parse("1.0") })).toEqual([]);
    expect(brief(refusals(Node, { ...valid, size: 1.5, open: 1 }))).toEqual([
      "body.size int_from_float",
      "body.open bool_type",
    ]);
  });

  it("report everything at once in field order, unknown fields last", () => {
    const items = refusals(Node, { zz: 1, kind: "c", open: null, name: "", constructor: 2 });
    expect(brief(items)).toEqual([
      "body.name string_too_short",
      "body.size missing",
      "body.open bool_type",
      "body.area missing",
      "body.kind enum",
      "body.zz extra_forbidden",
      "body.constructor extra_forbidden",
    ]);
    expect(items[1]?.input).toEqual({ zz: 1, kind: "c", open: null, name: "", constructor: 2 });
    expect(items[1]).not.toHaveProperty("ctx");
    expect(items[5]).toEqual({
      type: "extra_forbidden",
      loc: ["body", "zz"],
      msg: "Extra inputs are not permitted",
      input: 1,
    });
  });

  it("take nothing inherited for a field", () => {
    expect(brief(refusals(z.strictObject({ constructor: text(), toString: text() }), {}))).toEqual([
      "body.constructor missing",
      "body.toString missing",
    ]);
  });

  it("name a missing body and one that is not an object", () => {
    expect(refusals(Node, undefined)).toEqual([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
    expect(brief(refusals(Node, [1]))).toEqual(["body model_attributes_type"]);
  });

  it("name missing enums, literals and unions like any missing field", () => {
    const schema = z.strictObject({
      a: z.enum(["x"]),
      b: z.literal("y"),
      c: z.union([text(), integer()]),
      d: z.discriminatedUnion("t", [z.strictObject({ t: z.literal(1) }), z.strictObject({ t: z.literal(2) })]),
    });
    expect(brief(refusals(schema, {}))).toEqual([
      "body.a missing",
      "body.b missing",
      "body.c missing",
      "body.d missing",
    ]);
  });

  it("say one thing about one value", () => {
    const schema = text({ min: 4, pattern: /^[a-z]+$/ }).refine(() => false, "never");
    expect(brief(refusals(schema, "A"))).toEqual(["body string_too_short"]);
  });

  it("let rules of our own speak together, with their own type and ctx", () => {
    const schema = z.strictObject({ a: integer() }).superRefine((_, context) => {
      context.addIssue({ code: "custom", message: "first", path: ["a"] });
      context.addIssue({ code: "custom", message: "second", path: ["a"], params: { ctx: { operator: "$gt" } } });
      context.addIssue({ code: "custom", message: "Exact words", params: { type: "own_type" } });
    });
    expect(refusals(schema, { a: 1 })).toEqual([
      { type: "value_error", loc: ["body", "a"], msg: "Value error, first", input: 1 },
      {
        type: "value_error",
        loc: ["body", "a"],
        msg: "Value error, second",
        input: 1,
        ctx: { operator: "$gt" },
      },
      { type: "own_type", loc: ["body"], msg: "Exact words", input: { a: 1 } },
    ]);
  });

  it("blame a bad id for its pattern", () => {
    const [item] = refusals(z.strictObject({ parent_id: idOf("ent").nullable() }), { parent_id: "ent_1" });
    const pattern = "^ent_[0-9a-hjkmnp-tv-z]{26}$";
    expect(item).toEqual({
      type: "string_pattern_mismatch",
      loc: ["body", "parent_id"],
      msg: `String should match pattern '${pattern}'`,
      input: "ent_1",
      ctx: { pattern },
    });
  });

  it("point into lists, tuples and record keys", () => {
    const schema = z.strictObject({
      list: z.array(z.strictObject({ n: integer() })),
      pair: z.tuple([integer(), integer()]),
      byName: z.record(text({ max: 2 }), integer()),
    });
    const value = { list: [{ n: 1 }, { n: "2" }, {}], pair: [1, 2, 3], byName: { long: 1, ok: "x" } };
    expect(brief(refusals(schema, value))).toEqual([
      "body.list.1.n int_type",
      "body.list.2.n missing",
      "body.pair too_long",
      "body.byName.long.[key] string_too_long",
      "body.byName.ok int_type",
    ]);
  });
});

describe("unions", () => {
  const Ref = z.strictObject({ ref: text() });
  const Lit = z.strictObject({ lit: z.union([text(), finiteNumber(), flag(), z.null()]) });
  const Op = z.strictObject({ op: z.enum(["eq", "ne"]), args: z.array(z.union([Ref, Lit])) });
  const Any = z.strictObject({ when: z.union([Ref, Lit, Op]) });

  it("report only the member that was meant", () => {
    expect(brief(refusals(Any, { when: { ref: 1 } }))).toEqual(["body.when.ref string_type"]);
    expect(brief(refusals(Any, { when: { op: "lt", args: [] } }))).toEqual(["body.when.op enum"]);
    expect(brief(refusals(Any, { when: { op: "eq", args: [{ lit: 1 }, { lit: {} }] } }))).toEqual([
      "body.when.args.1.lit.str string_type",
      "body.when.args.1.lit.float float_type",
      "body.when.args.1.lit.bool bool_type",
    ]);
  });

  it("name the members when several fit equally well", () => {
    expect(brief(refusals(Any, { when: { x: 1 } }))).toEqual([
      "body.when.{ref}.ref missing",
      "body.when.{ref}.x extra_forbidden",
      "body.when.{lit}.lit missing",
      "body.when.{lit}.x extra_forbidden",
    ]);
    expect(brief(refusals(z.union([text().max(1), integer()]), null))).toEqual([
      "body.str string_type",
      "body.int int_type",
    ]);
  });

  it("do not mention null beside another member", () => {
    expect(brief(refusals(z.union([z.null(), integer()]), "x"))).toEqual(["body int_type"]);
  });

  it("put the tag of a discriminated union into the loc", () => {
    const schema = z.strictObject({
      step: z.discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("x"), v: integer() }),
        z.strictObject({ kind: z.literal(["y", "z"]), w: z.array(text()) }),
      ]),
    });
    expect(brief(refusals(schema, { step: { kind: "z", w: ["a", 1], q: 0 } }))).toEqual([
      "body.step.z.w.1 string_type",
      "body.step.z.q extra_forbidden",
    ]);
    const [item] = refusals(schema, { step: { kind: 7 } });
    expect(item?.ctx).toEqual({ discriminator: "'kind'", tag: "7", expected_tags: "'x', 'y', 'z'" });
    expect(brief(refusals(schema, { step: [] }))).toEqual(["body.step model_attributes_type"]);
  });

  it("follow a schema that contains itself", () => {
    type Tree = { name: string; children: Tree[] };
    const Tree: z.ZodType<Tree> = z.strictObject({ name: text(), children: z.array(z.lazy(() => Tree)) });
    const value = { name: "a", children: [{ name: "b", children: [{ name: 3, children: [] }] }] };
    expect(brief(refusals(Tree, value))).toEqual(["body.children.0.children.0.name string_type"]);
  });
});

describe("query values", () => {
  const Query = z.object({
    limit: integer({ min: 1, max: 500, default: 50 }),
    ratio: finiteNumber().optional(),
    deleted: flag().default(false),
    tags: z.array(text({ min: 1 })).optional(),
    ids: z.array(integer()).optional(),
    q: text({ max: 5 }).optional(),
    page: z.union([integer(), z.literal("last")]).optional(),
  });
  const read = (search: string) => parseInput(Query, collectParameters(new URLSearchParams(search)), QUERY);
  const refused = (search: string) => refusals(Query, collectParameters(new URLSearchParams(search)), QUERY);

  it("are read from text by asking the schema", () => {
    expect(read("")).toEqual({ ok: true, value: { limit: 50, deleted: false } });
    expect(read("limit=%2B1_0.0&ratio=1e-2&deleted=ON&tags=5&ids=1&ids=%202&q=12&page=last")).toEqual({
      ok: true,
      value: { limit: 10, ratio: 0.01, deleted: true, tags: ["5"], ids: [1, 2], q: "12", page: "last" },
    });
    expect(read("page=3")).toEqual({ ok: true, value: { limit: 50, deleted: false, page: 3 } });
  });

  it.each(["1.5", "0x10", "", "abc", "1e2", "1__0", "_1", "½", "1 0"])("limit=%s is no integer", (value) => {
    expect(refused(`limit=${encodeURIComponent(value)}`)).toEqual([
      {
        type: "int_parsing",
        loc: ["query", "limit"],
        msg: "Input should be a valid integer, unable to parse string as an integer",
        input: value,
      },
    ]);
  });

  it("echo what was received, not what was read", () => {
    const [item] = refused("limit=0");
    expect(item).toEqual({
      type: "greater_than_equal",
      loc: ["query", "limit"],
      msg: "Input should be greater than or equal to 1",
      input: "0",
      ctx: { ge: 1 },
    });
  });

  it("refuse unknown and repeated names", () => {
    expect(refused("limit=x&limti=5&q=a&q=b&deleted=2")).toEqual([
      expect.objectContaining({ type: "int_parsing", loc: ["query", "limit"] }),
      expect.objectContaining({ type: "bool_parsing", loc: ["query", "deleted"], input: "2" }),
      {
        type: "extra_forbidden",
        loc: ["query", "limti"],
        msg: 'Extra inputs are not permitted; did you mean "limit"?',
        input: "5",
        ctx: { suggestion: "limit" },
      },
      {
        type: "extra_forbidden",
        loc: ["query", "q"],
        msg: "This parameter is given more than once",
        input: ["a", "b"],
      },
    ]);
    expect(brief(refused("__proto__=1&constructor=2"))).toEqual([
      "query.__proto__ extra_forbidden",
      "query.constructor extra_forbidden",
    ]);
  });

  it("are never quietly changed", () => {
    expect(brief(refused("limit=9007199254740993"))).toEqual(["query.limit less_than_equal"]);
    expect(brief(refused("ratio=9007199254740993"))).toEqual(["query.ratio float_parsing"]);
    expect(brief(refused("ratio=1e999"))).toEqual(["query.ratio finite_number"]);
    expect(brief(refused("ratio=nan"))).toEqual(["query.ratio finite_number"]);
    expect(brief(refused("q=a%00"))).toEqual(["query.q value_error"]);
    expect(brief(refused("tags=a&tags=%00"))).toEqual(["query.tags.1 value_error"]);
  });

  it("have null for the input of a missing one", () => {
    const schema = z.strictObject({ q: text() });
    expect(refusals(schema, {}, QUERY)).toEqual([
      { type: "missing", loc: ["query", "q"], msg: "Field required", input: null },
    ]);
  });

  it("may come as typed JSON, and are then strict", () => {
    const typed: ParseOptions = { root: "query", lax: false };
    expect(parseInput(Query, { limit: 5, tags: ["a"] }, typed)).toMatchObject({ ok: true });
    expect(brief(refusals(Query, { limit: "5", tags: "a", other: 1 }, typed))).toEqual([
      "query.limit int_type",
      "query.tags list_type",
      "query.other extra_forbidden",
    ]);
  });

  it("leave headers nobody asked for alone", () => {
    const schema = z.strictObject({ "if-match": text({ max: 3 }).optional() });
    const header: ParseOptions = { root: "header", lax: true };
    expect(parseInput(schema, { accept: "*/*", "if-match": "1" }, header)).toEqual({
      ok: true,
      value: { "if-match": "1" },
    });
    expect(brief(refusals(schema, { "if-match": "1234" }, header))).toEqual(["header.if-match string_too_long"]);
  });
});

describe("answers stay small", () => {
  it("stops listing after a thousand items", () => {
    const wrong = Array.from({ length: 3000 }, () => "x");
    expect(refusals(z.array(integer()), wrong)).toHaveLength(1000);
    const unknown = Object.fromEntries(wrong.map((_, index) => [`k${index}`, 1]));
    expect(refusals(z.strictObject({}), unknown)).toHaveLength(1000);
  });

  it("shortens endless names", () => {
    const [item] = refusals(z.strictObject({}), { ["n".repeat(5000)]: 1 });
    expect(String(item?.loc[1]).length).toBeLessThan(300);
  });

  it("survives more issues than zod can pass on", () => {
    const schema = z.tuple([z.array(z.array(integer()))]);
    const items = refusals(schema, [[Array.from({ length: 300_000 }, () => "x")]]);
    expect(items.length).toBeGreaterThan(0);
  });
});
