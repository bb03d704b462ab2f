import { index, jsonb, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, seq, textC, versionColumns } from "./columns.ts";

/** Versions of readings: playthroughs that were kept, with what was read in them. */
export const readingVersions = pgTable(
  "reading_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    name: textC("name").notNull(),
    beginning: jsonb("beginning").notNull(),
    from_node_id: textC("from_node_id"),
    steps: jsonb("steps").notNull(),
    lines: jsonb("lines").notNull(),
    reaches: jsonb("reaches").notNull(),
    kept_seq: seq("kept_seq").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("reading_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("reading_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("reading_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
    index("reading_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);
