import { z } from "zod";
import { publicOperation } from "../../../operation/operation.ts";
import { DEMO_BODY_BYTES, DEMO_VISITS } from "../limits.ts";
import { DemoSession, toDemoSession } from "../schemas.ts";
import { beginSession } from "../sessions.ts";

export const createSession = publicOperation({
  method: "POST",
  path: "/v1/demo/sessions",
  summary: "Begin a conversation",
  description:
    "Starts a conversation with the harbour clerk of a small demo world. It has five questions and lasts an hour. An address has " +
    "20 requests to the demo in any hour, this and the others alike; what is refused does not count.",
  params: z.object({}),
  output: DemoSession,
  status: 201,
  bodyLimit: DEMO_BODY_BYTES,
  visits: DEMO_VISITS,
  handle: async ({ db, clock }) => toDemoSession(await beginSession(db, clock.now())),
});
