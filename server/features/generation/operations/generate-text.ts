import { declareGenerate } from "../declare-generate.ts";
import { textGenerator } from "../text-generator.ts";

export const generateText = declareGenerate(textGenerator, "/v1/projects/{project_id}/generate", {
  summary: "Generate text or JSON",
  description:
    "Starts a generation session from the project at one sequence, with the provider whose key is stored, or without a model if there is none. Poll `poll_url` until the status is `completed` or `error`; answer its question while the status is `awaiting_human`. A session costs one generation unit of the plan, which is refunded when it ends in an error.",
  example: { prompt: "Describe the Salt Gate at low tide." },
});
