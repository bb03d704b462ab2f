import { joined, literal, marked, plain, trimmed } from "../text-marks/marked-text.ts";
import { codePointLength, type MarkedText, normalMarks, type TextMarkKind } from "../text-marks/text-mark.ts";
import type { ImportedBranch, ImportedNode } from "./story.ts";

/** Words set in one way. */
export interface StyledWords {
  readonly text: string;
  readonly kinds: readonly TextMarkKind[];
  /** Whether braces in it name a variable; those of an author's words are letters. */
  readonly isNaming?: boolean;
}

/** Joined words, with the offsets in code points at which each of them ends. */
export interface JoinedWords {
  readonly text: MarkedText;
  readonly ends: readonly number[];
}

/**
 * Joins words as one text without white space at its ends; what `spaces` finds within, also where two meet, is one space.
 *
 * @param spaces pattern of white space that is one space, global and without groups
 */
export function joinWords(words: readonly StyledWords[], spaces: RegExp): JoinedWords {
  let isAfterSpace = true;
  let length = 0;
  const ends: number[] = [];
  const parts = words.map(({ text, kinds, isNaming = false }): MarkedText => {
    const single = text.replace(spaces, " ");
    const own = isAfterSpace && single.startsWith(" ") ? single.slice(1) : single;
    if (own !== "") isAfterSpace = own.endsWith(" ");
    length += codePointLength(own);
    ends.push(length);
    return marked(isNaming ? plain(own) : literal(own), ...kinds);
  });
  const text = trimmed(joined(parts));
  const last = codePointLength(text.text);
  return { text, ends: ends.map((end) => Math.min(end, last)) };
}

/** Fields of a node that says a text. */
export function saying({ text, marks }: MarkedText): Pick<ImportedNode, "text" | "text_marks"> {
  return marks.length === 0 ? { text } : { text, text_marks: [...marks] };
}

/** Fields of a branch that is offered with a text. */
export function offering({ text, marks }: MarkedText): Pick<ImportedBranch, "choice_text" | "text_marks"> {
  return marks.length === 0 ? { choice_text: text } : { choice_text: text, text_marks: [...marks] };
}

/** Text of a branch, with its marks. */
export function offered({
  choice_text,
  text_marks = [],
}: Pick<ImportedBranch, "choice_text" | "text_marks">): MarkedText {
  return { text: choice_text, marks: text_marks };
}

/** A text on one line: white space in it is one space each, with the marks of its first character. */
export function onOneLine({ text, marks }: MarkedText): MarkedText {
  if (marks.length === 0) return plain(text.replace(/\s+/g, " "));
  const starts: number[] = [];
  let length = 0;
  let single = "";
  for (const char of text) {
    starts.push(length);
    if (/\s/.test(char) && single.endsWith(" ")) continue;
    single += /\s/.test(char) ? " " : char;
    length += 1;
  }
  const moved = (at: number) => starts[at] ?? length;
  const kept = marks.map(({ kind, start, end }) => ({ kind, start: moved(start), end: moved(end) }));
  return { text: single, marks: normalMarks(kept, length) };
}
