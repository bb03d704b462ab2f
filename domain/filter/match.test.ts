import { describe, expect, it } from "vitest";
import type { Json } from "../json.ts";
import { matches } from "./match.ts";
import { parsePropertyFilter } from "./property-filter.ts";

function test(filter: unknown, properties: Json): boolean {
  const parsed = parsePropertyFilter(filter);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return matches(parsed.filter, properties);
}

describe("matches", () => {
  it("matches everything with {}", () => {
    expect(test({}, {})).toBe(true);
    expect(test({ a: {} }, {})).toBe(true);
  });

  it("compares by JSON equality", () => {
    expect(test({ a: { $eq: { x: 1, y: [1, 2] } } }, { a: { y: [1, 2], x: 1 } })).toBe(true);
    expect(test({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(test({ a: { $eq: { x: 1 } } }, { a: { x: 1, y: 2 } })).toBe(false);
    expect(test({ a: 1 }, { a: [1] })).toBe(false);
    expect(test({ a: 1 }, { a: "1" })).toBe(false);
    expect(test({ a: 0 }, { a: -0 })).toBe(true);
  });

  it("tells null from missing", () => {
    expect(test({ a: null }, { a: null })).toBe(true);
    expect(test({ a: null }, {})).toBe(false);
    expect(test({ "a.b": null }, { a: null })).toBe(false);
    expect(test({ a: { $ne: null } }, {})).toBe(true);
    expect(test({ a: { $ne: null } }, { a: null })).toBe(false);
    expect(test({ a: { $in: [null] } }, {})).toBe(false);
  });

  it("compares ranges within one type", () => {
    expect(test({ a: { $gt: 9 } }, { a: 10 })).toBe(true);
    expect(test({ a: { $gt: 9 } }, { a: "10" })).toBe(false);
    expect(test({ a: { $gt: "9" } }, { a: "10" })).toBe(false);
    expect(test({ a: { $lte: 1 } }, { a: null })).toBe(false);
    expect(test({ a: { $gte: 2, $lte: 2 } }, { a: 2 })).toBe(true);
    expect(test({ a: { $lt: "😀" } }, { a: "\uffff" })).toBe(true);
  });

  it("never enters arrays by a path", () => {
    expect(test({ "a.0": 1 }, { a: [1] })).toBe(false);
    expect(test({ "a.0": 1 }, { a: { "0": 1 } })).toBe(true);
    expect(test({ "a.x": 1 }, { a: [{ x: 1 }] })).toBe(false);
    expect(test({ "a.length": 1 }, { a: [1] })).toBe(false);
    expect(test({ constructor: { $ne: null } }, {})).toBe(true);
    expect(test({ toString: { $contains: "" } }, {})).toBe(false);
  });

  it("finds candidates with $in", () => {
    expect(test({ a: { $in: [] } }, { a: 1 })).toBe(false);
    expect(test({ a: { $in: [2, [1]] } }, { a: [1] })).toBe(true);
    expect(test({ a: { $in: [1] } }, { a: [1] })).toBe(false);
  });

  it("finds elements of arrays", () => {
    expect(test({ a: { $contains: "x" } }, { a: ["xy", "x"] })).toBe(true);
    expect(test({ a: { $contains: "x" } }, { a: ["xy"] })).toBe(false);
    expect(test({ a: { $contains: [1, 2] } }, { a: [2, 3, 1] })).toBe(true);
    expect(test({ a: { $contains: [1, 4] } }, { a: [2, 3, 1] })).toBe(false);
    expect(test({ a: { $contains: [] } }, { a: [] })).toBe(true);
    expect(test({ a: { $contains: [[1, 2]] } }, { a: [[1, 2]] })).toBe(true);
    expect(test({ a: { $contains: [[1]] } }, { a: [[1, 2]] })).toBe(false);
    expect(test({ a: { $contains: { x: 1 } } }, { a: [{ x: 1 }] })).toBe(true);
    expect(test({ a: { $contains: { x: 1 } } }, { a: [{ x: 1, y: 2 }] })).toBe(false);
    expect(test({ a: { $contains: null } }, { a: [null] })).toBe(true);
  });

  it("finds substrings, literally", () => {
    expect(test({ a: { $contains: "%" } }, { a: "50 %" })).toBe(true);
    expect(test({ a: { $contains: "_" } }, { a: "ab" })).toBe(false);
    expect(test({ a: { $contains: "" } }, { a: "" })).toBe(true);
    expect(test({ a: { $contains: "" } }, { a: 1 })).toBe(false);
    expect(test({ a: { $contains: 1 } }, { a: "1" })).toBe(false);
    expect(test({ a: { $contains: [] } }, { a: "" })).toBe(false);
  });

  it("finds sub-objects", () => {
    const hero = { stats: { hp: 5, mp: 3 }, tags: ["a", "b"] };
    expect(test({ a: { $contains: { stats: { hp: 5 } } } }, { a: hero })).toBe(true);
    expect(test({ a: { $contains: {} } }, { a: hero })).toBe(true);
    expect(test({ a: { $contains: { stats: {} } } }, { a: hero })).toBe(true);
    expect(test({ a: { $contains: { tags: ["a"] } } }, { a: hero })).toBe(false);
    expect(test({ a: { $contains: { tags: ["a", "b"] } } }, { a: hero })).toBe(true);
    expect(test({ a: { $contains: { stats: { hp: 6 } } } }, { a: hero })).toBe(false);
    expect(test({ a: { $contains: { mp: 3 } } }, { a: hero })).toBe(false);
  });
});
