import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of comments: what people say to one another about a card, a choice, or words of either. */
export const commentVersions = pgTable(
  "comment_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    node_id: textC("node_id").notNull(),
    branch_id: textC("branch_id"),
    parent_id: textC("parent_id"),
    quote: text("quote"),
    quote_start: integer("quote_start"),
    text: text("text").notNull(),
    mentions: text("mentions").array().notNull(),
    author: textC("author").notNull(),
    edited_by: textC("edited_by"),
    resolved: boolean("resolved").notNull().default(false),
    resolved_at: text("resolved_at"),
    resolved_by: text("resolved_by"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("comment_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("comment_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("comment_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
    // Few comments call somebody; the inbox looks for those alone.
    index("comment_versions_calling").on(t.project_id, t.id).where(sql`${isCurrent} AND mentions <> '{}'`),
    index("comment_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);
