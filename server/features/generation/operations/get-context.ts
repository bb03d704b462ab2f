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
    "The receipt of what it was made from: every candidate with why it is in or was left out, at the sequence that was pinned. A 404 until there is one, and 30 days after the session's end.",
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
