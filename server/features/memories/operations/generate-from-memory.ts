import { declareGenerate } from "../../generation/public.ts";
import { memoryGenerator } from "../generator.ts";

export const generateFromMemory = declareGenerate(memoryGenerator, "/v1/projects/{project_id}/memories/generate", {
  summary: "Add a memory and extract facts",
  description:
    "Keeps a text as one fact at once, word for word, as `POST …/memories` does, and starts a generation session that takes single facts out of it. That needs a provider key: without one the session ends with `sketch_impossible`, and the text stays. What the model finds is a proposal: the session always asks a person, who keeps it, changes it or turns it down. Nothing that is known already is superseded.",
  example: { text: "At low tide the old gate can be passed on foot, and Bor knows it." },
});
