import { z } from "zod";
import { type EventMeaning, STANDARD_EVENTS } from "../../record/event-meaning.ts";

/** Data of events about dialogues besides the change. */
const SaidOfGesture = z.object({
  client_id: z.string().nullable().optional().meta({ description: "Client that sent the batch." }),
  batch_id: z.string().optional().meta({ description: "The batch it was part of." }),
  label: z.string().nullable().optional().meta({ description: "Description of the step." }),
  suggestion_id: z.string().optional().meta({ description: "Accepted suggestion that caused it." }),
  matched_label: z.string().optional().meta({
    description: "The speaker's label that a match replaced by an entity.",
  }),
});

/** Events of everything that a batch of a dialogue changes. */
export const PART_EVENTS = {
  created: { ...STANDARD_EVENTS.created, data: SaidOfGesture },
  updated: { ...STANDARD_EVENTS.updated, data: SaidOfGesture },
  deleted: { ...STANDARD_EVENTS.deleted, data: SaidOfGesture },
  restored: { ...STANDARD_EVENTS.restored, data: SaidOfGesture },
} satisfies Readonly<Record<string, EventMeaning>>;
