import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knowledgeVectors } from "./knowledge-worlds.fixture.ts";
import { knows } from "./known-facts.ts";
import type { StoryKnowledge } from "./story-knowledge.ts";

const listed = (fact_id: string, entity_id: string) => ({ fact_id, by: [{ entity_id, how: null, from: null }] });
const fact = (id: string, superseded_by: string | null = null) => ({
  ...{ id, text: id, subject_id: null, predicate: null, object_id: null, public: false, superseded_by },
});
const KNOWER = { name: "", groups: [], never: [], hidden: [] };
const STORY: StoryKnowledge = {
  facts: [fact("shut", "open"), fact("open"), fact("kept")],
  knowers: [
    { ...KNOWER, entity_id: "odo", knows: [listed("shut", "odo")], never: ["kept"] },
    { ...KNOWER, entity_id: "ines", groups: ["guild"], knows: [] },
  ],
  quests: [],
};
const told = (entity: string, key: string) => ({ what: "knowledge" as const, entity, key, value: "told" });

test("what somebody was told holds for them, ends what it superseded, and is forgotten with an earlier state", () => {
  const state = { world: [told("odo", "open")] };
  expect([knows(STORY, {}, "odo", "shut"), knows(STORY, {}, "odo", "open")]).toEqual([true, false]);
  expect([knows(STORY, state, "odo", "shut"), knows(STORY, state, "odo", "open")]).toEqual([false, true]);
});

test("a group that was told tells its members, and what a secret keeps from somebody they never learn", () => {
  const state = { world: [told("guild", "kept"), told("odo", "kept")] };
  expect([knows(STORY, state, "ines", "kept"), knows(STORY, state, "odo", "kept")]).toEqual([true, false]);
  expect(knows(STORY, state, "nobody", "kept")).toBe(false);
});

test("the vectors of knowledge are those that are written down, and tell apart what is learnt, told and superseded", () => {
  const vectors = knowledgeVectors();
  const kept = readFileSync(new URL("../../docs/runtime/knowledge-vectors.json", import.meta.url), "utf8");
  expect(JSON.parse(kept), "written anew by: node scripts/record-vectors.ts").toEqual(
    JSON.parse(JSON.stringify(vectors)),
  );
  const known = vectors.flatMap(({ expect: { knows: each } }) => Object.values(each).flat());
  expect(known.some(({ learnt }) => learnt)).toBe(true);
  expect(known.some(({ told: how, learnt }) => how !== null && !learnt)).toBe(true);
  expect(known.some(({ through }) => through.length > 1)).toBe(true);
  expect(vectors.some(({ expect: { quests } }) => quests.length > 0)).toBe(true);
});
