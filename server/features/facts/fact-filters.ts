import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { externalId } from "#drizzle/schema/external-id.ts";
import { factFields } from "#drizzle/schema/facts.ts";
import { idOf, text } from "../../kernel/validation/fields.ts";
import { column } from "../../record/list/row.ts";

/** Filters of lists of facts. */
export const factFilters = {
  external_id: externalId.optional().meta({ description: "Only the fact with this external_id." }),
  subject_id: z
    .union([idOf("ent"), z.literal("null")])
    .optional()
    .meta({
      description: "Facts about this entity, alone or with others; `null` for those about the world as a whole.",
    }),
  predicate: factFields.predicate.schema.unwrap().optional().meta({ description: "Exactly this predicate." }),
  object_id: idOf("ent").optional().meta({ description: "Facts whose object is this entity." }),
  q: text({ min: 1, max: 200 })
    .optional()
    .meta({ description: "Part of the text; case, accents and width do not matter." }),
};

/** Conditions over the row of a list of facts. */
export function factConditions(
  asked: {
    readonly [Name in keyof typeof factFilters]?: z.output<(typeof factFilters)[Name]>;
  },
): SQL[] {
  const where: SQL[] = [];
  if (asked.subject_id === "null") where.push(sql`${column("subject_id")} IS NULL`);
  else if (asked.subject_id !== undefined) where.push(isAbout(sql`${asked.subject_id}`));
  for (const name of ["external_id", "predicate", "object_id"] as const) {
    if (asked[name] !== undefined) where.push(sql`${column(name)} = ${asked[name]}`);
  }
  if (asked.q !== undefined) where.push(sql`strpos(${column("text_search")}, ${searchForm(asked.q)}) > 0`);
  return where;
}

/** Whether a fact is about an entity, alone or with others. */
export function isAbout(id: SQL): SQL {
  const alsoAbout = column("also_about");
  return sql`(${column("subject_id")} = ${id} OR (${alsoAbout} <> '[]' AND ${alsoAbout} @> jsonb_build_array(${id}::text)))`;
}
