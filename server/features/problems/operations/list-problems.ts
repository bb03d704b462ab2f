import { z } from "zod";
import type { Problem } from "#domain/problems/problem.ts";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { graphResource, nodeResource } from "../../dialogues/public.ts";
import { findProblemsIn } from "../read-problems.ts";
import { code, DialogueProblem, severity } from "../schemas.ts";

export const listProblems = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/problems",
  scope: "read",
  summary: "List the problems of all dialogues",
  description:
    "Problems of all dialogues, as in the studio: the three lists of the validation report and more (undeclared variables, empty lines, cards from which no ending can be reached …). Ignored problems are left out.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    graph_id: idOf("dlg").optional(),
    node_id: idOf("node").optional(),
    code: code.optional(),
    severity: severity.optional(),
  }),
  output: listOutput("problems", DialogueProblem),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query }) => {
    const within: string[][] = [];
    if (query.graph_id !== undefined) within.push([query.graph_id]);
    if (query.node_id !== undefined) {
      const nodes = await findVersions(db, nodeResource, project.id, { id: query.node_id }, atSeq);
      within.push(nodes.map(({ graph_id }) => graph_id));
    }
    const [ids, ...others] = within;
    const where = ids === undefined ? {} : { id: ids.filter((id) => others.every((each) => each.includes(id))) };
    const graphs = await findVersions(db, graphResource, project.id, where, atSeq);
    const isAsked = ({ code, severity, node_id }: Problem) =>
      (query.code === undefined || code === query.code) &&
      (query.severity === undefined || severity === query.severity) &&
      (query.node_id === undefined || node_id === query.node_id);
    const problems: z.input<typeof DialogueProblem>[] = [];
    let total = 0;
    for await (const found of findProblemsIn({ db, projectId: project.id, atSeq }, graphs)) {
      const asked = found.problems.filter(isAsked);
      const from = Math.max(0, query.offset - total);
      problems.push(...(await found.show(asked.slice(from, from + query.limit - problems.length))));
      total += asked.length;
    }
    return { problems, total, has_more: hasMore(total, query.offset, problems.length) };
  },
});
