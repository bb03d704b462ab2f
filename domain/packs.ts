/** Packs, which are groups of screens that a project can show. They never limit its data or the API. */
export const PACKS = ["game", "living_cast", "book", "table", "practice"] as const;

/** One group of screens. */
export type Pack = (typeof PACKS)[number];

/** Packs of a project that names none. */
export const USUAL_PACKS: readonly Pack[] = ["game"];

/** Returns the packs that are named, each once and in the order of `PACKS`. */
export function inOrderOfPacks(named: readonly Pack[]): Pack[] {
  return PACKS.filter((pack) => named.includes(pack));
}
