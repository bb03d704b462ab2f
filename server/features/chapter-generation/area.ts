import { area } from "../../operation/area.ts";
import { chapterGenerator } from "./generator.ts";

/** Operations of the generation of chapters, beside those of chapters. */
export const chapterGeneration = area({
  generators: [chapterGenerator],
  operations: {
    generate: chapterGenerator.generate({
      summary: "Outline, draft or rewrite a chapter",
      description:
        "Starts a generation session for a chapter: an outline, a passage for each beat that none tells, what follows, or a span written anew, of which every other character stays. With `review` a person sees it before anything is kept. Without a provider key an outline takes up open threads: promises that are still to be kept, quests, and facts that promise, owe or seek something. A draft is a note with a label for each beat then, and a rewrite ends in an error: prose is never made up. Poll `poll_url` until the status is `completed` or `error`.",
      example: { mode: "draft", instructions: "Keep the keeper silent until the end." },
      errors: ["wrong_state"],
    }),
  },
});
