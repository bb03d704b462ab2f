import { sql } from "drizzle-orm";
import { doublePrecision, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of project variables. */
export const variableVersions = pgTable(
  "variable_versions",
  {
    ...versionColumns(),
    name: textC("name").notNull(),
    type: textC("type").notNull(),
    default: jsonb("default"),
    enum_values: jsonb("enum_values").notNull(),
    scope: text("scope").notNull().default("playthrough"),
    min: doublePrecision("min"),
    max: doublePrecision("max"),
    description: text("description").notNull(),
    source_format: textC("source_format"),
    source_story: textC("source_story"),
    source_key: textC("source_key"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("variable_versions_current").on(t.project_id, t.id).where(isCurrent),
    uniqueIndex("variable_versions_name").on(t.project_id, t.name).where(isCurrent),
    index("variable_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("variable_versions_source")
      .on(t.project_id, t.source_key)
      .concurrently()
      .where(sql`${isCurrent} AND source_key IS NOT NULL`),
  ],
);
