/** The first letters of the first and the last word, as people are abbreviated in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = firstLetter(words[0] ?? "");
  return words.length < 2 ? first : first + firstLetter(words.at(-1) ?? "");
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function firstLetter(word: string): string {
  for (const { segment } of letters.segment(word)) return segment.toLocaleUpperCase();
  return "?";
}
