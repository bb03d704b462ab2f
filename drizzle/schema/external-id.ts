import { sql } from "drizzle-orm";
import { type ExtraConfigColumn, index, type PgTableExtraConfigValue, uniqueIndex } from "drizzle-orm/pg-core";
import { field } from "#server/kernel/field.ts";
import { singleLine } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";

/** An identifier that a caller chose. */
export const externalId = singleLine({ min: 1, max: 255 });

/** Declares the field by which callers name subjects of a resource themselves; `one` and `many` are words for them. */
export function externalIdField({ one, many }: { one: string; many: string }) {
  return field(externalId.nullable(), {
    description: `Your own stable identifier, unique among the project's current ${many}; null when it has none.`,
    default: null,
    filter: `Only the ${one} with this external_id.`,
    screen: "none",
  });
}

/** Returns the indexes of a version table that has the field: one holder now, and whoever had it at a sequence. */
export function externalIdIndexes(
  table: string,
  t: Readonly<Record<"project_id" | "external_id" | "valid_from_seq", ExtraConfigColumn>>,
): PgTableExtraConfigValue[] {
  return [
    uniqueIndex(`${table}_external_id`)
      .on(t.project_id, t.external_id)
      .concurrently()
      .where(sql`${isCurrent} AND external_id IS NOT NULL`),
    index(`${table}_external_id_as_of`)
      .on(t.project_id, t.external_id, t.valid_from_seq)
      .concurrently()
      .where(sql`external_id IS NOT NULL`),
  ];
}
