import type { JsonObject } from "#domain/json.ts";
import type { RecordedEvent } from "../../record/event.ts";

/** Returns the data of a match's events, by which the match is recognised when it is taken back. */
export function saidOfMatch(label: string): JsonObject {
  return { label: `Match the label ‘${label}’`, matched_label: label };
}

/** Returns the data of the events that take a match back. */
export function saidOfUnmatch(label: string): JsonObject {
  return { label: `Take back the match of ‘${label}’` };
}

/** A node that a match gave to an entity, and the label it had. */
interface MatchedNode {
  readonly id: string;
  readonly label: string;
  readonly entityId: string;
}

/** The nodes that a commit matched; none when it was no match. */
export function matchedIn(commit: readonly RecordedEvent[]): MatchedNode[] {
  return commit.flatMap(({ subject_id, data, change }) => {
    const label = data?.matched_label;
    const entityId = change.set?.["/speaker_id"];
    return typeof label === "string" && typeof entityId === "string" ? [{ id: subject_id, label, entityId }] : [];
  });
}
