import { MEASURES, type MeasureName, measured, occurrences, type TextMeasures } from "#domain/prose/measures.ts";
import { type StyleEntry, type StyleFinding, styleFindings } from "#domain/prose/style-words.ts";
import { type UnknownName, unknownNames } from "#domain/prose/unknown-names.ts";
import { type Span, wordsOf } from "#domain/prose/words-of.ts";
import { type Asker, boundedStored, type Threads } from "../../operation/threads.ts";

/** Text that is measured with what it is compared with. */
interface Task {
  readonly text: string;
  readonly language: string;
  readonly isSpoken: boolean;
  readonly banned: readonly string[];
  /** The project's list of style, and the names that it has. */
  readonly style: readonly StyleEntry[];
  readonly names: readonly string[];
  /** Texts of the project whose range the measures stand in. */
  readonly others: readonly string[];
}

/** Values of a measure among texts of the project. */
export interface Range {
  readonly texts: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** Measures of a text, banned words and unknown names that it has, and the ranges of the project. */
export interface Result {
  readonly measured: TextMeasures;
  readonly banned: readonly { readonly word: string; readonly spans: readonly Span[] }[];
  readonly style: readonly StyleFinding[];
  /** Null for languages that do not tell names by capitals. */
  readonly unknown: readonly UnknownName[] | null;
  readonly ranges: Readonly<Record<MeasureName, Range | null>>;
}

/** Longest time for one text, in milliseconds of a processor. */
const LONGEST_MS = 10_000;

/** Texts below which there is no range. */
const FEWEST = 5;

const module = import.meta.url;

/**
 * Measures a text in a thread.
 *
 * @throws `busy` where it takes too long.
 */
export function measureAside(threads: Threads, input: Task, asker: Asker): Promise<Result> {
  return boundedStored(threads, { module, input, work }, { ...asker, deadlineMs: LONGEST_MS });
}

/** Measures; what a thread runs. */
export function* work({ text, language, isSpoken, banned, style, names, others }: Task): Generator<Result> {
  const around = others.map((other) => measured(other, language, { isSpoken: true }).measures);
  const rangeOf = (name: MeasureName): Range | null => {
    // Dialogues are speech as a whole: no text stands below or above that.
    if (name === "dialogue_share") return null;
    const values = around.flatMap((measures) => measures[name].value ?? []).sort((a, b) => a - b);
    if (values.length < FEWEST) return null;
    return { texts: values.length, low: at(values, 0.1), median: at(values, 0.5), high: at(values, 0.9) };
  };
  yield {
    measured: measured(text, language, { isSpoken }),
    banned: occurrences(wordsOf(text), banned),
    style: styleFindings(text, style),
    unknown: unknownNames(text, language, names),
    ranges: Object.fromEntries(MEASURES.map((name) => [name, rangeOf(name)])) as Result["ranges"],
  };
}

/** The value at a share of sorted values, between two of them where it falls there. */
function at(values: readonly number[], share: number): number {
  const place = (values.length - 1) * share;
  const [low, high] = [values[Math.floor(place)] ?? 0, values[Math.ceil(place)] ?? 0];
  return Math.round((low + (high - low) * (place - Math.floor(place))) * 1_000) / 1_000;
}
