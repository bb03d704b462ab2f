import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { type AssembledContext, Context } from "../../context/public.ts";
import { requireSession } from "../find-session.ts";
import { readOutput, readWork } from "../rows.ts";
import { ofSession, sessionParams } from "../schemas.ts";

export const getContext = projectRead({
  method: "GET",
  path: "/v1/sessions/{session_id}/context",
  scope: "read",
  summary: "Get a session's context",
  description:
    "The receipt of the session's context: every candidate with the reason for its inclusion or exclusion, at the pinned sequence. A 404 before the context is assembled, and 30 days after the end of the session.",
  params: sessionParams,
  projectOf: ofSession,
  output: Context,
  errors: ["not_found"],
  handle: async ({ db, project }, { params }) => {
    const { id } = await requireSession(db, project.id, params.session_id);
    const work = await readWork(db, project.id, id);
    if (work?.done.retrieve === undefined) throw new Problem("not_found");
    return readOutput<AssembledContext>(db, work, "retrieve", work.done.retrieve);
  },
});
