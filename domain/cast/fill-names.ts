/** Names that the marks of character cards stand for. */
export interface SpokenNames {
  /** Name of the character who speaks; null where none is known. */
  readonly character: string | null;
  /** Name of the person who is spoken to; null where none is known. */
  readonly person: string | null;
}

/**
 * Returns a text with names in place of the marks that character cards have: `{{char}}` or `<BOT>` for the character, `{{user}}` or `<USER>`
 * for the person; null where it calls one by name of whom none is known.
 */
export function fillNames(text: string, { character, person }: SpokenNames): string | null {
  const filled = filledWith(text, /\{\{char\}\}|<bot>/gi, character);
  return filled === null ? null : filledWith(filled, /\{\{user\}\}|<user>/gi, person);
}

function filledWith(text: string, marks: RegExp, name: string | null): string | null {
  if (name === null) return text.search(marks) >= 0 ? null : text;
  return text.replace(marks, () => name);
}
