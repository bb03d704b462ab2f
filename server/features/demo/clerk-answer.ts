import { createHash } from "node:crypto";
import { CLERK, FACTS, type Knowing, type Moment, type WorldFact } from "./world.ts";

/** A fact as the clerk knows it. */
export interface KnownFact {
  readonly id: string;
  readonly seq: number;
  readonly text: string;
  /** Sequence from which the fact is known, and its origin. */
  readonly known_since: number;
  readonly known_from: string;
}

/** Answer of the clerk at one moment, with its facts. */
export interface ClerkAnswer {
  readonly moment: Moment["name"];
  readonly at_seq: number;
  readonly text: string;
  readonly sentences: readonly { readonly text: string; readonly fact_ids: readonly string[] }[];
  readonly facts: readonly KnownFact[];
  /** Number of relevant facts that the clerk does not know at that moment. */
  readonly withheld: number;
}

/** Sentences an answer has at most. */
const MOST = 3;
/** Share of the best score that a fact needs. */
const NEAR = 0.6;

const NOTHING_WRITTEN = [
  "The harbour's books say nothing of that, and I do not guess.",
  "I have nothing written about that. Ask me about the harbour.",
  "That is outside my books. I count planks, ships and water.",
];
const NOT_TOLD = ["If anybody knows that, they have not told the clerk.", "That is not a thing I was told."];
const MORE_TO_IT = ["There is more to it. Nobody has told me what."];

/** Answers a question from what the clerk knows at a moment, and from nothing else. The same question has the same answer. */
export function answerAt(question: string, { name, at_seq }: Moment): ClerkAnswer {
  const words = wordsOf(question);
  // "Who are you?" has no word that says what it is about.
  const asked = words.size === 0 ? wordsOf("clerk") : words;
  const holding = FACTS.filter(({ since, until }) => since <= at_seq && (until === null || until > at_seq));
  const found = relevant(holding, asked);
  const known: { fact: WorldFact; knowing: Knowing }[] = [];
  let withheld = 0;
  for (const fact of found) {
    const knowing = knowingOf(fact, CLERK.id, at_seq);
    if (knowing === null) withheld += 1;
    else if (known.length < MOST) known.push({ fact, knowing });
  }
  const sentences = known.map(({ fact }) => ({ text: fact.said, fact_ids: [fact.id] }));
  const aside = known.length > 0 ? (withheld > 0 ? MORE_TO_IT : []) : withheld > 0 ? NOT_TOLD : NOTHING_WRITTEN;
  if (aside.length > 0) sentences.push({ text: chosen(aside, `${name} ${question}`), fact_ids: [] });
  return {
    moment: name,
    at_seq,
    text: sentences.map(({ text }) => text).join(" "),
    sentences,
    facts: known.map(({ fact: { id, since, text }, knowing }) => ({
      id,
      seq: since,
      text,
      known_since: knowing.since,
      known_from: knowing.from,
    })),
    withheld,
  };
}

/** Returns the way in which somebody knows a fact at a sequence; null while they do not. */
function knowingOf(fact: WorldFact, who: string, atSeq: number): Knowing | null {
  if (fact.knownBy === "everyone") return { who, since: fact.since, from: "everybody in Ostwick knows it" };
  return fact.knownBy.find((each) => each.who === who && each.since <= atSeq) ?? null;
}

/** Facts that a question is about, the nearest first: a word counts the more, the fewer facts have it. */
function relevant(facts: readonly WorldFact[], asked: ReadonlySet<string>): WorldFact[] {
  const indexed = facts.map((fact) => ({ fact, words: wordsOf(fact.topics.join(" ")) }));
  const weightOf = (word: string): number => {
    const holders = indexed.filter(({ words }) => words.has(word)).length;
    return holders === 0 ? 0 : Math.log(1 + facts.length / holders);
  };
  const weights = new Map([...asked].map((word) => [word, weightOf(word)]));
  const scored = indexed
    .map(({ fact, words }) => {
      let score = 0;
      for (const [word, weight] of weights) if (words.has(word)) score += weight;
      return { fact, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.fact.since - b.fact.since);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= best * NEAR).map(({ fact }) => fact);
}

/** Words that say nothing of what a question is about. */
const EMPTY = new Set(
  (
    "a an and any are as at be been but by can could did do does else for from had has have he her here him his how i if in " +
    "is it its me my no not of on or our please she so some tell than that the their them then there these they this to was " +
    "we were what when where which who whose why will with would you your about know"
  ).split(" "),
);

/** The words of a text without their endings. */
function wordsOf(text: string): Set<string> {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word)).map(stem));
}

function stem(word: string): string {
  const bare = word.replace(/(?:ies)$/, "y").replace(/(?:ing|ed|es|s)$/, "");
  return bare.length < 3 ? word : bare;
}

function chosen(lines: readonly string[], seed: string): string {
  const number = createHash("sha256").update(seed).digest().readUInt32BE(0);
  return lines[number % lines.length] ?? "";
}
