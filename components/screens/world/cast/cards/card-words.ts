import { counted } from "#domain/counted.ts";
import type { Inputs, Outputs } from "../../../../frame/api/client.ts";

/** Result of an import of a card, or of its dry run. */
export type CardOutcome = Outputs["npcs"]["import"];

/** Answer to a character of the same name. */
export type OnConflict = NonNullable<Inputs["npcs"]["import"]["on_conflict"]>;

/** Returns what a card becomes, in a sentence. */
export function becomesWords({ outcome, name, facts, image_id }: CardOutcome): string {
  const parts = [
    outcome === "merged" ? `What the card adds goes to ${name}; what is written stays` : `${name} becomes a character`,
    ...(facts.length === 0
      ? []
      : [`${counted(facts.length, "entry of its lorebook is a fact", "entries of its lorebook are facts")}`]),
    ...(image_id === null ? [] : ["its picture is kept"]),
  ];
  const [first = "", ...others] = parts;
  return `${[first, ...others].join("; ")}.`;
}

/** Returns why a card was refused, a sentence each: every part of it that is at fault. */
export function refusedWords(detail: readonly { readonly msg: string }[] | null, otherwise: string): string[] {
  if (detail === null || detail.length === 0) return [otherwise];
  return [...new Set(detail.map(({ msg }) => sentence(msg)))];
}

function sentence(text: string): string {
  const trimmed = text.trim();
  const start = `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}`;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
