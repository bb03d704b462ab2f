import type { Pack } from "#domain/packs.ts";
import { addressIn, STUDIO_SCREENS } from "../areas/areas.ts";

/** A pack as it is offered to whoever writes. */
interface PackWords {
  readonly pack: Pack;
  readonly label: string;
  /** Screens that come with it. */
  readonly means: string;
}

const EVERY_PACK: readonly PackWords[] = [
  { pack: "game", label: "Game", means: "Dialogues on a canvas, variables and playthroughs." },
  { pack: "book", label: "Book", means: "A manuscript, ideas, and set-ups with their pay-offs." },
];

/** Packs that have screens. One is offered once a screen of `areas.ts` comes with it. */
export const OFFERED_PACKS = EVERY_PACK.filter(({ pack }) => STUDIO_SCREENS.some((screen) => screen.pack === pack));

/** Returns the address at which work on a project begins: the first screen of its packs, or the cast. */
export function startOfProject(projectId: string, packs: readonly Pack[]): string {
  const first = STUDIO_SCREENS.find(({ pack }) => pack !== undefined && packs.includes(pack));
  return addressIn(projectId, first?.id ?? "cast");
}
