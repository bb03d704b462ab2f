/*
 * Regular expressions that cannot run away: matched by following all ways through an expression at once (Thompson 1968, Pike's
 * captures), a text takes time in proportion to its length times that of the expression. What would need going back (references
 * back, looking ahead or behind) is not part of the language, as in RE2.
 */

/** A step of a compiled expression. */
type Step =
  | { readonly kind: "sign"; readonly test: (sign: number) => boolean }
  /** Goes on in two ways, the first preferred. */
  | { readonly kind: "split"; first: number; second: number }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "assert"; readonly holds: (before: number, after: number) => boolean }
  | { readonly kind: "found" };

type Tree =
  | { readonly kind: "sign"; readonly test: (sign: number) => boolean }
  | { readonly kind: "assert"; readonly holds: (before: number, after: number) => boolean }
  | { readonly kind: "all"; readonly parts: readonly Tree[] }
  | { readonly kind: "any"; readonly ways: readonly Tree[] }
  | { readonly kind: "group"; readonly number: number; readonly part: Tree }
  | {
      readonly kind: "repeat";
      readonly part: Tree;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };

/** Error for an invalid expression, with the index of the character at fault, counted from 0. */
export class PatternError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Steps that finding may take in all; texts and expressions of writers need a few thousand. */
export class Work {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  /** @throws {@link WorkExceeded} when nothing is left. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new WorkExceeded();
  }
}

export class WorkExceeded extends Error {
  constructor() {
    super("finding takes too many steps");
  }
}

/** Steps of a compiled expression: more come only of repetitions of repetitions. */
const MAX_STEPS = 2_000;
const MAX_TIMES = 100;
/** Code for no character: before a text begins, and after it ends. */
const NONE = -1;

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const SPACE = /\s/u;
const DIGIT = /\p{Nd}/u;
const NEWLINE = 10;

const isWord = (sign: number): boolean => sign !== NONE && WORD.test(String.fromCodePoint(sign));
const isSpace = (sign: number): boolean => SPACE.test(String.fromCodePoint(sign));
const isDigit = (sign: number): boolean => DIGIT.test(String.fromCodePoint(sign));
const not =
  (test: (sign: number) => boolean) =>
  (sign: number): boolean =>
    !test(sign);
/** Whether a word cannot go on: at least one of both neighbours is no letter or digit. */
const isEdge = (before: number, after: number): boolean => !(isWord(before) && isWord(after));
const isBoundary = (before: number, after: number): boolean => isWord(before) !== isWord(after);

/** The classes that a letter after a backslash names. */
const CLASSES: Readonly<Record<string, (sign: number) => boolean>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};
const ESCAPED: Readonly<Record<string, number>> = { n: NEWLINE, t: 9, r: 13 };

/** A sign in the form in which case does not matter. */
function folded(sign: number): number {
  const lower = String.fromCodePoint(sign).toLowerCase();
  const first = lower.codePointAt(0) ?? sign;
  return String.fromCodePoint(first).length === lower.length ? first : sign;
}

/** Reads an expression, or words as they are, into a tree. */
class Reader {
  private readonly signs: readonly string[];
  private readonly matchCase: boolean;
  private at = 0;
  groups = 0;

  constructor(source: string, matchCase: boolean) {
    this.signs = [...source];
    this.matchCase = matchCase;
  }

  words(): Tree {
    return { kind: "all", parts: this.signs.map((sign) => this.literal(sign.codePointAt(0) ?? 0)) };
  }

  expression(): Tree {
    const tree = this.ways();
    if (this.at < this.signs.length) throw new PatternError("there is no group that this closes", this.at);
    return tree;
  }

  private ways(): Tree {
    const ways = [this.sequence()];
    while (this.signs[this.at] === "|") {
      this.at += 1;
      ways.push(this.sequence());
    }
    return ways.length === 1 ? (ways[0] as Tree) : { kind: "any", ways };
  }

  private sequence(): Tree {
    const parts: Tree[] = [];
    while (this.at < this.signs.length && this.signs[this.at] !== "|" && this.signs[this.at] !== ")") {
      parts.push(this.repeated(this.single()));
    }
    return { kind: "all", parts };
  }

