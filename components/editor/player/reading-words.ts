import type { ReadingCheck, ReadingLine } from "../../frame/project/use-readings.ts";

/** Words for the state of a kept reading. */
export const STATE_WORDS: Readonly<Record<ReadingCheck["state"], string>> = {
  same: "Same",
  diverged: "Diverged",
  unplayable: "Cannot be played",
};

const HALTS: Readonly<Record<string, string>> = {
  open: "The story goes on here.",
  ending: "The story ends here.",
  "dead-end": "A dead end: nothing follows.",
  blocked: "Every choice is closed here.",
  missing: "The choice leads nowhere.",
  circle: "The cards form an endless loop here.",
  nothing: "There is nothing to read.",
};

/** Returns the text of a line of a reading. */
export function lineWords({ kind, text }: Pick<ReadingLine, "kind" | "text">): string {
  if (kind !== "halt") return text;
  return HALTS[text] ?? "The story leaves for another dialogue here.";
}

const LINE_KINDS: Readonly<Record<ReadingLine["kind"], string>> = {
  said: "Line",
  told: "What the game does",
  chosen: "Choice",
  halt: "State",
};

/** Returns the kind of a line and its speaker. */
export function lineKind(line: Pick<ReadingLine, "kind" | "speaker_id" | "speaker_label">, speaker?: string): string {
  const who = line.speaker_label ?? speaker ?? (line.speaker_id === null ? null : "Unknown speaker");
  return line.kind === "said" && who !== null ? who : LINE_KINDS[line.kind];
}

/** Returns the reason why a reading cannot be played, in a sentence. */
export function whyUnplayable({ reason, kept }: Pick<ReadingCheck, "reason" | "kept">): string {
  const choice = kept?.kind === "chosen" && kept.text.trim() !== "" ? `The choice “${kept.text}”` : "The next choice";
  switch (reason) {
    case "closed":
      return `${choice} is closed now.`;
    case "not_awaited":
      return "The story no longer waits for this event of the game.";
    case "over":
      return `The story now ends earlier. ${choice} is not reached.`;
    case "too_long":
      return "It takes too long to replay.";
    case "start_gone":
      return "The card it begins with was deleted.";
    case "dialogue_gone":
      return "The dialogue it begins in was deleted.";
    default:
      return `${choice} is no longer offered.`;
  }
}
