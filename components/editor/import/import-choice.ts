/** Choice of a person about dialogues and variables that are in the project already. */
export interface ImportChoice {
  /** Whether the file is imported as a copy, where its story is here. */
  readonly isCopy: boolean;
  /** Ids of the dialogues that are replaced, by the key of the dialogue of the file. */
  readonly replace: Readonly<Record<string, string>>;
  /** Names in the file of the variables that are the project's. */
  readonly join: readonly string[];
  /** Language of the texts, of those the file has; null for the one that it begins with. */
  readonly language: string | null;
}

export const NO_CHOICE: ImportChoice = { isCopy: false, replace: {}, join: [], language: null };

/** Returns a choice with a dialogue replaced, or with none for its key. */
export function withReplaced(choice: ImportChoice, key: string, id: string | null): ImportChoice {
  const { [key]: _, ...others } = choice.replace;
  return { ...choice, replace: id === null ? others : { ...others, [key]: id } };
}

/** Returns a choice with variables joined, or not. */
export function withJoined(choice: ImportChoice, names: readonly string[], isJoined: boolean): ImportChoice {
  const others = choice.join.filter((name) => !names.includes(name));
  return { ...choice, join: isJoined ? [...others, ...names] : others };
}
