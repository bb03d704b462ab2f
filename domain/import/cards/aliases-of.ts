import type { CharacterCard } from "./card.ts";

/** Returns the aliases of a card's character. */
export function aliasesOf({ nickname, own }: Pick<CharacterCard, "nickname" | "own">): string[] {
  return [...new Set([nickname, ...own.aliases].filter((name) => name.trim() !== ""))];
}
