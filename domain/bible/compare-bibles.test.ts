import { expect, test } from "vitest";
import { compareBibles } from "./compare-bibles.ts";
import type { BibleMaterial, MaterialFact } from "./material.ts";
import { writeBible } from "./write-bible.ts";

const ODO = {
  ...{ id: "ent_odo", created_seq: 1, valid_from_seq: 1, type: "character", name: "Odo" },
  ...{ properties: {}, parent_id: null },
};

const fact = (id: string, text: string, rest: Partial<MaterialFact> = {}): MaterialFact => ({
  ...{ id, created_seq: 2, valid_from_seq: 2, subject_id: ODO.id, object_id: null, predicate: null, text },
  ...{ secret: false, holds: true, superseded_mode: null, supersedes: [], node_id: null },
  ...rest,
});

const material = (facts: readonly MaterialFact[]): BibleMaterial => ({
  ...{ project_name: "The Salt Gate", seq: 9, as: null, complete: true, entities: [ODO], facts },
  ...{ relationships: [], quests: [], voices: [], rules: [], seeds: [], appearances: [], entries: [] },
  covered: new Map(),
});

const changes = (before: readonly MaterialFact[], after: readonly MaterialFact[]) =>
  compareBibles(writeBible(material(before)), writeBible(material(after)), after)
    .filter(({ section }) => section === "characters")
    .map(({ text }) => text);

const gone = { holds: false, superseded_mode: "from" } as const;

test("a fact that took the place of another one by way of a third is one change of both", () => {
  const after = [
    fact("a", "Odo fears the tide.", gone),
    fact("b", "Odo fears the moon.", { ...gone, supersedes: ["a"] }),
    fact("c", "Odo fears nothing.", { supersedes: ["b"] }),
  ];
  expect(changes([fact("a", "Odo fears the tide.")], after)).toEqual([
    "Odo: was “Odo fears the tide.”, is now “Odo fears nothing.”",
  ]);
});

test("of several facts in a row the one that held last is what was", () => {
  const before = [fact("a", "Odo fears the tide."), fact("b", "Odo fears the moon.")];
  const after = [
    fact("a", "Odo fears the tide.", gone),
    fact("b", "Odo fears the moon.", { ...gone, supersedes: ["a"] }),
    fact("c", "Odo fears nothing.", { supersedes: ["b"] }),
  ];
  expect(changes(before, after)).toEqual([
    "Odo: was “Odo fears the moon.”, is now “Odo fears nothing.”",
    "Odo: gone: “Odo fears the tide.”",
  ]);
});
