import { likeness, wordsOf } from "../likeness.ts";
import { fixedKind, type Sentence } from "./fixed-sentence.ts";
import type { Gap, GapKind } from "./gap.ts";
import { gapWords } from "./gap-words.ts";

/** Likeness from which on two texts count as near duplicates. */
export const NEAR = 0.5;

/** Idea or promise that could have been made of a gap. */
export interface MadeText {
  readonly text: string;
  /** Kind of gap that it says it was made for; null for none. */
  readonly gap: GapKind | null;
  readonly entity_ids: readonly string[];
}

/**
 * Returns how alike two premises or promises are, from 0 to 1. Fixed sentences about two gaps have most of their words in common, so
 * they are alike only where they are the same.
 */
export function sentenceLikeness(one: string, other: string, sentence: Sentence): number {
  if (fixedKind(one, sentence) === null || fixedKind(other, sentence) === null) return likeness(one, other);
  return one === other ? 1 : 0;
}

/**
 * Returns a test of whether some text was made of a gap: it is the gap's sentence, or of the gap's kind and about the gap's entities, or in other
 * words near to the sentence and naming what the gap names.
 */
export function gapsMade(texts: readonly MadeText[], sentence: Sentence): (gap: Gap) => boolean {
  const sentences = new Set(texts.map(({ text }) => text));
  const known = texts.map(({ text, gap, entity_ids }) => {
    const fixed = fixedKind(text, sentence);
    return { text, isFixed: fixed !== null, kind: gap ?? fixed, entity_ids, words: inWords(text) };
  });
  return (gap) => {
    const own = gapWords(gap)[sentence];
    if (sentences.has(own)) return true;
    const ids = identityOf(gap);
    const names = gap.subjects.map(({ name }) => inWords(name));
    return known.some(({ text, isFixed, kind, entity_ids, words }) => {
      if (kind === gap.kind && ids.length > 0 && ids.every((id) => entity_ids.includes(id))) return true;
      return !isFixed && names.every((name) => words.includes(name)) && likeness(own, text) >= NEAR;
    });
  };
}

/** Ids of the entities that tell a gap from others of its kind; none where there is more to it than entities. */
function identityOf({ subjects, words }: Gap): string[] {
  const ids = subjects.map(({ id }) => id);
  return words === "" && ids.every((id) => id.startsWith("ent_")) ? ids : [];
}

function inWords(text: string): string {
  return wordsOf(text).join(" ");
}
