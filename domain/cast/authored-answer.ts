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

/** Words by which a conversation begins, in lower case without marks. */
const GREETINGS =
  /^(?:hello|hi|hey|greetings|good (?:morning|day|afternoon|evening)|well met|hail|bonjour|salut|hallo|guten (?:morgen|tag|abend)|hola|buenos dias|buenas tardes|ciao|buongiorno|ola|bom dia)\b/u;
const FAREWELLS =
  /^(?:bye|goodbye|farewell|see you|so long|good night|au revoir|adieu|tschuss|auf wiedersehen|adios|arrivederci|tchau)\b/u;

const FAREWELL_LINES = ["Farewell.", "Until another time."];
const UNKNOWING_LINES = ["I know nothing of that.", "I cannot tell you about that.", "That is beyond me."];
const GREETING_LINES = ["Yes?", "I am listening."];

/** Facts that one answer states at most. */
const MAX_FACTS = 2;

/** Returns a text in lower case, without accents and marks, its words apart by single spaces. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * Answers without a model: a greeting by a greeting, a farewell by a farewell, otherwise a line of the character's or facts that have words of
 * what was said, and where there are none an honest “I do not know”. The same material, text and seed answer the same.
 *
 * @param seed whatever tells this turn from others, such as the npc, the sequence and the number of the turn.
 */
export function authoredAnswer(text: string, material: AuthoredMaterial, seed: string): AuthoredAnswer {
  const said = plain(text);
  const pick = (from: readonly string[]) => from[seededIndex(seed, from.length)] ?? "";
  const only = (line: string): AuthoredAnswer => ({ text: line, used_facts: [], used_lines: [] });
  if (isAlone(said, GREETINGS)) return only(pick(material.greetings.length > 0 ? material.greetings : GREETING_LINES));
  if (isAlone(said, FAREWELLS)) return only(pick(FAREWELL_LINES));
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
  return only(pick(UNKNOWING_LINES));
}

/** Words that may stand beside a greeting, such as a name. */
const BESIDE = 3;

/** Whether what was said is a greeting or a farewell, with a few words at most beside it. */
function isAlone(said: string, words: RegExp): boolean {
  const found = words.exec(said)?.[0];
  if (found === undefined) return said === "" && words === GREETINGS;
  return (
    said
      .slice(found.length)
      .split(" ")
      .filter((word) => word !== "").length <= BESIDE
  );
}

/** Returns a text that ends as a sentence does. */
function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…。！？”"’')\]]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
