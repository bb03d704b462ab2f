import { linesOf, plain, replaced, trimmed } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import { textSegments } from "./text-segments.ts";

/** Words that a line of ink cannot begin with without meaning something. */
const STATEMENT = /^(?:[*+\-=]|(?:VAR|CONST|LIST|INCLUDE|EXTERNAL|TODO)(?![A-Za-z0-9_]))/;

/**
 * A text with the signs that mean something in ink escaped; what names a variable in braces becomes its name there. ink
 * has no markup: words are written without their marks.
 */
export function inkText({ text, marks }: MarkedText, variable: (name: string) => string | null): string {
  const read = { text, marks: marks.filter(({ kind }) => kind === "literal") };
  return textSegments(read, (name) => variable(name) !== null)
    .map((part) => (part.isValue ? `{${variable(part.text)}}` : escaped(part.text)))
    .join("");
}

/** The lines of a text, those without words left out: ink has none of them. */
export function inkLines({ text, marks }: MarkedText, variable: (name: string) => string | null): string[] {
  return linesOf({ text: text.replace(/[\r\u2028\u2029]/g, "\n"), marks })
    .map((line) => inkText(trimmed(line), variable).replace(STATEMENT, "\\$&"))
    .filter((line) => line !== "");
}

/** A text on one line with its marks. */
export function markedOnOneLine(whole: MarkedText): MarkedText {
  return trimmed(replaced(whole, /\s+/g, () => plain(" ")));
}

/** A text on one line, for choices, tags and remarks. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A text as a constant in ink. */
export function inkString(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return (
    text
      .replace(/[\\{}|#~[\]]|-(?=>)|<(?=[->])/g, "\\$&")
      // Comments are taken out before anything is read, so what looks like one must not stand there.
      .replace(/(?<=\/)[/*]/g, "\\$&")
  );
}
