import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { type DialogueDraft, draftIssues } from "./dialogue-draft.ts";
import { type DialogueAsked, DRAFT_SIZE, sketchDialogue } from "./dialogue-sketch.ts";
import { Expander, RandomSource } from "./expander.ts";
import { sketchText } from "./text-sketch.ts";

const fact = fc.record({ id: fc.uuid().map((id) => `fact_${id}`), text: fc.string({ minLength: 1, unit: "binary" }) });
const facts = fc.uniqueArray(fact, { selector: ({ id }) => id, maxLength: 20 });
const named = fc.record({ id: fc.uuid(), name: fc.string({ minLength: 1, maxLength: 60, unit: "binary" }) });
const asked: fc.Arbitrary<DialogueAsked> = fc.record({
  brief: fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.lorem({ mode: "sentences", maxCount: 12 })),
  cast: fc.uniqueArray(named, { selector: ({ id }) => id, maxLength: 5 }),
  place: fc.option(named),
  facts,
  size: fc.integer({ min: -3, max: 80 }),
  seed: fc.string(),
});
const castOf = ({ cast }: DialogueAsked) => cast.map(({ id }) => id);

/** Returns the number of choices that lead to each card. */
function entrances({ cards }: DialogueDraft): number[] {
  const to = cards.flatMap(({ choices }) => choices.map((choice) => choice.to));
  return cards.map(({ key }) => to.filter((each) => each === key).length);
}

describe("a dialogue sketched without a model", () => {
  test("is valid, playable to an ending from everywhere, branches, and meets again, whatever is asked", () => {
    fc.assert(
      fc.property(asked, (question) => {
        const draft = sketchDialogue(question);
        expect(draftIssues(draft, castOf(question))).toEqual([]);
        expect(draft.cards.length).toBeLessThanOrEqual(DRAFT_SIZE.most);
        expect(draft.cards.length).toBeGreaterThanOrEqual(DRAFT_SIZE.least);
        expect(draft.cards.filter(({ kind }) => kind === "end").length).toBeGreaterThanOrEqual(2);
        expect(draft.cards.some(({ choices }) => choices.length >= 2)).toBe(true);
        expect(entrances(draft).some((count) => count >= 2)).toBe(true);
        for (const { choices } of draft.cards) {
          expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length);
        }
      }),
      { numRuns: rounds({ gate: 50, full: 500 }) },
    );
  });

  test("says of every card which facts it used, no others, and each fact once", () => {
    fc.assert(
      fc.property(asked, (question) => {
        const used = sketchDialogue(question).cards.flatMap(({ fact_ids }) => fact_ids);
        expect(new Set(used).size).toBe(used.length);
        expect(used.filter((id) => !question.facts.some((each) => each.id === id))).toEqual([]);
        if (question.facts.length > 0) expect(used.length).toBeGreaterThan(0);
      }),
      { numRuns: rounds({ gate: 25, full: 250 }) },
    );
  });

  test("is the same for the same question, and no call throws another's dice", () => {
    fc.assert(
      fc.property(asked, asked, (question, other) => {
        const first = sketchDialogue(question);
        sketchDialogue(other);
        expect(sketchDialogue(question)).toEqual(first);
      }),
      { numRuns: rounds({ gate: 25, full: 250 }) },
    );
  });

  test("is directions, from the brief and the facts, and no prose that pretends to be finished", () => {
    const draft = sketchDialogue({
      brief: "The keeper demands the toll. The traveller has lost the purse, then offers a ring.",
      cast: [
        { id: "ent_mara", name: "Mara" },
        { id: "ent_bor", name: "Bor" },
      ],
      place: { id: "ent_gate", name: "the Salt Gate" },
      facts: [{ id: "fact_1", text: "The toll is five crowns." }],
      size: 12,
      seed: "harbour",
    });
    expect(draft.title).toBe("The keeper demands the toll");
    expect(draft.cards.every(({ text }) => /^\[.+\]$/su.test(text))).toBe(true);
    expect(draft.cards[0]?.text).toContain("the Salt Gate");
    const holding = draft.cards.filter(({ fact_ids }) => fact_ids.includes("fact_1"));
    expect(holding).toHaveLength(1);
    expect(holding[0]?.text).toContain("the toll is five crowns");
    expect(new Set(draft.cards.map(({ speaker_id }) => speaker_id))).toEqual(new Set(["ent_mara", "ent_bor"]));
  });
});

describe("a draft that cannot be offered", () => {
  const card = (key: string, to: string[], kind: "line" | "end" = "line") => ({
    key,
    kind,
    speaker_id: null,
    title: key,
    text: key,
    choices: to.map((each) => ({ text: `to ${each}`, to: each })),
    fact_ids: [],
  });
  const issuesOf = (...cards: ReturnType<typeof card>[]) =>
    draftIssues({ title: "", entry: "", start: "a", cards }, []).map(({ pointer, message }) => `${pointer} ${message}`);

  test("names where it is wrong and why", () => {
    expect(issuesOf(card("a", ["b", "x"]), card("b", [], "end"))).toEqual(["/cards/0/choices/1/to there is no card x"]);
    expect(issuesOf(card("a", ["b"]), card("b", []))).toEqual(["/cards/1/choices it ends here and is no ending"]);
    expect(issuesOf(card("a", [], "end"), card("b", [], "end"))).toEqual(["/cards/1 nothing leads here"]);
    expect(issuesOf(card("a", ["b"], "end"), card("b", [], "end"))).toEqual([
      "/cards/0/choices an ending has no choices",
    ]);
    expect(issuesOf(card("b", [], "end"))).toEqual(["/start there is no card a"]);
    const { cards } = { cards: [{ ...card("a", [], "end"), speaker_id: "ent_x" }] };
    expect(issuesOf(...(cards as never[]))).toEqual(["/cards/0/speaker_id not one of the cast"]);
  });

  test("a way that circles for ever is no way to an ending", () => {
    const circle = [card("a", ["b", "end"]), card("b", ["c"]), card("c", ["b"]), card("end", [], "end")];
    expect(issuesOf(...circle)).toEqual([
      "/cards/1 no ending can be played to from here",
      "/cards/2 no ending can be played to from here",
    ]);
  });
});

describe("the grammar", () => {
  test("an alternative comes again only after all others, and a fact is named only where its words are", () => {
    const write = new Expander({ a: ["one", "two", "three {fact}"] }, new RandomSource("x"));
    const slots = { fact: { text: "salt", fact_ids: ["f1"] } };
    const said = Array.from({ length: 6 }, () => write.say("a", slots));
    expect(new Set(said.slice(0, 3).map(({ text }) => text))).toEqual(new Set(["One", "Two", "Three salt"]));
    for (const { text, fact_ids } of said) expect(fact_ids).toEqual(text.includes("salt") ? ["f1"] : []);
  });

  test("a text is its beats, the facts, and what is left to write", () => {
    const question = {
      prompt: "The flood comes. The clerk closes the gate",
      facts: [{ id: "f1", text: "The gate is shut at night." }],
      seed: "s",
    };
    const said = sketchText(question);
    expect(sketchText(question)).toEqual(said);
    expect(said.flatMap(({ fact_ids }) => fact_ids)).toEqual(["f1"]);
    expect(said.map(({ text }) => text).join(" ")).toMatch(
      /the flood comes.*the gate is shut at night.*clerk closes/isu,
    );
  });
});
