import { z } from "zod";
import { FINDING_CODES } from "#domain/canon/finding.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { CanonHistory } from "./check-history.ts";
import { EVIDENCE_TYPES } from "./schemas.ts";

const progress = {
  job_id: z.string().nullable().meta({ description: "Job of the check; null where none was asked for." }),
  began_at: z.iso.datetime().nullable().meta({ description: "When it was asked for, UTC." }),
  checked_to_seq: z.int().meta({ description: "Sequence up to which it has come." }),
  to_seq: z.int().meta({ description: "Sequence up to which it goes: when both are the same, it is through." }),
  failed: z.boolean().meta({ description: "Whether it stopped before it was through; it can then be asked for anew." }),
};

/** Progress of the check of all history. */
export const HistoryProgress = z.object(progress).meta({ id: "CanonHistoryProgress" });

/** Violation that was there once, or still is. */
export const PastViolation = z
  .object({
    id: z.string().meta({ description: "Id; the same whenever the same things contradict each other." }),
    rule_id: z.string().meta({ description: "The broken rule." }),
    rule_name: z.string().meta({ description: "Its name." }),
    code: z.enum(FINDING_CODES).meta({ description: "Kind of contradiction." }),
    message: z.string().meta({ description: "The contradiction in a sentence, in the words of then." }),
    subject_id: z.string().nullable().meta({ description: "Entity that it is about; null for none." }),
    evidence: z
      .array(
        z.object({
          type: z.enum(EVIDENCE_TYPES).meta({ description: "Kind of subject." }),
          id: z.string().meta({ description: "The subject." }),
          seq: z.int().meta({ description: "Event that made it so." }),
          text: z.string().meta({ description: "Its words of then; shortened." }),
        }),
      )
      .meta({ description: "What contradicted what: what came first before what came later." }),
    from_seq: z.int().meta({ description: "Commit that brought it about." }),
    until_seq: z.int().nullable().meta({
      description: "Last sequence at which it was there; null where nothing put it right up to the end of the check.",
    }),
  })
  .meta({ id: "PastCanonViolation" });

/** Output fields of the progress beside a list. */
export const progressFields = progress;

/** The progress of a check; that of none where it is null. */
export function toProgress(history: CanonHistory | null): z.input<typeof HistoryProgress> {
  if (history === null) return { job_id: null, began_at: null, checked_to_seq: 0, to_seq: 0, failed: false };
  const { job_id, began_at, checked_to_seq, to_seq, failed } = history;
  return { job_id, began_at: isoMoment(began_at), checked_to_seq, to_seq, failed };
}
