import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerAt } from "./clerk-answer.ts";
import { CLERK, FACTS, MOMENTS, SUGGESTIONS } from "./world.ts";

const words = [...new Set(FACTS.flatMap(({ text, topics }) => [...topics, ...text.split(" ")]))];
const questions = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((some) => some.join(" "));
const moments = fc.constantFrom(...MOMENTS);

describe("what the clerk answers", () => {
  test("is true then, known to her then, and nothing else", () => {
    fc.assert(
      fc.property(questions, moments, (question, moment) => {
        const answer = answerAt(question, moment);
        for (const { id, known_since } of answer.facts) {
          const fact = FACTS.find((each) => each.id === id);
          expect(fact?.since).toBeLessThanOrEqual(moment.at_seq);
          expect(fact?.until ?? Infinity).toBeGreaterThan(moment.at_seq);
          expect(known_since).toBeLessThanOrEqual(moment.at_seq);
          expect(fact?.knownBy === "everyone" || fact?.knownBy.some(({ who }) => who === CLERK.id)).toBe(true);
        }
        const told = JSON.stringify(answer);
        const hidden = FACTS.filter(
          ({ knownBy }) => knownBy !== "everyone" && !knownBy.some(({ who }) => who === CLERK.id),
        );
        for (const { id, text } of hidden) expect([told.includes(id), told.includes(text)]).toEqual([false, false]);
      }),
    );
  });

  test("says of each sentence which facts it stands on, and of each fact the sentence", () => {
    fc.assert(
      fc.property(questions, moments, (question, moment) => {
        const { text, sentences, facts } = answerAt(question, moment);
        expect(text).toBe(sentences.map((each) => each.text).join(" "));
        expect(sentences.flatMap(({ fact_ids }) => fact_ids)).toEqual(facts.map(({ id }) => id));
        expect(sentences.length).toBeGreaterThan(0);
      }),
    );
  });

  test("is the same each time", () => {
    for (const moment of MOMENTS)
      expect(answerAt("Who had the key?", moment)).toEqual(answerAt("Who had the key?", moment));
  });

  test("differs where the flood changed what she knows", () => {
    const [before, after] = MOMENTS.map((moment) => answerAt("Who has the keys to the sluice?", moment));
    expect(before?.facts.map(({ id }) => id)).toEqual(["two-sluice-keys"]);
    expect(after?.facts.map(({ id }) => id)).toEqual(["nail-is-empty"]);
    // Who opened it is known to two people, and she is neither.
    expect([before?.withheld, after?.withheld]).toEqual([0, 1]);
  });

  test("admits what nobody wrote down", () => {
    for (const moment of MOMENTS) {
      const answer = answerAt("What is the capital of France?", moment);
      expect([answer.facts, answer.withheld, answer.sentences.length]).toEqual([[], 0, 1]);
    }
  });

  test.each(SUGGESTIONS)("knows something of what is suggested: %s", (question) => {
    expect(MOMENTS.map((moment) => answerAt(question, moment).facts.length).some((count) => count > 0)).toBe(true);
  });
});
