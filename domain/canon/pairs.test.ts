import { expect, test } from "vitest";
import { pairsOf } from "./pairs.ts";
import { isAtOnce, orderOf } from "./time.ts";
import type { AskedPairs, StoryPlace } from "./world.ts";

const list = Array.from({ length: 20 }, (_, n) => ({ id: `fact_${n}`, n }));
const pairs = (asked: AskedPairs | null, saysOf = ({ n }: { n: number }) => n) =>
  pairsOf(
    { rule: { id: "rule_1" }, code: "two_values", unit: "ent_1", world: { pairs: asked } },
    list,
    saysOf,
    () => true,
  );
const asked = (rest: Partial<AskedPairs>): AskedPairs => {
  return { of: new Set(), at: new Set(), known: new Set(), most: null, ...rest };
};

test("of all pairs a hundred are told, of those that are asked about all, without those that were there before", () => {
  expect(pairs(null)).toHaveLength(100);
  expect(pairs(asked({ at: new Set(["ent_1"]) }))).toHaveLength(190);
  expect(pairs(asked({ of: new Set(["fact_19"]) }))).toHaveLength(19);
  const known = new Set(list.slice(0, 18).map(({ id }) => `rule_1 two_values ${[id, "fact_19"].sort().join(" ")}`));
  const left = pairs(asked({ of: new Set(["fact_19"]), known, most: 100 }));
  expect(left.map(([a, b]) => [a.id, b.id])).toEqual([["fact_18", "fact_19"]]);
  expect(pairs(null, () => 0)).toEqual([]);
  expect(pairs(null, ({ n }) => n % 2)).toHaveLength(100);
});

test("facts of passages are ordered by the story alone, and hold at once only at one time of it", () => {
  const places: Record<string, StoryPlace | null> = {
    early: { passage_id: "p1", chapter_id: "c1", order: 1 },
    later: { passage_id: "p2", chapter_id: "c1", order: 1 },
    once: { passage_id: "p3", chapter_id: "c2", order: 1 },
    late: { passage_id: "p4", chapter_id: "c3", order: 2 },
    untold: { passage_id: "p5", chapter_id: "c4", order: null },
    other: { passage_id: "p6", chapter_id: "c4", order: null },
  };
  const world = { storyOf: (id: string) => places[id] ?? null };
  expect(orderOf("early", "late", world)).toBe("story");
  expect(orderOf("late", "early", world)).toBeNull();
  expect(orderOf("early", "untold", world)).toBeNull();
  expect(orderOf("early", "plain", world)).toBeNull();
  expect(orderOf(null, "early", world)).toBeNull();
  expect(orderOf(null, "plain", world)).toBe("record");
  expect(isAtOnce("plain", "plainer", world)).toBe(true);
  expect(isAtOnce("early", "early", world)).toBe(true);
  expect(isAtOnce("early", "once", world)).toBe(true);
  for (const [a, b] of [
    ["early", "late"],
    ["early", "plain"],
    // A chapter moves on.
    ["early", "later"],
    ["untold", "other"],
  ] as const)
    expect(isAtOnce(a, b, world)).toBe(false);
});
