import type { ApiReference, ReferenceObject } from "./reference.ts";

/** Objects whose names begin with one letter. */
export interface ObjectLetter {
  /** Small letter, as the address of its page has it. */
  readonly letter: string;
  readonly objects: readonly ReferenceObject[];
}

/** Returns the objects of the reference by the first letters of their names: all of them on one page would be too much to load. */
export function objectLetters({ objects }: Pick<ApiReference, "objects">): ObjectLetter[] {
  const letters = Map.groupBy(objects, ({ name }) => name.charAt(0).toLowerCase());
  return Array.from(letters, ([letter, those]) => ({ letter, objects: those })).sort((a, b) =>
    a.letter < b.letter ? -1 : 1,
  );
}

/** Returns the path of the page of the objects with a letter. */
export const letterPath = (letter: string): string => `/objects/by-letter/${letter}`;
