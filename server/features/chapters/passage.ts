import { z } from "zod";
import { countWords } from "#domain/words.ts";
import { passageFields, passageVersions } from "#drizzle/schema/chapters.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";
import { chapter, requireEditable } from "./chapter.ts";

/** Passages of one chapter. */
export const MAX_PASSAGES = 500;

export type PassageState = StateOf<typeof passageFields>;
export type PassageVersion = Version<PassageState>;

/** Number of words that a passage adds to its book: a note adds none. */
function wordsOf({ kind, text }: Pick<PassageState, "kind" | "text">): number {
  return kind === "note" ? 0 : countWords(text);
}

/** Block of a chapter's text. */
export const passage = recorded({
  type: "passage",
  plural: "passages",
  path: "/v1/projects/{project_id}/book-author/passages",
  table: passageVersions,
  fields: passageFields,
  references: { chapter_id: "chapter" },
  events: { moved: { meaning: "It has another place in its chapter, or is in another." } },
  columns: (state) => ({ words: wordsOf(state) }),
  wire: (shown) => ({
    ...shown,
    words: z.int().meta({ description: "Number of words, as everywhere in the product; 0 for a note." }),
  }),
  toWire: (state) => ({ ...state, words: wordsOf(state) }),
  invariants: async (record, changes) => {
    const named = changes.flatMap(({ after, loc }) => (after === null ? [] : [{ id: after.chapter_id, loc }]));
    const chapters = await record.load(
      chapter.resource,
      named.map(({ id }) => id),
    );
    for (const { id, loc } of named) {
      if (!chapters.has(id)) throw invalidValue([...loc, "chapter_id"], "no such chapter in this project", id);
    }
    // What comes with a chapter that was final where it is from is part of that.
    const written = changes.filter(({ before, isKept, verb }) => before !== null || !isKept || verb === "restored");
    const touched = written.flatMap(({ before, after }) => [before?.chapter_id ?? [], after?.chapter_id ?? []].flat());
    await requireEditable(record, [...new Set(touched)]);
  },
  example: {
    state: {
      chapter_id: "chp_01k9hq3xg1r7m4k2vn5te8y6cb",
      order_key: "a0",
      text: "The tide had gone out so far that the gate stood dry.",
    },
    edits: { updated: { text: "The tide had gone out so far that the old gate stood dry." } },
  },
});
