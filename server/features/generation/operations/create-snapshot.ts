import { z } from "zod";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import {
  Checkpoint,
  checkpointFields,
  checkpointResource,
  toCheckpoint,
  UNRELEASED,
} from "../../checkpoints/public.ts";
import { ofSession, sessionParams } from "../schemas.ts";
import { sessionResource } from "../session.ts";

export const createSnapshot = projectWrite({
  method: "POST",
  path: "/v1/sessions/{session_id}/snapshots",
  scope: "write",
  summary: "Take a state snapshot",
  description:
    "Gives a moment of the session's project a name: a checkpoint, as `POST …/checkpoints` makes it. Nothing is copied, because the record can be read at any sequence.",
  params: sessionParams,
  projectOf: ofSession,
  body: z.strictObject({
    id: chosenId("ckp"),
    name: checkpointFields.name,
    seq: checkpointFields.seq.optional(),
    note: checkpointFields.note.default(""),
  }),
  output: Checkpoint,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "Before the keeper's new lines" },
  handle: async (context, { params, body }) => {
    await context.record.require(sessionResource, params.session_id);
    const { lastSeq } = context.project;
    if (body.seq !== undefined && body.seq > lastSeq) throw aboveMaximum(["body", "seq"], body.seq, lastSeq);
    const state = { ...UNRELEASED, name: body.name, seq: body.seq ?? lastSeq, note: body.note };
    return toCheckpoint(await created(context, checkpointResource, body.id, state));
  },
});
