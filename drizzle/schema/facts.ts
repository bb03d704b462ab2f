import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of facts: what is known of the story world, where from and by whom. */
export const factVersions = pgTable(
  "fact_versions",
  {
    ...versionColumns(),
    subject_id: textC("subject_id"),
    also_about: jsonb("also_about").notNull(),
    predicate: textC("predicate"),
    object_id: textC("object_id"),
    text: text("text").notNull(),
    /** Search form of the text. */
    text_search: textC("text_search").notNull(),
    source: jsonb("source").notNull(),
    confidence: doublePrecision("confidence").notNull(),
    /** `"everyone"`, or the ids of entities. */
    known_by: jsonb("known_by").notNull(),
    secret: boolean("secret").notNull(),
    superseded_by: textC("superseded_by"),
    superseded_reason: text("superseded_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("fact_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("fact_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("fact_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
    index("fact_versions_subject").on(t.project_id, t.subject_id, t.id).where(isCurrent),
    index("fact_versions_subject_as_of").on(t.project_id, t.subject_id, t.valid_from_seq, t.valid_to_seq),
    index("fact_versions_object")
      .on(t.project_id, t.object_id, t.id)
      .where(sql`${isCurrent} AND object_id IS NOT NULL`),
    // Few facts are about more than one, and few were superseded.
    index("fact_versions_also_about")
      .using("gin", t.project_id, sql`${t.also_about} jsonb_path_ops`)
      .where(sql`also_about <> '[]'`),
    index("fact_versions_superseded_by")
      .on(t.project_id, t.superseded_by, t.valid_from_seq)
      .where(sql`superseded_by IS NOT NULL`),
  ],
);

/** Versions of secrets: what of a project is not public, and who knows it. */
export const secretVersions = pgTable(
  "secret_versions",
  {
    ...versionColumns(),
    subject_id: textC("subject_id").notNull(),
    subject_type: textC("subject_type").notNull(),
    /** A JSON Pointer into the subject; null covers the whole of it. */
    pointer: textC("pointer"),
    known_by: jsonb("known_by").notNull(),
    note: text("note").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("secret_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("secret_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("secret_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
    index("secret_versions_subject").on(t.project_id, t.subject_id, t.valid_from_seq, t.valid_to_seq),
  ],
);
