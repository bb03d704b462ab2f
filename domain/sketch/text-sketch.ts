import { beatsOf, inSentence } from "./beats.ts";
import { Expander, type Grammar, type KnownFact, RandomSource, type Sentence } from "./expander.ts";

const GRAMMAR: Grammar = {
  beat: ["Beat: {beat}", "Show that {beat}", "Here {beat}", "Next: {beat}"],
  fact: ["Known: {fact}", "Keep to this: {fact}", "It stands that {fact}", "Use: {fact}"],
  open: ["To be decided: what each of them wants from it", "Open: how it ends", "Left to write: what it costs them"],
  nothing: ["Nothing is known of this yet", "No fact of the project speaks of this"],
};

/** Source of a text sketch. */
export interface TextAsked {
  prompt: string;
  facts: readonly KnownFact[];
  seed: string;
}

/**
 * A plan for a text in place of the text: the beats that were asked for, the facts that bear on them, and what is left to be
 * written. Each sentence names the facts it was made of; the same question and seed give the same sentences.
 */
export function sketchText({ prompt, facts, seed }: TextAsked): Sentence[] {
  const write = new Expander(GRAMMAR, new RandomSource(seed));
  const beats = beatsOf(prompt);
  const left = [...facts];
  const share = Math.max(1, Math.ceil(facts.length / Math.max(1, beats.length)));
  const sentences: Sentence[] = [];
  for (const beat of beats) {
    sentences.push(write.say("beat", { beat: inSentence(beat) }));
    for (const fact of left.splice(0, share)) sentences.push(write.say("fact", { fact: filled(fact) }));
  }
  for (const fact of left) sentences.push(write.say("fact", { fact: filled(fact) }));
  if (facts.length === 0) sentences.push(write.say("nothing"));
  sentences.push(write.say("open"));
  return sentences.map(({ text, fact_ids }) => ({ text: ended(text), fact_ids }));
}

/** A fact as it fills a slot: its words without the full stop. */
export function filled({ id, text }: KnownFact): { text: string; fact_ids: string[] } {
  return {
    text: inSentence(
      text
        .replace(/[\s\p{Cc}]+/gu, " ")
        .trim()
        .replace(/[.]+$/u, ""),
    ),
    fact_ids: [id],
  };
}

function ended(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
