import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FILTER_LIMITS, type Predicate, type PropertyFilter } from "#domain/filter/property-filter.ts";
import { formatPath } from "#domain/filter/property-path.ts";
import type { Json } from "#domain/json.ts";
import { changedRow, EMPTY_ROW, OPERATORS, readRows, readWhere, rowOf, usualKind, whereText } from "./where-filter.ts";
import { conditionWords, operatorWords, whereWords } from "./where-words.ts";

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const scalar = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", " edge ", "two\nlines", "a\r", "GR", "2026-11-23"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => asJson(each) as number),
  fc.boolean(),
  fc.constant(null),
);
const json = fc
  .oneof(scalar, fc.array(scalar), fc.jsonValue({ maxDepth: 3 }))
  .map(asJson)
  .filter((value) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)));
const key = fc.oneof(
  fc.constantFrom("country", "stats", "hp", "__proto__", "constructor", "7", "in", "$", ""),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const path = fc
  .array(
    key.filter((each) => !each.startsWith("$") && !each.includes(".") && !each.includes("\0")),
    { minLength: 1, maxLength: 4 },
  )
  .filter((steps) => readWhere(JSON.stringify(Object.fromEntries([[formatPath(steps), { $ne: 1 }]]))).ok);
const predicate = fc.constantFrom(...OPERATORS).chain((operator): fc.Arbitrary<Predicate> => {
  if (operator === "$in") return fc.record({ path, operator: fc.constant(operator), operand: fc.array(json) });
  if (operator === "$eq" || operator === "$ne" || operator === "$contains")
    return fc.record({ path, operator: fc.constant(operator), operand: json });
  const ordered = json.filter((each): each is number | string => typeof each === "number" || typeof each === "string");
  return fc.record({ path, operator: fc.constant(operator), operand: ordered });
});
const keyOf = ({ path: steps, operator }: Predicate) => `${formatPath(steps)} ${operator}`;
const filters = fc.uniqueArray(predicate, { maxLength: 6, selector: keyOf });
/** All conditions must hold, so that their order says nothing. */
const sorted = (filter: PropertyFilter) => filter.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

describe("a filter", () => {
  it("is the same after an address, and after its rows", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const address = new URLSearchParams({ where: whereText(filter) }).toString();
        const read = readWhere(new URLSearchParams(address).get("where") ?? "");
        expect(read.ok && sorted(read.filter)).toEqual(sorted(filter));
        const rows = readRows(filter.map(rowOf));
        expect(rows).toEqual({ filter, problems: new Map() });
      }),
    );
  });

  it("says each of its conditions, with its property and in words of its operator", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const words = whereWords(filter, "places");
        for (const each of filter) {
          expect(words).toContain(conditionWords(each));
          expect(conditionWords(each)).toContain(formatPath(each.path));
          expect(conditionWords(each)).toContain(operatorWords(each.operator, typeof each.operand === "string"));
        }
      }),
    );
    const read = readWhere('{"kind":"island","country":{"$in":["GR","IT"]},"size":{"$gte":3},"lit":true,"old":null}');
    expect(read.ok && whereWords(read.filter, "places")).toBe(
      "places whose kind is “island” and country is one of “GR”, “IT” and size is at least 3 and lit is yes and old is nothing",
    );
    expect(whereWords([], "things")).toBe("all things");
  });

  it("that an address says wrongly is told why, and one that asks twice cannot be edited in rows", () => {
    expect(readWhere("{")).toEqual({ ok: false, why: "It is cut off or mistyped." });
    expect(readWhere('{"a":{"$regex":"x"}}')).toMatchObject({ ok: false, why: expect.stringContaining("operator") });
    expect(readWhere('{"a.b":{"$ne":1},"a":{"b":{"$ne":2}}}')).toMatchObject({ ok: false });
    expect(readWhere("")).toEqual({ ok: true, filter: [] });
  });
});

describe("rows", () => {
  const row = (part: object) => ({ ...EMPTY_ROW, path: "a", ...part });
  const problem = (part: object) => readRows([row(part)]).problems.get(0);

  it("name what is wrong with one and keep the others", () => {
    expect(problem({ kind: "number", draft: "tall" })).toEqual({
      message: "“tall” is not a number.",
      isUnfilled: false,
    });
    expect(problem({ kind: "json", draft: "{" })?.message).toBe("This is not valid JSON.");
    expect(problem({ operator: "$in", kind: "number", draft: "1\nx" })?.message).toBe("“x” is not a number.");
    expect(problem({ operator: "$in", kind: "json", draft: "1" })?.message).toContain("array");
    expect(problem({ path: "a.$b", draft: "x" })?.message).toContain("$");
    expect(problem({ draft: "x".repeat(FILTER_LIMITS.stringLength + 1) })?.message).toContain("characters");
    expect(problem({ draft: "" })).toMatchObject({ isUnfilled: true });
    expect(problem({ path: null, draft: "x" })).toMatchObject({ isUnfilled: true });
    const both = readRows([row({ kind: "number", draft: "tall" }), EMPTY_ROW, row({ draft: "x" })]);
    expect([...both.problems.keys()]).toEqual([0]);
    expect(both.filter).toEqual([{ path: ["a"], operator: "$eq", operand: "x" }]);
  });

  it("ask each thing of a property once", () => {
    const twice = readRows([row({ operator: "$ne", draft: "x" }), row({ operator: "$ne", draft: "y" })]);
    expect([...twice.problems.keys()]).toEqual([1]);
    expect(readRows([row({ operator: "$gt", draft: "a" }), row({ operator: "$lt", draft: "f" })]).problems.size).toBe(
      0,
    );
  });

  it("take the kind of a property that is known, and keep what was typed", () => {
    const typed = row({ draft: "12" });
    expect(changedRow(typed, { path: "size" }, "number")).toMatchObject({ kind: "number", draft: "12" });
    expect(changedRow(row({ kind: "flag", draft: "yes" }), { operator: "$gt" }, "flag")).toMatchObject({
      kind: "number",
      draft: "yes",
    });
    expect(changedRow(typed, { path: "free" }, null)).toMatchObject({ kind: "text" });
    expect(usualKind({ path: "a", entities: 9, kinds: { null: 5, string: 1, array: 3 } })).toBe("texts");
    expect(usualKind(undefined)).toBeNull();
  });
});
