import { isFarewell, isGreeting } from "./greetings.ts";
import { isStatement } from "./memorable.ts";
import { tellingWords } from "./telling-words.ts";

/** A line of a conversation, as a recap names it. */
export interface SpokenLine {
  readonly text: string;
}

/**
 * Chooses the lines that say most of a conversation, in their order: those whose words come up again and again, and that state something. The
 * same lines give the same choice.
 *
 * @param most lines that are chosen at most
 */
export function recapLines<Line extends SpokenLine>(lines: readonly Line[], most: number): Line[] {
  const words = lines.map(({ text }) => tellingWords(text));
  const counts = new Map<string, number>();
  for (const own of words) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = lines.map((line, index) => {
    const own = [...(words[index] ?? [])];
    const told = own.reduce((sum, word) => sum + Math.log2(1 + (counts.get(word) ?? 0)), 0);
    // A long line says more than a short one, and not as much more as it is longer.
    const isEmpty = own.length === 0 || isGreeting(line.text.trim()) || isFarewell(line.text.trim());
    const weight = isEmpty ? 0 : told / Math.sqrt(own.length);
    return { line, index, score: weight * (isStatement(line.text) ? 2 : 1) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most)
    .toSorted((a, b) => a.index - b.index)
    .map(({ line }) => line);
}
