import { z } from "zod";
import { LINK_CHANGES, LINKED_TYPES } from "#drizzle/schema/links.ts";
import { differs, type SourceDifference } from "./compare-with-source.ts";

/** Difference between what is here by a link and its source. */
export const Drift = z
  .object({
    type: z.enum(LINKED_TYPES).meta({ description: "Kind of the subject." }),
    id: z.string().meta({ description: "Its id, in the source and here." }),
    change: z.enum(LINK_CHANGES).meta({
      description:
        "`added` in the source and not here, `changed` in the source or here, or `gone` from what everyone may read of the source. Nothing is deleted here for it.",
    }),
    label: z.string().meta({ description: "Name of the entity, type of the relationship, or text of the fact." }),
    fields: z.array(z.string()).meta({
      description: "Fields that differ, properties as `properties.<name>`; empty unless `changed`.",
    }),
  })
  .meta({ id: "Drift" });

/** Returns a difference as it is answered. */
export function driftOf({ type, id, change, label, fields }: SourceDifference): z.input<typeof Drift> {
  return { type, id, change, label, fields: fields.filter(differs).map(({ name }) => name) };
}
