import { counted } from "#domain/counted.ts";
import { timeOf } from "../../editor/saving/conflict-words.ts";
import type { PillState, SavingState } from "../../editor/saving/saving-state.ts";

const changes = (count: number): string => counted(count, "change");

/** What the pill says, always in words. */
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

/** What was found on opening and has been sent since. */
export function recoveredWords({ count, from }: NonNullable<SavingState["recovered"]>): string {
  return `${changes(count)} from ${timeOf(from)} ${count === 1 ? "is" : "are"} now saved`;
}

/** How much a state asks for attention; each has a sign of its own beside its words. */
export function toneOf(pill: PillState): "calm" | "notice" | "alarm" {
  if (pill.kind === "saved" || pill.kind === "saving") return "calm";
  return pill.kind === "failed" ? "alarm" : "notice";
}
