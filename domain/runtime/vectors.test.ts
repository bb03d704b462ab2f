import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { recordVectors, toVector, walkThrough } from "./record-vectors.fixture.ts";
import { randomPlay } from "./story.arbitrary.ts";
import { playVector, type Vector } from "./vector.ts";

const folder = new URL("../../docs/runtime/vectors/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const vectors = files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Vector[]);

describe("conformance vectors", () => {
  test("are at least two hundred, and those that are written down", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(200);
    const recorded = recordVectors();
    expect(vectors).toEqual(JSON.parse(JSON.stringify(files.flatMap((name) => recorded.get(name) ?? []))));
  });

  test.each(vectors.map((vector) => [`${vector.rule}: ${vector.title}`, vector] as const))("%s", (_, vector) => {
    const outcomes = playVector(vector);
    for (const [at, { expect: wanted }] of vector.steps.entries()) expect(outcomes[at]).toEqual(wanted);
  });
});

test("random stories are played the same twice, and end nowhere without saying where", () => {
  fc.assert(
    fc.property(randomPlay, (drawn) => {
      const vector = toVector(walkThrough(drawn, "walk"));
      const once = playVector(vector);
      expect(playVector(vector)).toEqual(once);
      for (const outcome of once) {
        expect(outcome?.halt).toMatch(/^(choices|continue|command|waiting|ending|dead-end|blocked|missing|circle)/);
        for (const { open, shown, closed_by } of outcome?.offers ?? []) {
          expect(open).toBe(closed_by === null);
          if (open) expect(shown).toBe(true);
        }
        const value = outcome?.values.var_n ?? 0;
        expect(Number.isSafeInteger(value)).toBe(true);
      }
    }),
    { numRuns: rounds({ gate: 200, full: 2_000 }) },
  );
});
