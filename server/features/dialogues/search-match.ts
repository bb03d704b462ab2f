import { z } from "zod";
import { NODE_KINDS } from "#domain/dialogue/wire.ts";

/** Types of subjects that a search covers, in the order of its results. */
export const SEARCHED = ["dialogue", "dialogue_group", "dialogue_annotation", "dialogue_node"] as const;
export type SearchableType = (typeof SEARCHED)[number];

const FIELDS = ["name", "description", "title", "text", "choice_text", "speaker_label", "tag"] as const;
export type SearchedField = (typeof FIELDS)[number];

const MatchedField = z.object({
  branch_id: z.string().nullable().meta({ description: "The choice it is in; null for the subject's own fields." }),
  field: z.enum(FIELDS),
  excerpt: z.string().meta({ description: "Text around the match, on one line." }),
  ranges: z
    .array(z.object({ start: z.int(), end: z.int() }))
    .meta({ description: "Ranges of the matches in the excerpt, in UTF-16 units; empty without `q`." }),
});
export type MatchedField = z.input<typeof MatchedField>;

export const SearchMatch = z
  .object({
    subject_type: z.enum(SEARCHED).meta({ description: "Matches." }),
    subject_id: z.string(),
    graph_id: z.string(),
    graph_name: z.string(),
    node_id: z.string().nullable().meta({ description: "Null only where something else than a node was asked for." }),
    kind: z.enum(NODE_KINDS).nullable().meta({ description: "The node's; null only where `node_id` is." }),
    title: z.string().nullable().meta({ description: "The node's or the group's title, or the dialogue's name." }),
    speaker_id: z.string().nullable(),
    speaker_name: z.string().nullable().meta({ description: "Name of the speaker's entity, if it exists." }),
    speaker_label: z.string().nullable(),
    ...MatchedField.shape,
    more: z.array(MatchedField).meta({ description: "Other places of the same subject." }),
  })
  .meta({ id: "SearchMatch" });
export type SearchMatch = z.input<typeof SearchMatch>;

/** Number of matches of each requested type. */
export const SearchTotals = z
  .object({ dialogue: z.int(), dialogue_group: z.int(), dialogue_annotation: z.int(), dialogue_node: z.int() })
  .partial();
export type SearchTotals = z.input<typeof SearchTotals>;