  private repeated(part: Tree): Tree {
    const started = this.at;
    const times = this.times();
    if (times === null) return part;
    if (part.kind === "assert") throw new PatternError("a place cannot be repeated", started);
    const lazy = this.signs[this.at] === "?";
    if (lazy) this.at += 1;
    const next = this.signs[this.at];
    if (next === "*" || next === "+" || next === "?")
      throw new PatternError("what is repeated is repeated again", this.at);
    return { kind: "repeat", part, ...times, lazy };
  }

  private times(): { min: number; max: number } | null {
    const sign = this.signs[this.at];
    const simple = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[sign ?? ""];
    if (simple !== undefined) {
      this.at += 1;
      const [min = 0, max = 0] = simple;
      return { min, max };
    }
    if (sign !== "{") return null;
    const [all, from = "", comma, to] =
      /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(this.signs.slice(this.at, this.at + 12).join("")) ?? [];
    if (all === undefined) return null;
    const min = Number(from);
    const max = comma === undefined ? min : to === undefined ? Infinity : Number(to);
    if (min > MAX_TIMES || (max !== Infinity && max > MAX_TIMES)) {
      throw new PatternError(`at most ${MAX_TIMES} times`, this.at);
    }
    if (max < min) throw new PatternError("the least is more than the most", this.at);
    this.at += all.length;
    return { min, max };
  }

  private single(): Tree {
    const at = this.at;
    const sign = this.signs[at] ?? "";
    this.at += 1;
    switch (sign) {
      case "(":
        return this.group(at);
      case "[":
        return { kind: "sign", test: this.listed(at) };
      case ".":
        return { kind: "sign", test: (each) => each !== NEWLINE };
      case "^":
        return { kind: "assert", holds: (before) => before === NONE || before === NEWLINE };
      case "$":
        return { kind: "assert", holds: (_, after) => after === NONE || after === NEWLINE };
      case "*":
      case "+":
      case "?":
        throw new PatternError("there is nothing to repeat", at);
      case "\\":
        return this.escaped(at);
      default:
        return this.literal(sign.codePointAt(0) ?? 0);
    }
  }

  private group(at: number): Tree {
    let isCapturing = true;
    if (this.signs[this.at] === "?") {
      if (this.signs[this.at + 1] !== ":") {
        throw new PatternError("looking ahead or behind and named groups are not supported; `(?:` and `(` are", at);
      }
      this.at += 2;
      isCapturing = false;
    }
    if (isCapturing) this.groups += 1;
    const number = this.groups;
    const part = this.ways();
    if (this.signs[this.at] !== ")") throw new PatternError("the group that begins here is not closed", at);
    this.at += 1;
    return isCapturing ? { kind: "group", number, part } : part;
  }

  private escaped(at: number): Tree {
    const sign = this.signs[this.at];
    if (sign === undefined) throw new PatternError("there is nothing after the backslash", at);
    this.at += 1;
    if (sign === "b") return { kind: "assert", holds: isBoundary };
    if (sign === "B") return { kind: "assert", holds: (before, after) => !isBoundary(before, after) };
    const test = CLASSES[sign];
    if (test !== undefined) return { kind: "sign", test };
    if (/[1-9]/.test(sign)) throw new PatternError("a reference back to a group is not supported", at);
    return this.literal(this.escapedSign(sign, at));
  }

  private escapedSign(sign: string, at: number): number {
    const known = ESCAPED[sign];
    if (known !== undefined) return known;
    if (/[\p{L}\p{N}]/u.test(sign)) throw new PatternError(`“\\${sign}” means nothing`, at);
    return sign.codePointAt(0) ?? 0;
  }

  private literal(sign: number): Tree {
    if (this.matchCase) return { kind: "sign", test: (each) => each === sign };
    const wanted = folded(sign);
    return { kind: "sign", test: (each) => each === sign || folded(each) === wanted };
  }

