import { counted } from "../counted.ts";
import { TEXT_MARK_KINDS, type TextMark, type TextMarkKind } from "./text-mark.ts";

/** Names of the kinds of marks, as words that have one are called. */
export const MARK_NAMES: Readonly<Record<TextMarkKind, string>> = {
  emphasis: "emphasised",
  strong: "strong",
  strike: "struck",
  literal: "literal",
};

/** Marks in words, by the number of places that have each kind: "strong in 2 places, struck in 1 place". */
export function describeMarks(marks: readonly TextMark[]): string {
  const said = TEXT_MARK_KINDS.flatMap((kind) => {
    const places = marks.filter((mark) => mark.kind === kind).length;
    return places === 0 ? [] : [`${MARK_NAMES[kind]} in ${counted(places, "place")}`];
  });
  return said.join(", ") || "none";
}

/** Whether a value of a record is a list of marks, which has at least one. */
export function areMarks(value: unknown): value is readonly TextMark[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMark);
}

function isMark(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return TEXT_MARK_KINDS.some((kind) => kind === value.kind);
}
