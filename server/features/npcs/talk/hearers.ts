import type { ContentLimits } from "#domain/content-limits.ts";

/** Hearers of a talk besides whoever speaks, as far as the npc has to mind them. */
export interface Hearers {
  /** Name under which they know whoever speaks; null for that of the entity, as far as the npc knows it. */
  readonly speakerName: string | null;
  /** Whether other players hear it. */
  readonly others: boolean;
  /** Content that they do not want. */
  readonly limits: readonly ContentLimits[];
  /** Whether the npc is there by the word of whoever runs the game, so that nobody is to be asked whether they know of it. */
  readonly isIntroduced: boolean;
  /** Whether the context is kept as a receipt, which has the words that were said. */
  readonly keepsReceipt: boolean;
  /** Whether its words are made of whispers, which it remembers nothing of: what it remembers it tells to anybody. */
  readonly whispered: boolean;
}

/** Hearers of a talk of two. */
export const ALONE: Hearers = {
  speakerName: null,
  others: false,
  limits: [],
  isIntroduced: false,
  keepsReceipt: true,
  whispered: false,
};

/** Returns the limits of several people together. */
export function jointLimits(all: readonly ContentLimits[]): ContentLimits {
  return {
    lines: [...new Set(all.flatMap(({ lines = [] }) => lines))],
    veils: [...new Set(all.flatMap(({ veils = [] }) => veils))],
  };
}
