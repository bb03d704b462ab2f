import { z } from "zod";
import type { ReadPlace } from "#domain/bible/extract/told-draft.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";

/** Characters of notes that one reading has. */
const MOST_TEXT = 20_000;

/** Brief of a reading: notes, or dialogues. */
export const ReadingBrief = z.object({
  text: text({ max: MOST_TEXT }).default("").meta({
    description: "Notes to read; without any the dialogues of the project are read.",
  }),
  graph_id: idOf("dlg").nullable().default(null).meta({
    description: "The one dialogue to read; null for all, the oldest lines first.",
  }),
});
export type ReadingBrief = z.output<typeof ReadingBrief>;

const Places = z.object({ places: z.array(z.custom<ReadPlace>()).default([]) });

/** Returns the places that a reading reads: lines of the notes, or the lines of dialogues that its completed brief has. */
export function placesOf(brief: ReadingBrief): readonly ReadPlace[] {
  if (brief.text.trim() === "") return Places.parse(brief).places;
  return brief.text.split(/\r\n|\r|\n/).map((words, at) => ({ at: String(at + 1), speaker: null, words }));
}
