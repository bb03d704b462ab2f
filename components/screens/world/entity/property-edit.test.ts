import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "#domain/canonical-json.ts";
import { mergePatch } from "#domain/change/merge-patch.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { draftOfValue, KINDS, kindOf, pointerOf, propertiesOf, propertyPatch, readValue } from "./property-edit.ts";

/** Names that some layer might take for something else. */
const key = fc.oneof(
  fc.constantFrom("a", "b", "stats", "", "a.b", "a/b", "~", "0", "__proto__", "constructor"),
  fc.string(),
);
const { json } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "grapheme" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.stringMatching(/^[a-z]+$/), { maxLength: 3 }),
    fc.array(tie("json"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.array(fc.tuple(key, tie("json")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}));
const object = fc
  .array(fc.tuple(key, json), { minLength: 1, maxLength: 5 })
  .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as JsonObject);

/** Every value but the one at a path, each by where it is. */
function others(properties: JsonObject, path: readonly string[]): Json {
  const named = propertiesOf(properties).filter((each) => JSON.stringify(each.path) !== JSON.stringify(path));
  return named
    .map(({ path: at, value }) => [[...at], value])
    .sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

describe("one property of any properties", () => {
  test("is edited, and every other value stays what it is", () => {
    let edits = 0;
    fc.assert(
      fc.property(object, fc.nat(), fc.constantFrom(...KINDS), json, (given, pick, kind, other) => {
        const all = propertiesOf(given);
        const property = all[pick % Math.max(1, all.length)];
        if (property === undefined) return;
        const read = readValue(kind, draftOfValue(kind, other));
        if (!("value" in read)) return;
        const after = mergePatch(given, propertyPatch(given, property.path, read.value));
        const now = property.path.reduce<Json | undefined>(
          (held, name) => (isJsonObject(held ?? null) ? (held as JsonObject)[name] : undefined),
          after,
        );
        expect(canonicalJson(now ?? null)).toBe(canonicalJson(read.value));
        // What an object was given is its own; everything beside it is compared.
        const beside = (properties: JsonObject) =>
          others(properties, property.path) as unknown as readonly (readonly [string[], Json])[];
        const isWithin = (path: readonly string[]) => property.path.every((name, at) => path[at] === name);
        const kept = (properties: JsonObject) =>
          canonicalJson(beside(properties).filter(([path]) => !isWithin(path)) as unknown as Json);
        expect(kept(after)).toBe(kept(given));
        edits += 1;
      }),
    );
    expect(edits).toBeGreaterThan(20);
  });

  test("left as it was drawn reads back to itself, and its patch changes nothing", () => {
    fc.assert(
      fc.property(object, (given) => {
        for (const { path, value } of propertiesOf(given)) {
          const read = readValue(kindOf(value), draftOfValue(kindOf(value), value));
          if (!("value" in read)) continue;
          expect(canonicalJson(read.value)).toBe(canonicalJson(value));
          expect(canonicalJson(mergePatch(given, propertyPatch(given, path, read.value)))).toBe(canonicalJson(given));
        }
      }),
    );
  });

  test("is removed, and every other value stays", () => {
    fc.assert(
      fc.property(object, fc.nat(), (given, pick) => {
        const all = propertiesOf(given);
        const property = all[pick % Math.max(1, all.length)];
        if (property === undefined) return;
        const after = mergePatch(given, propertyPatch(given, property.path, undefined));
        const left = (properties: JsonObject) =>
          propertiesOf(properties).filter(({ path }) => property.path.some((name, at) => path[at] !== name)).length;
        expect(propertiesOf(after).some(({ path }) => JSON.stringify(path) === JSON.stringify(property.path))).toBe(
          false,
        );
        expect(left(after)).toBeGreaterThanOrEqual(left(given));
      }),
    );
  });
});

test.each<[string, Parameters<typeof readValue>, object]>([
  ["null", ["json", "null"], { problem: "Enter a value, or remove the property." }],
  ["null in an object", ["json", '{"a":{"b":null}}'], { problem: "A property cannot be null here: leave it out." }],
  ["null in a list", ["json", "[null]"], { value: [null] }],
  ["no JSON", ["json", "{"], { problem: "This is not valid JSON." }],
  ["no number", ["number", "twelve"], { problem: "Write a number." }],
  ["a decimal comma", ["number", "1,5"], { value: 1.5 }],
  ["no", ["flag", false], { value: false }],
  ["lines", ["texts", "a\n\nb"], { value: ["a", "b"] }],
  ["an empty text", ["text", ""], { value: "" }],
])("%s is read", (_, given, expected) => {
  expect(readValue(...given)).toEqual(expected);
});

test("pointers escape what separates", () => {
  expect(pointerOf(["a/b", "~"])).toBe("/properties/a~1b/~0");
});
