import { Problem } from "../../../kernel/problem.ts";
import { projectGet } from "../../../operation/operation.ts";
import { fact, factResource } from "../fact.ts";
import { Fact } from "../schemas.ts";
import { factRead, showFacts, toFact } from "../show-facts.ts";

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
  handle: async ({ project, atSeq, view, subject, response }) => {
    if (view === null) {
      response.etag = subject.version.valid_from_seq;
      return toFact(subject);
    }
    const { perspective, db } = view;
    const seen = perspective.seen(factResource, subject.version);
    if (seen === null) throw new Problem("not_found");
    const [version = seen] = await perspective.dated(db, factResource, [seen]);
    const [shown] = await showFacts(db, project.id, [{ version, seq: atSeq ?? project.lastSeq }], perspective);
    if (shown === undefined) throw new Error("a fact was read but cannot be shown");
    return shown;
  },
});
