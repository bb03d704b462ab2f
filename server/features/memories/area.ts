import { area } from "../../operation/area.ts";
import { generateFromMemory } from "./operations/generate-from-memory.ts";

/** Operation that adds a memory and extracts facts from it; the registry lists it among the operations of facts. */
export const memoryGeneration = area({
  operations: { generate: generateFromMemory },
});
