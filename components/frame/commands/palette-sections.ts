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
  /** Noun for it, beside its name: "Character". */
  readonly kind?: string | undefined;
  /** Address and id to copy; absent for a line that only acts. */
  readonly copyable?: Copyable | undefined;
  /** Whether it is remembered once it was chosen: what can be found again by its id. */
  readonly isKept?: boolean | undefined;
  run(): void;
}

export interface PaletteSection {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

type Found = readonly RankedMatch<PaletteItem>[];

/** Matches of the typed words, the best of each kind first. */
export interface PaletteFinds {
  readonly cards: Found;
  readonly dialogues: Found;
  readonly screens: Found;
  readonly acts: Found;
  /** People, places, groups and things. */
  readonly world: Found;
  readonly variables: Found;
  readonly projects: Found;
  /** Cards of other dialogues that have the words. */
  readonly elsewhere: Found;
  /** Lines that make something by the typed name. */
  readonly makes: Found;
  /** Lines of what was gone to last, while nothing is typed. */
  readonly recent: Found;
}

/** Matches of no kind. */
export const NO_FINDS: PaletteFinds = {
  cards: [],
  dialogues: [],
  screens: [],
  acts: [],
  world: [],
  variables: [],
  projects: [],
  elsewhere: [],
  makes: [],
  recent: [],
};

/** Leaves out acts whose name stands above: one name, one line. What is told apart by its kind may share a name. */
function once(sections: readonly PaletteSection[]): PaletteSection[] {
  const seen = new Set<string>();
  const isNew = ({ title, isProse }: PaletteItem) => {
    const known = seen.has(title);
    if (!isProse) seen.add(title);
    return isProse || !known;
  };
  return sections
    .map(({ heading, items }) => ({ heading, items: items.filter(isNew) }))
    .filter(({ items }) => items.length > 0);
}

/**
 * Arranges matches in sections. Kinds of which a name begins with the typed text come before the cards: a card that contains "dark" is
 * no better answer than the dark theme, and one that mentions Odo Pell no better than himself. What can be made comes last, but first
 * where the text says so.
 */
export function sectionsOf(finds: Partial<PaletteFinds>, isEmpty: boolean): PaletteSection[] {
  const { cards, dialogues, screens, acts, world, variables, projects, elsewhere, makes, recent } = {
    ...NO_FINDS,
    ...finds,
  };
  // Of equals the page comes first; with nothing typed, the dialogues do.
  const places = isEmpty ? [...dialogues, ...screens] : [...screens, ...dialogues].sort((a, b) => b.rank - a.rank);
  const kinds = [
    { heading: "Go to", found: places, rank: places[0]?.rank ?? 0 },
    { heading: "World", found: world, rank: world[0]?.rank ?? 0 },
    { heading: "Do", found: acts, rank: acts[0]?.rank ?? 0 },
    { heading: "Variables", found: variables, rank: variables[0]?.rank ?? 0 },
    { heading: "Projects", found: projects, rank: projects[0]?.rank ?? 0 },
  ];
  const ordered = isEmpty ? kinds : kinds.toSorted((a, b) => b.rank - a.rank);
  const isMeant = ({ rank }: { rank: number }) => !isEmpty && rank >= MEANT;
  const making = { heading: "New", found: makes };
  const isAsked = (makes[0]?.rank ?? 0) >= MEANT;
  const sections = [
    { heading: "Recent", found: recent },
    ...(isAsked && !isEmpty ? [making] : []),
    ...ordered.filter(isMeant),
    { heading: "Cards of this dialogue", found: cards },
    ...ordered.filter((section) => !isMeant(section)),
    { heading: cards.length === 0 ? "Cards" : "Cards of other dialogues", found: elsewhere },
    ...(isAsked && !isEmpty ? [] : [making]),
  ];
  return once(
    sections
      .filter(({ found }) => found.length > 0)
      .map(({ heading, found }) => ({ heading, items: found.map(({ item }) => item) })),
  );
}
