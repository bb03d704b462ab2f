/**
 * The output of an ink story as its engine keeps it: words, line breaks and glue, with marks where a text that is worked out begins. The
 * rules are those of inkjs (`StoryState.PushToOutputStream`), on lists that are never changed in place.
 */
export type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "glue" }
  /** Beginning of a text that is a value, such as the words of a choice. */
  | { readonly kind: "begin" }
  /** Beginning of a tag. */
  | { readonly kind: "tag" };

export type Output = readonly Token[];

const BREAK: Token = { kind: "break" };

/** Stands in a text for the value of a variable, whose name is between the two. */
const VALUE_MARKS = { before: "\uE000", after: "\uE001" } as const;

/** Pattern of a variable's name between marks; the text may have marks of its own. */
export const MARKED = new RegExp(
  `${VALUE_MARKS.before}([^${VALUE_MARKS.before}${VALUE_MARKS.after}]*)${VALUE_MARKS.after}`,
  "g",
);

/** A variable's name as it stands for its value in a text. */
export function markedName(name: string): string {
  return `${VALUE_MARKS.before}${name}${VALUE_MARKS.after}`;
}

const isBlank = (token: Token) => token.kind === "text" && token.text.trim() === "";
const isWords = (token: Token) => token.kind === "text" && token.text.trim() !== "";

/**
 * Result of pushing; `start` is the index at which the output of the current function began, -1 once it has written
 * text.
 */
export interface OutputPosition {
  readonly output: Output;
  readonly start: number;
}

/** Adds a text, whose line breaks at either end count for themselves. */
export function pushText(output: Output, text: string, start: number): OutputPosition {
  let pushed: OutputPosition = { output, start };
  for (const token of splitBreaks(text)) pushed = push(pushed.output, token, pushed.start);
  return pushed;
}

function splitBreaks(text: string): Token[] {
  const head = /^[ \t]*\n[ \t\n]*/.exec(text)?.[0] ?? "";
  const rest = text.slice(head.length);
  const tail = /[ \t\n]*\n[ \t]*$/.exec(rest)?.[0] ?? "";
  const words = rest.slice(0, rest.length - tail.length);
  const blank = (part: string): Token[] => (part === "" ? [] : [{ kind: "text", text: part }]);
  const tokens: Token[] = [];
  if (head !== "")
    tokens.push(
      ...blank(head.slice(0, head.indexOf("\n"))),
      BREAK,
      ...(words === "" ? [] : blank(head.slice(head.lastIndexOf("\n") + 1))),
    );
  tokens.push(...blank(words));
  if (tail !== "") tokens.push(BREAK, ...blank(tail.slice(tail.lastIndexOf("\n") + 1)));
  return tokens;
}

function push(output: Output, token: Token, start: number): OutputPosition {
  const glue = lastGlue(output);
  const begin = output.findLastIndex(({ kind }) => kind === "begin");
  const trimsStart = start !== -1 && begin < start;
  if (glue !== -1 || trimsStart) {
    if (token.kind === "break") return { output, start };
    if (!isWords(token)) return { output: [...output, token], start };
    const kept = glue === -1 ? output : output.filter((each, at) => each.kind !== "glue" || at < begin);
    return { output: [...kept, token], start: trimsStart ? -1 : start };
  }
  if (token.kind === "break" && (endsInBreak(output) || !output.some(({ kind }) => kind === "text")))
    return { output, start };
  return { output: [...output, token], start };
}

/** Returns the index of glue that waits for words; -1 for none since the current text began. */
function lastGlue(output: Output): number {
  const last = output.findLastIndex(({ kind }) => kind === "glue" || kind === "begin");
  return output[last]?.kind === "glue" ? last : -1;
}

function endsInBreak(output: Output): boolean {
  const last = output.findLastIndex((token) => !isBlank(token) && token.kind !== "glue");
  return last !== -1 && output[last]?.kind === "break";
}

/** Adds glue, which takes the line breaks before it away. */
export function pushGlue(output: Output): Output {
  if (output.at(-1)?.kind === "glue") return output;
  const words = output.findLastIndex((token) => isWords(token) || token.kind === "begin" || token.kind === "tag");
  const at = output.findIndex((token, index) => index > words && token.kind === "break");
  const kept =
    at === -1
      ? output
      : output.filter((token, index) => index < at || (token.kind !== "text" && token.kind !== "break"));
  return [...kept, { kind: "glue" }];
}

/** Takes away the blanks and line breaks that a function ended with. */
export function trimEnd(output: Output, start: number): Output {
  const from = start === -1 ? 0 : start;
  let length = output.length;
  while (length > from) {
    const last = output[length - 1];
    if (last === undefined || !(last.kind === "break" || isBlank(last))) break;
    length -= 1;
  }
  return output.slice(0, length);
}

/** The words since the last mark of a kind, and the output before it. */
export function takeSince(output: Output, kind: "begin" | "tag"): { words: string; output: Output } {
  const at = output.findLastIndex((token) => token.kind === kind);
  const words = output
    .slice(at + 1)
    .map((token) => (token.kind === "text" ? token.text : token.kind === "break" ? "\n" : ""));
  return { words: words.join(""), output: output.slice(0, Math.max(at, 0)) };
}

/** Lines that nothing to come can change any more, and what is left. */
export function takeLines(output: Output, all: boolean): { lines: readonly string[]; output: Output } {
  if (output.some(({ kind }) => kind === "begin" || kind === "tag")) return { lines: [], output };
  const words = output.findLastIndex(isWords);
  const last = all ? output.length - 1 : output.findLastIndex(({ kind }, at) => kind === "break" && at < words);
  if (last === -1)
    return { lines: [], output: words === -1 && !output.some(({ kind }) => kind === "glue") ? [] : output };
  const said = output
    .slice(0, last + 1)
    .map((token) => (token.kind === "text" ? token.text : token.kind === "break" ? "\n" : ""));
  const lines = said
    .join("")
    .split("\n")
    .map(clean)
    .filter((line) => line !== "");
  return { lines, output: all ? [] : output.slice(last + 1) };
}

/** A line as a reader gets it: no blanks around it, and one where there are several. */
export function clean(line: string): string {
  return line.replace(/[ \t]+/g, " ").trim();
}
