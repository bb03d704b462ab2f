import { z } from "zod";
import { fromKeyed, toKeyed } from "#domain/dialogue/keyed.ts";
import {
  ExtractionPart as ExtractionPartSchema,
  extractionFields,
  extractionVersions,
} from "#drizzle/schema/story-bible.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxBytes, maxEntries } from "../../record/limits.ts";
import type { Version } from "../../record/resource.ts";

/** Proposals that one extraction may have. */
export const MAX_EXTRACTED = 1_000;
/** Bytes that all proposals of an extraction may have together, as JSON in UTF-8. */
export const MAX_EXTRACTED_BYTES = 4 * 1_048_576;

export type ExtractionState = StateOf<typeof extractionFields>;
export type ExtractionVersion = Version<ExtractionState>;
export type ExtractionPart = z.output<typeof ExtractionPartSchema>;

const SaidOfParts = z.object({
  parts: z.array(z.string()).optional().meta({ description: "The proposals it happened to." }),
});

/** Proposals of subjects that were read from what exists, each with its evidence. Nothing is written until they are accepted. */
export const extraction = recorded({
  type: "bible_extraction",
  plural: "extractions",
  path: "/v1/projects/{project_id}/story-bible/extractions",
  table: extractionVersions,
  fields: extractionFields,
  wire: (shown) => ({
    ...shown,
    parts: z.array(ExtractionPartSchema).meta({ description: "Proposals in order; each can be decided alone." }),
  }),
  toWire: (state) => ({ ...state, parts: partsOf(state) }),
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
        meaning: "Some or all of its proposals were accepted.",
        others: "The proposed subjects are events of their own before this one, in the same commit.",
        data: SaidOfParts,
        summary: "Accept proposals of an extraction",
        description:
          "Writes all open proposals or some of them, all or nothing, in one commit. What is new and has an external id that somebody has used since is refused, so nothing is overwritten; so is a relationship or a fact about an entity that is neither there nor accepted with it.",
      },
      reject: {
        from: ["open"],
        to: "rejected",
        or: ["open", "partly_accepted"],
        verb: "rejected",
        meaning: "Some or all of its proposals were rejected; nothing was written.",
        data: SaidOfParts,
        summary: "Reject proposals of an extraction",
        description: "Rejects all open proposals or some of them. They are not proposed again.",
      },
    },
  },
  limits: [maxEntries("parts", MAX_EXTRACTED), maxBytes("parts", MAX_EXTRACTED_BYTES)],
  example: {
    state: {
      label: "Notes of the saltmarsh",
      source: "files",
      status: "open",
      parts: {
        p1: {
          kind: "entity",
          label: "Odo (character)",
          status: "open",
          is_new: true,
          external_id: "note-odo-5f0c7a1e22b09c41",
          body: { external_id: "note-odo-5f0c7a1e22b09c41", type: "character", name: "Odo", properties: {} },
          evidence: [{ file: "Characters/Odo.markdown", line: 1, pointer: null, node_id: null, quote: "Odo" }],
          order: "V",
        },
      },
    },
    edits: {
      accepted: { status: "accepted", parts: { p1: { status: "accepted" } } },
      rejected: { status: "rejected", parts: { p1: { status: "rejected" } } },
    },
    data: { accepted: { parts: ["p1"] }, rejected: { parts: ["p1"] } },
  },
});

/** The proposals of an extraction in their order. */
export function partsOf({ parts }: Pick<ExtractionState, "parts">): ExtractionPart[] {
  return fromKeyed(parts) as ExtractionPart[];
}

/** An extraction's state after some of its proposals were answered. */
export function answered(
  state: ExtractionState,
  ids: ReadonlySet<string>,
  answer: "accepted" | "rejected",
): ExtractionState {
  const parts = partsOf(state).map((part) => (ids.has(part.id) ? { ...part, status: answer } : part));
  const has = (status: ExtractionPart["status"]) => parts.some((part) => part.status === status);
  const done = !has("accepted") ? "rejected" : has("rejected") ? "partly_accepted" : "accepted";
  return { ...state, status: has("open") ? "open" : done, parts: toKeyed(parts, state.parts) };
}
