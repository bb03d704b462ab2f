import { SUGARCUBES, type TweeDialect } from "./dialects.ts";
import { HTML_TAG } from "./html-tags.ts";

/** A stretch of text in which nothing is markup: a comment, a script, a style sheet, words quoted as they are. */
export interface InertRange {
  start: number;
  end: number;
  kind: string;
  /** Lengths of the opening and the closing mark. */
  marks: { opening: number; closing: number };
}

interface InertForm {
  opening: string;
  kind: string;
  closing: RegExp;
  dialects: readonly TweeDialect[] | null;
}

/** Element of SugarCube whose content is HTML alone. */
const HTML_ALONE: InertForm = { opening: "<html>", kind: "quoted text", closing: /<\/html>/gi, dialects: SUGARCUBES };

const FORMS: readonly InertForm[] = [
  { opening: "<!--", kind: "a comment", closing: /-->/g, dialects: null },
  { opening: "<script", kind: "a script", closing: /<\/script[ \t]*>/gi, dialects: null },
  { opening: "<style", kind: "a style sheet", closing: /<\/style[ \t]*>/gi, dialects: null },
  { opening: "/*", kind: "a comment", closing: /\*\//g, dialects: SUGARCUBES },
  { opening: "/%", kind: "a comment", closing: /%\//g, dialects: SUGARCUBES },
  { opening: "<<script>>", kind: "a script", closing: /<<\/script>>|<<endscript>>/g, dialects: SUGARCUBES },
  { opening: "{{{", kind: "quoted text", closing: /\}\}\}/g, dialects: SUGARCUBES },
  { opening: '"""', kind: "quoted text", closing: /"""/g, dialects: SUGARCUBES },
  { opening: "<nowiki>", kind: "quoted text", closing: /<\/nowiki>/gi, dialects: SUGARCUBES },
  HTML_ALONE,
  { opening: "```", kind: "quoted text", closing: /```/g, dialects: ["harlowe"] },
  { opening: "``", kind: "quoted text", closing: /``/g, dialects: ["harlowe"] },
  { opening: "`", kind: "quoted text", closing: /`/g, dialects: ["harlowe"] },
];

/** Signs that HTML reads. */
const HTML_SIGNS = new RegExp(`&#?\\w{1,32};|${HTML_TAG.source}`, "g");

const OPENINGS = /<!--|<script\b|<style\b|\/\*|\/%|<<script>>|\{\{\{|"""|<nowiki>|<html>|`{1,3}/gi;

/** The inert stretches of a text in order, none inside another. One that is never closed is ordinary text. */
export function inertRanges(text: string, dialect: TweeDialect | null): InertRange[] {
  const ranges: InertRange[] = [];
  // Forms whose closing mark is not found once are not looked for again, or unclosed ones would cost a search each.
  const unclosed = new Set<InertForm>();
  OPENINGS.lastIndex = 0;
  for (let match = OPENINGS.exec(text); match !== null; match = OPENINGS.exec(text)) {
    const opening = match[0].toLowerCase();
    const form = FORMS.find((candidate) => candidate.opening === opening && applies(candidate, dialect));
    if (form === undefined || unclosed.has(form)) continue;
    form.closing.lastIndex = OPENINGS.lastIndex;
    const closing = form.closing.exec(text);
    if (closing === null) {
      unclosed.add(form);
      continue;
    }
    const end = closing.index + closing[0].length;
    if (form === HTML_ALONE) {
      ranges.push(...wordsOfHtml(text, OPENINGS.lastIndex, closing.index));
      OPENINGS.lastIndex = end;
      continue;
    }
    ranges.push({
      start: match.index,
      end,
      kind: form.kind,
      marks: { opening: match[0].length, closing: closing[0].length },
    });
    OPENINGS.lastIndex = end;
  }
  return ranges;
}

/** The words between the tags and entities of HTML. */
function wordsOfHtml(text: string, from: number, to: number): InertRange[] {
  const ranges: InertRange[] = [];
  let start = from;
  const add = (end: number) => {
    if (end > start) ranges.push({ start, end, kind: HTML_ALONE.kind, marks: { opening: 0, closing: 0 } });
  };
  for (const found of text.slice(from, to).matchAll(HTML_SIGNS)) {
    add(from + found.index);
    start = from + found.index + found[0].length;
  }
  add(to);
  return ranges;
}

function applies(form: InertForm, dialect: TweeDialect | null): boolean {
  return form.dialects === null || (dialect !== null && form.dialects.includes(dialect));
}
