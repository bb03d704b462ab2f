import { z } from "zod";

/** Descendants that one event names. */
export const MAX_NAMED_DESCENDANTS = 100;

/**
 * Data of an entity's event about the paths it changed: paths are computed, and entities below it have no event of
 * their own.
 */
export const PathsMoved = z.object({
  path_before: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "Its `location_path` before; null when it had none." }),
  path: z.string().optional().meta({ description: "Its `location_path` since." }),
  descendants: z.int().optional().meta({
    description: "Number of entities below it with a new `location_path` and `ETag`.",
  }),
  descendant_ids: z
    .array(z.string())
    .max(MAX_NAMED_DESCENDANTS)
    .optional()
    .meta({ description: `Which they are; ${MAX_NAMED_DESCENDANTS} of them at most. Read the others by \`under\`.` }),
  placed_parent_id: z.string().optional().meta({
    description: "Its parent, when that had no `location_path` until it got this child.",
  }),
});
export type PathsMoved = z.output<typeof PathsMoved>;
