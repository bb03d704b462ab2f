import { declareGenerate } from "../../generation/public.ts";
import { dialogueGenerator } from "../generator.ts";

export const generateDialogue = declareGenerate(
  dialogueGenerator,
  "/v1/projects/{project_id}/game-narrative/dialogues/generate",
  {
    summary: "Generate a dialogue",
    description:
      "Starts a generation session that makes a branching dialogue from a brief, a cast and a place. What it makes passes the structural check and can be played to an ending from every node before it is offered. It lands in one commit: as a new dialogue, or with `into` as a suggestion for one that is there. Without a provider key it is a sketch without a model: directions in place of prose, each with the facts it uses, the same for the same question.",
    example: { prompt: "The keeper demands the toll. The traveller has lost the purse, then offers a ring.", size: 12 },
  },
);
