import { publicOperation } from "../../../operation/operation.ts";
import { DEMO_BODY_BYTES, DEMO_VISITS } from "../limits.ts";
import { DemoSession, sessionScope, toDemoSession } from "../schemas.ts";
import { findSession } from "../sessions.ts";

export const getSession = publicOperation({
  method: "GET",
  path: "/v1/demo/sessions/{session_id}",
  summary: "Get a conversation",
  description: "Questions and answers of a conversation so far. A conversation that has ended is a 404.",
  params: sessionScope,
  output: DemoSession,
  bodyLimit: DEMO_BODY_BYTES,
  visits: DEMO_VISITS,
  handle: async ({ db, clock }, { params }) => toDemoSession(await findSession(db, params.session_id, clock.now())),
});
