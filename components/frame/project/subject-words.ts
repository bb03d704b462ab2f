import WORDS from "./subject-words.json";

/** Words for the types of subjects on screens, one and many, as their areas declare them. */
const KNOWN: Readonly<Record<string, readonly string[]>> = WORDS;

/** Kinds of subjects that belong to how a project is set up and kept, not to what is written in it. */
const SET_UP = new Set(["property_key", "secret", "share", "session", "webhook", "provider_key"]);

/** Kinds of subjects that a writer looks for. */
export const WRITTEN_TYPES: readonly string[] = Object.keys(KNOWN).filter((type) => !SET_UP.has(type));

/** Returns the word for a type of subject; "item" for one without a word of its own. */
export function subjectWord(type: string, count = 1): string {
  const [one = "item", many = "items"] = KNOWN[type] ?? [];
  return count === 1 ? one : many;
}
