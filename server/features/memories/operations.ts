import { generateFromMemory } from "./operations/generate-from-memory.ts";

/** Operation of generation from memories, declared apart from the other operations of facts. */
export const memoryGeneration = { generate: generateFromMemory };
