import { boolean, doublePrecision, index, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CURRENT, isCurrent, seq, textC, versionColumns } from "./columns.ts";

/** Versions of declared property keys: the properties of entities that a project wants to find and sort by quickly. */
export const propertyKeyVersions = pgTable(
  "property_key_versions",
  {
    ...versionColumns(),
    path: textC("path").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("property_key_versions_current").on(t.project_id, t.id).where(isCurrent),
    uniqueIndex("property_key_versions_path").on(t.project_id, t.path).where(isCurrent),
    index("property_key_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);

/** Progress of the index of each declared key. It is no project state: answers are the same without it. */
export const propertyIndexes = pgTable(
  "property_indexes",
  {
    project_id: text("project_id").notNull(),
    key_id: textC("key_id").notNull(),
    path: textC("path").notNull(),
    /** Values are complete up to this sequence; below 0 they are being removed. */
    filled_to_seq: seq("filled_to_seq").notNull(),
    /** Whether a text was ever too long to be kept whole, so that the index cannot tell the order. */
    has_long_text: boolean("has_long_text").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.key_id] })],
);

/**
 * Values of declared properties with the sequences at which they held, ended only when the value or the entity's type
 * changed. `kind` is the rank of the value's type in a sort (0 number, 1 text, 2 boolean, 3 anything else); numbers and
 * booleans are in `number`, the first 256 bytes of a text in `string`.
 */
export const entityPropertyValues = pgTable(
  "entity_property_values",
  {
    project_id: text("project_id").notNull(),
    key_id: textC("key_id").notNull(),
    entity_id: textC("entity_id").notNull(),
    type: textC("type").notNull(),
    kind: smallint("kind").notNull(),
    number: doublePrecision("number").notNull(),
    string: textC("string").notNull(),
    valid_from_seq: seq("valid_from_seq").notNull(),
    valid_to_seq: seq("valid_to_seq").notNull().default(CURRENT),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.key_id, t.entity_id, t.valid_from_seq] }),
    index("entity_property_values_current")
      .on(t.project_id, t.key_id, t.kind, t.number, t.string, t.entity_id, t.type)
      .where(isCurrent),
    index("entity_property_values_as_of").on(
      t.project_id,
      t.key_id,
      t.kind,
      t.number,
      t.string,
      t.entity_id,
      t.valid_from_seq,
      t.valid_to_seq,
      t.type,
    ),
  ],
);
