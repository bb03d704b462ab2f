import { ImportError } from "../import-error.ts";
import { lineAt } from "../json-input.ts";
import { IMPORT_LIMITS } from "../story.ts";
import { refuseAbove } from "../story-limits.ts";
import { readHeader, type TweeHeader } from "./header.ts";

/** A passage of a Twee file as it stands there. */
export interface TweePassage extends TweeHeader {
  /** The passage's text, without the blank lines that set it apart from the next one. */
  text: string;
  /** Line of its header, counted from 1. */
  line: number;
}

/** A Twee file cut into passages. */
export interface TweeFile {
  /** Text before the first header, where it is not blank. */
  preamble: string;
  passages: TweePassage[];
}

/**
 * Cuts a Twee file into passages. A header is a line that begins with `::`; a line of text that must begin so is
 * written `\::`, as Twine writes it. Any line ending is accepted; texts come out with `\n`.
 */
export function readPassages(content: string): TweeFile {
  const bad = content.search(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  if (bad >= 0) {
    throw new ImportError("invalid_character", "The text contains a NUL character or half of a surrogate pair.", {
      line: lineAt(content, bad),
    });
  }
  const source = (content.startsWith("\ufeff") ? content.slice(1) : content).replace(/\r\n?/g, "\n");
  const passages: TweePassage[] = [];
  let preamble = "";
  let header: TweeHeader | null = null;
  let headerLine = 0;
  let textStart = 0;
  const close = (end: number): void => {
    const text = unescapeText(source.slice(textStart, end)).trimEnd();
    if (header === null) preamble = text.trim();
    else {
      passages.push({ ...header, text, line: headerLine });
      refuseAbove("passages", passages.length, IMPORT_LIMITS.nodes + 1_000);
    }
  };
  let line = 0;
  for (let start = 0; start < source.length; ) {
    line++;
    const next = source.indexOf("\n", start);
    const end = next < 0 ? source.length : next;
    if (source.startsWith("::", start)) {
      close(start);
      header = readHeader(source.slice(start + 2, end));
      headerLine = line;
      textStart = end + 1;
    }
    start = end + 1;
  }
  close(source.length);
  return { preamble, passages };
}

function unescapeText(text: string): string {
  return text.replace(/^\\(?=\\*::)/gm, "");
}
