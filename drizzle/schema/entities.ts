import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CURRENT, isCurrent, moment, seq, textC, versionColumns } from "./columns.ts";

/** Versions of entities. `located` tells whether a parent was ever set, null included. */
export const entityVersions = pgTable(
  "entity_versions",
  {
    ...versionColumns(),
    external_id: textC("external_id").notNull(),
    type: textC("type").notNull(),
    name: textC("name").notNull(),
    name_search: textC("name_search").notNull(),
    /**
     * Search form of the name in ASCII, only in the last version that has the name: the current one, unless the name
     * ended with it.
     */
    name_alnum: textC("name_alnum"),
    properties: jsonb("properties").notNull(),
    parent_id: textC("parent_id"),
    located: boolean("located").notNull(),
    source_format: textC("source_format"),
    source_key: textC("source_key"),
    /** Link that the entity came by, with the source's project and sequence; null for the project's own. */
    brought: jsonb("brought"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("entity_versions_current").on(t.project_id, t.id).where(isCurrent),
    uniqueIndex("entity_versions_external_id").on(t.project_id, t.external_id).where(isCurrent),
    index("entity_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("entity_versions_type").on(t.project_id, t.type, t.created_seq, t.id).where(isCurrent),
    index("entity_versions_parent").on(t.project_id, t.parent_id, t.id).where(isCurrent),
    index("entity_versions_type_name").on(t.project_id, t.type, t.name, t.id).where(isCurrent),
    // Smaller than the others, it would be the planner's choice for every look-up while there are no statistics.
    index("entity_versions_source").on(t.project_id, t.source_key).where(sql`${isCurrent} AND source_key IS NOT NULL`),
    index("entity_versions_all_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
    index("entity_versions_as_of").on(t.project_id, t.type, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
    // By name over all types, now and in the past, and in the past of one type: rows of another are passed over within the index,
    // and a rare type is gathered and sorted. An index of the present besides cost every new version 6 % more.
    index("entity_versions_name_as_of").on(t.project_id, t.name, t.id, t.valid_from_seq, t.valid_to_seq, t.type),
    index("entity_versions_external_id_as_of").on(t.project_id, t.external_id, t.valid_from_seq),
    // Current versions only: with ten versions an entity, a list by equality took 209 ms over all and 11 ms over these.
    index("entity_versions_properties")
      .using("gin", t.project_id, sql`${t.properties} jsonb_path_ops`)
      .where(isCurrent),
    // Of every name that there ever was, in one version: an index of all versions would be written twice with every change.
    index("entity_versions_name_trigrams")
      .using("gin", t.project_id, sql`${t.name_alnum} gin_trgm_ops`)
      .where(sql`name_alnum IS NOT NULL`),
    index("entity_versions_brought")
      .on(t.project_id, sql`(brought->>'link_id')`, t.id)
      .where(sql`brought IS NOT NULL`)
      .concurrently(),
  ],
);

/** Paths of located entities at every sequence; derived by the record, written as intervals. */
export const entityPaths = pgTable(
  "entity_paths",
  {
    project_id: text("project_id").notNull(),
    entity_id: textC("entity_id").notNull(),
    path: textC("path").notNull(),
    valid_from_seq: seq("valid_from_seq").notNull(),
    valid_to_seq: seq("valid_to_seq").notNull().default(CURRENT),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.entity_id, t.valid_from_seq] }),
    uniqueIndex("entity_paths_current").on(t.project_id, t.entity_id).where(isCurrent),
    index("entity_paths_range").on(t.project_id, t.path, t.entity_id).where(isCurrent),
    index("entity_paths_as_of").on(t.project_id, t.path, t.valid_from_seq, t.valid_to_seq, t.entity_id),
  ],
);

/** Imports of entities from files of rows: what was asked for, and how far it has come. */
export const entityImports = pgTable(
  "entity_imports",
  {
    project_id: text("project_id").notNull(),
    id: textC("id").notNull(),
    job_id: text("job_id").notNull(),
    /** `running`, `completed`, or `failed` with an error. */
    status: text("status").notNull(),
    dry_run: boolean("dry_run").notNull(),
    /** Requester of the import, in whose name it writes. */
    starter: jsonb("starter").notNull(),
    format: text("format").notNull(),
    mapping: jsonb("mapping").notNull(),
    /** The type of what is created and has none of its own. */
    type: text("type"),
    total: integer("total").notNull(),
    done: integer("done").notNull(),
    created: integer("created").notNull(),
    updated: integer("updated").notNull(),
    unchanged: integer("unchanged").notNull(),
    refused: integer("refused").notNull(),
    deleted: integer("deleted").notNull().default(0),
    /** Id of the import that this one takes back. */
    undoes: textC("undoes"),
    /** The events it made lie between these. */
    first_seq: seq("first_seq"),
    last_seq: seq("last_seq"),
    error: text("error"),
    created_at: moment("created_at").notNull(),
    finished_at: moment("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("entity_imports_age").on(t.created_at),
    uniqueIndex("entity_imports_undo").on(t.project_id, t.undoes).where(sql`NOT dry_run AND status <> 'failed'`),
  ],
);

/** Rows of imports: what each says, and what became of it. */
export const entityImportRows = pgTable(
  "entity_import_rows",
  {
    project_id: text("project_id").notNull(),
    import_id: textC("import_id").notNull(),
    /** Row number as the file counts it. */
    number: integer("number").notNull(),
    /** Position in the order of writing: parents before children. */
    place: integer("place").notNull(),
    /** Kind of subject that the row is about. */
    kind: textC("kind").notNull().default("entity"),
    external_id: textC("external_id"),
    parent_external_id: textC("parent_external_id"),
    /** Subjects that the row names otherwise, each as its type and its external id. */
    refs: jsonb("refs").notNull().default([]),
    name: text("name"),
    /** Fields of the subject in the row; null where nothing could be read. */
    input: jsonb("input"),
    /** `waiting`, then `created`, `updated`, `unchanged` or `refused`. */
    outcome: text("outcome").notNull(),
    /** Id of the subject, whatever its kind. */
    entity_id: text("entity_id"),
    changes: jsonb("changes").notNull(),
    errors: jsonb("errors").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.import_id, t.number] }),
    index("entity_import_rows_waiting").on(t.project_id, t.import_id, t.place).where(sql`outcome = 'waiting'`),
    index("entity_import_rows_external_id").on(t.project_id, t.import_id, t.external_id),
  ],
);
