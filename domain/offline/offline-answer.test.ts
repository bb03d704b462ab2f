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

test("marks for names are filled in, and what calls nobody by name is left out", () => {
  const facts = [fact("fear", "{{char}} fears {{user}}", true), fact("lamp", "<BOT> keeps the lamp.", true)];
  const asked = (text: string, person: string | null = null) =>
    offlineAnswer({ ...STORY, facts }, before, { to: "odo", text, greetings: ["Ah, {{user}}.", "Yes?"], person });
  expect(asked("Who fears whom?", "Ines")).toMatchObject({ text: "Odo fears Ines.", used_facts: ["fear"] });
  expect(asked("Who fears whom?").used_facts).toEqual([]);
  expect(asked("Who keeps the lamp?").text).toBe("Odo keeps the lamp.");
  expect(asked("Hello").text).toBe("Yes?");
  const nobody = offlineAnswer({ ...STORY, facts, knowers: [] }, before, {
    ...{ to: "odo", text: "Hello", greetings: ["{{char}} nods.", "Yes?"] },
  });
  expect(nobody.text).toBe("Yes?");
});

test("who is dead in a playthrough, or retired, says nothing", () => {
  const why = (more: object, ...changed: [key: string, value: boolean | string][]) => {
    const knowers = STORY.knowers.map((each) => ({ ...each, ...more }));
    const world = changed.map(([key, value]) => ({ what: "property" as const, entity: "odo", key, value }));
    const { text, unavailable } = offlineAnswer(
      { ...STORY, knowers },
      { ...before, world },
      { to: "odo", text: "Hello" },
    );
    expect(text === "").toBe(unavailable !== null);
    return unavailable;
  };
  expect(why({})).toBe(null);
  expect(why({}, ["alive", false])).toBe("deceased");
  expect(why({}, ["status", "Dead"])).toBe("deceased");
  expect(why({ retired: true })).toBe("retired");
  expect(why({ retired: true }, ["dead", true])).toBe("deceased");
  expect(why({ dead_by: ["alive"] })).toBe("deceased");
  expect(why({ dead_by: ["alive"] }, ["alive", true])).toBe(null);
  expect(why({ dead_by: ["alive", "status"] }, ["alive", true])).toBe("deceased");
});
