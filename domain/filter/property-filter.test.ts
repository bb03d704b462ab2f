import { describe, expect, it } from "vitest";
import { FILTER_LIMITS, parsePropertyFilter } from "./property-filter.ts";

function predicates(value: unknown) {
  const parsed = parsePropertyFilter(value);
  if (!parsed.ok) throw new Error(`${parsed.error.path} ${parsed.error.operator} ${parsed.error.message}`);
  return parsed.filter;
}

function fault(value: unknown) {
  const parsed = parsePropertyFilter(value);
  if (parsed.ok) throw new Error("The filter was accepted.");
  return [parsed.error.path, parsed.error.operator];
}

describe("parsePropertyFilter", () => {
  it("takes {} at any depth as no condition", () => {
    expect(predicates({})).toEqual([]);
    expect(predicates({ stats: {}, "a.b": { c: {} } })).toEqual([]);
  });

  it("reads nested objects and dotted keys as the same path", () => {
    const wanted = [{ path: ["a", "b", "c"], operator: "$gt", operand: 1 }];
    expect(predicates({ a: { b: { c: { $gt: 1 } } } })).toEqual(wanted);
    expect(predicates({ "a.b": { c: { $gt: 1 } } })).toEqual(wanted);
    expect(predicates({ "a.b.c": { $gt: 1 } })).toEqual(wanted);
    expect(predicates({ "a.": 1, "": 2, ".": 3 }).map(({ path }) => path)).toEqual([["a", ""], [""], ["", ""]]);
  });

  it("reads bare scalars and arrays as $eq", () => {
    expect(predicates({ a: 1, b: null, c: [1, { d: 2 }], e: false, f: "" })).toEqual([
      { path: ["a"], operator: "$eq", operand: 1 },
      { path: ["b"], operator: "$eq", operand: null },
      { path: ["c"], operator: "$eq", operand: [1, { d: 2 }] },
      { path: ["e"], operator: "$eq", operand: false },
      { path: ["f"], operator: "$eq", operand: "" },
    ]);
  });

  it("keeps every operator on a path, and a path given twice", () => {
    expect(predicates({ a: { $gte: 1, $lt: 5 } }).map(({ operator }) => operator)).toEqual(["$gte", "$lt"]);
    expect(predicates({ "a.b": { $gt: 1 }, a: { b: { $ne: 3 } } })).toHaveLength(2);
  });

  it("leaves operands alone, whatever keys they hold", () => {
    const operand = JSON.parse('{"$eq": 1, "a.b": {"__proto__": []}}');
    expect(predicates({ a: { $eq: operand } })).toEqual([{ path: ["a"], operator: "$eq", operand }]);
  });

  it("reads __proto__ as a key like any other", () => {
    const filter = predicates(JSON.parse('{"__proto__": {"a": {"$eq": 1}}}'));
    expect(filter).toEqual([{ path: ["__proto__", "a"], operator: "$eq", operand: 1 }]);
  });

  it.each([null, [], "a", 1, true, undefined])("refuses %j in the place of a filter", (value) => {
    expect(fault(value)).toEqual(["", null]);
  });

  it("names the path and the operator at fault", () => {
    expect(fault({ a: { b: { $regex: "x" } } })).toEqual(["a.b", "$regex"]);
    expect(fault({ $or: [{ a: 1 }] })).toEqual(["", "$or"]);
    expect(fault({ $eq: {} })).toEqual(["", "$eq"]);
    expect(fault({ "a.b": { $gt: 1, c: 2 } })).toEqual(["a.b", "$gt"]);
    expect(fault({ "a.$gt": 1 })).toEqual(["a", "$gt"]);
    expect(fault({ a: { "$gt.b": 1 } })).toEqual(["a", "$gt.b"]);
    expect(fault({ a: { $in: 1 } })).toEqual(["a", "$in"]);
  });

  it("asks whether an operator was meant where its $ is missing or it is misspelt", () => {
    const suggestion = (value: unknown) => {
      const parsed = parsePropertyFilter(value);
      return parsed.ok ? null : parsed.error.suggestion;
    };
    expect(fault({ level: { gt: 3 } })).toEqual(["level", "gt"]);
    expect(suggestion({ level: { gt: 3 } })).toBe("$gt");
    expect(suggestion({ stats: { hp: { IN: [1] } } })).toBe("$in");
    expect(suggestion({ "stats.hp": { lte: 1, gte: 0 } })).toBe("$lte");
    expect(suggestion({ a: { $contain: "x" } })).toBe("$contains");
    expect(suggestion({ a: { $regex: "x" } })).toBeNull();
    // Properties may be called so: at the top nothing else can be meant, below a dotted key says it.
    expect(predicates({ in: 3, eq: { x: 1 } })).toHaveLength(2);
    expect(predicates({ "level.gt": 3 })).toEqual([{ path: ["level", "gt"], operator: "$eq", operand: 3 }]);
  });

  it.each([null, true, [], [1], {}, { a: 1 }])("refuses %j as the operand of a range", (operand) => {
    for (const operator of ["$gt", "$gte", "$lt", "$lte"]) {
      expect(fault({ a: { [operator]: operand } })).toEqual(["a", operator]);
    }
  });

  it("holds its limits", () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { k: nested(levels - 1) });
    expect(predicates(nested(FILTER_LIMITS.pathSteps))).toHaveLength(1);
    expect(fault(nested(FILTER_LIMITS.pathSteps + 1))[1]).toBeNull();
    expect(fault({ a: { $eq: nested(FILTER_LIMITS.operandDepth + 1) } })).toEqual(["a", "$eq"]);
    expect(predicates({ a: { $eq: nested(FILTER_LIMITS.operandDepth) } })).toHaveLength(1);

    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    expect(predicates(many(FILTER_LIMITS.predicates))).toHaveLength(FILTER_LIMITS.predicates);
    expect(fault(many(FILTER_LIMITS.predicates + 1))).toEqual(["k50", "$eq"]);

    const long = "x".repeat(FILTER_LIMITS.stringLength);
    expect(predicates({ a: long })).toHaveLength(1);
    expect(fault({ a: `${long}x` })).toEqual(["a", "$eq"]);
    expect(fault({ a: { $contains: [{ [`${long}x`]: 1 }] } })).toEqual(["a", "$contains"]);
    expect(fault({ a: { $in: new Array(FILTER_LIMITS.operandValues).fill(1) } })).toEqual(["a", "$in"]);
    expect(fault({ ["k".repeat(256)]: 1 })[1]).toBeNull();
  });

  it("refuses what cannot be stored", () => {
    for (const text of ["\0", "a\0b", "\ud800", "\udc00x"]) {
      expect(fault({ a: { $contains: text } })).toEqual(["a", "$contains"]);
      expect(fault({ a: { $in: [{ [text]: 1 }] } })).toEqual(["a", "$in"]);
      expect(fault({ [text]: 1 })[1]).toBeNull();
    }
    expect(fault({ a: { $gt: Number.POSITIVE_INFINITY } })).toEqual(["a", "$gt"]);
    expect(fault({ a: Number.NaN })).toEqual(["a", "$eq"]);
    expect(fault({ a: { $eq: undefined } })).toEqual(["a", "$eq"]);
  });

  it("refuses deep nesting without running out of stack", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);
    expect(fault(deep)[1]).toBeNull();
    expect(fault({ a: { $eq: deep } })).toEqual(["a", "$eq"]);
  });
});
