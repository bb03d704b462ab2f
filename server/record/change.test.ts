import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../kernel/json.ts";
import { jsonEqual } from "../kernel/json.ts";
import { applyChange, diffStates, pointersMeet } from "./change.ts";

const state = fc.dictionary(
  fc.string().filter((key) => key !== "__proto__"),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<never>,
) as unknown as fc.Arbitrary<JsonObject>;
const clean = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value).replaceAll('"__proto__"', '"p"'));

describe("a change between two states", () => {
  test("applied to the first gives the second, for any JSON", () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        const before = clean(a);
        const after = clean(b);
        const change = diffStates(before, after);
        expect(jsonEqual(applyChange(before, change), after)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("names the shallowest pointer that differs and replaces arrays whole", () => {
    const before = { name: "Gate", properties: { mood: "calm", tags: [1, 2] }, note: null };
    const after = { name: "Gate", properties: { mood: "angry", tags: [1, 3], "a/b~c": 1 } };
    expect(diffStates(before, after)).toEqual({
      set: { "/properties/mood": "angry", "/properties/tags": [1, 3], "/properties/a~1b~0c": 1 },
      unset: ["/note"],
    });
  });

  test("keeps null and {} as values", () => {
    const change = diffStates({ a: 1, b: { c: 1 } }, { a: null, b: {} });
    expect(change).toEqual({ set: { "/a": null }, unset: ["/b/c"] });
    expect(applyChange({ a: 1, b: { c: 1 } }, change)).toEqual({ a: null, b: {} });
  });

  test("creation and deletion are changes of the empty pointer", () => {
    expect(diffStates(null, { a: 1 })).toEqual({ set: { "": { a: 1 } } });
    expect(applyChange({ a: 1 }, diffStates({ a: 1 }, null))).toBeNull();
  });

  test("pointers meet when one contains the other", () => {
    expect(pointersMeet("/properties", "/properties/mood")).toBe(true);
    expect(pointersMeet("/properties/mood", "/properties/moods")).toBe(false);
  });
});
