import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of the project itself; its id is the project's id. */
export const projectVersions = pgTable(
  "project_versions",
  {
    ...versionColumns(),
    name: textC("name").notNull(),
    description: text("description").notNull(),
    mode: text("mode").notNull(),
    metadata: jsonb("metadata").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("project_versions_current").on(t.project_id, t.id).where(isCurrent),
  ],
);
