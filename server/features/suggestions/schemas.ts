import { z } from "zod";
import { idOf, integer, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { shownVersion } from "../../operation/ordinary/shown-version.ts";
import { versionFields } from "../../record/wire.ts";
import { GestureOperation, MAX_OPERATIONS } from "../dialogues/public.ts";
import {
  MAX_SUGGESTED_PARTS,
  PART_STATUSES,
  partsOf,
  SOURCE_KINDS,
  SUGGESTION_STATUSES,
  type SuggestionVersion,
  suggestionResource,
} from "./suggestion.ts";

const partId = text({ min: 1, max: 32, pattern: /^p[1-9][0-9]*$/ });

export const SuggestionPart = z
  .object({
    id: z.string().meta({ description: "Its name within the suggestion: `p1`, `p2` and so on." }),
    label: z.string().meta({ description: "Description of the change." }),
    status: z.enum(PART_STATUSES).meta({ description: "Whether the part is undecided, accepted or rejected." }),
    operations: z
      .array(z.looseObject({ op: z.string() }))
      .meta({ description: "Operations of a gesture, as in a batch of the dialogue." }),
  })
  .meta({ id: "SuggestionPart" });

export const Suggestion = z
  .object({
    id: z.string(),
    project_id: z.string(),
    graph_id: z.string().meta({ description: "The dialogue it would change. It may have been deleted since." }),
    label: z.string().meta({ description: "Short description of the proposal." }),
    source: z
      .object({
        kind: z.enum(SOURCE_KINDS),
        session_id: z.string().nullable().meta({ description: "The generation session it came from." }),
        provider: z.string().nullable().meta({ description: "Provider; `builtin` is a sketch without a model." }),
      })
      .meta({ description: "Author of the suggestion." }),
    base_seq: z.int().meta({ description: "The sequence it was written against." }),
    status: z
      .enum(SUGGESTION_STATUSES)
      .meta({ description: "`open` while a part is undecided, then the result of the decisions." }),
    parts: z.array(SuggestionPart).meta({ description: "Parts in order; each can be decided alone." }),
    ...versionFields,
  })
  .meta({ id: "Suggestion" });

export const suggestionFields = {
  label: text({ min: 1, max: 200, singleLine: true }).meta({ description: "Short description of the proposal." }),
  base_seq: integer({ min: 0 }),
  status: z.enum(SUGGESTION_STATUSES).meta({ description: "Only those that are so." }),
  graph_id: idOf("dlg").meta({ description: "The dialogue it would change." }),
  operations: z.array(GestureOperation).min(1).max(MAX_OPERATIONS),
  parts: z
    .array(partId)
    .min(1)
    .max(MAX_SUGGESTED_PARTS)
    .refine((ids) => new Set(ids).size === ids.length, "parts must differ")
    .meta({ description: "Ids of parts; all that are open when absent." }),
};

/** Edits of some parts of a suggestion: other words, or other operations. */
export const PartEdits = z
  .array(
    z.strictObject({
      id: partId.meta({ description: "The part." }),
      label: suggestionFields.label.optional(),
      operations: suggestionFields.operations
        .optional()
        .meta({ description: "Operations that replace the proposed ones." }),
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

/** A suggestion on the wire. */
export function toSuggestion(version: SuggestionVersion): z.input<typeof Suggestion> {
  return { ...shownVersion(suggestionResource, version), parts: partsOf(version) };
}

export const suggestionApi = apiResource({
  resource: suggestionResource,
  one: "suggestion",
  param: "suggestion_id",
  wire: Suggestion,
  fields: {
    label: suggestionFields.label,
    base_seq: suggestionFields.base_seq,
    parts: z.array(z.looseObject({ label: suggestionFields.label, operations: suggestionFields.operations })),
  },
  toWire: toSuggestion,
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      label: "Another way past the keeper",
      source: { kind: "client", session_id: null, provider: null },
      base_seq: 118,
      status: "open",
      parts: {
        p1: {
          label: "Move the gate",
          status: "open",
          operations: [{ op: "node.move", id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq", canvas_x: 480, canvas_y: 80 }],
          order: "V",
        },
      },
    },
    edits: {
      updated: { label: "Another way past the gate" },
      accepted: { status: "accepted", parts: { p1: { status: "accepted" } } },
      rejected: { status: "rejected", parts: { p1: { status: "rejected" } } },
    },
    data: { accepted: { parts: ["p1"] }, rejected: { parts: ["p1"], comment: "The keeper stays." } },
  },
});
