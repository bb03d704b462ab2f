import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonObject, jsonEqual } from "../json.ts";
import { applyChange, type Change, diffStates } from "./change.ts";
import { authoredPointers, LastWriters } from "./last-writers.ts";
import { valueAt } from "./pointer.ts";

test("a value was written last by the last event that set it, what holds it, or something in it", () => {
  const changes: Change[] = [
    { set: { "": { name: "Mara", properties: { mood: "calm", level: 1 } } } },
    { set: { "/properties/mood": "angry" } },
    { set: { "/name": "Mara the Elder" } },
    { set: { "/properties/home": { town: "Salt" } } },
    { set: { "/properties/home/town": "Ash" }, unset: ["/properties/level"] },
  ];
  const state = changes.reduce<JsonObject | null>(applyChange, null) ?? {};
  const writers = new LastWriters<number>(state);
  for (let index = changes.length - 1; !writers.isDone; index -= 1) writers.take(index, changes[index] ?? {});
  expect(Object.fromEntries(writers.found)).toEqual({
    "/name": 2,
    "/properties/mood": 1,
    "/properties/home": 4,
  });
});

test("the state before a value's last event had another value there, and none since", () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant("x"));
  const state = fc.record({ a: value, p: fc.dictionary(fc.constantFrom("k", "l/~", "m"), value) });
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), (states) => {
      const changes = states.map((each, index) => diffStates(states[index - 1] ?? null, each));
      const last = states.at(-1) ?? { a: 0, p: {} };
      const writers = new LastWriters<number>(last);
      for (let index = changes.length - 1; index >= 0; index -= 1) writers.take(index, changes[index] ?? {});
      expect(writers.isDone).toBe(true);
      for (const pointer of authoredPointers(last)) {
        const by = writers.found.get(pointer) ?? -1;
        for (let index = by; index < states.length; index += 1)
          expect(jsonEqual(valueAt(states[index] ?? null, pointer), valueAt(last, pointer))).toBe(true);
        if (by > 0 && Object.keys(last.p).length > 0)
          expect(jsonEqual(valueAt(states[by - 1] ?? null, pointer), valueAt(last, pointer))).toBe(false);
      }
    }),
  );
});
