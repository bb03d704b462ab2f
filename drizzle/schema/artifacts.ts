import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/**
 * Files of a project, by their content. A file that a version names stays as long as its project; others are removed when nobody has
 * used them for a day.
 */
export const artifacts = pgTable(
  "artifacts",
  {
    project_id: text("project_id").notNull(),
    /** Digest of the bytes, in hexadecimal. */
    sha256: textC("sha256").notNull(),
    /** Key of the bytes in the object store. */
    object: textC("object").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    media_type: text("media_type").notNull(),
    /** Whether browsers may only save it: its type can run code, or its bytes are not of its type. */
    is_quarantined: boolean("is_quarantined").notNull(),
    /** Whether a version of the record names it, present or past. */
    is_named: boolean("is_named").notNull().default(false),
    used_at: moment("used_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.sha256] }),
    index("artifacts_age").on(t.used_at).where(sql`NOT is_named`),
  ],
);

/**
 * Objects that belong to no file: their upload is under way or was interrupted, or their file is gone. Each is written before its bytes
 * are stored and removed after they are, so that no object is without a row here or in `artifacts`.
 */
export const artifactObjects = pgTable(
  "artifact_objects",
  {
    project_id: text("project_id").notNull(),
    object: textC("object").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Whether it is being removed: no file may be made of it any more. */
    is_doomed: boolean("is_doomed").notNull(),
    /** Moment from which it is removed. */
    due_at: moment("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.object] }), index("artifact_objects_age").on(t.due_at)],
);
