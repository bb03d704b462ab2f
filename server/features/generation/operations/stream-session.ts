import { z } from "zod";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectStream } from "../../../operation/operation.ts";
import { requireSession } from "../find-session.ts";
import { followSession, SessionMessage } from "../follow-session.ts";
import { ofSession, sessionParams } from "../schemas.ts";

export const streamSession = projectStream({
  path: "/v1/sessions/{session_id}/events",
  scope: "read",
  summary: "Follow a session",
  description:
    "Server-sent events of one session, from its beginning or from after `Last-Event-ID`: `ready` first, then each `status`, `step` and `call` as it happens, and `end` last, when the session is over or the server ends the stream.",
  params: sessionParams,
  projectOf: ofSession,
  query: z.object({
    after: integer({ min: 0, default: 0 }).meta({ description: "Start after this message." }),
  }),
  output: SessionMessage,
  errors: ["not_found"],
  resumption: {
    parameter: "after",
    identified: ["status", "step", "call"],
    idOf: (message) => ("number" in message.data ? String(message.data.number) : null),
  },
  handle: async ({ db, services, project }, { params, query }) => {
    const { id } = await requireSession(db, project.id, params.session_id);
    return followSession(services, { projectId: project.id, sessionId: id, after: query.after });
  },
});
