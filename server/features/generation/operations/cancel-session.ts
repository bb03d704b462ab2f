import { Problem } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { readWork } from "../rows.ts";
import { ofSession, sessionParams } from "../schemas.ts";
import { session, sessionResource } from "../session.ts";
import { failWithin } from "../transitions.ts";

export const cancelSession = projectWrite({
  method: "POST",
  path: "/v1/sessions/{session_id}/cancel",
  scope: "generate",
  summary: "Cancel a session",
  description:
    "Ends a session with the error `cancelled`; nothing it made is stored. Has no effect on a cancelled session; any other finished session is a 409.",
  params: sessionParams,
  projectOf: ofSession,
  output: session.wire,
  alone: true,
  errors: ["not_found", "session_finished"],
  handle: async ({ record, db, project, services, caller }, { params }) => {
    const version = await record.require(sessionResource, params.session_id);
    if (version.error?.code === "cancelled") return session.toWire(version);
    const work = await readWork(db, project.id, version.id);
    if (version.status === "completed" || version.status === "error" || work === null) {
      throw new Problem("session_finished", { detail: { status: version.status } });
    }
    const moving = { work, workspaceId: project.workspaceId, mode: project.mode };
    const error = { code: "cancelled" as const, message: `Cancelled by ${caller.actor}.` };
    await failWithin({ record, db, now: services.clock.now() }, moving, error);
    await record.commit();
    // Whoever is at work on it stops.
    services.work.expect(project.id);
    return session.toWire(record.version(sessionResource, version.id) ?? version);
  },
});
