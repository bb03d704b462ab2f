import type { Steps } from "#domain/steps.ts";

/** Lines that may be read at a moment, dialogue by dialogue in their order; each is known by its position among them. */
export interface LinesInOrder {
  /** Number of each line's dialogue. */
  readonly places: Int32Array;
  /** Words of each line. */
  readonly lengths: Float64Array;
}

/** A word of a question in lines: in which, and how often it counts there. */
export interface WordInLines {
  readonly weight: number;
  readonly positions: Int32Array;
  readonly counts: Float64Array;
}

/** Tuning of the ranking of lines, found on the validation split. */
export interface LineTuning {
  /** Steps to each side from which words count for a line too. */
  readonly reach: number;
  /** Factor of a word for each step. */
  readonly fading: number;
  /** Words of a line that are one step; a shorter line is one too. */
  readonly stepWords: number;
  /** Repetitions after which more of them count little. */
  readonly saturation: number;
  /** Weight of a line's own words beside those of the lines around it, which have one of 1. */
  readonly own: number;
  /** Weight of length, from 0 to 1: of a line by itself, and with those around it. */
  readonly ownLength: number;
  readonly aroundLength: number;
  /** Share of its score that the best dialogue adds to its lines. */
  readonly scoping: number;
  /** Best lines by which a dialogue is judged. */
  readonly judges: number;
}

export const LINE_TUNING: LineTuning = {
  reach: 8,
  fading: 0.8,
  stepWords: 45,
  saturation: 1.2,
  own: 0.9,
  ownLength: 0.75,
  aroundLength: 0.3,
  scoping: 0.5,
  judges: 8,
};

/**
 * Scores lines by their own words, by those of the lines around them together, and by how much of the question their dialogue answers.
 * Who was asked about is rarely named in every line, so a line without any word of the question may be the best.
 */
export function* scoreLines(
  { places, lengths }: LinesInOrder,
  words: readonly WordInLines[],
  tuning: LineTuning = LINE_TUNING,
): Steps<Float64Array> {
  const count = places.length;
  const { saturation: k, own: alone, ownLength: b, aroundLength: wb } = tuning;
  const { factors, first, last, around, meanOwn, meanAround } = yield* surroundingsOf({ places, lengths }, tuning);
  const scores = new Float64Array(count);
  const sums = new Float64Array(count);
  const touched = new Int32Array(count);
  for (const { weight, positions, counts } of words) {
    let touches = 0;
    for (let p = 0; p < positions.length; p++) {
      const at = positions[p] ?? 0;
      const said = counts[p] ?? 0;
      const own = (said * (k + 1)) / (said + k * (1 - b + (b * (lengths[at] ?? 0)) / meanOwn));
      scores[at] = (scores[at] ?? 0) + weight * alone * own;
      if (sums[at] === 0) touched[touches++] = at;
      sums[at] = (sums[at] ?? 0) + said;
      for (let i = at + 1, factor = 1, end = last[at] ?? 0; i <= end; i++) {
        factor *= factors[i - 1] ?? 0;
        if (sums[i] === 0) touched[touches++] = i;
        sums[i] = (sums[i] ?? 0) + factor * said;
      }
      for (let i = at - 1, factor = 1, end = first[at] ?? 0; i >= end; i--) {
        factor *= factors[i] ?? 0;
        if (sums[i] === 0) touched[touches++] = i;
        sums[i] = (sums[i] ?? 0) + factor * said;
      }
    }
    for (let t = 0; t < touches; t++) {
      const at = touched[t] ?? 0;
      const sum = sums[at] ?? 0;
      sums[at] = 0;
      const shared = (sum * (k + 1)) / (sum + k * (1 - wb + (wb * (around[at] ?? 0)) / meanAround));
      scores[at] = (scores[at] ?? 0) + weight * shared;
    }
    yield;
  }
  scope(scores, places, tuning);
  return scores;
}

