import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { answerFact } from "../answer-fact.ts";
import { fact, factResource } from "../fact.ts";
import { WrittenFact } from "../schemas.ts";

export const unsupersedeFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/{fact_id}/unsupersede",
  scope: "write",
  summary: "Revert the superseding of a fact",
  description: "The fact that held in its place stays as it is. A fact that holds already is left alone.",
  params: fact.params,
  output: WrittenFact,
  errors: ["not_found", "precondition_failed", "linked", "canon_violation"],
  lookUps: ({ params }) => [byId(factResource, [params.fact_id])],
  handle: async (context, { params }) => {
    const version = await target(context, factResource, params.fact_id);
    const state = {
      ...stateOf(factResource, version),
      superseded_by: null,
      superseded_reason: null,
      superseded_mode: null,
    };
    context.record.update(factResource, version, state, { verb: "unsuperseded" });
    return answerFact(context, version.id);
  },
});
