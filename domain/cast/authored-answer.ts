import { isFarewell, isGreeting } from "./greetings.ts";
import { isStatement } from "./memorable.ts";
import { seededIndex } from "./seeded-index.ts";
import { tellingWords } from "./telling-words.ts";

/** Fact that an answer can be made of. */
export interface KnownFact {
  readonly id: string;
  readonly text: string;
}

/** Line of a dialogue that a character says in it. */
export interface OwnLine {
  readonly id: string;
  readonly text: string;
}

/** Material of an answer without a model, the best first: all of it the character may know. */
export interface AuthoredMaterial {
  readonly greetings: readonly string[];
  /** Lines of dialogues, of this character, with words of what was said. */
  readonly lines: readonly OwnLine[];
  /** Facts with words of what was said. */
  readonly facts: readonly KnownFact[];
}

/** Answer without a model. */
export interface AuthoredAnswer {
  readonly text: string;
  readonly used_facts: readonly string[];
  readonly used_lines: readonly string[];
}

const FAREWELL_LINES = ["Farewell.", "Until another time."];
const UNKNOWING_LINES = ["I know nothing of that.", "I cannot tell you about that.", "That is beyond me."];
const ACKNOWLEDGING_LINES = ["I will remember that.", "I hear you.", "So that is how it is."];
const GREETING_LINES = ["Yes?", "I am listening."];

/** Facts that one answer states at most. */
const MAX_FACTS = 2;

/**
 * Answers without a model: a greeting by a greeting, a farewell by a farewell, otherwise a line of the character's or facts that have words of
 * what was said; where there are none, a statement is taken note of, and a question gets an honest “I do not know”. The same material, text and seed answer the same.
 *
 * @param seed whatever tells this turn from others, such as the npc, the sequence and the number of the turn.
 */
export function authoredAnswer(text: string, material: AuthoredMaterial, seed: string): AuthoredAnswer {
  const pick = (from: readonly string[]) => from[seededIndex(seed, from.length)] ?? "";
  const only = (line: string): AuthoredAnswer => ({ text: line, used_facts: [], used_lines: [] });
  if (isGreeting(text)) return only(pick(material.greetings.length > 0 ? material.greetings : GREETING_LINES));
  if (isFarewell(text)) return only(pick(FAREWELL_LINES));
  const words = tellingWords(text);
  const isAbout = (each: { readonly text: string }) => [...tellingWords(each.text)].some((word) => words.has(word));
  const line = material.lines.find(isAbout);
  if (line !== undefined) return { text: line.text, used_facts: [], used_lines: [line.id] };
  const facts = material.facts.filter(isAbout).slice(0, MAX_FACTS);
  if (facts.length > 0) {
    return {
      text: facts.map((fact) => sentence(fact.text)).join(" "),
      used_facts: facts.map(({ id }) => id),
      used_lines: [],
    };
  }
  return only(pick(isStatement(text) ? ACKNOWLEDGING_LINES : UNKNOWING_LINES));
}

/** Returns a text that ends as a sentence does. */
function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…。！？”"’')\]]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
