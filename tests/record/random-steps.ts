import fc from "fast-check";
import type { JsonObject } from "#domain/json.ts";
import { TEST_SEED } from "#test-size";

/**
 * Actions of steps, with their frequency; the state of the world decides what exactly a step does, and whether it is
 * refused.
 */
const WEIGHTS = {
  "entity.create": 8,
  "entity.batch": 4,
  "entity.upsert": 3,
  "entity.update": 4,
  "entity.rename": 4,
  "entity.move": 10,
  "entity.delete": 4,
  "relationship.create": 4,
  "relationship.update": 2,
  "relationship.delete": 1,
  "variable.create": 3,
  "variable.update": 2,
  "variable.delete": 1,
  "project.update": 1,
  "project.bounce": 1,
  "project.archive": 1,
  "subject.restore": 8,
  "place.restore": 4,
  "dialogue.create": 2,
  "dialogue.update": 2,
  "dialogue.delete": 1,
  "dialogue.duplicate": 1,
  "dialogue.restore": 3,
  "node.create": 6,
  "node.update": 6,
  "node.delete": 2,
  "group.create": 2,
  "group.delete": 1,
  "annotation.create": 2,
  "waiver.create": 2,
  "waiver.createBatch": 1,
  "waiver.delete": 1,
  gestures: 4,
} as const;
export type Action = keyof typeof WEIGHTS;

const action = fc.oneof(
  ...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Action) })),
);

/** One random operation, as plain data so that a failure shrinks and prints well. */
export interface Step {
  action: Action;
  /** Choices among what exists. */
  a: number;
  b: number;
  c: number;
  flag: boolean;
  name: string;
  properties: JsonObject;
  /** Milliseconds the clock goes on, or back. */
  clock: number;
}

const key = fc.oneof(
  fc.constantFrom("mood", "tags", "deep", "", "a/b", "m~n", "constructor", "$eq", "ключ", "🗝️"),
  fc.string({ maxLength: 4, unit: "grapheme" }),
);
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 8, unit: "grapheme" }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** A free-form object of random JSON, awkward keys included. */
export const properties = fc
  .array(fc.tuple(key, value), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as JsonObject);

const clean = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, "") || "x";

export const step: fc.Arbitrary<Step> = fc.record({
  action,
  a: fc.noBias(fc.nat(1_000)),
  b: fc.noBias(fc.nat(1_000)),
  c: fc.noBias(fc.nat(1_000)),
  flag: fc.boolean(),
  name: fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).map(clean),
  properties,
  clock: fc.integer({ min: -50, max: 200 }),
});

/** The seed of this run, printed so that a failure elsewhere can be repeated here. */
export function seedOf(what: string): number {
  process.stdout.write(`${what}: FABULA_TEST_SEED=${TEST_SEED}\n`);
  return TEST_SEED;
}
