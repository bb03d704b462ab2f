import { linesOf, plain, replaced, trimmed } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import { type SetSigns, textSegments, withSigns } from "./text-segments.ts";

/** Words that a line of ink cannot begin with without meaning something. */
const STATEMENT = /^(?:[*+\-=]|(?:VAR|CONST|LIST|INCLUDE|EXTERNAL|TODO)(?![A-Za-z0-9_]))/;

/** Tags of HTML, which ink's page for the web shows, and so does an import of ink. */
const TAGS: SetSigns = { emphasis: ["<i>", "</i>"], strong: ["<b>", "</b>"], strike: ["<s>", "</s>"] };

/**
 * A text with the signs that mean something in ink escaped; what names a variable in braces becomes its name there, and
 * marked words stand in tags of HTML.
 */
export function inkText(whole: MarkedText, variable: (name: string) => string | null): string {
  const segments = textSegments(whole, (name) => variable(name) !== null);
  return withSigns(segments, TAGS, ({ text, isValue }) => (isValue ? `{${variable(text)}}` : escaped(text)));
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
