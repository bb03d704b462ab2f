import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { answerFact } from "../answer-fact.ts";
import { fact } from "../fact.ts";
import { Fact, FactTelling } from "../schemas.ts";
import { factLookUps, tellIn } from "../write-fact.ts";

export const tellFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/{fact_id}/tell",
  scope: "write",
  summary: "Tell entities a fact",
  description:
    "Adds entities to those that know the fact, with how they came to know it and from whom. Tellings at the same time all take effect, without `base_seq`. An entity that knows it already is said anew how; it has known it since it first did.",
  params: fact.params,
  body: FactTelling,
  output: Fact,
  errors: ["not_found", "precondition_failed"],
  example: { to: ["ent_01jd0000000000000000000001"], how: "told", from: "ent_01jd0000000000000000000000" },
  lookUps: ({ params, body: { to, from } }) => factLookUps({ known_by: to, subject_id: from }, params.fact_id),
  handle: async (context, { params, body }) => {
    const version = await target(context, fact.resource, params.fact_id);
    await tellIn(context.record, version, body);
    return answerFact(context, version.id);
  },
});
