import type { Inputs, Outputs } from "../api/client.ts";

export type Score = Outputs["score"]["text"];
export type Metric = Score["metrics"][number];
export type Span = Metric["spans"][number];
/** Target of a score: a dialogue, a chapter, or a text that is sent. */
export type ScoreTarget = Inputs["score"]["text"]["of"];

/** Measures by their words, each with what a high value means. */
export const MEASURES = {
  flesch_reading_ease: ["Reading ease", "higher is easier"],
  flesch_kincaid_grade: ["School grade", "years of school to follow it"],
  mtld: ["Variety of words", "words before they repeat"],
  distinct_pairs: ["Fresh pairs of words", "share of pairs said once"],
  repeated_phrases: ["Repeated phrases", "share of words in them"],
  sentence_length: ["Length of sentences", "words on average"],
  sentence_variation: ["Rhythm", "how much sentences differ"],
  dialogue_share: ["Spoken share", "share between quotation marks"],
} as const satisfies Readonly<Record<Metric["name"], readonly [string, string]>>;

const REASONS = {
  too_short: "Too short to say",
  unsupported_language: "English only",
  no_repetition: "No word repeats",
} as const;

const STANDINGS = { below: "Below your range", within: "In your range", above: "Above your range" } as const;

/** Returns a number as it is read: without more digits than it has meaning. */
export function sayNumber(value: number): string {
  return String(Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 100) / 100);
}

/** Returns the value of a measure, or why there is none. */
export function sayValue({ value, reason }: Pick<Metric, "value" | "reason">): string {
  return value === null ? REASONS[reason ?? "too_short"] : sayNumber(value);
}

/** Returns how a measure stands among the dialogues of the project; nothing where there are too few of them. */
export function sayStanding({ standing, range }: Pick<Metric, "standing" | "range">): string | null {
  if (standing === null || range === null) return null;
  return `${STANDINGS[standing]} (${sayNumber(range.low)}–${sayNumber(range.high)})`;
}

/** Returns a time to read or speak: "40 s", "3 min". */
export function sayTime(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
