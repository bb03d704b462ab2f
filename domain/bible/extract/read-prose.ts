import { findMentions, indexNames, type Mention, type NameIndex } from "../../book/mentions.ts";
import { SPEECH } from "../../prose/speech.ts";
import { searchForm } from "../../search-form.ts";
import { type EntityDraft, type FactDraft, quoteOf, type ReadSources } from "./draft.ts";
import type { NamedEntity } from "./read-dialogues.ts";

/** Passage of a chapter, as its facts are read. */
export interface ProsePassage {
  readonly passage_id: string;
  readonly text: string;
}

/** Characters of the longest sentence that is a fact. */
const LONGEST = 400;
/** Sentence with the marks that end it. */
const SENTENCE = /[^.!?…\n]+(?:[.!?…]+|$)/gu;
/** Marks of Markdown around words, and those that begin a line of a list, a quotation or a heading. */
const MARKS = /[*_`~]+|^[ \t]*(?:#{1,6}|>|[-+]|\d+[.)])[ \t]+/gmu;
/** Mark that stands where speech was, which is no fact: a sentence with it is none of the story's own. */
const SPOKEN = "\u0000";
const DETERMINED = "(?:an?|the|his|her|their|its|no|one|two|three|four|five|six|seven|eight|nine|ten|\\d+)";
/** Beginnings of what is said of a subject that tell a state: an event that goes by is none. */
const STATES = new RegExp(
  `^(?:(?:is|was|are|were)\\s+(?!\\p{L}+ing\\b)|(?:has|had)\\s+${DETERMINED}\\b|(?:owns|owned|lives|lived|fears|feared|loves|loved|hates|hated|serves|served|rules|ruled|keeps|kept|holds|held|carries|carried|wears|wore|wields|wielded|died|dies|was killed)\\b)`,
  "u",
);
const NEGATED = /\b(?:not|never|no longer|nobody|almost|nearly|if)\b|n[’']t\b/u;
const DEATH = /^(?:died|dies|was killed|is dead|was dead)\b/u;
/** Words for holding, with the predicate that rules of the canon know; what is held is named behind them. */
const HOLDING: readonly (readonly [RegExp, string])[] = [
  [/^(?:has|had)\s/u, "has"],
  [/^(?:holds|held)\s/u, "holds"],
  [/^(?:carries|carried)\s/u, "carries"],
  [/^(?:wears|wore)\s/u, "wears"],
  [/^(?:wields|wielded)\s/u, "wields"],
];

/**
 * Reads facts from the prose of chapters by rules: sentences outside of speech that begin with somebody the project knows and say what is so of
 * them. Deaths and what somebody holds get the predicates by which rules of the canon know them. The words are English.
 */
export function readProse(passages: readonly ProsePassage[], entities: readonly NamedEntity[]): ReadSources {
  const index = indexNames(entities.map(({ name, names }) => ({ id: name, names })));
  const drafts = new Map<string, { draft: EntityDraft; facts: FactDraft[] }>();
  for (const { passage_id, text } of passages) {
    for (const [sentence] of text.replaceAll(MARKS, "").replaceAll(SPEECH, SPOKEN).matchAll(SENTENCE)) {
      const said = factOf(sentence.trim(), passage_id, index);
      if (said === null) continue;
      const { subject, fact } = said;
      const known = drafts.get(subject) ?? subjectOf(subject, fact);
      drafts.set(subject, known);
      if (!known.facts.some((each) => each.text === fact.text)) known.facts.push(fact);
    }
  }
  return { entities: [...drafts.values()].map(({ draft, facts }) => ({ ...draft, facts })), world: [], skipped: [] };
}

function subjectOf(name: string, { evidence }: FactDraft): { draft: EntityDraft; facts: FactDraft[] } {
  const key = `named ${searchForm(name)}`;
  return {
    draft: { key, name, aliases: [], type: "character", properties: {}, evidence, facts: [], links: [] },
    facts: [],
  };
}

function factOf(text: string, passage_id: string, index: NameIndex): { subject: string; fact: FactDraft } | null {
  if (text.length > LONGEST || text.endsWith("?") || text.includes(SPOKEN)) return null;
  const mentions = findMentions(text, index);
  const [first] = mentions;
  if (first === undefined || !/^(?:the\s+)?$/iu.test(text.slice(0, first.start))) return null;
  const rest = text.slice(first.end).trimStart();
  // A name in the possessive is not what the sentence is about.
  if (!/^\s/u.test(text.slice(first.end)) || !STATES.test(rest)) return null;
  const evidence = { file: null, line: null, pointer: null, node_id: null, passage_id, quote: quoteOf(text) };
  const about = [...new Set(mentions.slice(1).map(({ id }) => id))].filter((id) => id !== first.id);
  return { subject: first.id, fact: { text, about, evidence, ...predicateOf(rest, text, mentions) } };
}

/** Predicate of a sentence, where rules of the canon know one, with the name that it leads to. */
function predicateOf(
  rest: string,
  text: string,
  mentions: readonly Mention[],
): Pick<FactDraft, "predicate" | "object"> {
  if (NEGATED.test(text)) return {};
  if (DEATH.test(rest)) return { predicate: "died" };
  const holding = HOLDING.find(([words]) => words.test(rest));
  const [, held] = mentions;
  if (holding === undefined || held === undefined) return {};
  const between = text.slice((mentions[0] as Mention).end, held.start).trim();
  // What is held stands right behind the verb.
  return /^\p{L}+(?:\s+(?:an?|the|his|her|their|its))?$/iu.test(between)
    ? { predicate: holding[1], object: held.id }
    : {};
}
