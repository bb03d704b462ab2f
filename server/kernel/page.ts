import { z } from "zod";
import type { Json } from "#domain/json.ts";
import { integer } from "./validation/fields.ts";

/** The query parameters `limit` and `offset`, with their bounds. */
export const pageQuery = {
  limit: integer({ min: 1, max: 500 }).default(50).meta({ description: "Page size." }),
  offset: integer({ min: 0 }).default(0).meta({ description: "Number of entries to skip." }),
};

/** The output of a list: the page under its plural name, `total` before pagination, and whether more follows. */
export function listOutput<Plural extends string, Item extends z.ZodType>(plural: Plural, item: Item) {
  return z.object({
    [plural]: z.array(item).meta({ description: `One page of ${plural.replaceAll("_", " ")}.` }),
    total: z.int().meta({ description: "All that match, before pagination." }),
    has_more: z.boolean().default(false).meta({ description: "Whether more exist beyond this page." }),
  } as { [K in Plural]: z.ZodArray<Item> } & { total: z.ZodInt; has_more: z.ZodDefault<z.ZodBoolean> });
}

/** Headers of a page with more to follow: where it ended, which may be before its `limit`, and the cursor that goes on there. */
export const NEXT_OFFSET = "x-next-offset";
export const NEXT_CURSOR = "x-next-cursor";

/** Adds `has_more` to a page. */
export function hasMore(total: number, offset: number, returned: number): boolean {
  return offset + returned < total;
}

/** Output schema of any JSON value. */
export const jsonValue = z.custom<Json>(() => true).meta({ description: "Any JSON value." });
