import { z } from "zod";
import { fromKeyed, type KeyedList } from "#domain/dialogue/keyed.ts";
import { suggestionVersions } from "#drizzle/schema/suggestions.ts";
import { maxBytes, maxEntries } from "../../record/limits.ts";
import { resource, type Version } from "../../record/resource.ts";
import type { GestureOperation } from "../dialogues/public.ts";

export const SUGGESTION_STATUSES = ["open", "accepted", "partly_accepted", "rejected"] as const;
export const PART_STATUSES = ["open", "accepted", "rejected"] as const;
/** Kinds of proposers: a session of a generator, or a client of the interface. */
export const SOURCE_KINDS = ["generation", "client"] as const;

/** Parts one suggestion may have. */
export const MAX_SUGGESTED_PARTS = 1_000;
/** Bytes that all parts of a suggestion may have together, as JSON in UTF-8. */
export const MAX_PARTS_BYTES = 4 * 1_048_576;

/** Author of a suggestion, and the means by which it was made. */
export type SuggestionSource = {
  kind: (typeof SOURCE_KINDS)[number];
  /** The session it came from. */
  session_id: string | null;
  /** Provider that wrote it, such as `builtin`. */
  provider: string | null;
};

/** One gesture of a suggestion, and what became of it. */
export type SuggestionPart = {
  id: string;
  label: string;
  status: (typeof PART_STATUSES)[number];
  operations: GestureOperation[];
};

/** State of a suggestion as the record keeps it: its parts by id, so that accepting one changes one pointer. */
const SuggestionState = z.object({
  graph_id: z.string(),
  label: z.string(),
  source: z.custom<SuggestionSource>(),
  base_seq: z.number(),
  status: z.enum(SUGGESTION_STATUSES),
  parts: z.custom<KeyedList<SuggestionPart>>(),
});
export type SuggestionState = z.output<typeof SuggestionState>;
export type SuggestionVersion = Version<SuggestionState>;

const SaidOfParts = z.object({
  parts: z.array(z.string()).optional().meta({ description: "The parts it happened to." }),
  comment: z.string().nullable().optional().meta({ description: "Reason of the decision." }),
});

/**
 * A change of a dialogue that was proposed and is not made: gestures, with the sequence they started from. It names its
 * dialogue without holding on to it, and comes back to life with a dialogue that is restored.
 */
export const suggestionResource = resource({
  type: "suggestion",
  prefix: "sug",
  table: suggestionVersions,
  state: SuggestionState,
  events: {
    updated: { meaning: "The label or some parts of the suggestion were changed. The dialogue did not change." },
    accepted: {
      meaning: "Some or all of its parts were accepted.",
      others: "The proposed changes are events of their own before this one, in the same commit.",
      data: SaidOfParts,
    },
    rejected: { meaning: "Some or all of its parts were rejected; the dialogue is as it was.", data: SaidOfParts },
  },
  mentions: { graph_id: "dialogue" },
  limits: [maxEntries("parts", MAX_SUGGESTED_PARTS), maxBytes("parts", MAX_PARTS_BYTES)],
});

/** The parts of a suggestion in their order. */
export function partsOf({ parts }: Pick<SuggestionState, "parts">): SuggestionPart[] {
  return fromKeyed<SuggestionPart>(parts);
}

/** Returns the status of a suggestion from the statuses of its parts. */
export function statusOf(parts: readonly SuggestionPart[]): SuggestionState["status"] {
  const has = (status: SuggestionPart["status"]) => parts.some((part) => part.status === status);
  if (has("open")) return "open";
  if (!has("accepted")) return "rejected";
  return has("rejected") ? "partly_accepted" : "accepted";
}
