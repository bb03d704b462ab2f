import { index, integer as integerColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { finiteNumber, idOf, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Beats and plot lines of one chapter. */
export const MAX_BEATS = 100;
const MAX_PLOT_LINES = 20;

/** States of a chapter, from the first to the last. */
export const CHAPTER_STATUSES = ["outline", "drafting", "draft", "review", "revised", "final", "archived"] as const;

const orderKey = (description: string) =>
  field(z.string(), { description, writable: "never", sort: true, screen: "none" });

/** Fields of an act. */
export const actFields = {
  title: field(singleLine({ min: 1, max: 200 }), { description: "Title of the act.", sort: true, screen: "title" }),
  summary: field(text({ max: 5_000 }), { description: "What happens in it.", default: "", column: "text" }),
  order_key: orderKey(
    "Place in the book, among acts and chapters outside of acts: these are read in the order of their keys.",
  ),
};

/** Versions of acts. */
export const actVersions = versionTable("act_versions", actFields);

const Beat = z
  .strictObject({
    id: idOf("beat").optional().meta({
      description: "Its id. Sent without one, a beat keeps that of the one with the same words, or gets a new one.",
    }) as unknown as z.ZodDefault<z.ZodString>,
    text: singleLine({ min: 1, max: 500 }).meta({ description: "What happens." }),
  })
  .meta({ id: "ChapterBeat" });

/** A beat as it is kept. */
export type ChapterBeat = z.output<typeof Beat>;

/** Fields of a chapter. */
export const chapterFields = {
  title: field(singleLine({ min: 1, max: 200 }), { description: "Title of the chapter.", sort: true, screen: "title" }),
  act_id: field(idOf("act").nullable(), {
    description: "The act it belongs to; null for one outside of acts, such as a prologue.",
    default: null,
    writable: "once",
    filter: "Only chapters of this act.",
    mentions: "act",
    screen: "none",
  }),
  order_key: orderKey(
    "Place in its act, or outside of acts in the book: chapters are read in the order of their keys.",
  ),
  status: field(z.enum(CHAPTER_STATUSES), {
    description: "State of the chapter. One that is final or archived is not edited.",
    writable: "never",
    default: "outline",
    filter: "Only chapters in this state.",
    sort: true,
  }),
  summary: field(text({ max: 5_000 }), { description: "What happens in it.", default: "", column: "text" }),
  pov_entity_id: field(entityRef().nullable(), {
    label: "Point of view",
    description: "The character through whose eyes it is told; null for none. It may have been deleted.",
    request: "The character through whose eyes it is told.",
    default: null,
    filter: "Only chapters told through the eyes of this character.",
    mentions: "entity",
  }),
  beats: field(z.array(Beat).max(MAX_BEATS), {
    description: "What happens, step by step.",
    request: "What happens, step by step. Sent beats replace all of them.",
    default: [],
    screen: "none",
  }),
  plot_lines: field(z.array(singleLine({ min: 1, max: 100 })).max(MAX_PLOT_LINES), {
    description: "Names of the plot lines that it carries on.",
    default: [],
  }),
  story_order: field(finiteNumber().nullable(), {
    label: "Order in the story",
    description:
      "When it happens: chapters with smaller numbers happen earlier, whatever the order they are read in. Null for one whose time is not told.",
    default: null,
    sort: true,
  }),
  target_words: field(integer({ min: 0, max: 1_000_000 }).nullable(), {
    label: "Target in words",
    description: "Number of words it ought to have; null for no target.",
    default: null,
    sort: true,
  }),
  source: sessionSourceField,
  finalized_at: field(z.iso.datetime().nullable(), {
    description: "Time at which it became final, UTC; null for one that is not.",
    writable: "never",
    default: null,
  }),
  finalized_by: field(z.string().nullable(), {
    description: "Who made it final: `user:<id>` or `key:<id>`.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of chapters. */
export const chapterVersions = versionTable("chapter_versions", chapterFields, (t) => [
  index("chapter_versions_in_act").on(t.project_id, t.act_id, t.order_key).where(isCurrent),
]);

/** Fields of a passage: a block of a chapter's text, so that saving one writes no other. */
export const passageFields = {
  chapter_id: field(idOf("chp"), {
    description: "The chapter it is in.",
    writable: "once",
    filter: "Only passages of this chapter.",
    mentions: "chapter",
    screen: "none",
  }),
  order_key: orderKey("Place in its chapter: passages are read in the order of their keys."),
  kind: field(z.enum(["prose", "note"]), {
    description: "`prose` for text of the book, `note` for what its writers leave for themselves: no export has it.",
    default: "prose",
    filter: "Only passages of this kind.",
  }),
  text: field(text({ max: MAX_PASSAGE_LENGTH }), {
    description: "The text, in Markdown.",
    default: "",
    column: "text",
    screen: "title",
  }),
  beat_id: field(idOf("beat").nullable(), {
    description: "The beat of its chapter that it tells; null for none. The chapter may no longer have it.",
    request: "The beat of its chapter that it tells.",
    default: null,
    filter: "Only passages that tell this beat.",
    screen: "none",
  }),
  source: sessionSourceField,
};

/** Versions of passages. `words` is the number of words of prose, by which the outline adds up chapters. */
export const passageVersions = versionTable(
  "passage_versions",
  passageFields,
  (t) => [
    index("passage_versions_in_chapter").on(t.project_id, t.chapter_id, t.order_key).where(isCurrent),
    index("passage_versions_in_chapter_as_of").on(t.project_id, t.chapter_id, t.valid_from_seq, t.valid_to_seq),
  ],
  { words: integerColumn("words").notNull().default(0) },
);
