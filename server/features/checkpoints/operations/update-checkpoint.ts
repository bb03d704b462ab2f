import { z } from "zod";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { checkpointResource } from "../checkpoint.ts";
import { Checkpoint, checkpointFields, checkpointParams, toCheckpoint } from "../schemas.ts";

export const updateCheckpoint = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/checkpoints/{checkpoint_id}",
  scope: "write",
  summary: "Update a checkpoint",
  description: "Its name and its note; the moment it names stays.",
  params: checkpointParams,
  body: z.strictObject({
    name: checkpointFields.name.optional(),
    note: checkpointFields.note.optional(),
    base_seq: baseSeq,
  }),
  output: Checkpoint,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { name: "First table read" },
  handle: async (context, { params, body }) => {
    const version = await target(context, checkpointResource, params.checkpoint_id);
    const { base_seq, ...fields } = body;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const next = { ...stateOf(checkpointResource, version), ...given };
    return toCheckpoint(await edit(context, checkpointResource, version, next, { baseSeq: base_seq }));
  },
});
