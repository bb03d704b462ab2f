import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { type JsonObject, jsonEqual } from "../json.ts";
import { applyChange, diffStates, touchedPointers } from "./change.ts";
import { pointersMeet } from "./pointer.ts";
import { takeBack } from "./take-back.ts";

const [before, written] = [
  { text: "Halt.", title: null, branches: { br_1: { text: "Yes" } } },
  { text: "Stop.", title: "Gate", branches: { br_1: { text: "Yes" }, br_2: { text: "No" } } },
];
const change = diffStates(before, written);

describe("taking a change back", () => {
  test("given nothing was written since, when it is taken back, then all is as it was before", () => {
    const { next, back, left } = takeBack(change, { before, written, now: written });
    expect(next).toEqual(before);
    expect(back.toSorted()).toEqual(["/branches/br_2", "/text", "/title"]);
    expect(left).toEqual([]);
  });

  test("given one field was written again, when it is taken back, then that one stays and is named", () => {
    const now = { ...written, text: "Stand still." };
    const { next, left } = takeBack(change, { before, written, now });
    expect(next).toEqual({ ...before, text: "Stand still." });
    expect(left).toEqual([{ pointer: "/text", reason: "changed_since" }]);
  });

  test("given what a removed value lay in is gone, when the removal is taken back, then no half of it is made", () => {
    const states = { before: { a: { b: { c: 1 } } }, written: { a: { b: {} } }, now: { a: {} } };
    const { next, left } = takeBack({ unset: ["/a/b/c"] }, states);
    expect(next).toEqual({ a: {} });
    expect(left).toEqual([{ pointer: "/a/b/c", reason: "changed_since" }]);
  });

  test("given a field was made null, when it is absent now, then that counts as written since", () => {
    const { left } = takeBack({ set: { "/a": null } }, { before: { a: 1 }, written: { a: null }, now: {} });
    expect(left).toEqual([{ pointer: "/a", reason: "changed_since" }]);
  });

  test("given a subject that was made, when only its place was changed since, then it goes; with other words it stays", () => {
    const made = { text: "New.", canvas_x: 0 };
    const creation = diffStates(null, made);
    const moved = takeBack(
      creation,
      { before: null, written: made, now: { ...made, canvas_x: 9 } },
      { ignored: ["/canvas_x"] },
    );
    expect(moved).toMatchObject({ next: null, back: [""] });
    const edited = takeBack(
      creation,
      { before: null, written: made, now: { ...made, text: "Newer." } },
      { ignored: ["/canvas_x"] },
    );
    expect(edited).toMatchObject({ next: { text: "Newer." }, left: [{ pointer: "", reason: "changed_since" }] });
    expect(takeBack(creation, { before: null, written: made, now: null }).left).toEqual([
      { pointer: "", reason: "gone" },
    ]);
  });

  test("given a subject that was deleted, when it is not there, then it comes back; when it is, it stays", () => {
    const deletion = { unset: [""] };
    expect(takeBack(deletion, { before, written: null, now: null }).next).toEqual(before);
    expect(takeBack(deletion, { before, written: null, now: written }).left).toEqual([
      { pointer: "", reason: "changed_since" },
    ]);
    expect(takeBack(change, { before, written, now: null }).left.every(({ reason }) => reason === "gone")).toBe(true);
  });

  const value = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom<string | null>("x", null));
  const map = fc.dictionary(fc.constantFrom("k", "l/~", "m"), value, { maxKeys: 3 });
  const state = fc.record({ a: value, b: value, p: map }, { requiredKeys: ["a", "p"] }) as fc.Arbitrary<JsonObject>;

  test("whatever was written: without later changes it is undone, with them no later change is lost and every field is told", () => {
    fc.assert(
      fc.property(state, state, state, (first, second, third) => {
        const made = diffStates(first, second);
        expect(jsonEqual(takeBack(made, { before: first, written: second, now: second }).next, first)).toBe(true);
        const later = diffStates(second, third);
        const { next, back, left } = takeBack(made, { before: first, written: second, now: third });
        expect([...back, ...left.map(({ pointer }) => pointer)].toSorted()).toEqual(touchedPointers(made).toSorted());
        const since = touchedPointers(later);
        for (const pointer of back) expect(since.some((each) => each === pointer)).toBe(false);
        const others = since.filter((pointer) => !back.some((each) => pointersMeet(each, pointer)));
        const alone = applyChange(third, diffStates(third, next));
        for (const pointer of others)
          expect(touchedPointers(diffStates(third, alone)).some((each) => pointersMeet(each, pointer))).toBe(false);
      }),
      { numRuns: rounds({ gate: 200, full: 2_000 }) },
    );
  });
});
