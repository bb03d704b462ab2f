import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { graphResource, nodeResource } from "../../dialogues/public.ts";
import { problemsOf } from "../read-problems.ts";
import { code, DialogueProblem, severity } from "../schemas.ts";

/** Dialogues checked together; the nodes of as many are in memory at once. */
const TOGETHER = 50;

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
    const found: z.input<typeof DialogueProblem>[] = [];
    for (let at = 0; at < graphs.length; at += TOGETHER) {
      for (const { problems } of await problemsOf(db, project.id, graphs.slice(at, at + TOGETHER), atSeq)) {
        for (const each of problems) {
          if (query.code !== undefined && each.code !== query.code) continue;
          if (query.severity !== undefined && each.severity !== query.severity) continue;
          if (query.node_id !== undefined && each.node_id !== query.node_id) continue;
          found.push(each);
        }
      }
    }
    const problems = found.slice(query.offset, query.offset + query.limit);
    return { problems, total: found.length, has_more: hasMore(found.length, query.offset, problems.length) };
  },
});
