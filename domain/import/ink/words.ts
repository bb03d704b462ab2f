import { joined, literal, marked, plain } from "../../text-marks/marked-text.ts";
import type { MarkedText, TextMarkKind } from "../../text-marks/text-mark.ts";
import { HTML_MARKS } from "../html-marks.ts";
import { MARKED } from "./output.ts";

/** Receives what a text has besides its words. */
export interface WordsReader {
  /** Called for each variable whose value stands in the text. */
  readonly uses: (name: string) => void;
  /** Called for each tag of HTML, with whether it has become a mark. */
  readonly meets: (tag: string, isMark: boolean) => void;
}

/** Tags of HTML that are no marks: a web page shows what is between them. */
const OTHER_TAGS = new Set(
  "a abbr audio big blockquote center cite code div font h1 h2 h3 h4 h5 h6 hr img ins kbd mark p pre q small span sub sup tt u video".split(
    " ",
  ),
);

const TAG = /(<\/?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?\/?>)/;
const NAME_OF_TAG = /^<\/?([A-Za-z0-9]+)/;

/**
 * Reads a line of ink: names of variables in braces stand for marked values, other braces are letters, and the tags of HTML that ink's
 * page for the web shows are marks on the words between them.
 */
export function inkWords(line: string, reader: WordsReader): MarkedText {
  const parts: MarkedText[] = [];
  const open: { tag: string; kind: TextMarkKind }[] = [];
  for (const part of line.split(TAG)) {
    const tag = NAME_OF_TAG.exec(part)?.[1]?.toLowerCase() ?? "";
    const kind = HTML_MARKS.get(tag);
    if (!TAG.test(part) || (kind === undefined && tag !== "br" && !OTHER_TAGS.has(tag))) {
      parts.push(marked(withValues(part, reader), ...open.map((each) => each.kind)));
      continue;
    }
    reader.meets(tag, kind !== undefined || tag === "br");
    if (tag === "br") parts.push(plain("\n"));
    if (kind === undefined) continue;
    const begun = open.findLastIndex((each) => each.tag === tag);
    if (!part.startsWith("</")) open.push({ tag, kind });
    else if (begun !== -1) open.splice(begun, 1);
  }
  return joined(parts);
}

/** Whether a text has what a page for the web takes for tags of HTML. */
export function hasTags(text: string): boolean {
  return text.split(TAG).some((part, at) => {
    const tag = at % 2 === 0 ? "" : (NAME_OF_TAG.exec(part)?.[1]?.toLowerCase() ?? "");
    return tag === "br" || HTML_MARKS.has(tag) || OTHER_TAGS.has(tag);
  });
}

function withValues(text: string, { uses }: WordsReader): MarkedText {
  const parts = text.split(MARKED).map((part, at) => {
    if (at % 2 === 0) return literal(part);
    uses(part);
    return plain(`{${part}}`);
  });
  return joined(parts);
}
