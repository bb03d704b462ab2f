import { area } from "../../operation/area.ts";
import { dialogueGenerator } from "./generator.ts";

/** Operations of dialogue generation, beside those of dialogues. */
export const dialogueGeneration = area({
  generators: [dialogueGenerator],
  operations: {
    generate: dialogueGenerator.generate({
      summary: "Generate a dialogue",
      description:
        "Starts a generation session that makes a branching dialogue from a brief, a cast and a place. The result passes the structural check, and an ending can be reached from every node. It is stored in one commit: as a new dialogue, or with `into` as a suggestion for an existing one. Without a provider key the result is a sketch made without a model: directions instead of prose, each with the facts it uses, and identical for identical requests.",
      example: {
        prompt: "The keeper demands the toll. The traveller has lost the purse, then offers a ring.",
        size: 12,
      },
    }),
  },
});
