import { counted } from "#domain/counted.ts";
import { timeOf } from "../../editor/saving/conflict-words.ts";
import type { PillState, SavingState } from "../../editor/saving/saving-state.ts";

const changes = (count: number): string => counted(count, "change");

/** Returns the text of the pill that shows the state of saving; it is never empty. */
export function pillWords({
  pill,
  keepsLocally,
  refused,
}: Pick<SavingState, "pill" | "keepsLocally" | "refused">): string {
  const where = keepsLocally ? "kept on this device" : "kept only in this tab";
  switch (pill.kind) {
    case "saved":
      return pill.at === null ? "Saved" : `Saved ${timeOf(pill.at)}`;
    case "saving":
      return "Saving…";
    case "offline":
      return pill.kept === 0 ? `Offline — changes are ${where}` : `Offline — ${changes(pill.kept)} ${where}`;
    case "conflict":
      return counted(pill.count, "conflict");
    case "failed":
      return refused.length > 0 ? `Couldn’t save ${changes(refused.length)}` : "Couldn’t save";
    case "signed-out":
      return pill.kept === 0 ? "Signed out" : `Signed out — ${changes(pill.kept)} kept`;
  }
}

/** Returns the words about changes that were found on opening and have been sent since. */
export function recoveredWords({ count, from }: NonNullable<SavingState["recovered"]>): string {
  return `${changes(count)} from ${timeOf(from)} ${count === 1 ? "is" : "are"} now saved`;
}

/** Returns the urgency of a state; each level has a sign of its own beside its words. */
export function toneOf(pill: PillState): "calm" | "notice" | "alarm" {
  if (pill.kind === "saved" || pill.kind === "saving") return "calm";
  return pill.kind === "failed" ? "alarm" : "notice";
}
