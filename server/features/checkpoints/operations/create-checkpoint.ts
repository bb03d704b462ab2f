import { z } from "zod";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { checkpointResource, UNRELEASED } from "../checkpoint.ts";
import { Checkpoint, checkpointFields, toCheckpoint } from "../schemas.ts";

export const createCheckpoint = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/checkpoints",
  scope: "write",
  summary: "Create a checkpoint",
  description: "Gives a moment of the project a name, so that it can be found, looked at and restored from.",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("ckp"),
    name: checkpointFields.name,
    seq: checkpointFields.seq.optional(),
    note: checkpointFields.note.default(""),
  }),
  output: Checkpoint,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "Before the rewrite of act two" },
  handle: async (context, { body }) => {
    const { lastSeq } = context.project;
    if (body.seq !== undefined && body.seq > lastSeq) throw aboveMaximum(["body", "seq"], body.seq, lastSeq);
    const state = { ...UNRELEASED, name: body.name, seq: body.seq ?? lastSeq, note: body.note };
    return toCheckpoint(await created(context, checkpointResource, body.id, state));
  },
});
