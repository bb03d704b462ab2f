import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { PROPOSED_KINDS } from "#domain/bible/extract/propose.ts";
import type { KeyedList } from "#domain/dialogue/keyed.ts";
import { field } from "#server/kernel/field.ts";
import { flag, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Readers whom the words of an author are shown to. */
export const ENTRY_READERS = ["authors", "everyone"] as const;

/** Fields of a change of the bible. It names a line, an item or a section by its key, which may be gone. */
export const bibleEntryFields = {
  key: field(singleLine({ min: 1, max: 1_000 }), {
    description: "Key of the line or the item that it changes, or `section:` and the key of a section.",
    writable: "once",
    filter: "Only the change of this line, item or section.",
  }),
  text: field(text({ min: 1, max: 10_000 }).nullable(), {
    description:
      "Words in place of those of the line, or the title of the item; for a section, words at its beginning. Null to leave them as they are.",
    default: null,
    column: "text",
  }),
  replaces: field(text({ max: 10_000 }).nullable(), {
    description: "Words of the line that it replaces: where the record has others, the line says so. Null to not say.",
    default: null,
    column: "text",
    screen: "none",
  }),
  hidden: field(flag(), { description: "Whether the line or the item is left out of the bible.", default: false }),
  pin: field(integer({ min: 1, max: 10_000 }).nullable(), {
    description: "Place among what is pinned at the beginning, 1 the first; null for what is not pinned.",
    default: null,
  }),
  shown_to: field(z.enum(ENTRY_READERS), {
    description:
      "Readers whom `text` is shown to: `authors` in bibles of everything alone, `everyone` through the eyes of those in the world too.",
    default: "authors",
  }),
};

/** Versions of changes that authors made to the bible. */
export const bibleEntryVersions = versionTable("bible_entry_versions", bibleEntryFields, (t) => [
  index("bible_entry_versions_key").on(t.project_id, t.key).where(isCurrent),
]);

/** One proposal of an extraction, and what became of it. */
export const ExtractionPart = z
  .object({
    id: z.string().meta({ description: "Its name within the extraction: `p1`, `p2` and so on." }),
    kind: z.enum(PROPOSED_KINDS).meta({ description: "Kind of the proposed subject." }),
    label: z.string().meta({ description: "Short description of the proposal." }),
    status: z
      .enum(["open", "accepted", "rejected"])
      .meta({ description: "Whether the proposal is undecided, accepted or rejected." }),
    is_new: z
      .boolean()
      .meta({ description: "Whether the subject is new; otherwise an entity gets properties that it lacks." }),
    external_id: z.string().meta({ description: "External id of the subject." }),
    body: z.looseObject({}).meta({ description: "Body of the upsert that an acceptance makes." }),
    evidence: z
      .array(
        z.object({
          file: z.string().nullable().meta({ description: "Path of the file that says it; null for a card." }),
          line: z.int().nullable().meta({ description: "Line or row in the file, from 1; null where it has none." }),
          pointer: z
            .string()
            .nullable()
            .meta({ description: "Property or JSON Pointer in the file; null where it has none." }),
          node_id: z.string().nullable().meta({ description: "Card that says it; null for a file." }),
          passage_id: z
            .string()
            .optional()
            .meta({ description: "Passage of a chapter that says it; absent for everything else." }),
          quote: z.string().meta({ description: "Words that say it, shortened." }),
        }),
      )
      .meta({ description: "Places where it is said." }),
  })
  .meta({ id: "BibleExtractionPart" });

/** Sources that an extraction reads. */
export const EXTRACTION_SOURCES = ["files", "dialogues", "chapters"] as const;

/** Fields of an extraction. */
export const extractionFields = {
  label: field(singleLine({ min: 1, max: 200 }), {
    description: "Short description of what was read.",
    writable: "never",
    column: "text",
  }),
  source: field(z.enum(EXTRACTION_SOURCES), {
    description: "What was read: files that were sent, or the dialogues or chapters of the project.",
    writable: "never",
  }),
  status: field(z.enum(["open", "accepted", "partly_accepted", "rejected"]), {
    description: "`open` while a proposal is undecided, then the result of the decisions.",
    writable: "never",
    filter: "Only those that are so.",
  }),
  /** Parts by id, so that accepting one changes one pointer. */
  parts: field(z.custom<KeyedList<z.output<typeof ExtractionPart>>>(), { writable: "never" }),
};

/** Versions of extractions: proposals that were made of what exists. */
export const extractionVersions = versionTable("bible_extraction_versions", extractionFields, (t) => [
  index("bible_extraction_versions_open").on(t.project_id, t.status).where(isCurrent),
]);
