import { area } from "../../operation/area.ts";
import { memoryGenerator } from "./generator.ts";

/** Operation that adds a memory and extracts facts from it; the registry lists it among the operations of facts. */
export const memoryGeneration = area({
  generators: [memoryGenerator],
  operations: {
    generate: memoryGenerator.generate({
      summary: "Add a memory and extract facts",
      description:
        "Stores a text verbatim as one fact, as `POST …/memories` does, and starts a generation session that extracts single facts from it. This requires a provider key: without one the session ends with `sketch_impossible`, and the text is kept. The session always asks a person to accept, change or reject the extracted facts. Existing facts are not superseded.",
      example: { text: "At low tide the old gate can be passed on foot, and Bor knows it." },
    }),
  },
});
