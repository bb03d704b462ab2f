import { area } from "../../operation/area.ts";
import { generateDialogue } from "./operations/generate-dialogue.ts";

/** Operations of dialogue generation, beside those of dialogues. */
export const dialogueGeneration = area({
  operations: { generate: generateDialogue },
});
