import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { answerFact } from "../answer-fact.ts";
import { FactCreate, WrittenFact } from "../schemas.ts";
import { createIn, factLookUps } from "../write-fact.ts";

export const createFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts",
  scope: "write",
  summary: "Create a fact",
  description:
    "Creates a fact of the story world: its text and, if applicable, `subject_id`, `predicate` and `object_id`, with its source and the entities that know it.",
  params: projectScope,
  body: FactCreate,
  output: WrittenFact,
  status: 201,
  errors: ["not_found", "external_id_taken", "id_taken", "canon_violation"],
  example: { text: "The salt gate is shut at high tide.", predicate: "is_shut_at", confidence: 0.9 },
  lookUps: ({ body }) => factLookUps(body, body.id),
  handle: async (context, { body }) => {
    const id = await createIn(context.record, body, context.services.clock.now());
    return answerFact(context, id);
  },
});
