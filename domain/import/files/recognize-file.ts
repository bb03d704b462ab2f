import { ARTICY_PARTS, articyPartOf } from "../articy/parts.ts";
import { detectFormat, formatOfJson } from "../detect-format.ts";
import { FORMAT_NAMES } from "../format-names.ts";
import { placeIn } from "../json-input.ts";
import { jsonMistakeAt } from "../json-mistake.ts";
import type { ImportFormat } from "../story.ts";
import { isTwineHtml, isTwineOne } from "../twee/twine-html.ts";
import { kindByName, kindByText, kindOfJson, type OtherKind } from "./known-kinds.ts";

/** File of an import: its path there, and its text or JSON value. */
export interface ImportFile {
  readonly name: string;
  readonly content: unknown;
}

/** File with what it was recognised as. */
export interface RecognizedFile extends ImportFile {
  /** Kind in words, without an article for formats: `ink`, `Twine HTML`, `an image`. */
  readonly words: string;
  /** Format of the story that it is, or is a part of; null for no story. */
  readonly format: ImportFormat | null;
  /** Whether it is a part of a story in several files only: articy:draft X, or a Yarn project. */
  readonly part: "articy" | "yarn_project" | null;
  readonly other: OtherKind | null;
}

/** Recognises a file by its content and, where that is ambiguous, by its name. */
export function recognizeFile({ name, content }: ImportFile): RecognizedFile {
  const of = (words: string, rest: Partial<RecognizedFile>): RecognizedFile => {
    return { name, content, words, format: null, part: null, other: null, ...rest };
  };
  const no = (other: OtherKind): RecognizedFile => of(other.words, { other });
  if (typeof content !== "string") return recognizeJson(content, of, no);
  const text = content.replace(/^\uFEFF/, "").trimStart();
  const named = kindByName(name);
  if (/\.yarnproject$/i.test(name) && /^[{[]|^$/.test(text))
    return of("a Yarn project", { format: "yarn", part: "yarn_project" });
  if (isTwineHtml(text)) return of(isTwineOne(text) ? "Twine 1 HTML" : "Twine HTML", { format: "twee3" });
  if (named !== null && !/\.(?:md|markdown)$/i.test(name)) return no(named);
  if (/^[{[]/.test(text)) {
    const value = parsed(text);
    if (value !== undefined) return recognizeJson(value, of, no);
    const format = /\.json$/i.test(name) ? null : detectFormat(name, text);
    return format === null
      ? no({ words: "a JSON file with a mistake", advice: placeOfMistake(content), isVague: true })
      : of(FORMAT_NAMES[format], { format });
  }
  const format = detectFormat(name, text);
  if (format !== null) return of(FORMAT_NAMES[format], { format });
  return no(
    kindByText(text) ??
      named ??
      (text === ""
        ? { words: "an empty file", isVague: true }
        : { words: "a text without the signs of a format", isVague: true }),
  );
}

function recognizeJson(
  content: unknown,
  of: (words: string, rest: Partial<RecognizedFile>) => RecognizedFile,
  no: (other: OtherKind) => RecognizedFile,
): RecognizedFile {
  const part = articyPartOf(content);
  if (part !== null) {
    return of(`articy:draft X, ${ARTICY_PARTS[part]}`, { content, format: "articy_json", part: "articy" });
  }
  const format = formatOfJson(content);
  return format === null ? no(kindOfJson(content)) : of(FORMAT_NAMES[format], { content, format });
}

/** Says where a text that begins as JSON is none. */
function placeOfMistake(content: string): string {
  const text = content.replace(/^\uFEFF/, "");
  const { line, column } = placeIn(text, jsonMistakeAt(text));
  return `The mistake is at line ${line}, column ${column}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
