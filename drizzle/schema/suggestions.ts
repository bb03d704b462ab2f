import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, seq, textC, versionColumns } from "./columns.ts";

/** Versions of suggestions: changes of a dialogue that somebody proposed and nobody made yet. */
export const suggestionVersions = pgTable(
  "suggestion_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    label: text("label").notNull(),
    source: jsonb("source").notNull(),
    base_seq: seq("base_seq").notNull(),
    status: textC("status").notNull(),
    parts: jsonb("parts").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("suggestion_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("suggestion_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("suggestion_versions_graph").on(t.project_id, t.graph_id, t.status).where(isCurrent),
    index("suggestion_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);
