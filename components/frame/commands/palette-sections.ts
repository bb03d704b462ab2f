import { MEANT, type RankedMatch } from "./find.ts";
import type { Copyable } from "./use-copying.ts";

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly keys: string | null;
  readonly disabledReason: string | null;
  readonly isProse: boolean;
  /** Address and id to copy; absent for a line that only acts. */
  readonly copyable?: Copyable | undefined;
  run(): void;
}

export interface PaletteSection {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

/** Matches of the typed words, the best of each kind first. */
export interface PaletteFinds {
  readonly cards: readonly RankedMatch<PaletteItem>[];
  readonly dialogues: readonly RankedMatch<PaletteItem>[];
  readonly screens: readonly RankedMatch<PaletteItem>[];
  readonly acts: readonly RankedMatch<PaletteItem>[];
}

/**
 * Arranges matches in sections. Commands and screens whose titles begin with the typed text come before the cards: a
 * card that contains "dark" is no better answer than the dark theme. Sections without lines are left out.
 */
export function sectionsOf({ cards, dialogues, screens, acts }: PaletteFinds, isEmpty: boolean): PaletteSection[] {
  // Of equals the page comes first; with nothing typed, the dialogues do.
  const places = isEmpty ? [...dialogues, ...screens] : [...screens, ...dialogues].sort((a, b) => b.rank - a.rank);
  const goTo = { heading: "Go to", found: places, rank: screens[0]?.rank ?? 0 };
  const act = { heading: "Do", found: acts, rank: acts[0]?.rank ?? 0 };
  const commands = isEmpty || goTo.rank >= act.rank ? [goTo, act] : [act, goTo];
  const isMeant = ({ rank }: { rank: number }) => !isEmpty && rank >= MEANT;
  const sections = [
    ...commands.filter(isMeant),
    { heading: "Cards of this dialogue", found: cards },
    ...commands.filter((section) => !isMeant(section)),
  ];
  return sections
    .filter(({ found }) => found.length > 0)
    .map(({ heading, found }) => ({ heading, items: found.map(({ item }) => item) }));
}
