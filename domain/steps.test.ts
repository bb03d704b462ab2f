import fc from "fast-check";
import { expect, it } from "vitest";
import { rounds } from "#test-size";
import { runToEnd, STEP, sortInSteps } from "./steps.ts";

it("sorts as the engine does, equals in the order they had", () => {
  const entries = fc.array(fc.tuple(fc.nat(20), fc.nat()), { minLength: 0, maxLength: 3 * STEP });
  fc.assert(
    fc.property(entries, (list) => {
      const compare = (a: [number, number], b: [number, number]) => a[0] - b[0];
      expect(runToEnd(sortInSteps(list, compare))).toEqual(list.toSorted(compare));
    }),
    { numRuns: rounds({ gate: 10, full: 100 }) },
  );
  const long = Array.from({ length: 5 * STEP + 7 }, (_, i) => (i * 7_919) % 10_007);
  expect(runToEnd(sortInSteps(long, (a, b) => a - b))).toEqual(long.toSorted((a, b) => a - b));
});

it("sorts a long list in many steps", () => {
  const long = Array.from({ length: 20 * STEP }, (_, i) => -i);
  expect([...sortInSteps(long, (a, b) => a - b)].length).toBeGreaterThan(60);
});
