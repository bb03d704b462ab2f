import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/**
 * Keys that seal the secrets of a workspace, each wrapped by the key named `kek_id`, which is in no table. One is in use, those
 * with `retired_at` only open what they sealed.
 */
export const dataKeys = pgTable(
  "data_keys",
  {
    workspace_id: text("workspace_id").notNull(),
    id: textC("id").notNull(),
    kek_id: textC("kek_id").notNull(),
    wrapped: text("wrapped").notNull(),
    created_at: moment("created_at").notNull(),
    retired_at: moment("retired_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    uniqueIndex("data_keys_in_use").on(t.workspace_id).where(sql`retired_at IS NULL`),
    index("data_keys_kek").on(t.kek_id, t.workspace_id, t.id),
  ],
);

/** One row, which tells a process at its start whether it has the key of this database. */
export const encryptionCheck = pgTable("encryption_check", {
  id: integer("id").primaryKey(),
  kek_id: textC("kek_id").notNull(),
  wrapped: text("wrapped").notNull(),
});
