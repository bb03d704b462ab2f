import type { Pack } from "#domain/packs.ts";
import { addressIn } from "../areas/areas.ts";

/** A pack as it is offered to whoever writes. */
interface PackWords {
  readonly pack: Pack;
  readonly label: string;
  /** Screens that come with it. */
  readonly means: string;
}

/** Packs that have screens. */
export const OFFERED_PACKS: readonly PackWords[] = [
  { pack: "game", label: "Game", means: "Dialogues on a canvas, variables and playthroughs." },
];

/** Kinds of stories that a new project can be for, with the packs that each begins with. */
export const STORY_KINDS = [
  {
    value: "game",
    label: "A game",
    means: "Branching dialogues, with the people and places they need.",
    packs: ["game"],
  },
  { value: "world", label: "A story world", means: "People, places and things, and what happens to them.", packs: [] },
] as const satisfies readonly { value: string; label: string; means: string; packs: readonly Pack[] }[];

export type StoryKind = (typeof STORY_KINDS)[number]["value"];

/** Returns the address at which work on a project begins. */
export function startOfProject(projectId: string, packs: readonly Pack[]): string {
  return addressIn(projectId, packs.includes("game") ? "dialogues" : "cast");
}
