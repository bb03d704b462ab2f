import WORDS from "./subject-words.json";

/** Words for the types of subjects on screens, one and many, as their areas declare them. */
const KNOWN: Readonly<Record<string, readonly string[]>> = WORDS;

/** Kinds of subjects that a person looks for. */
export const SUBJECT_TYPES: readonly string[] = Object.keys(KNOWN);

/** Returns the word for a type of subject; "item" for one without a word of its own. */
export function subjectWord(type: string, count = 1): string {
  const [one = "item", many = "items"] = KNOWN[type] ?? [];
  return count === 1 ? one : many;
}
