// What others may use of the generation of dialogues: its kind.
export { dialogueGenerator } from "./generator.ts";
