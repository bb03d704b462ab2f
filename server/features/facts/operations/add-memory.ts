import { z } from "zod";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byId } from "../../../record/look-up.ts";
import { entityResource } from "../../entities/public.ts";
import { answerFact } from "../answer-fact.ts";
import { EVERYONE, MAX_ALSO_ABOUT } from "../fact.ts";
import { requireEntities } from "../require-entities.ts";
import { Fact, factFields } from "../schemas.ts";
import { createIn } from "../write-fact.ts";

export const addMemory = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/memories",
  scope: "write",
  summary: "Add a memory",
  description:
    "Keeps a text as one fact, in one call, word for word: nothing is made of it that you did not send. The first of `subject_ids` is its subject and the others are what it is also about; without any it is about the world as a whole.",
  params: projectScope,
  body: z.strictObject({
    text: factFields.text,
    subject_ids: z
      .array(idOf("ent"))
      .max(MAX_ALSO_ABOUT + 1)
      .default([])
      .meta({ description: "The entities it is about, the one it is most about first." }),
    known_by: factFields.known_by.default(EVERYONE),
  }),
  output: Fact,
  status: 201,
  errors: ["not_found"],
  example: { text: "At low tide the old gate can be passed on foot." },
  lookUps: ({ body }) => [
    byId(entityResource, [...body.subject_ids, ...(Array.isArray(body.known_by) ? body.known_by : [])]),
  ],
  handle: async (context, { body: { text, subject_ids, known_by } }) => {
    const { record, services } = context;
    const subjects = [...new Set(subject_ids)];
    await requireEntities(
      record,
      subject_ids.map((id, index) => ({ id, loc: ["body", "subject_ids", index] })),
    );
    const [subject_id = null, ...also_about] = subjects;
    const id = await createIn(record, { text, subject_id, also_about, known_by }, services.clock.now());
    return answerFact(context, id);
  },
});
