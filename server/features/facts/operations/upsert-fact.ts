import { projectWrite } from "../../../operation/operation.ts";
import { UPSERT } from "../../../operation/ordinary/recorded.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { answerFact } from "../answer-fact.ts";
import { FactUpsert, WrittenFact } from "../schemas.ts";
import { factLookUps, upsertIn } from "../write-fact.ts";

export const upsertFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/upsert",
  scope: "write",
  summary: "Create or update a fact by its external_id",
  description: UPSERT,
  params: projectScope,
  body: FactUpsert,
  output: WrittenFact,
  otherStatus: { status: 201, when: "The fact did not exist and was created." },
  errors: ["not_found", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: { external_id: "gate-shut", text: "The salt gate is shut at high tide.", predicate: "is_shut_at" },
  lookUps: ({ body }) => factLookUps(body),
  handle: async (context, { body }) => {
    const { record, services, ifMatch, response } = context;
    const { id, outcome } = await upsertIn(record, body, { ifMatch, now: services.clock.now() });
    response.status = outcome === "created" ? 201 : 200;
    return answerFact(context, id);
  },
});
