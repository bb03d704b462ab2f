import { z } from "zod";
import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import { singleLine, text } from "../../kernel/validation/fields.ts";

/** Most beats of an outline and passages of a draft. */
export const MOST = 40;

const prose = text({ min: 1, max: MAX_PASSAGE_LENGTH }).refine(
  (words) => words.isWellFormed() && !words.includes("\u0000"),
  "the text holds broken characters",
);

/** Answer of a model, or a sketch: what the mode asks for, and nothing else. */
export const ChapterAnswer = z.object({
  summary: text({ max: 5_000 })
    .nullable()
    .meta({ description: "For an outline: what happens in the chapter, in a few sentences. Otherwise null." }),
  beats: z
    .array(singleLine({ min: 1, max: 500 }))
    .max(MOST)
    .meta({ description: "For an outline: what happens, step by step. Otherwise empty." }),
  passages: z
    .array(
      z.object({
        beat_id: text({ max: 100 }).nullable().meta({ description: "Id of the beat that it tells; null for none." }),
        kind: z.enum(["prose", "note"]).meta({ description: "`prose` for text of the book." }),
        text: prose.meta({ description: "The passage, in Markdown." }),
      }),
    )
    .max(MOST)
    .meta({ description: "For a draft or a continuation: passages in order. Otherwise empty." }),
  replacement: prose.nullable().meta({ description: "For a rewrite: the words in place of the span. Otherwise null." }),
});
export type ChapterDraft = z.output<typeof ChapterAnswer>;
