import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, seq, textC, versionColumns } from "./columns.ts";

/** Versions of share links: which dialogue they play, at which moment, and until when. */
export const shareVersions = pgTable(
  "share_versions",
  {
    ...versionColumns(),
    graph_id: textC("graph_id").notNull(),
    name: textC("name").notNull(),
    plays: text("plays").notNull(),
    checkpoint_id: textC("checkpoint_id"),
    seq: seq("seq"),
    takes_paths: boolean("takes_paths").notNull().default(true),
    expires_at: text("expires_at"),
    renewed_at: text("renewed_at"),
    revoked_at: text("revoked_at"),
    revoked_by: text("revoked_by"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("share_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("share_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("share_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
    index("share_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);

/**
 * Hashes of the tokens of share links. They are no project state, so that no export and no history has them, and are
 * found without a project: a token names none.
 */
export const shareTokens = pgTable(
  "share_tokens",
  {
    /** SHA-256 in hexadecimal. */
    hash: textC("hash").primaryKey(),
    share_id: textC("share_id").notNull(),
    of_project: text("of_project").notNull(),
  },
  (t) => [index("share_tokens_project").on(t.of_project, t.share_id)],
);
