import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { MEASURES, measured, occurrences } from "./measures.ts";
import { wordsOf } from "./words-of.ts";

/** Fifty words in five sentences of ten, each of one syllable. */
const PLAIN = "The old man sat by the gate and saw ships. ".repeat(5).trim();

test("lengths and times are counted", () => {
  const { characters, words, sentences, reading, speaking, measures } = measured(PLAIN, "en");
  expect({ characters, words, sentences, reading, speaking }).toEqual({
    characters: PLAIN.length,
    words: 50,
    sentences: 5,
    // 50 words of 260 and of 183 a minute.
    reading: 12,
    speaking: 16,
  });
  expect(measures.sentence_length.value).toBe(10);
  expect(measures.sentence_variation.value).toBe(0);
});

test("readability follows its formulas, in English alone, and not of a few words", () => {
  const { measures } = measured(`${PLAIN} ${PLAIN}`, "en-GB");
  // Ten words a sentence, one syllable a word.
  expect(measures.flesch_reading_ease.value).toBe(112.085);
  expect(measures.flesch_kincaid_grade.value).toBe(0.11);
  expect(measures.flesch_reading_ease.spans).toHaveLength(3);
  expect(measured(`${PLAIN} ${PLAIN}`, "de").measures.flesch_reading_ease).toEqual({
    value: null,
    reason: "unsupported_language",
    spans: [],
  });
  expect(measured(PLAIN, "en").measures.flesch_kincaid_grade).toMatchObject({ value: null, reason: "too_short" });
  expect(measured("Short.", "en").measures.mtld).toMatchObject({ value: null, reason: "too_short" });
});

test("repetition points at what is repeated", () => {
  const { measures } = measured(PLAIN, "en");
  // Of 49 pairs ten are different: nine in the sentence, one over its end. All but the first sentence was said before.
  expect(measures.distinct_pairs.value).toBe(0.204);
  expect(measures.repeated_phrases).toEqual({
    value: 0.8,
    reason: null,
    spans: [{ start: 43, end: PLAIN.length - 1 }],
  });
});

test("what is said stands between quotation marks", () => {
  const text = "He said: “No.” She left.";
  const share = measured(text, "en").measures.dialogue_share;
  expect(share.spans.map(({ start, end }) => text.slice(start, end))).toEqual(["“No.”"]);
  // Five of twenty characters without spaces.
  expect(share.value).toBe(0.25);
  expect(measured("No.", "en", { isSpoken: true }).measures.dialogue_share.value).toBe(1);
});

test("speech is known by the marks of many languages, and apostrophes are none", () => {
  const share = (text: string) => measured(text, "en").measures.dialogue_share.value;
  for (const said of ["‘Go’ he said", "»Go« he said", "„Go” he said", "「Go」he said", "“Go he said"])
    expect(share(said)).toBeGreaterThan(0.3);
  for (const said of ["”Go” he said", "‚Go‘ he said", "‹Go› he said", "’Go’ he said", "»Go» he said"])
    expect(share(said)).toBeGreaterThan(0.2);
  for (const none of [
    "The boys’ lamp isn’t Mara’s, it’s Odo’s.",
    "Give 'em the lamp. In the summer of '98 Odo died, 6' tall.",
    "’Tis the gate.",
  ])
    expect([none, share(none)]).toEqual([none, 0]);
});

test("scripts without spaces are counted by words", () => {
  expect(measured("猫はとても静かに門を見ていた。", "ja").words).toBeGreaterThan(5);
  expect(wordsOf("Mara 見 the gate")).toHaveLength(4);
});

test("words of a list are found as whole words", () => {
  const text = "Suddenly the gate opened. Very suddenly. The gates stay.";
  const found = occurrences(wordsOf(text), ["suddenly", "the gate", "dragon", "…"]);
  expect(found.map(({ word, spans }) => [word, spans.map(({ start, end }) => text.slice(start, end))])).toEqual([
    ["suddenly", ["Suddenly", "suddenly"]],
    ["the gate", ["the gate"]],
  ]);
});

test("any text is measured, with numbers in their bounds and parts within it", () => {
  const word = fc.constantFrom("salt", "gate", "“lamp", "tide”", "naïve", "it’s", "𝒳", "。", "…", "\n");
  const text = fc.array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 6 })), { maxLength: 160 });
  fc.assert(
    fc.property(text, fc.constantFrom("en", "de", "ja"), (parts, language) => {
      const all = parts.join(" ");
      const { measures } = measured(all, language);
      for (const name of MEASURES) {
        const { value, reason, spans } = measures[name];
        expect([name, value === null]).toEqual([name, reason !== null]);
        if (value !== null) expect([name, Number.isFinite(value)]).toEqual([name, true]);
        for (const { start, end } of spans) expect(start < end && end <= all.length).toBe(true);
      }
      for (const name of ["distinct_pairs", "repeated_phrases", "dialogue_share"] as const) {
        const { value } = measures[name];
        if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
      }
    }),
    { numRuns: rounds({ gate: 100, full: 5_000 }) },
  );
});
