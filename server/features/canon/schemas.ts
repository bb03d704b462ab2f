import { z } from "zod";
import { FINDING_CODES } from "#domain/canon/finding.ts";
import { CANON_KINDS } from "#domain/canon/kinds.ts";
import { SEVERITIES } from "#domain/problems/problem.ts";

/** Kinds of subjects that take part in violations. */
export const EVIDENCE_TYPES = ["fact", "entity", "relationship", "dialogue_node", "passage", "seed", "quest"] as const;

/** Subject that takes part in a violation. */
const ViolationEvidence = z
  .object({
    type: z.enum(EVIDENCE_TYPES).meta({ description: "Kind of subject." }),
    id: z.string().meta({ description: "The subject." }),
    seq: z.int().nullable().meta({ description: "Event that made it so; null for a change that is only proposed." }),
    event_id: z.string().nullable().meta({ description: "Id of that event; null where there is none." }),
    text: z.string().meta({
      description: "Text of the fact, the line or the promise, a name, or the relationship in words; shortened.",
    }),
    graph_id: z.string().nullable().meta({ description: "Dialogue of a line; null for other subjects." }),
  })
  .meta({ id: "CanonEvidence" });

/** Operation that puts a violation right. */
const ViolationRepair = z
  .object({
    operation: z.string().meta({ description: "Area and name of the operation, such as `facts.supersede`." }),
    method: z.enum(["POST", "PATCH", "DELETE"]).meta({ description: "Its method." }),
    path: z.string().meta({ description: "Its address, with the ids in it." }),
    body: z.record(z.string(), z.unknown()).meta({ description: "Its body; empty for none." }),
    summary: z.string().meta({ description: "What it does, in words." }),
  })
  .meta({ id: "CanonRepair" });

/** Contradiction of a rule of the canon. */
export const CanonViolation = z
  .object({
    id: z.string().meta({ description: "Id; the same whenever the same things contradict each other." }),
    project_id: z.string(),
    rule_id: z.string().meta({ description: "The broken rule." }),
    rule_name: z.string().meta({ description: "Its name." }),
    kind: z.enum(CANON_KINDS).meta({ description: "Kind of the rule." }),
    severity: z.enum(SEVERITIES).meta({ description: "Severity that the rule gives it." }),
    code: z.enum(FINDING_CODES).meta({ description: "Kind of contradiction." }),
    message: z.string().meta({ description: "The contradiction in a sentence." }),
    subject_id: z.string().nullable().meta({ description: "Entity that it is about; null for none." }),
    subject_name: z.string().nullable().meta({ description: "Its name; null for none." }),
    subject_type: z.string().nullable().meta({ description: "Its type; null for none." }),
    evidence: z
      .array(ViolationEvidence)
      .meta({ description: "What contradicts what: what came first before what came later." }),
    repair: ViolationRepair.nullable().meta({
      description: "A repair that can be applied; null where only a person can tell.",
    }),
    since_seq: z.int().nullable().meta({ description: "Last event of its evidence; null where it is only proposed." }),
    waiver_id: z
      .string()
      .nullable()
      .meta({ description: "Waiver by which it is ignored; null where nobody ignores it." }),
    waived_because: z.string().nullable().meta({ description: "Reason of the waiver; null without one." }),
  })
  .meta({ id: "CanonViolation" });
