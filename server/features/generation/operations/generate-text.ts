import { declareGenerate } from "../declare-generate.ts";
import { textGenerator } from "../text-generator.ts";

export const generateText = declareGenerate(textGenerator, "/v1/projects/{project_id}/generate", {
  summary: "Generate text or JSON",
  description:
    "Starts a generation session: what is asked for is made step by step with what the project knows at one sequence, by the provider whose key is stored, or without a model where there is none. Poll `poll_url` until it is `completed` or `error`; while it is `awaiting_human`, answer its question. It costs one generation unit of the plan, which comes back when it ends in an error.",
  example: { prompt: "Describe the Salt Gate at low tide." },
});
