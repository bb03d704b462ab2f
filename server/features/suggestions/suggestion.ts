import { z } from "zod";
import { fromKeyed } from "#domain/dialogue/keyed.ts";
import {
  SuggestionPart as SuggestionPartSchema,
  suggestionFields,
  suggestionVersions,
} from "#drizzle/schema/suggestions.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxBytes, maxEntries } from "../../record/limits.ts";
import type { Version } from "../../record/resource.ts";
import { GestureOperation, MAX_OPERATIONS } from "../dialogues/public.ts";

/** Parts one suggestion may have. */
export const MAX_SUGGESTED_PARTS = 1_000;
/** Bytes that all parts of a suggestion may have together, as JSON in UTF-8. */
const MAX_PARTS_BYTES = 4 * 1_048_576;

export type SuggestionState = StateOf<typeof suggestionFields>;
export type SuggestionVersion = Version<SuggestionState>;

/** One gesture of a suggestion, and what became of it. */
export type SuggestionPart = Omit<z.output<typeof SuggestionPartSchema>, "operations"> & {
  operations: GestureOperation[];
};

const SaidOfParts = z.object({
  parts: z.array(z.string()).optional().meta({ description: "The parts it happened to." }),
  comment: z.string().nullable().optional().meta({ description: "Reason of the decision." }),
});

/** Operations of one part, as they are sent. */
export const operations = z.array(GestureOperation).min(1).max(MAX_OPERATIONS);

/**
 * A change of a dialogue that was proposed and is not made: gestures, with the sequence they started from. It comes
 * back to life with a dialogue that is restored.
 */
export const suggestion = recorded({
  type: "suggestion",
  plural: "suggestions",
  path: "/v1/projects/{project_id}/suggestions",
  table: suggestionVersions,
  fields: suggestionFields,
  wire: (shown) => ({
    ...shown,
    parts: z.array(SuggestionPartSchema).meta({ description: "Parts in order; each can be decided alone." }),
  }),
  toWire: (state) => ({ ...state, parts: partsOf(state) }),
  requests: { parts: z.array(z.looseObject({ label: suggestionFields.label.schema, operations })) },
  states: {
    states: {
      open: { is: { status: "open" } },
      accepted: { is: { status: "accepted" } },
      partly_accepted: { is: { status: "partly_accepted" } },
      rejected: { is: { status: "rejected" } },
    },
    transitions: {
      accept: {
        from: ["open"],
        to: "accepted",
        or: ["open", "partly_accepted"],
        verb: "accepted",
        meaning: "Some or all of its parts were accepted.",
        others: "The proposed changes are events of their own before this one, in the same commit.",
        data: SaidOfParts,
        summary: "Accept a suggestion",
        description:
          "Accepts all open parts or some of them, all or nothing, in one commit with the changes. A field changed by others since `base_seq` is 409 `edit_conflict` with both values; send its `current_seq` as `base_seq` to overwrite, or edit the part. Dangling branches are 409 `suggestion_dangles`, unless `allow_dangling` is set.",
      },
      reject: {
        from: ["open"],
        to: "rejected",
        or: ["open", "partly_accepted"],
        verb: "rejected",
        meaning: "Some or all of its parts were rejected; the dialogue is as it was.",
        data: SaidOfParts,
        summary: "Reject a suggestion",
        description: "Rejects all open parts or some of them. The dialogue does not change.",
      },
    },
  },
  events: {
    updated: { meaning: "The label or some parts of the suggestion were changed. The dialogue did not change." },
  },
  limits: [maxEntries("parts", MAX_SUGGESTED_PARTS), maxBytes("parts", MAX_PARTS_BYTES)],
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

/** The parts of a suggestion in their order. */
export function partsOf({ parts }: Pick<SuggestionState, "parts">): SuggestionPart[] {
  return fromKeyed(parts) as SuggestionPart[];
}

/** Returns the status of a suggestion from the statuses of its parts. */
export function statusOf(parts: readonly SuggestionPart[]): SuggestionState["status"] {
  const has = (status: SuggestionPart["status"]) => parts.some((part) => part.status === status);
  if (has("open")) return "open";
  if (!has("accepted")) return "rejected";
  return has("rejected") ? "partly_accepted" : "accepted";
}
