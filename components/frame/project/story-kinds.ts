import type { Pack } from "#domain/packs.ts";
import { OFFERED_PACKS } from "./packs.ts";

/** Kind of story that a new project can be for, with the packs that it begins with. */
interface StoryKind {
  readonly value: string;
  readonly label: string;
  readonly means: string;
  readonly packs: readonly Pack[];
}

const EVERY_KIND: readonly StoryKind[] = [
  {
    value: "game",
    label: "A game",
    means: "Branching dialogues, with the people and places they need.",
    packs: ["game"],
  },
  {
    value: "book",
    label: "A book",
    means: "Ideas and set-ups, with the people and places they need.",
    packs: ["book"],
  },
  { value: "world", label: "A story world", means: "People, places and things, and what happens to them.", packs: [] },
];

/** Kinds whose packs have screens. */
export const STORY_KINDS = EVERY_KIND.filter(({ packs }) =>
  packs.every((pack) => OFFERED_PACKS.some((offered) => offered.pack === pack)),
);
