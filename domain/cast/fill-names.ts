/** Names that the marks of character cards stand for. */
export interface SpokenNames {
  /** Name of the character who speaks. */
  readonly character: string;
  /** Name of the person who is spoken to; null where none is known. */
  readonly person: string | null;
}

/**
 * Returns a text with names in place of the marks that character cards have: `{{char}}` or `<BOT>` for the character, `{{user}}` or `<USER>`
 * for the person; null where it calls a person by name of whom none is known.
 */
export function fillNames(text: string, { character, person }: SpokenNames): string | null {
  const named = text.replace(/\{\{char\}\}|<bot>/gi, () => character);
  const calls = /\{\{user\}\}|<user>/gi;
  if (person === null) return named.search(calls) >= 0 ? null : named;
  return named.replace(calls, () => person);
}
