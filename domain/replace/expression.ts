/** An expression that cannot be compiled, with the reason and the position of the mistake, counted from 0. */
export class PatternError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A part of an expression. Atoms match one character; assertions match between two. */
export interface ExpressionPart {
  readonly kind: "atom" | "assertion" | "edge" | "repetition" | "syntax";
  /** The part as RE2 reads it; `b` or `B` for an edge of words, which RE2 knows in English only. */
  readonly source: string;
}

const MAX_TIMES = 100;
const REPETITION = /^(?:[*+?]|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})\??/;
/** Characters of the longest repetition. */
const LONGEST_REPETITION = 12;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CONTROLS: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13 };

/** Characters of words, as the inside of a list in square brackets. */
export const WORD_CHARACTERS = "\\p{L}\\p{N}\\p{M}_";

/** Classes after a backslash, as the inside of a list. RE2's own are ASCII, and a list cannot hold the negation of another. */
const CLASSES: Readonly<Record<string, string>> = {
  d: "\\p{Nd}",
  D: "\\P{Nd}",
  w: WORD_CHARACTERS,
  W: "\\p{Z}\\p{C}\\p{S}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\x{203f}\\x{2040}\\x{2054}\\x{fe33}\\x{fe34}\\x{fe4d}-\\x{fe4f}\\x{ff3f}",
  s: "\\t-\\r\\p{Z}\\x{feff}",
  S: "\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}",
};

/** A character as RE2 reads it, inside a list and outside. */
export const literal = (character: string): string => codeOf(character.codePointAt(0) ?? 0);
const codeOf = (code: number): string => `\\x{${code.toString(16)}}`;

/**
 * Reads an expression into the parts that RE2 takes. The language is the part of RE2's that needs no manual: groups, lists, `\d`,
 * `\w`, `\s`, `\b`, their negations, repetitions, alternatives. Letters and digits are those of every script.
 *
 * @throws {@link PatternError} with the position of the first mistake.
 */
export function readExpression(source: string): ExpressionPart[] {
  const characters = [...source];
  const parts: ExpressionPart[] = [];
  const open: number[] = [];
  for (let at = 0; at < characters.length; ) {
    const [part, next] = partAt(characters, at, open, parts.at(-1));
    parts.push(part);
    at = next;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new PatternError("the group that begins here is not closed", unclosed);
  return parts;
}

/** The part that begins at a position, and the position of the next. */
function partAt(
  characters: readonly string[],
  at: number,
  open: number[],
  before: ExpressionPart | undefined,
): [ExpressionPart, number] {
  const character = characters[at] ?? "";
  const repetition = REPETITION.exec(characters.slice(at, at + LONGEST_REPETITION).join(""));
  if (repetition !== null) {
    checkRepetition(repetition, at, before);
    return [{ kind: "repetition", source: repetition[0] }, at + repetition[0].length];
  }
  switch (character) {
    case "(": {
      const isPlain = characters[at + 1] !== "?";
      if (!isPlain && characters[at + 2] !== ":") {
        throw new PatternError("looking ahead or behind and named groups are not supported; `(?:` and `(` are", at);
      }
      open.push(at);
      return isPlain ? [{ kind: "syntax", source: "(" }, at + 1] : [{ kind: "syntax", source: "(?:" }, at + 3];
    }
    case ")":
      if (open.pop() === undefined) throw new PatternError("there is no group that this closes", at);
      return [{ kind: "syntax", source: ")" }, at + 1];
    case "|":
      return [{ kind: "syntax", source: "|" }, at + 1];
    case "^":
    case "$":
      return [{ kind: "assertion", source: character }, at + 1];
    case ".":
      return [{ kind: "atom", source: "." }, at + 1];
    case "[":
      return listAt(characters, at);
    case "\\": {
      const escaped = characters[at + 1];
      if (escaped === "b" || escaped === "B") return [{ kind: "edge", source: escaped }, at + 2];
      const code = escapedAt(characters, at);
      return [{ kind: "atom", source: typeof code === "number" ? codeOf(code) : `[${code}]` }, at + 2];
    }
    default:
      return [{ kind: "atom", source: literal(character) }, at + 1];
  }
}

function checkRepetition([, from, comma, to]: RegExpExecArray, at: number, before: ExpressionPart | undefined): void {
  if (before?.kind === "repetition") throw new PatternError("what is repeated is repeated again", at);
  if (before?.kind === "assertion" || before?.kind === "edge") throw new PatternError("a place cannot be repeated", at);
  if (before === undefined || (before.kind === "syntax" && before.source !== ")")) {
    throw new PatternError("there is nothing to repeat", at);
  }
  if (from === undefined) return;
  const least = Number(from);
  const most = comma === undefined ? least : to === undefined ? Infinity : Number(to);
  if (least > MAX_TIMES || (most !== Infinity && most > MAX_TIMES)) {
    throw new PatternError(`at most ${MAX_TIMES} times`, at);
  }
  if (most < least) throw new PatternError("the least is more than the most", at);
}

/** The character or the class after the backslash at a position: its code, or the inside of a list. */
function escapedAt(characters: readonly string[], at: number): number | string {
  const escaped = characters[at + 1];
  if (escaped === undefined) throw new PatternError("there is nothing after the backslash", at);
  const known = CLASSES[escaped] ?? CONTROLS[escaped];
  if (known !== undefined) return known;
  if (/[1-9]/.test(escaped)) throw new PatternError("a reference back to a group is not supported", at);
  if (LETTER_OR_DIGIT.test(escaped)) throw new PatternError(`“\\${escaped}” means nothing`, at);
  return escaped.codePointAt(0) ?? 0;
}

/** The list in square brackets that begins at a position, and the position behind it. */
function listAt(characters: readonly string[], start: number): [ExpressionPart, number] {
  let at = start + 1;
  let source = "[";
  if (characters[at] === "^") {
    source += "^";
    at += 1;
  }
  const entry = (): number | string => {
    const character = characters[at];
    if (character === undefined) throw new PatternError("the list that begins here is not closed", start);
    const read = character === "\\" ? escapedAt(characters, at) : (character.codePointAt(0) ?? 0);
    at += character === "\\" ? 2 : 1;
    return read;
  };
  // A bracket right at the beginning is an entry of the list.
  for (let isFirst = true; isFirst || characters[at] !== "]"; isFirst = false) {
    const low = entry();
    if (typeof low === "string") source += low;
    else if (characters[at] === "-" && characters[at + 1] !== "]" && characters[at + 1] !== undefined) {
      at += 1;
      const high = entry();
      if (typeof high === "string" || high < low) throw new PatternError("this is no range", start);
      source += `${codeOf(low)}-${codeOf(high)}`;
    } else source += codeOf(low);
  }
  return [{ kind: "atom", source: `${source}]` }, at + 1];
}
