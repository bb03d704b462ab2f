import { generateFromMemory } from "./operations/generate-from-memory.ts";

/** Beside the other operations of facts. */
export const memoryGeneration = { generate: generateFromMemory };
