import { ImportError, type ImportIssue } from "../import-error.ts";

/** A line of a node's body. */
export interface BodyLine {
  readonly text: string;
  /** Columns it is indented by; a tab counts as eight, as Yarn Spinner counts it. */
  readonly indent: number;
  /** Line of the file, counted from 1. */
  readonly line: number;
  /** Column of its first sign, counted from 1. */
  readonly column: number;
  /** Whether an empty line stands before it. */
  readonly isApart: boolean;
}

/** A node of a Yarn file. */
export interface YarnNode {
  readonly title: string;
  /** Headers without the title, in order. */
  readonly headers: readonly { readonly name: string; readonly value: string; readonly line: number }[];
  readonly body: readonly BodyLine[];
  readonly line: number;
}

/** Nodes of a Yarn file, and the tags before them. */
interface YarnSource {
  readonly nodes: YarnNode[];
  readonly tags: readonly { readonly text: string; readonly line: number }[];
}

/** Stand-ins for signs that were escaped: what is before such a colon is no speaker, what is between such brackets no markup. */
const ESCAPED: ReadonlyMap<string, string> = new Map([
  [":", "\uFDD2"],
  ["[", "\uFDD3"],
  ["]", "\uFDD4"],
]);

/** An escaped sign as it is kept until a text is whole. */
export function escaped(sign: string): string {
  return ESCAPED.get(sign) ?? sign;
}

/** A text with the signs that were escaped in it. */
export function unescaped(text: string): string {
  if (!/[\uFDD2-\uFDD4]/.test(text)) return text;
  return Array.from(ESCAPED).reduce((words, [sign, kept]) => words.replaceAll(kept, sign), text);
}

/** Signs of a name, as a class of a regular expression with the flag `u`: Yarn Spinner takes letters of any script. */
export const NAME_SIGNS = "\\p{L}\\p{M}\\p{N}_";

const TITLE = new RegExp(`^[${NAME_SIGNS}.]+$`, "u");

const HEADER = new RegExp(`^\\s*(?!\\p{N})([${NAME_SIGNS}]+)\\s*:(.*)$`, "u");

/** Whether a text may be the title of a node. */
export function isTitle(text: string): boolean {
  return TITLE.test(text);
}

/** Link as Yarn Spinner 1 wrote it: a title in double brackets, with other words before a stroke. */
const LINK = /\[\[(?:([^[\]|\n]+)\|)?([^[\]|\n]+)\]\]/;

/** Finds the first link of Yarn Spinner 1 in a line, its words and its title; null where later versions read the line alike. */
export function linkIn(line: string): RegExpExecArray | null {
  const found = LINK.exec(line);
  return found === null || line[found.index - 1] === "\\" || line.includes("[nomarkup]") ? null : found;
}

const TAB = 8;

/** Signs that end the body of a node. */
const BODY_END = "===";

/** A mistake in a Yarn file, with line and column. */
export function mistakeAt(line: number, column: number, message: string): ImportError {
  const issue: ImportIssue = { pointer: null, message: `Line ${line}, column ${column}: ${message}`, line, column };
  return new ImportError("invalid_syntax", issue.message, { line, column, issues: [issue] });
}

/**
 * Reads the tags of a Yarn file and its nodes: headers, `---`, a body, `===`.
 *
 * @param before - number of lines before the file, where it is one of several.
 * @throws {ImportError} where a node has no title or no body, with its line
 */
export function readNodes(source: string, before = 0): YarnSource {
  const lineAt = (index: number): number => before + index + 1;
  const lines = source.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  // Its titles may hold spaces.
  const isOld = lines.some((line) => linkIn(line) !== null);
  const nodes: YarnNode[] = [];
  const tags: { text: string; line: number }[] = [];
  let at = 0;
  while (at < lines.length) {
    const first = (lines[at] ?? "").trim();
    if (first === "" || first.startsWith("//") || first.startsWith("#")) {
      if (first.startsWith("#")) tags.push({ text: withoutComment(first).trim(), line: lineAt(at) });
      at += 1;
      continue;
    }
    const start = at;
    const headers: { name: string; value: string; line: number }[] = [];
    for (; at < lines.length && (lines[at] ?? "").trim() !== "---"; at++) {
      const text = lines[at] ?? "";
      const found = HEADER.exec(text);
      if (found !== null)
        headers.push({ name: found[1] ?? "", value: withoutComment(found[2] ?? "").trim(), line: lineAt(at) });
      else if (text.trim() !== "" && !text.trim().startsWith("//")) {
        throw mistakeAt(lineAt(at), 1, "a header needs a name, a colon and a value.");
      }
    }
    if (at >= lines.length) throw mistakeAt(lineAt(start), 1, "the node has no body: --- is missing.");
    at += 1;
    const body: BodyLine[] = [];
    let isApart = false;
    for (; at < lines.length && !(lines[at] ?? "").trim().startsWith(BODY_END); at++) {
      const text = lines[at] ?? "";
      if (text.trim() === "") {
        refuseEmptyContent(lines, at, before);
        isApart = true;
      } else if (!text.trim().startsWith("//")) {
        const column = text.length - text.trimStart().length + 1;
        body.push({ text: text.trim(), indent: indentOf(text), line: lineAt(at), column, isApart });
        isApart = false;
      }
    }
    if (at >= lines.length) throw mistakeAt(before + lines.length, 1, "the body has no end: === is missing.");
    refuseBehindEnd(lines[at] ?? "", lineAt(at));
    at += 1;
    const title = headers.find(({ name }) => name === "title");
    if (title === undefined || title.value === "") throw mistakeAt(lineAt(start), 1, "the node has no title.");
    if (!isOld && !isTitle(title.value)) {
      throw mistakeAt(
        title.line,
        1,
        `the title “${title.value}” may contain only letters, digits, dots and underscores.`,
      );
    }
    nodes.push({ title: title.value, headers: headers.filter((each) => each !== title), body, line: title.line });
  }
  return { nodes, tags };
}

/** @throws {ImportError} where other words stand behind the end of a node: Yarn Spinner ends it at any line that begins so */
function refuseBehindEnd(line: string, at: number): void {
  const behind = line.trim().slice(BODY_END.length);
  if (withoutComment(behind).trim() === "") return;
  throw mistakeAt(at, line.indexOf(BODY_END) + 1, '=== ends the node: a line of words may begin with {"==="} instead.');
}

/**
 * Yarn Spinner takes spaces behind an option for the beginning of its content.
 *
 * @throws {ImportError} where a line of spaces lies deeper than the option before it, and nothing else does
 */
function refuseEmptyContent(lines: readonly string[], at: number, before: number): void {
  const option = lines[at - 1] ?? "";
  const indent = indentOf(lines[at] ?? "");
  if (!/^\s*[-=]>/.test(option) || indent <= indentOf(option)) return;
  let behind = at + 1;
  while (behind < lines.length && (lines[behind] ?? "").trim() === "") behind += 1;
  const next = lines[behind];
  if (next !== undefined && next.trim() !== "===" && indentOf(next) > indentOf(option)) return;
  throw mistakeAt(before + at + 1, indent + 1, "the line is empty, but indented like content of the option before it.");
}

function withoutComment(value: string): string {
  const at = value.indexOf("//");
  return at === -1 ? value : value.slice(0, at);
}

function indentOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (char === " ") columns += 1;
    else if (char === "\t") columns += TAB;
    else break;
  }
  return columns;
}
