import { areMarks, describeMarks } from "#domain/text-marks/describe-marks.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";

const NAMES: Readonly<Record<string, string>> = {
  text: "the text",
  title: "the title",
  speaker_id: "the speaker",
  speaker_label: "the speaker’s label",
  choice_text: "the words of a choice",
  text_marks: "the emphasis",
  target_node_id: "where a choice leads",
  conditions: "the conditions",
  effects: "the effects",
  on_enter_effects: "the effects",
  tags: "the tags",
  status: "the status",
  final_text: "the final words",
  kind: "the kind",
  name: "the name",
  description: "the description",
  color: "the colour",
  start_node_id: "the start",
};

/** Returns the name of a field in a sentence, by its JSON pointer. */
export function fieldName(pointer: string): string {
  const tokens = pointer.split("/").slice(1);
  // Its key is the author's own word, whatever else it is the name of.
  if (tokens[0] === "properties" && tokens[1] !== undefined) return `“${tokens[1].replaceAll("_", " ")}”`;
  const known = tokens.findLast((token) => Object.hasOwn(NAMES, token));
  if (known !== undefined) return NAMES[known] ?? "this";
  return tokens[0] === "branches" ? "a choice" : "this";
}

/** A value as it can be read: words as they are, anything else as data. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return yesOrNo(value);
  if (typeof value !== "object") return String(value);
  if (areMarks(value)) return describeMarks(value);
  if (Array.isArray(value) && value.length === 0) return "none";
  const words = Object.values(value).filter((each): each is string => typeof each === "string" && each !== "");
  return words.length > 0 && !Array.isArray(value) ? words.join("\n") : JSON.stringify(value, null, 2);
}

const CLOCK: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };

/** The time of day something happened at. */
export function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString(undefined, { ...CLOCK, hourCycle: "h23" });
}

/** " at 14:02", or nothing while that is not known. */
export function momentOf(at: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? "" : ` at ${timeOf(ms)}`;
}
