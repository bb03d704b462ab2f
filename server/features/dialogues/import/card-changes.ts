import type { Tally } from "./import-writer.ts";

/** Cards of one dialogue that are listed for each kind of change; all of them are counted. */
const LISTED = 100;

/** Change of one card by an import. */
export interface CardChange {
  readonly node_id: string;
  /** Title or first words of the card. */
  readonly name: string;
  readonly change: "created" | "updated" | "deleted";
  /** Whether people made it: it came from no file. */
  readonly made_here: boolean;
  /** Whether people changed it since it came from a file. */
  readonly edited_here: boolean;
}

/** Changes of the cards of one dialogue: counts of all, and the first of each kind by name. */
export class CardChanges {
  readonly tally: Tally = { created: 0, updated: 0, deleted: 0, unchanged: 0 };
  /** Number of cards that people changed since, and that change again or go. */
  edited = 0;
  readonly #listed: Record<CardChange["change"], CardChange[]> = { deleted: [], updated: [], created: [] };

  note(change: keyof Tally, card: Omit<CardChange, "change">): void {
    this.tally[change] += 1;
    if (change !== "unchanged" && card.edited_here) this.edited += 1;
    if (change === "unchanged" || this.#listed[change].length >= LISTED) return;
    this.#listed[change].push({ ...card, change });
  }

  /** Listed changes: what goes first, then what changes, then what comes. */
  get list(): CardChange[] {
    return Object.values(this.#listed).flat();
  }
}
