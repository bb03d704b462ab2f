import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { type Json, type JsonObject, jsonEqual } from "../json.ts";
import { applyChange, diffStates, invertChange } from "./change.ts";
import { pointersMeet } from "./pointer.ts";

// V8 13.6 reads the key `"` as `\\` where it has read the key `\\` behind the same keys before.
const key = fc.oneof(
  fc.string({ maxLength: 3 }).filter((text) => text !== "\\"),
  fc.constantFrom("", "/", "~", "~1", "a/b", "__proto__", "constructor"),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1.5, "", "text"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const state = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries) as JsonObject);

describe("a change between two states", () => {
  test("applied to the first gives the second, for any JSON", () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const change = diffStates(before, after);
        const stored = JSON.parse(JSON.stringify(change));
        expect(jsonEqual(applyChange(before, stored), after)).toBe(true);
      }),
      { numRuns: rounds({ gate: 400, full: 4_000 }) },
    );
  });

  test("followed by its inverse leaves the first", () => {
    fc.assert(
      fc.property(fc.option(state), fc.option(state), (before, after) => {
        const change = diffStates(before, after);
        expect(jsonEqual(applyChange(applyChange(before, change), invertChange(before, change)), before)).toBe(true);
      }),
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
