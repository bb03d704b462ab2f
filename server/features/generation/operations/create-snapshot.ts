import { projectWrite } from "../../../operation/operation.ts";
import { checkpoint, namedSeq } from "../../checkpoints/public.ts";
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
  body: checkpoint.body,
  output: checkpoint.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "Before the keeper's new lines" },
  handle: async (context, { params, body }) => {
    await context.record.require(sessionResource, params.session_id);
    return checkpoint.make(context, body, namedSeq(context, body));
  },
});
