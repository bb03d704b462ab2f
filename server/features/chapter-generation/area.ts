import { area } from "../../operation/area.ts";
import { chapterGenerator } from "./generator.ts";

/** Operations of the generation of chapters, beside those of chapters. */
export const chapterGeneration = area({
  generators: [chapterGenerator],
  operations: {
    generate: chapterGenerator.generate({
      summary: "Outline, draft or rewrite a chapter",
      description:
        "Starts a generation session for a chapter: an outline, a passage for each beat that none tells, what follows, or a span written anew, of which every other character stays. With `review` a person sees it before anything is kept. Once prose is kept, a job proposes the facts that the chapter tells: `facts` of the result has its `job_id`, and the `bible_extraction_id` of the extraction that is made where the text tells something new. Without a provider key an outline takes up open threads (promises that are still to be kept, quests, and facts that promise, owe or seek something), a draft is a note with a label for each beat, and a rewrite ends in an error: prose is never made up. Poll `poll_url` until the status is `completed` or `error`.",
      example: { mode: "draft", instructions: "Keep the keeper silent until the end." },
      errors: ["wrong_state"],
    }),
  },
});
