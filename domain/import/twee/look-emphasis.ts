import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import type { Mark } from "./marks.ts";

/** A run of equal signs of Markdown that may open or close words, until its paragraph ends. */
export interface Delimiter {
  readonly char: string;
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Index of its place among the marks of its passage. */
  readonly slot: number;
}

/** Run as what it turns out to be: marks in place of its signs; those left are letters. */
interface Resolved {
  readonly slot: number;
  readonly marks: Mark[];
  /** Whether it sets words in a way that no mark of ours has. */
  readonly isLook: boolean;
}

/** A run of signs between two characters; those are empty where the text begins or ends. */
export function runOf(
  sign: string,
  start: number,
  [before, behind]: readonly [string, string],
  slot: number,
): Delimiter {
  const isSpace = (char: string) => char === "" || /\s/.test(char);
  const isSign = (char: string) => /[\p{P}\p{S}]/u.test(char);
  const opens = !isSpace(behind) && (!isSign(behind) || isSpace(before) || isSign(before));
  const closes = !isSpace(before) && (!isSign(before) || isSpace(behind) || isSign(behind));
  const char = sign.charAt(0);
  const isWithin = char === "_" && opens && closes;
  return {
    char,
    start,
    length: sign.length,
    canOpen: opens && (!isWithin || isSign(before)),
    canClose: closes && (!isWithin || isSign(behind)),
    slot,
  };
}

/** More runs than these are not gone back over for what a sign closes. */
const LOOKED_BACK = 100;

/** Pairs the runs of a paragraph, as CommonMark does; `strike` is the mark of `~~words~~`. */
export function paired(runs: readonly Delimiter[], strike: TextMarkKind | null): Resolved[] {
  const found = runs.map((run) => ({
    run,
    left: 0,
    right: 0,
    closes: [] as Mark[],
    opens: [] as Mark[],
    isLook: false,
  }));
  const waiting: typeof found = [];
  for (const closer of found) {
    const { run } = closer;
    let count = run.length;
    for (let at = waiting.length - 1; run.canClose && count > 0 && at >= Math.max(0, waiting.length - LOOKED_BACK); ) {
      const opener = waiting[at];
      if (opener === undefined) break;
      const left = opener.run.length - opener.left - opener.right;
      if (!matches(opener.run, run, left, count)) {
        at -= 1;
        continue;
      }
      const used = run.char === "~" ? count : left >= 2 && count >= 2 ? 2 : 1;
      const style = run.char === "~" ? strike : used === 2 ? "strong" : "emphasis";
      take(opener, used, "right", style);
      take(closer, used, "left", style);
      count -= used;
      waiting.length = at + (left === used ? 0 : 1);
      at = waiting.length - 1;
    }
    if (run.canOpen && count > 0) waiting.push(closer);
  }
  return found.map(({ run, closes, opens, isLook }) => ({ slot: run.slot, marks: [...closes, ...opens], isLook }));

  function take(each: (typeof found)[number], used: number, side: "left" | "right", style: TextMarkKind | null): void {
    const { run } = each;
    const start = side === "left" ? run.start + each.left : run.start + run.length - each.right - used;
    const sign: Mark = { start, end: start + used, kind: "nothing" };
    const place = side === "left" ? start : start + used;
    const styled: Mark[] =
      style === null ? [] : [{ start: place, end: place, kind: "style", style, opens: side === "right" }];
    if (side === "left") each.closes.push(...styled, sign);
    else each.opens.unshift(sign, ...styled);
    each[side] += used;
    each.isLook ||= style === null;
  }
}

function matches(opener: Delimiter, closer: Delimiter, left: number, count: number): boolean {
  if (opener.char !== closer.char) return false;
  if (opener.char === "~") return left === count && count <= 2;
  const isBoth = opener.canClose || closer.canOpen;
  return !isBoth || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}