  /** A list in square brackets. */
  private listed(at: number): (sign: number) => boolean {
    const isNegated = this.signs[this.at] === "^";
    if (isNegated) this.at += 1;
    const tests: ((sign: number) => boolean)[] = [];
    let isFirst = true;
    for (;;) {
      const sign = this.signs[this.at];
      if (sign === undefined) throw new PatternError("the list that begins here is not closed", at);
      if (sign === "]" && !isFirst) break;
      isFirst = false;
      const low = this.listSign();
      if (typeof low === "function") tests.push(low);
      else if (
        this.signs[this.at] === "-" &&
        this.signs[this.at + 1] !== "]" &&
        this.signs[this.at + 1] !== undefined
      ) {
        this.at += 1;
        const high = this.listSign();
        if (typeof high === "function" || high < low) throw new PatternError("this is no range", at);
        tests.push((each) => each >= low && each <= high);
      } else tests.push((each) => each === low);
    }
    this.at += 1;
    const { matchCase } = this;
    const isIn = (sign: number): boolean => {
      if (tests.some((test) => test(sign))) return true;
      if (matchCase) return false;
      const text = String.fromCodePoint(sign);
      const others = [text.toLowerCase(), text.toUpperCase()].flatMap((each) => each.codePointAt(0) ?? []);
      return others.some((other) => tests.some((test) => test(other)));
    };
    return isNegated ? not(isIn) : isIn;
  }

  private listSign(): number | ((sign: number) => boolean) {
    const sign = this.signs[this.at] ?? "";
    this.at += 1;
    if (sign !== "\\") return sign.codePointAt(0) ?? 0;
    const at = this.at - 1;
    const escaped = this.signs[this.at];
    if (escaped === undefined) throw new PatternError("there is nothing after the backslash", at);
    this.at += 1;
    return CLASSES[escaped] ?? this.escapedSign(escaped, at);
  }
}

/** Writes a tree as steps. */
function write(tree: Tree, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new PatternError("what is repeated is too long", 0);
  switch (tree.kind) {
    case "sign":
    case "assert":
      steps.push(tree);
      return;
    case "all":
      for (const part of tree.parts) write(part, steps);
      return;
    case "group":
      steps.push({ kind: "save", slot: tree.number * 2 });
      write(tree.part, steps);
      steps.push({ kind: "save", slot: tree.number * 2 + 1 });
      return;
    case "any":
      writeWays(tree.ways, steps);
      return;
    case "repeat":
      writeRepeat(tree, steps);
  }
}

function writeWays(ways: readonly Tree[], steps: Step[]): void {
  const ends: { to: number }[] = [];
  for (const [at, way] of ways.entries()) {
    if (at === ways.length - 1) {
      write(way, steps);
      break;
    }
    const split = { kind: "split" as const, first: steps.length + 1, second: 0 };
    steps.push(split);
    write(way, steps);
    const end = { kind: "jump" as const, to: 0 };
    ends.push(end);
    steps.push(end);
    split.second = steps.length;
  }
  for (const end of ends) end.to = steps.length;
}

function writeRepeat({ part, min, max, lazy }: Extract<Tree, { kind: "repeat" }>, steps: Step[]): void {
  for (let time = 0; time < min; time++) write(part, steps);
  const split = (): { first: number; second: number } => {
    const step = { kind: "split" as const, first: 0, second: 0 };
    steps.push(step);
    return step;
  };
  const aim = (step: { first: number; second: number }, into: number, past: number): void => {
    [step.first, step.second] = lazy ? [past, into] : [into, past];
  };
  if (max === Infinity) {
    const start = steps.length;
    const step = split();
    write(part, steps);
    steps.push({ kind: "jump", to: start });
    aim(step, start + 1, steps.length);
    return;
  }
  const splits: { step: { first: number; second: number }; into: number }[] = [];
  for (let time = min; time < max; time++) {
    splits.push({ step: split(), into: steps.length });
    write(part, steps);
  }
  for (const { step, into } of splits) aim(step, into, steps.length);
}

