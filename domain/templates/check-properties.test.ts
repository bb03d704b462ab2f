import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Json } from "../json.ts";
import { changedProperties, type FindNamed, propertyFaults, valueFaults } from "./check-properties.ts";
import { isEmptyValue, textOfValue, valueOfText } from "./property-values.ts";
import { definitions, fitting } from "./template.arbitrary.ts";
import { PLAIN_PROPERTY, type PropertyDefinition } from "./template.ts";

const runs = { numRuns: rounds({ gate: 200, full: 5_000 }), endOnFailure: true };

const cast: FindNamed = (_, value) =>
  value === "mara" || value === "odo"
    ? { name: value, type: "character" }
    : value === "gate"
      ? { name: "The Gate", type: "location" }
      : null;

const define = (more: Partial<PropertyDefinition>): PropertyDefinition => ({
  ...PLAIN_PROPERTY,
  key: "it",
  label: "It",
  kind: "text",
  ...more,
});
const told = (more: Partial<PropertyDefinition>, value: Json) =>
  valueFaults(define(more), value, cast).map(({ message, at }) => (at.length === 0 ? message : `${at}: ${message}`));

describe("the check of a value", () => {
  test("lets every value of its kind pass, and nothing at all", () => {
    const cases = definitions.chain((definition) => fitting(definition).map((value) => ({ definition, value })));
    fc.assert(
      fc.property(cases, fc.constantFrom(null, "", []), ({ definition, value }, empty) => {
        expect(valueFaults(definition, value, cast)).toEqual([]);
        expect(valueFaults(definition, empty, cast)).toEqual([]);
      }),
      runs,
    );
  });

  test("never throws, whatever the value is, and names the place of each mistake within it", () => {
    fc.assert(
      fc.property(definitions, fc.jsonValue(), (definition, anything) => {
        for (const { key, at, message, input } of valueFaults(definition, anything as Json, cast)) {
          expect([key, message.length > 0]).toEqual(["it", true]);
          expect(at.reduce<unknown>((within, step) => (within as unknown[])[step], anything)).toEqual(input);
        }
      }),
      runs,
    );
  });

  test.each<[Partial<PropertyDefinition>, Json, string[]]>([
    [{ kind: "text" }, 41, ["must be text"]],
    [{ kind: "number" }, "41", ["must be a number"]],
    [{ kind: "number", min: 0, max: 120 }, -1, ["must be at least 0"]],
    [{ kind: "number", min: 0, max: 120 }, 121, ["must be at most 120"]],
    [{ kind: "boolean" }, "yes", ["must be yes or no"]],
    [{ kind: "choice", options: ["loyal", "wavering", "traitor"] }, "fickle", ["must be loyal, wavering or traitor"]],
    [{ kind: "choice", options: [] }, "fickle", ["must be one of the choices, and there are none yet"]],
    [{ kind: "choices", options: ["a", "b"] }, "a", ["must be a list"]],
    [{ kind: "choices", options: ["a", "b"] }, ["a", "c"], ["1: must be a or b"]],
    [{ kind: "reference" }, "nobody", ["names a part of the world that does not exist"]],
    [{ kind: "reference", of_type: "character" }, "nobody", ["names a character that does not exist"]],
    [{ kind: "reference", of_type: "character" }, "gate", ["must name a character, and The Gate is a location"]],
    [{ kind: "reference", several: true }, ["mara", 1], ["1: must name a part of the world"]],
    [{ kind: "picture" }, "lost", ["names a picture that does not exist"]],
    [{ kind: "date" }, "5 March 1421", ["must be a date such as 1421-03-05"]],
    [{ kind: "date" }, "1421-02-29", ["must be a day of the calendar"]],
    [{ kind: "date" }, "1420-02-29", []],
  ])("says what is wrong: %j with %j", (definition, value, expected) => {
    expect(told(definition, value)).toEqual(expected);
  });

  test("asks nothing of a subject that nobody has read", () => {
    expect(valueFaults(define({ kind: "reference", of_type: "character" }), "unread")).toEqual([]);
  });
});

test("only what a change sets to another value is checked, and properties without a definition hold anything", () => {
  const age = define({ key: "age", kind: "number" });
  const before = { age: "old", name: "Mara" };
  expect(propertyFaults([age], changedProperties(before, { ...before, mood: [1] }))).toEqual([]);
  expect(propertyFaults([age], changedProperties(before, { age: "older" }))).toMatchObject([{ key: "age" }]);
  expect(propertyFaults([age], changedProperties(null, before))).toMatchObject([{ key: "age" }]);
  expect(propertyFaults([define({ key: "constructor", kind: "number" })], {})).toEqual([]);
});

test("a value that was written as text is read again, and a text that is no value stays one", () => {
  const cases = definitions.chain((definition) => fitting(definition).map((value) => ({ definition, value })));
  fc.assert(
    fc.property(cases, ({ definition, value }) => {
      const isPlain = ["text", "long_text"].includes(definition.kind);
      const read = valueOfText(definition, textOfValue(value));
      if (isPlain) expect(isEmptyValue(read) || String(value).includes(String(read))).toBe(true);
      else expect(read).toEqual(value);
    }),
    runs,
  );
  expect(valueOfText(define({ kind: "number" }), "forty")).toBe("forty");
  expect(valueOfText(define({ kind: "number" }), " 1e3 ")).toBe(1000);
  expect(valueOfText(define({ kind: "boolean" }), "Yes")).toBe(true);
  expect(valueOfText(define({ kind: "choices", options: [] }), "a, b,\na,")).toEqual(["a", "b"]);
  expect(valueOfText(define({ kind: "text" }), "  ")).toBeUndefined();
});
