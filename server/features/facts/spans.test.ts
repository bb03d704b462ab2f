import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { common, merged, type Span, without } from "./spans.ts";

const spans = fc.array(
  fc.tuple(fc.nat(20), fc.nat(5)).map(([from, length]): Span => [from, from + length]),
  { maxLength: 6 },
);

/** The sequences of some spans, one by one. */
function sequences(some: readonly Span[]): Set<number> {
  return new Set(some.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n)));
}

test("spans are sets of sequences, in order and apart", () => {
  fc.assert(
    fc.property(spans, spans, (some, others) => {
      const [a, b] = [sequences(some), sequences(others)];
      const results = [
        [merged(some), a],
        [common(some, others), new Set([...a].filter((n) => b.has(n)))],
        [without(some, others), new Set([...a].filter((n) => !b.has(n)))],
      ] as const;
      for (const [result, expected] of results) {
        expect(sequences(result)).toEqual(expected);
        for (const [n, [from]] of result.entries()) expect(from).toBeGreaterThan((result[n - 1]?.[1] ?? -2) + 1);
      }
    }),
    { numRuns: rounds({ gate: 100, full: 5_000 }), endOnFailure: true },
  );
});
