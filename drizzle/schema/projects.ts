import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, moment, textC, versionColumns } from "./columns.ts";

/** Versions of the project itself; its id is the project's id. */
export const projectVersions = pgTable(
  "project_versions",
  {
    ...versionColumns(),
    name: textC("name").notNull(),
    description: text("description").notNull(),
    mode: text("mode").notNull(),
    metadata: jsonb("metadata").notNull(),
    archived: boolean("archived").notNull().default(false),
    packs: text("packs").array().notNull().default(["game"]),
    knowing_types: text("knowing_types").array().notNull().default([]),
    npc_memory: text("npc_memory").notNull().default("keep"),
    npc_units: integer("npc_units"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("project_versions_current").on(t.project_id, t.id).where(isCurrent),
  ],
);

/**
 * Projects that are made of a file or of another project. The project they make has the mode `importing` meanwhile, which no caller
 * has: nobody sees half of it.
 */
export const projectImports = pgTable(
  "project_imports",
  {
    id: textC("id").primaryKey(),
    workspace_id: text("workspace_id").notNull(),
    into_project_id: text("into_project_id").notNull(),
    /** Mode of the project once it is complete. */
    mode: text("mode").notNull(),
    /** The name it gets; null for the one it had. */
    name: text("name"),
    job_id: text("job_id").notNull(),
    /** `running`, `completed`, or `failed` with an error. */
    status: text("status").notNull(),
    contents: text("contents").notNull(),
    /** Requester of the import. */
    starter: jsonb("starter").notNull(),
    lines: integer("lines").notNull(),
    lines_done: integer("lines_done").notNull(),
    error: text("error"),
    created_at: moment("created_at").notNull(),
    finished_at: moment("finished_at"),
  },
  (t) => [index("project_imports_age").on(t.created_at)],
);

/** Parts of a file that wait to be written, each of complete commits; removed when the import is over. */
export const projectImportParts = pgTable(
  "project_import_parts",
  {
    import_id: textC("import_id").notNull(),
    part: integer("part").notNull(),
    first_line: integer("first_line").notNull(),
    lines: integer("lines").notNull(),
    content: text("content").notNull(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.part] })],
);
