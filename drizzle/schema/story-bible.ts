import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
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
