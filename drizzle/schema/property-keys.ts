import { boolean, doublePrecision, index, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { pathFault, splitPath } from "#domain/filter/property-path.ts";
import { field } from "#server/kernel/field.ts";
import { text as words } from "#server/kernel/validation/fields.ts";
import { CURRENT, isCurrent, seq, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Returns a path into `properties` without the name of these. */
const withinProperties = (path: string): string =>
  path.startsWith("properties.") ? path.slice("properties.".length) : path;

/** Fields of a declared property key. */
export const propertyKeyFields = {
  path: field(
    words({ min: 1, max: 500 })
      .superRefine((value, context) => {
        if (context.issues.length > 0) return;
        const path = withinProperties(value);
        const fault = path === "" ? "a property key needs the name of a property" : pathFault(splitPath(path));
        if (fault !== null) context.addIssue(fault);
      })
      .overwrite(withinProperties),
    {
      description: "Path into `properties` of entities, such as `rank` or `stats.hp`.",
      request: "Path into `properties` of entities, such as `rank` or `stats.hp`; `properties.` may stand before it.",
      writable: "once",
      sort: true,
    },
  ),
};

/** Versions of declared property keys: the properties of entities that a project wants to find and sort by quickly. */
export const propertyKeyVersions = versionTable("property_key_versions", propertyKeyFields, (t) => [
  uniqueIndex("property_key_versions_path").on(t.project_id, t.path).where(isCurrent),
]);

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
