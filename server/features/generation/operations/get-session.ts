import { projectRead } from "../../../operation/operation.ts";
import { requireSession } from "../find-session.ts";
import { ofSession, sessionParams } from "../schemas.ts";
import { session } from "../session.ts";

export const getSession = projectRead({
  method: "GET",
  path: "/v1/sessions/{session_id}",
  scope: "read",
  summary: "Get a generation session",
  description: "A generation session: its request, question, answer and result.",
  params: sessionParams,
  projectOf: ofSession,
  output: session.wire,
  errors: ["not_found"],
  handle: async ({ db, project, response }, { params }) => {
    const version = await requireSession(db, project.id, params.session_id);
    response.etag = version.valid_from_seq;
    return session.toWire(version);
  },
});
