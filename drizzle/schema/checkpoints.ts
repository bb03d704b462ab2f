import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, seq, textC, versionColumns } from "./columns.ts";

/** Versions of named moments of a project. */
export const checkpointVersions = pgTable(
  "checkpoint_versions",
  {
    ...versionColumns(),
    name: textC("name").notNull(),
    seq: seq("seq").notNull(),
    note: text("note").notNull(),
    released: boolean("released").notNull().default(false),
    released_at: text("released_at"),
    released_by: text("released_by"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("checkpoint_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("checkpoint_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("checkpoint_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);
