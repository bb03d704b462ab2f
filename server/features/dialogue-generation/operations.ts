import { generateDialogue } from "./operations/generate-dialogue.ts";

/** Operations of dialogue generation, beside those of dialogues. */
export const dialogueGeneration = { generate: generateDialogue };
