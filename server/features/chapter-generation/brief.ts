import { z } from "zod";
import { idOf, integer, text } from "../../kernel/validation/fields.ts";

/** Brief from which a chapter is outlined, drafted, continued, or rewritten in part. */
export const ChapterBrief = z.object({
  chapter_id: idOf("chp").meta({ description: "The chapter." }),
  mode: z.enum(["outline", "draft", "continue", "rewrite"]).meta({
    description:
      "`outline` proposes a summary and beats, `draft` writes a passage for each beat that no passage tells, `continue` writes what follows the last passage, `rewrite` replaces the span of `scope`.",
  }),
  instructions: text({ max: 8_000 }).default("").meta({ description: "What ought to come of it, in your own words." }),
  scope: z
    .strictObject({
      passage_id: idOf("psg").meta({ description: "The passage that the span is in." }),
      start: integer({ min: 0 }).meta({ description: "Where the span begins, in UTF-16 code units." }),
      end: integer({ min: 1 }).meta({ description: "Where it ends, in UTF-16 code units." }),
      base_revision: integer({ min: 1 }).meta({
        description:
          "The `valid_from_seq` of the passage that was read. It is refused where the passage has another by now.",
      }),
    })
    .meta({ id: "RewriteScope" })
    .nullable()
    .default(null)
    .meta({ description: "The span of a rewrite; null for every other mode." }),
});
export type ChapterBrief = z.output<typeof ChapterBrief>;

/** Completion of a brief: the chapter as it was at the sequence of the context. */
export const ChapterOfBrief = z.object({
  title: z.string(),
  summary: z.string(),
  pov: z.string().nullable(),
  query: z.string(),
  beats: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Beats that no passage tells. */
  untold: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Summary of the chapter before. */
  before: z.string(),
  /** End of the text so far. */
  tail: z.string(),
  /** Text of the passage around a span, and the span. */
  around: z.tuple([z.string(), z.string(), z.string()]).nullable(),
  /** Most characters that fit in place of a span. */
  room: z.number(),
});
export type ChapterOfBrief = z.output<typeof ChapterOfBrief>;
