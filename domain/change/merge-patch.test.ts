import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonObject, jsonEqual } from "../json.ts";
import { mergePatch, patchBetween } from "./merge-patch.ts";

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(true, 0, "", "text"),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), tie("value"), { maxKeys: 3 }),
  ),
}));
const object = fc.dictionary(fc.constantFrom("a", "b", "c"), value) as fc.Arbitrary<JsonObject>;

describe("a merge patch", () => {
  test("removes at null, merges objects and replaces everything else", () => {
    const target = { tool: { a: 1, b: [1] }, gone: true, kept: "x" };
    expect(mergePatch(target, { tool: { a: null, b: [2], c: { d: 1 } }, gone: null })).toEqual({
      tool: { b: [2], c: { d: 1 } },
      kept: "x",
    });
  });

  test("between two objects leads from the first to the second", () => {
    fc.assert(
      fc.property(object, object, (after, before) => {
        expect(jsonEqual(mergePatch(after, patchBetween(after, before)), before)).toBe(true);
      }),
    );
  });
});
