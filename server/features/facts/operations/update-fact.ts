import { baseSeq, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { answerFact } from "../answer-fact.ts";
import { fact, factResource } from "../fact.ts";
import { FactPatchFields, WrittenFact } from "../schemas.ts";
import { factLookUps, patchIn } from "../write-fact.ts";

export const updateFact = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/facts/{fact_id}",
  scope: "write",
  summary: "Update a fact",
  description:
    "Replaces the fields that are sent. Entities added to `known_by` know the fact from this event on; `source` can say how they learned of it.",
  params: fact.params,
  body: FactPatchFields.extend({ base_seq: baseSeq }).meta({ id: "FactPatch" }),
  output: WrittenFact,
  errors: ["not_found", "external_id_taken", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: { confidence: 0.5 },
  lookUps: ({ params, body }) => factLookUps(body, params.fact_id),
  handle: async (context, { params, body: { base_seq, ...patch } }) => {
    const version = await target(context, factResource, params.fact_id);
    await patchIn(context.record, version, patch, { baseSeq: base_seq });
    return answerFact(context, version.id);
  },
});
