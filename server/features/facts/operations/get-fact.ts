import { Problem } from "../../../kernel/problem.ts";
import { projectGet } from "../../../operation/operation.ts";
import { fact } from "../fact.ts";
import { Fact } from "../schemas.ts";
import { factRead, seenFact, toFact } from "../show-facts.ts";

export const getFact = projectGet({
  path: "/v1/projects/{project_id}/facts/{fact_id}",
  scope: "read",
  summary: "Get a fact",
  description: "A fact with the facts it supersedes and the fact that supersedes it.",
  params: fact.params,
  output: Fact,
  subject: factRead,
  idOf: ({ fact_id }) => fact_id,
  seen: true,
  inRuns: true,
  handle: async ({ project, atSeq, view, subject, response }, { params }) => {
    if (view === null) {
      response.etag = subject.version.valid_from_seq;
      return toFact(subject);
    }
    const { perspective, db } = view;
    const at = { projectId: project.id, seq: atSeq ?? project.lastSeq };
    const shown = await seenFact(db, at, perspective, perspective.run === null ? subject.version : params.fact_id);
    if (shown === null) throw new Problem("not_found");
    return shown;
  },
});
