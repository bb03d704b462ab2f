import { lexemes } from "./lexemes.ts";

/** Content that a player does not want, in a few words each. */
export interface ContentLimits {
  /** Content that must not appear at all. */
  readonly lines?: readonly string[] | undefined;
  /** Content that may happen, but is not described. */
  readonly veils?: readonly string[] | undefined;
}

/** A text that somebody may be shown, with the tags that it is marked by. */
export interface TaggedText {
  readonly text: string;
  readonly tags: readonly string[];
}

/** A limit that a text does not keep. */
export interface BrokenLimit {
  readonly kind: "line" | "veil";
  /** The limit, as the player told it. */
  readonly limit: string;
}

/**
 * Returns the limits that a text does not keep: those whose words stand side by side in one of its tags or in the text itself, in any
 * case and number. What is meant in other words is not found; tags are for that.
 */
export function brokenLimits({ lines = [], veils = [] }: ContentLimits, { text, tags }: TaggedText): BrokenLimit[] {
  if (lines.length + veils.length === 0) return [];
  const said = [text, ...tags].map(lexemes);
  const broken = (kind: BrokenLimit["kind"], limits: readonly string[]) =>
    limits.flatMap((limit): BrokenLimit[] => {
      const words = lexemes(limit);
      return said.some((each) => hasInRow(each, words)) ? [{ kind, limit }] : [];
    });
  return [...broken("line", lines), ...broken("veil", veils)];
}

function hasInRow(words: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  return words.some((_, at) => wanted.every((word, i) => words[at + i] === word));
}
