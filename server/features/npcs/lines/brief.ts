import { z } from "zod";
import { idOf, integer, text } from "../../../kernel/validation/fields.ts";

/** Most lines of one generation. */
export const MAX_LINES = 20;

/** Brief that lines of an npc are generated from. */
export const LinesBrief = z.object({
  npc_id: idOf("npc").meta({ description: "The npc that says them." }),
  situation: text({ min: 1, max: 4_000 }).meta({
    description: "What happens, and what the npc answers to or speaks of.",
  }),
  to: idOf("ent")
    .nullable()
    .default(null)
    .meta({ description: "Entity that it speaks to; null for nobody in particular." }),
  count: integer({ min: 1, max: MAX_LINES, default: 5 }).meta({ description: "Number of lines." }),
});
export type LinesBrief = z.output<typeof LinesBrief>;

/** Part of a completed brief: the npc as it was written at the sequence of the context. */
export const NpcOfBrief = z.object({ character: z.string(), voice: z.string() });
