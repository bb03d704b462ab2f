import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of waivers: problems of dialogues that somebody decided to ignore. */
export const waiverVersions = pgTable(
  "waiver_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    node_id: textC("node_id"),
    branch_id: textC("branch_id"),
    code: textC("code").notNull(),
    reason: text("reason").notNull(),
    by: textC("by").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("waiver_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("waiver_versions_graph").on(t.project_id, t.graph_id).where(isCurrent),
    index("waiver_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
  ],
);
