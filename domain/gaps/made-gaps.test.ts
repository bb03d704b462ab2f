import { expect, test } from "vitest";
import { fixedKind } from "./fixed-sentence.ts";
import { GAP_KINDS, type Gap } from "./gap.ts";
import { gapWords } from "./gap-words.ts";
import { gapsMade, sentenceLikeness } from "./made-gaps.ts";

const silent = (name: string, id = `ent_${name}`): Gap => ({
  kind: "silent_character",
  subjects: [{ id, name }],
  words: "",
});

const said = (text: string, more: object = {}) => ({ text, gap: null, entity_ids: [], ...more });

test("a fixed sentence says which kind of gap it is about, whatever it names", () => {
  const subjects = [
    { id: "one", name: "Mara" },
    { id: "other", name: "The Gate" },
  ];
  for (const kind of GAP_KINDS) {
    const { premise, promise } = gapWords({ kind, subjects, words: "owes" });
    expect([kind, fixedKind(premise, "premise")]).toEqual([kind, kind]);
    // A promise that is overdue is the promise itself, in words of its own.
    expect([kind, fixedKind(promise, "promise")]).toEqual([kind, kind === "overdue_promise" ? null : kind]);
  }
  for (const other of [" speaks at last.", "Mara speaks at last", "Something happens.", ""]) {
    expect([other, fixedKind(other, "premise")]).toEqual([other, null]);
  }
});

test("fixed sentences about two gaps are not alike", () => {
  expect(sentenceLikeness("Mara speaks at last.", "Orla speaks at last.", "premise")).toBe(0);
  expect(sentenceLikeness("Mara speaks at last.", "Mara speaks at last.", "premise")).toBe(1);
  expect(sentenceLikeness("Mara speaks at last.", "Mara speaks up at last.", "premise")).toBeGreaterThan(0.5);
});

test("a gap is made by its sentence, by its kind and entities, or by like words that name it", () => {
  for (const [text, isMade] of [
    [said("Mara speaks at last."), true],
    [said("Orla speaks at last."), false],
    [said("Mara speaks up at last!"), true],
    [said("Orla speaks up at last!"), false],
    [said("Mara leaves."), false],
    [said("The keeper is heard.", { gap: "silent_character", entity_ids: ["ent_Mara"] }), true],
    [said("The keeper is heard.", { gap: "unused_place", entity_ids: ["ent_Mara"] }), false],
    [said("The old keeper speaks at last.", { entity_ids: ["ent_Mara"] }), true],
  ] as const) {
    expect([text, gapsMade([text], "premise")(silent("Mara"))]).toEqual([text, isMade]);
  }
});

test("two bonds of one pair are two gaps", () => {
  const bond = (words: string): Gap => ({
    kind: "one_sided_bond",
    subjects: [silent("Bor").subjects[0], silent("Cleo").subjects[0]].flatMap((each) => each ?? []),
    words,
  });
  const owes = said(gapWords(bond("owes")).premise, { gap: "one_sided_bond", entity_ids: ["ent_Bor", "ent_Cleo"] });
  const isMade = gapsMade([owes], "premise");
  expect([isMade(bond("owes")), isMade(bond("loves"))]).toEqual([true, false]);
});
