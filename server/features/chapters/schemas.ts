import { z } from "zod";
import { CHAPTER_STATUSES } from "#drizzle/schema/chapters.ts";
import { idOf } from "../../kernel/validation/fields.ts";

/** Place of what is created or moved: behind one of its siblings. */
export const afterId = (id: z.ZodType<string>, what: string) =>
  id
    .nullable()
    .optional()
    .meta({ description: `The ${what} that it follows; null for the first place. The last place when absent.` });

/** An act or a chapter outside of acts: they stand in the book beside one another. */
export const besideId = z.union([idOf("act"), idOf("chp")]);

export const status = z.enum(CHAPTER_STATUSES).meta({ description: "State of the chapter." });
