import { generateDialogue } from "./operations/generate-dialogue.ts";

/** Beside the other operations of dialogues. */
export const dialogueGeneration = { generate: generateDialogue };
