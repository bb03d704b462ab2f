import { expect, test } from "vitest";
import { offlineAnswer, type SpokenStory } from "./offline-answer.ts";

const fact = (id: string, text: string, isPublic = false) => ({
  ...{ id, text, subject_id: null, predicate: null, object_id: null, public: isPublic, superseded_by: null },
});
const STORY: SpokenStory = {
  dialogue: {
    nodes: [
      { id: "toll", text: "The toll is two coins.", speaker_id: "odo" },
      { id: "boat", text: "My boat is not for {coins} coins.", speaker_id: "odo" },
      { id: "hers", text: "The anchor is mine.", speaker_id: "wenna" },
    ],
  },
  facts: [fact("seal", "The abbot forged the seal."), fact("gate", "The gate is shut", true)],
  knowers: [{ entity_id: "odo", name: "Odo", groups: [], knows: [], never: [], hidden: [] }],
  quests: [],
};
const visits = { boat: { entered: 1, completed: 0, turn: 1 }, hers: { entered: 1, completed: 0, turn: 1 } };
const told = { world: [{ what: "knowledge" as const, entity: "odo", key: "seal", value: "told" }], visits, turn: 2 };
const before = { visits, turn: 2 };
const ask = (state: typeof told | typeof before, text: string, greetings: string[] = []) =>
  offlineAnswer(STORY, state, { to: "odo", text, greetings });

test("a character says what it was told, and with an earlier state knows nothing of it", () => {
  expect(ask(told, "Who forged the seal?")).toMatchObject({ text: "The abbot forged the seal.", used_facts: ["seal"] });
  expect(ask(before, "Who forged the seal?")).toMatchObject({ used_facts: [], used_lines: [] });
  expect(ask(before, "Is the gate open?")).toMatchObject({ text: "The gate is shut.", used_facts: ["gate"] });
});

test("its own lines are those that were said already, without those of others and without values", () => {
  const later = { ...before, visits: { ...visits, toll: { entered: 1, completed: 1, turn: 2 } } };
  expect(ask(before, "What is the toll?").used_lines).toEqual([]);
  expect(offlineAnswer(STORY, later, { to: "odo", text: "What is the toll?" })).toMatchObject({ used_lines: ["toll"] });
  for (const text of ["Where is your boat?", "Whose anchor is that?"]) expect(ask(before, text).used_lines).toEqual([]);
  expect(ask(before, "Hello", ["You again."]).text).toBe("You again.");
});
