import type { MarkedText } from "../../text-marks/text-mark.ts";

const SIGNS: Readonly<Record<string, readonly [string, string]>> = {
  b: ["⟨b⟩", "⟨/b⟩"],
  i: ["⟨i⟩", "⟨/i⟩"],
  s: ["⟨s⟩", "⟨/s⟩"],
};
const NAMES: Readonly<Record<string, string>> = { strong: "b", emphasis: "i", strike: "s" };

/** Words between signs of a style of their own, each word for itself: so it does not count how long a style goes on. */
export function inlineOf(words: string, style: string | null): string {
  const [open, close] = SIGNS[style ?? ""] ?? ["", ""];
  return words.replace(/\S+/gu, (word) => `${open}${word}${close}`);
}

/** A text with signs where its marks begin and end, each word for itself. */
export function inlineMarks({ text, marks }: MarkedText): string {
  const chars = Array.from(text);
  let at = 0;
  return text
    .split(/(\s+)/u)
    .map((word) => {
      const from = at;
      at += Array.from(word).length;
      const style = marks.find(({ kind, start, end }) => NAMES[kind] !== undefined && start <= from && end > from);
      return word.trim() === "" || chars.length === 0 ? word : inlineOf(word, NAMES[style?.kind ?? ""] ?? null);
    })
    .join("");
}
