import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { checkpointResource } from "../checkpoint.ts";
import { Checkpoint, checkpointFields, projectScope, toCheckpoint } from "../schemas.ts";

export const createCheckpoint = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/checkpoints",
  scope: "write",
  summary: "Create a checkpoint",
  description: "Gives a moment of the project a name, so that it can be found, looked at and restored from.",
  params: projectScope,
  body: z.strictObject({
    id: idOf("ckp").optional(),
    name: checkpointFields.name,
    seq: checkpointFields.seq.optional(),
    note: checkpointFields.note.default(""),
  }),
  output: Checkpoint,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "Before the rewrite of act two" },
  handle: async (context, { body }) => {
    const { record, project, services } = context;
    if (body.seq !== undefined && body.seq > project.lastSeq) {
      throw aboveMaximum(["body", "seq"], body.seq, project.lastSeq);
    }
    if (body.id !== undefined) await record.requireUnused(checkpointResource, [body.id]);
    const id = body.id ?? newId("ckp", services.clock.now());
    record.create(checkpointResource, id, { name: body.name, seq: body.seq ?? project.lastSeq, note: body.note });
    return toCheckpoint(await committed(context, checkpointResource, id));
  },
});
