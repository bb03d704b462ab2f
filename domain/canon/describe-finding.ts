import type { FindingCode } from "./finding.ts";

/** Words that a contradiction is told with. */
export interface FindingWords {
  /** Name of the entity that it is about. */
  readonly about: string;
  /** Short text of each piece of evidence, in their order. */
  readonly evidence: readonly string[];
  /** Sentence that the rule tells writers, or its name. */
  readonly rule: string;
}

const quoted = (text: string | undefined): string => `“${text ?? ""}”`;

const SENTENCES: Readonly<Record<FindingCode, (words: FindingWords) => string>> = {
  acts_dead: ({ about, evidence: [death, act] }) =>
    `${about} acts after dying: ${quoted(act)} comes after ${quoted(death)}.`,
  tells_dead: ({ about, evidence: [death, told] }) =>
    `${about} tells something after dying: ${quoted(told)} comes after ${quoted(death)}.`,
  speaks_dead: ({ about, evidence: [death, line] }) =>
    `${about} speaks after dying: every way to ${quoted(line)} comes through ${quoted(death)}.`,
  two_holders: ({ about, evidence: [first, second] }) =>
    `${about} has two holders: ${quoted(first)} and ${quoted(second)}.`,
  two_values: ({ about, evidence: [first, second] }) =>
    `Two facts of ${about} contradict each other: ${quoted(first)} and ${quoted(second)}.`,
  told_by_ignorant: ({ about, evidence: [fact] }) => `${about} told ${quoted(fact)} without knowing it.`,
  born_after_death: ({ about }) => `${about} is born after dying.`,
  age_unlike_years: ({ about }) => `The age of ${about} does not fit the years of birth and death.`,
  two_ages: ({ about, evidence: [first, second] }) => `${about} has two ages: ${quoted(first)} and ${quoted(second)}.`,
  other_name: ({ about, evidence: [, fact] }) => `${quoted(fact)} has nothing of the name ${about}.`,
  older_child: ({ evidence: [parent, child] }) => `${child} is not younger than the parent ${parent}.`,
  promise_unkept: ({ evidence: [promise, due] }) =>
    promise === due
      ? `The promise ${quoted(promise)} is still open at its due point.`
      : `The promise ${quoted(promise)} is still open although its due point is there: ${quoted(due)}.`,
  own: ({ about, rule }) => `${about}: ${rule}`,
};

/** Returns a contradiction as one sentence. */
export function describeFinding(code: FindingCode, words: FindingWords): string {
  return SENTENCES[code](words);
}
