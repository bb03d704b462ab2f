import { z } from "zod";
import { type PropertyFilter, parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { isId } from "../kernel/ids.ts";
import { pageQuery } from "../kernel/page.ts";
import { text } from "../kernel/validation/fields.ts";
import { parseJson } from "../kernel/validation/json.ts";
import { parseSort, type Sortable, type SortKey } from "../record/list/sort-sql.ts";
import { cursorQuery } from "./cursor.ts";

/** `limit`, `offset`, `cursor`, `sort_by` and `sort_order` of a list that can be sorted so. */
export function listQuery(sortable: Sortable) {
  return {
    ...pageQuery,
    ...cursorQuery,
    sort_by: sortBy(sortable).optional(),
    sort_order: z
      .enum(["asc", "desc"])
      .default("asc")
      .meta({ description: "Missing values come last in both directions." }),
  };
}

/** `property_filter`, for resources with free-form properties. */
export const propertyFilterQuery = {
  property_filter: text({ max: 65_536 })
    .meta({
      description:
        "A JSON object: property paths with `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$contains`. See the guide on filters.",
    })
    .transform(readFilter)
    .optional(),
};

/** Ids that one list may be asked for. */
export const MOST_IDS = 100;

/** `ids`, for lists of which some are asked for by their ids. */
export function idsQuery(prefix: string, noun: string) {
  return text({ min: 1, max: 3_200 })
    .optional()
    .meta({ description: `At most ${MOST_IDS} ${noun} ids, separated by commas: those of them that there are.` })
    .transform((named, context): readonly string[] | undefined => {
      const ids = named?.split(",").map((id) => id.trim());
      if (ids === undefined || (ids.length <= MOST_IDS && ids.every((id) => isId(prefix, id)))) return ids;
      context.addIssue(`at most ${MOST_IDS} ${noun} ids, separated by commas`);
      return z.NEVER;
    });
}

function sortBy(sortable: Sortable) {
  const columns = Object.keys(sortable.columns)
    .map((name) => `\`${name}\``)
    .join(", ");
  const properties = sortable.properties ? ", or a property path such as `properties.population`" : "";
  return text({ min: 1, max: 200 })
    .meta({ description: `One of ${columns}${properties}. Creation order when absent.` })
    .transform((value, context): SortKey => {
      const parsed = parseSort(value, sortable);
      if (parsed.ok) return parsed.key;
      return refuse(context, parsed.message, parsed.suggestion === null ? {} : { suggestion: parsed.suggestion });
    });
}

function readFilter(source: string, context: z.RefinementCtx): PropertyFilter {
  if (source.trim() === "") return refuse(context, 'a property filter is a JSON object, such as {"level": {"$gt": 3}}');
  const json = parseJson(new TextEncoder().encode(source));
  if (!json.ok) {
    for (const { type, msg, ctx, loc } of json.issues) {
      context.addIssue({ code: "custom", message: msg, params: { type, ctx }, path: loc.slice(1) });
    }
    return z.NEVER;
  }
  const parsed = parsePropertyFilter(json.value);
  if (parsed.ok) return parsed.filter;
  const { message, path, operator, suggestion } = parsed.error;
  return refuse(context, message, { path, operator, ...(suggestion !== null && { suggestion }) });
}

function refuse(context: z.RefinementCtx, message: string, ctx: Record<string, unknown> = {}): never {
  context.addIssue({ code: "custom", message, params: { ctx } });
  return z.NEVER;
}