/** Range of a match in UTF-16 units, and the ranges of its groups; NONE for a group that took no part. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly { readonly start: number; readonly end: number }[];
}

export interface PatternOptions {
  /** The source is an expression; words as they are otherwise. */
  readonly isExpression: boolean;
  readonly matchCase: boolean;
  /** Whether only whole words match. */
  readonly wholeWord: boolean;
}

interface Way {
  readonly at: number;
  readonly saved: readonly number[];
}

/** Compiled search pattern. */
export class Pattern {
  readonly groups: number;
  private readonly steps: readonly Step[];

  /** @throws {@link PatternError} where the source is no expression. */
  constructor(source: string, { isExpression, matchCase, wholeWord }: PatternOptions) {
    const reader = new Reader(source, matchCase);
    const tree = isExpression ? reader.expression() : reader.words();
    const edge: Tree[] = wholeWord ? [{ kind: "assert", holds: isEdge }] : [];
    const steps: Step[] = [];
    write({ kind: "group", number: 0, part: { kind: "all", parts: [...edge, tree, ...edge] } }, steps);
    steps.push({ kind: "found" });
    this.steps = steps;
    this.groups = reader.groups;
  }

  /** Finds all matches in a text, in order. Empty matches are left out. */
  findAll(text: string, work: Work): Found[] {
    const signs: number[] = [];
    const places: number[] = [];
    for (let at = 0; at < text.length; ) {
      const sign = text.codePointAt(at) ?? 0;
      signs.push(sign);
      places.push(at);
      at += sign > 0xffff ? 2 : 1;
    }
    places.push(text.length);
    const all: Found[] = [];
    for (let from = 0; from < signs.length; ) {
      const saved = this.findFrom(signs, from, work);
      if (saved === null) break;
      const [start = 0, end = 0] = saved;
      if (end > start) all.push(this.told(saved, places));
      from = end > start ? end : start + 1;
    }
    return all;
  }

  private told(saved: readonly number[], places: readonly number[]): Found {
    const bound = (slot: number): number => {
      const at = saved[slot];
      return at === undefined ? NONE : (places[at] ?? NONE);
    };
    const groups = Array.from({ length: this.groups }, (_, n) => ({ start: bound(n * 2 + 2), end: bound(n * 2 + 3) }));
    return { start: bound(0), end: bound(1), groups };
  }

  /** The first found at or behind a place, the preferred of those that begin there. */
  private findFrom(signs: readonly number[], from: number, work: Work): readonly number[] | null {
    let ways: Way[] = [];
    let found: readonly number[] | null = null;
    for (let at = from; at <= signs.length; at++) {
      const seen = new Set(ways.map((way) => way.at));
      if (found === null) this.follow({ at: 0, saved: [] }, at, signs, ways, seen);
      if (ways.length === 0 && found !== null) break;
      work.spend(ways.length + 1);
      const next: Way[] = [];
      const reached = new Set<number>();
      const sign = signs[at] ?? NONE;
      for (const way of ways) {
        const step = this.steps[way.at];
        if (step?.kind === "found") {
          found = way.saved;
          // What is less preferred than this is not looked at further.
          break;
        }
        if (step?.kind === "sign" && sign !== NONE && step.test(sign)) {
          this.follow({ at: way.at + 1, saved: way.saved }, at + 1, signs, next, reached);
        }
      }
      ways = next;
    }
    return found;
  }

  /** Adds a way as far as it goes without another sign. */
  private follow(way: Way, place: number, signs: readonly number[], ways: Way[], seen: Set<number>): void {
    const waiting = [way];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { at, saved } = next;
      if (seen.has(at)) continue;
      seen.add(at);
      const step = this.steps[at];
      if (step === undefined) continue;
      if (step.kind === "jump") waiting.push({ at: step.to, saved });
      else if (step.kind === "split") waiting.push({ at: step.second, saved }, { at: step.first, saved });
      else if (step.kind === "assert") {
        if (step.holds(signs[place - 1] ?? NONE, signs[place] ?? NONE)) waiting.push({ at: at + 1, saved });
      } else if (step.kind === "save") {
        const kept = saved.slice();
        kept[step.slot] = place;
        waiting.push({ at: at + 1, saved: kept });
      } else ways.push(next);
    }
  }
}
