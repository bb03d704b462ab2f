import { RE2JS, RE2JSException } from "re2js";
import { type ExpressionPart, literal, PatternError, readExpression, WORD_CHARACTERS } from "./expression.ts";
import { type SearchBudget, SearchBudgetExceeded } from "./search-budget.ts";

/** Bounds in a text, in UTF-16 units; -1 for those of a group that took no part. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An occurrence of a pattern, with the spans of its groups. */
export interface Match extends Span {
  readonly groups: readonly Span[];
}

export interface PatternOptions {
  /** Whether the source is an expression; words as they are otherwise. */
  readonly isExpression: boolean;
  readonly matchCase: boolean;
  /** Whether a match has to begin and end at an edge of a word. */
  readonly wholeWord: boolean;
}

/** Steps of a compiled expression: more come only of repetitions of repetitions. */
const MAX_STEPS = 2_000;
/** Steps times characters of a single search, which cannot be interrupted: 2 s at 80 ns each. */
const MAX_SEARCH = 25_000_000;

/*
 * RE2 knows the boundaries of English words only, and looks behind but never ahead. Where boundaries matter a copy of the text is
 * searched, in which a mark before each character and at the end says what lies there.
 */
const BOUNDARY = "\ufdd0";
const INSIDE_WORD = "\ufdd1";
const OUTSIDE_WORDS = "\ufdd2";
const MARK = `[${BOUNDARY}-${OUTSIDE_WORDS}]`;
const WORD = new RegExp(`[${WORD_CHARACTERS}]`, "u");

/** Words or an expression to look for, compiled. RE2 takes time in proportion to the length of the text for each match. */
export class Pattern {
  readonly groups: number;
  readonly #expression: RE2JS;
  readonly #isMarked: boolean;

  /** @throws {@link PatternError} where the source is no expression. */
  constructor(source: string, { isExpression, matchCase, wholeWord }: PatternOptions) {
    const parts = isExpression ? readExpression(source) : [...source].map(literalPart);
    this.#isMarked = wholeWord || parts.some(({ kind }) => kind === "edge");
    const body = parts.map((part) => (this.#isMarked ? markedSource(part) : part.source)).join("");
    const edge = wholeWord ? `(?<=[${BOUNDARY}${OUTSIDE_WORDS}])` : "";
    this.#expression = compiled(
      `${edge}(?:${body})${edge}`,
      RE2JS.MULTILINE | (matchCase ? 0 : RE2JS.CASE_INSENSITIVE) | (this.#isMarked ? RE2JS.LOOKBEHINDS : 0),
    );
    this.groups = this.#expression.groupCount();
  }

  /**
   * Returns the matches in a text, in their order and without overlaps. Empty matches are left out.
   *
   * @throws {@link SearchBudgetExceeded} where it takes too long.
   */
  findAll(text: string, budget: SearchBudget): Match[] {
    const { searched, positions } = this.#isMarked ? marked(text) : { searched: text, positions: null };
    if (searched.length * this.#expression.programSize() > MAX_SEARCH) throw new SearchBudgetExceeded();
    const matcher = this.#expression.matcher(searched);
    const span = (group: number): Span => {
      const [start, end] = [matcher.start(group), matcher.end(group)];
      return positions === null || start < 0
        ? { start, end }
        : { start: positions[start] ?? 0, end: positions[end] ?? 0 };
    };
    const all: Match[] = [];
    while (budget.spend(() => matcher.find())) {
      const whole = span(0);
      if (whole.end === whole.start) continue;
      all.push({ ...whole, groups: Array.from({ length: this.groups }, (_, group) => span(group + 1)) });
    }
    return all;
  }
}

const literalPart = (character: string): ExpressionPart => ({ kind: "atom", source: literal(character) });

/** A part as it reads where a mark follows each character. */
function markedSource({ kind, source }: ExpressionPart): string {
  if (kind === "atom") return `(?:${source}${MARK})`;
  if (kind === "edge") return source === "b" ? `(?<=${BOUNDARY})` : `(?<=[${INSIDE_WORD}${OUTSIDE_WORDS}])`;
  return source === "^" ? `(?<=^${MARK})` : source;
}

function compiled(source: string, flags: number): RE2JS {
  try {
    const expression = RE2JS.compile(source, flags);
    if (expression.programSize() <= MAX_STEPS) return expression;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
  }
  throw new PatternError("what is repeated is too long", 0);
}

/** A text with its marks, and for each position the one in the text. */
function marked(text: string): { searched: string; positions: Int32Array } {
  const positions = new Int32Array(text.length * 2 + 2);
  let searched = "";
  let isBehindWord = false;
  const mark = (isWord: boolean, at: number): void => {
    searched += isWord !== isBehindWord ? BOUNDARY : isWord ? INSIDE_WORD : OUTSIDE_WORDS;
    isBehindWord = isWord;
    positions[searched.length] = at;
  };
  let at = 0;
  for (const character of text) {
    mark(WORD.test(character), at);
    // What looks like a mark in the text matches nothing but what matches everything.
    searched += character >= BOUNDARY && character <= OUTSIDE_WORDS ? "\ufffd" : character;
    at += character.length;
  }
  mark(false, at);
  return { searched, positions };
}
