import { Problem } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { Accepted, ofSession, sessionParams } from "../schemas.ts";
import { sessionResource } from "../session.ts";
import { addressesOf, startSession } from "../start-session.ts";

export const retrySession = projectWrite({
  method: "POST",
  path: "/v1/sessions/{session_id}/retry",
  scope: "generate",
  summary: "Try a session again",
  description:
    "Starts a new session with the same brief from the current state of the project, after a session that ended in an error. The new session names the old one in `retry_of`.",
  params: sessionParams,
  projectOf: ofSession,
  output: Accepted,
  status: 202,
  alone: true,
  errors: ["not_found", "session_finished", "plan_limit_reached"],
  handle: async (context, { params }) => {
    const { record, project, services } = context;
    const old = await record.require(sessionResource, params.session_id);
    if (old.status !== "error") throw new Problem("session_finished", { detail: { status: old.status } });
    const { kind, brief, as_entity_id, review, token_budget, key_id } = old;
    const asked = { kind, brief, as_entity_id, review, token_budget, key_id };
    const again = { ...asked, context_seq: project.lastSeq, retry_of: old.id };
    const { id: session_id } = await startSession(context, undefined, again);
    services.work.expect(project.id);
    return { session_id, status: "accepted" as const, ...addressesOf(services.publicUrl, session_id) };
  },
});
