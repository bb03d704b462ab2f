/** Name that a text begins with, followed by a colon, as in a screenplay: `Marrow: Halt!` */
export interface SpokenName {
  readonly name: string;
  /** Index at which what is said begins. */
  readonly from: number;
}

const SPOKEN = /^\s*([^\s:][^:\n]{0,59}):[^\S\n]+/u;

/** Returns the name at the beginning of a text; null where there is no colon with a blank after it. */
export function spokenName(text: string): SpokenName | null {
  const found = SPOKEN.exec(text);
  const name = found?.[1]?.trim();
  return found === null || name === undefined || name === "" ? null : { name, from: found[0].length };
}

/** Words of a name, each with a capital or a digit at its beginning, or one of those that names are joined with. */
const NAME_WORD =
  /^(?:(?:d['’])?[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’.-]*|\?+|(?:of|the|and|de|da|di|du|la|le|van|von|der|zu|al|el)|&)$/u;

/** Longest name, in words, that is taken for one without being known. */
const MOST_WORDS = 4;

/** Whether words before a colon are written as names are, and not as the beginning of a sentence. */
export function isWrittenAsName(name: string): boolean {
  const words = name.split(/\s+/u);
  return words.length <= MOST_WORDS && /^[\p{Lu}?]/u.test(name) && words.every((word) => NAME_WORD.test(word));
}
