import { z } from "zod";
import { text } from "../../kernel/validation/fields.ts";
import { MAX_SUGGESTED_PARTS, operations, suggestion } from "./suggestion.ts";

const partId = text({ min: 1, max: 32, pattern: /^p[1-9][0-9]*$/ });

export const chosenParts = z
  .array(partId)
  .min(1)
  .max(MAX_SUGGESTED_PARTS)
  .refine((ids) => new Set(ids).size === ids.length, "parts must differ")
  .meta({ description: "Ids of parts; all that are open when absent." })
  .optional();

/** Edits of some parts of a suggestion: other words, or other operations. */
export const PartEdits = z
  .array(
    z.strictObject({
      id: partId.meta({ description: "The part." }),
      label: suggestion.changes.label.optional(),
      operations: operations.optional().meta({ description: "Operations that replace the proposed ones." }),
    }),
  )
  .max(MAX_SUGGESTED_PARTS);
export type PartEdits = z.output<typeof PartEdits>;

/**
 * Branch or start that would lead to nothing, or node that nothing would lead to, once some parts are accepted without
 * the others.
 */
export const Dangling = z
  .object({
    kind: z.enum(["branch", "start", "unreached"]).meta({
      description:
        "`branch`: it leads to a node that is not there. `start`: the dialogue begins at one. `unreached`: nothing leads to a new node.",
    }),
    part_id: z.string().nullable().meta({ description: "The part it comes from." }),
    node_id: z.string().nullable(),
    branch_id: z.string().nullable(),
    choice_text: z.string(),
    target_node_id: z.string().nullable(),
    needs_part_id: z
      .string()
      .nullable()
      .meta({ description: "The part that would mend it; null when none of this suggestion would." }),
  })
  .meta({ id: "SuggestionDangling" });
export type Dangling = z.output<typeof Dangling>;
