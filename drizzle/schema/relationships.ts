import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of typed, directed relationships between entities. */
export const relationshipVersions = pgTable(
  "relationship_versions",
  {
    ...versionColumns(),
    type: textC("type").notNull(),
    source_id: textC("source_id").notNull(),
    target_id: textC("target_id").notNull(),
    properties: jsonb("properties").notNull(),
    external_id: textC("external_id"),
    /** Link that the relationship came by, with the source's project and sequence; null for the project's own. */
    brought: jsonb("brought"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("relationship_versions_current").on(t.project_id, t.id).where(isCurrent),
    uniqueIndex("relationship_versions_external_id")
      .on(t.project_id, t.external_id)
      .where(sql`${isCurrent} AND external_id IS NOT NULL`),
    index("relationship_versions_external_id_as_of")
      .on(t.project_id, t.external_id, t.valid_from_seq)
      .where(sql`external_id IS NOT NULL`),
    index("relationship_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("relationship_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
    index("relationship_versions_source").on(t.project_id, t.source_id, t.id).where(isCurrent),
    index("relationship_versions_target").on(t.project_id, t.target_id, t.id).where(isCurrent),
    index("relationship_versions_source_as_of").on(t.project_id, t.source_id, t.valid_from_seq, t.valid_to_seq),
    index("relationship_versions_target_as_of").on(t.project_id, t.target_id, t.valid_from_seq, t.valid_to_seq),
    index("relationship_versions_brought")
      .on(t.project_id, sql`(brought->>'link_id')`, t.id)
      .where(sql`brought IS NOT NULL`)
      .concurrently(),
  ],
);
