import { expect, test } from "vitest";
import { changeWords, commitWords, sittingWords, type WordedChange } from "./commit-words.ts";

const change = (parts: Partial<WordedChange>): WordedChange => ({
  subject_type: "dialogue_node",
  name: "The ferry",
  verb: "updated",
  fields: [],
  values: {},
  names: {},
  data: null,
  ...parts,
});
const moved = {
  subject_type: "entity",
  name: "The inn",
  verb: "moved",
  fields: ["/parent_id"],
  names: { ent_1: "The harbour" },
};

test.each<[Partial<WordedChange>, string]>([
  [
    { ...moved, values: { "/parent_id": "ent_1" }, data: { descendants: 14 } },
    "moved “The inn” to “The harbour”, 14 paths followed",
  ],
  [
    { ...moved, values: { "/parent_id": "ent_1" }, data: { descendants: 1 } },
    "moved “The inn” to “The harbour”, 1 path followed",
  ],
  [{ ...moved, values: { "/parent_id": null } }, "moved “The inn” to the top"],
  [{ fields: ["/text"] }, "changed the words of “The ferry”"],
  [
    { fields: ["/properties/mood", "/properties/hp", "/name", "/type", "/parent_id"] },
    "changed “mood”, “hp”, the name and 2 more of “The ferry”",
  ],
  [{ fields: ["/canvas_x", "/canvas_y"] }, "changed the position of “The ferry”"],
  [{ verb: "created", name: "" }, "created a card"],
  [{ verb: "restored", subject_type: "dialogue" }, "restored “The ferry”"],
  [{ verb: "accepted", subject_type: "suggestion", name: "" }, "accepted a suggestion"],
])("a change is said in plain words", (parts, words) => {
  expect(changeWords(change(parts))).toBe(words);
});

test("a commit says what it was called, else its first change and how many followed", () => {
  const changes = [change({ verb: "deleted" })];
  expect(commitWords({ label: "Tidy up", changes, change_total: 4 })).toBe("tidy up");
  expect(commitWords({ label: null, changes, change_total: 4 })).toBe("deleted “The ferry”, and 3 more");
  expect(commitWords({ label: null, changes, change_total: 1 })).toBe("deleted “The ferry”");
});

test("a sitting says what was done to how many", () => {
  const kinds = [
    { kind: "dialogue_node.created", subjects: 5 },
    { kind: "dialogue.updated", subjects: 1 },
    { kind: "entity.moved", subjects: 2 },
    { kind: "fact.created", subjects: 1 },
  ];
  expect(sittingWords(kinds)).toBe("created 5 cards, changed 1 dialogue, moved 2 parts of the world, and more");
});

test("a sitting does not repeat a verb", () => {
  const kinds = [
    { kind: "dialogue_node.created", subjects: 5 },
    { kind: "variable.created", subjects: 1 },
    { kind: "dialogue.updated", subjects: 2 },
  ];
  expect(sittingWords(kinds)).toBe("created 5 cards, 1 variable, changed 2 dialogues");
});
