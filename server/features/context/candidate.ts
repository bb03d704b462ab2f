import type { ItemKind, LeftOutReason, Reason, SectionName } from "./question.ts";

/** Candidate for a context, with its text. */
export interface Candidate {
  readonly section: SectionName;
  readonly kind: ItemKind;
  readonly id: string;
  readonly subject_id: string | null;
  readonly seq: number;
  /** Sequence since which a fact has been known, or at which something happened; null for what has no place in time. */
  readonly since: number | null;
  readonly text: string;
  readonly reason: Reason;
  readonly score: number;
  /** Share of what the question could have been worth, by which it may be too little. */
  readonly worth: number;
  /** Reason why it cannot be in the context; null if it can. */
  readonly barred: Exclude<LeftOutReason, "budget"> | null;
  /** Tags by which limits of players find it; absent where it can have none. */
  readonly tags?: readonly string[];
  /** For a line: its dialogue's name, and its number in it. */
  readonly line: { readonly dialogue: string; readonly ordinal: number } | null;
}

/** Orders candidates: the best first, ties by kind, id and sequence, so that there is one order. */
export function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || compare(a.kind, b.kind) || compare(a.id, b.id) || b.seq - a.seq;
}

export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A score as it is told: equal ones stay equal. */
export function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