/** The score of a line with all words of a question at once and nothing around it, in the dialogue that has most of them. */
export function bestScore(weights: number, { own, scoping }: LineTuning = LINE_TUNING): number {
  return (1 + own) * weights * (1 + scoping);
}

/** Lines around each line: everything that ranks lines but the words of a question. */
interface Surroundings {
  /** Factor of a word from each line to the next. */
  readonly factors: Float64Array;
  /** The first and the last line from which words count for a line. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Words of a line and of those around it, as they count for it. */
  readonly around: Float64Array;
  readonly meanOwn: number;
  readonly meanAround: number;
}

/** Surroundings by the lengths of the lines that they are of: the next question of the same moment finds them made. */
const made = new WeakMap<Float64Array, { readonly tuning: LineTuning; readonly surroundings: Surroundings }>();

function* surroundingsOf({ places, lengths }: LinesInOrder, tuning: LineTuning): Steps<Surroundings> {
  const known = made.get(lengths);
  if (known?.tuning === tuning) return known.surroundings;
  const count = places.length;
  const { gaps, factors } = gapsOf({ places, lengths }, tuning);
  yield;
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  const around = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const length = lengths[at] ?? 0;
    around[at] = (around[at] ?? 0) + length;
    let [i, far, factor] = [at + 1, 0, 1];
    for (; i < count; i++) {
      far += gaps[i - 1] ?? 0;
      if (far > tuning.reach) break;
      factor *= factors[i - 1] ?? 0;
      around[at] = (around[at] ?? 0) + factor * (lengths[i] ?? 0);
      around[i] = (around[i] ?? 0) + factor * length;
    }
    last[at] = i - 1;
    if (at % 5_000 === 4_999) yield;
  }
  for (let at = 0; at < count; at++) {
    let far = 0;
    let i = at - 1;
    for (; i >= 0; i--) {
      far += gaps[i] ?? 0;
      if (far > tuning.reach) break;
    }
    first[at] = i + 1;
    if (at % 5_000 === 4_999) yield;
  }
  const surroundings = { factors, first, last, around, meanOwn: meanOf(lengths), meanAround: meanOf(around) };
  made.set(lengths, { tuning, surroundings });
  return surroundings;
}

/** Steps between each line and the next, endless from one dialogue to another, and what a word loses on the way. */
function gapsOf({ places, lengths }: LinesInOrder, { stepWords, fading }: LineTuning) {
  const gaps = new Float64Array(places.length);
  const factors = new Float64Array(places.length);
  const steps = (at: number) => Math.max(1, (lengths[at] ?? 0) / stepWords);
  for (let at = 0; at < places.length; at++) {
    const gap = places[at] === places[at + 1] ? (steps(at) + steps(at + 1)) / 2 : Number.POSITIVE_INFINITY;
    gaps[at] = gap;
    factors[at] = gap === 1 ? fading : fading ** gap;
  }
  return { gaps, factors };
}

/** Raises the lines of dialogues by the scores of their best ones. */
function scope(scores: Float64Array, places: Int32Array, { scoping, judges }: LineTuning): void {
  const best = new Map<number, number[]>();
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const place = places[at] ?? 0;
    let own = best.get(place);
    if (own === undefined) {
      own = [];
      best.set(place, own);
    }
    if (own.length === judges && score <= (own[0] ?? 0)) continue;
    own.push(score);
    own.sort((a, b) => a - b);
    if (own.length > judges) own.shift();
  }
  const judged = new Map([...best].map(([place, own]) => [place, own.reduce((sum, score) => sum + score, 0)]));
  const most = Math.max(...judged.values(), Number.MIN_VALUE);
  for (let at = 0; at < scores.length; at++) {
    const share = (judged.get(places[at] ?? 0) ?? 0) / most;
    scores[at] = (scores[at] ?? 0) * (1 + scoping * share ** 2);
  }
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length || 1;
}
