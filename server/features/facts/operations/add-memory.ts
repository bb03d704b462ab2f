import { z } from "zod";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byId } from "../../../record/look-up.ts";
import { entityResource } from "../../entities/public.ts";
import { answerFact } from "../answer-fact.ts";
import { keepMemory, memoryFields } from "../memory.ts";
import { WrittenFact } from "../schemas.ts";

export const addMemory = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/memories",
  scope: "write",
  summary: "Add a memory",
  description:
    "Stores a text verbatim as one fact. The first of `subject_ids` is its subject, the others are related entities; without any, the fact is about the world as a whole. Use `POST …/memories/generate` to extract facts with a model.",
  params: projectScope,
  body: z.strictObject(memoryFields),
  output: WrittenFact,
  status: 201,
  errors: ["not_found", "canon_violation"],
  example: { text: "At low tide the old gate can be passed on foot." },
  lookUps: ({ body }) => [
    byId(entityResource, [...body.subject_ids, ...(Array.isArray(body.known_by) ? body.known_by : [])]),
  ],
  handle: async (context, { body }) =>
    answerFact(context, await keepMemory(context.record, body, context.services.clock.now())),
});
