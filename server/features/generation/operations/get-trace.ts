import { projectRead } from "../../../operation/operation.ts";
import { requireSession } from "../find-session.ts";
import { readTrace, SessionTrace } from "../read-trace.ts";
import { ofSession, sessionParams } from "../schemas.ts";

export const getTrace = projectRead({
  method: "GET",
  path: "/v1/sessions/{session_id}/trace",
  scope: "read",
  summary: "Get a session's trace",
  description:
    "Trace of a session: results of its steps, requests to models and their answers, repairs, and answers of people. Kept for 30 days after the end of the session. It contains no keys.",
  params: sessionParams,
  projectOf: ofSession,
  output: SessionTrace,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, response }, { params }) => {
    const version = await requireSession(db, project.id, params.session_id);
    const trace = await readTrace(db, project.id, version.id);
    response.etag = `${version.valid_from_seq}.${trace.steps.length}.${trace.calls.length}.${trace.calls.filter(({ finished_at }) => finished_at !== null).length}`;
    return trace;
  },
});
