import type { Entry, Place } from "../saving/outbox/entry.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import { asMine, asTheirs } from "./decide-conflict.ts";
import type { OpenContent } from "./open-content.ts";
import { fieldKey } from "./session.ts";
import type { WaitingChanges } from "./waiting-changes.ts";

interface Ground {
  readonly outbox: Outbox;
  readonly place: Place;
  readonly content: OpenContent;
  readonly held: WaitingChanges;
}

/** Sends a gesture once more as a person decided, with every other gesture in conflict about one of its fields. */
export function settleConflict(
  { outbox, place, content, held }: Ground,
  decided: Entry,
  choice: "mine" | "theirs",
): void {
  const isSameField = ({ conflicts }: Entry) =>
    conflicts.some(({ id, field }) => decided.conflicts.some((each) => each.id === id && each.field === field));
  for (const { id, field } of decided.conflicts) held.release(fieldKey(id, field));
  const { graphId } = place;
  const ground = { graphId, versions: content.versions, removed: content.base.removed };
  for (const entry of outbox.entriesOf(place).filter((each) => each.state === "conflict" && isSameField(each))) {
    outbox.again(entry, choice === "mine" ? asMine(entry, ground) : asTheirs(entry, graphId));
  }
}
