import { joined, literal, marked, plain } from "../../text-marks/marked-text.ts";
import type { MarkedText, TextMarkKind } from "../../text-marks/text-mark.ts";

/** Words of a card that are set alike, or a value that is shown. */
export interface Run {
  readonly text: string;
  readonly styles: readonly TextMarkKind[];
  /** Whether `text` names the variable whose value is shown. */
  readonly isValue?: boolean;
  /** Link whose words they are; runs of one link share it. */
  readonly link?: object | null;
  /** Whether they are to be read as they stand, whatever signs are in them. */
  readonly isQuoted?: boolean;
}

/** Character that stands for a link. */
const LINK = "\ue000";
/** A line on which there are only links, with what sets a list apart; a full stop before the first ends a sentence. */
const ONLY_LINKS = /^[\s*•·|/,;:–—-]*\ue000[\s*•·|/,;.:–—\ue000-]*$/;
/** Links behind a sentence, up to the end of a line. */
const LAST_LINKS = /(?<=[.!?…:”"’)])(?:[\s*•·|/,;–—-]*\ue000)+[\s.]*$/;

/**
 * A text as a player reads it: links on a line of their own, or behind a sentence, are choices and no text; the words of
 * others stay where they stand. Blank lines set paragraphs apart.
 */
export function textOfRuns(runs: readonly Run[]): MarkedText {
  const parts: MarkedText[] = [];
  let isBlank = false;
  let before: readonly TextMarkKind[] = [];
  for (const line of linesOf(runs)) {
    if (line.some(({ link }) => link != null) && ONLY_LINKS.test(skeletonOf(line))) continue;
    const { said, first, last } = squeezed(withoutLastLinks(line));
    if (said.length === 0) {
      isBlank = parts.length > 0;
      continue;
    }
    // What goes on over lines is one mark.
    const both = first.filter((style) => before.includes(style));
    if (parts.length > 0) parts.push(marked(plain(isBlank ? "\n\n" : "\n"), ...both));
    isBlank = false;
    before = last;
    for (const part of said) parts.push(part);
  }
  return joined(parts);
}

/** The words of a choice, on one line. */
export function lineOfRuns(runs: readonly Run[]): MarkedText {
  const line = runs.map((run) => (run.isValue === true ? run : { ...run, text: run.text.replace(/\s+/g, " ") }));
  return joined(squeezed(line).said);
}

function linesOf(runs: readonly Run[]): Run[][] {
  let line: Run[] = [];
  const lines = [line];
  for (const run of runs) {
    if (run.isValue === true) {
      line.push(run);
      continue;
    }
    for (const [at, text] of run.text.split("\n").entries()) {
      if (at > 0) {
        line = [];
        lines.push(line);
      }
      if (text !== "") line.push({ ...run, text });
    }
  }
  return lines;
}

/** A line with a character in place of each link. */
function skeletonOf(line: readonly Run[]): string {
  let last: object | null = null;
  return line
    .map(({ text, link = null }) => {
      const isFirst = link !== last;
      last = link;
      return link === null ? text.replaceAll(LINK, " ") : isFirst ? LINK : "";
    })
    .join("");
}

function withoutLastLinks(line: readonly Run[]): readonly Run[] {
  if (!line.some(({ link }) => link != null)) return line;
  const found = LAST_LINKS.exec(skeletonOf(line));
  if (found === null) return line;
  const kept: Run[] = [];
  let left = found.index;
  for (const run of line) {
    if (left <= 0 || run.link != null) {
      if (left <= 0) break;
      left -= run.link === kept.at(-1)?.link ? 0 : 1;
      kept.push(run);
      continue;
    }
    kept.push({ ...run, text: run.text.slice(0, left) });
    left -= run.text.length;
  }
  return kept;
}

/** Runs of one line as marked words, without white space at the ends and with one space for several. */
function squeezed(line: readonly Run[]): {
  said: MarkedText[];
  first: readonly TextMarkKind[];
  last: readonly TextMarkKind[];
} {
  const parts: MarkedText[] = [];
  let first: readonly TextMarkKind[] | null = null;
  let last: readonly TextMarkKind[] = [];
  let before = " ";
  let isJoint = false;
  let space: Run | null = null;
  const say = (run: Run, text: string) => {
    const words = run.isValue === true ? plain(`{${text}}`) : literal(text);
    parts.push(marked(words, ...run.styles));
    before = text;
    first ??= run.styles;
    last = run.styles;
  };
  for (const run of line) {
    const text = run.isValue === true ? run.text : run.text.replace(/[ \t\u00a0]+/g, " ");
    const said = run.isValue === true ? text : text.trim();
    if (said === "") {
      if (text !== "" && parts.length > 0) space ??= run;
      continue;
    }
    if (run.isValue !== true && text.startsWith(" ") && parts.length > 0) space ??= run;
    if (space !== null) say({ ...space, isValue: false }, " ");
    else if (isJoint && run.isQuoted !== true && meets(before, said)) say(run, " ");
    space = null;
    say(run, said);
    if (run.isValue !== true && text.endsWith(" ")) space = run;
    isJoint = run.isQuoted !== true && run.isValue !== true;
  }
  return { said: parts, first: first ?? [], last };
}

/** Whether words that stand apart in a file, as in `[<<else>>[`, would come together to a mark of its format. */
function meets(before: string, after: string): boolean {
  const both = `${before.slice(-1)}${after.slice(0, 1)}`;
  return both === "[[" || both === "<<";
}
