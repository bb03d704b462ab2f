import { createHash } from "node:crypto";
import { z } from "zod";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { openInterrupt, requireSession } from "../find-session.ts";
import { readWork } from "../rows.ts";
import { ofSession, SessionStanding, sessionParams, toStanding } from "../schemas.ts";
import { waitWhileAccepted } from "../wait.ts";

export const getStatus = projectRead({
  method: "GET",
  path: "/v1/sessions/{session_id}/status",
  scope: "read",
  summary: "Get a session's status",
  description:
    "Status of a session. Poll it until it is `completed` or `error`, with `If-None-Match` or with `wait`, which answers as soon as the status is no longer `accepted`.",
  params: sessionParams,
  projectOf: ofSession,
  query: z.object({
    wait: integer({ min: 0, max: 25 }).optional().meta({ description: "Seconds to wait while it is `accepted`." }),
  }),
  output: SessionStanding,
  taggedBy: "answer",
  errors: ["not_found"],
  waits: async ({ params, query }, project, services) => {
    if (query.wait !== undefined && query.wait > 0) {
      await waitWhileAccepted(services, project, params.session_id, query.wait * 1000);
    }
  },
  handle: async ({ db, project, response }, { params }) => {
    const version = await requireSession(db, project.id, params.session_id);
    const work = await readWork(db, project.id, version.id);
    const standing = toStanding(version, work, await openInterrupt(db, version));
    response.etag = `${version.valid_from_seq}.${createHash("sha256").update(JSON.stringify(standing)).digest("hex").slice(0, 16)}`;
    return standing;
  },
});
