import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { usesOf, VariableUse, variable } from "../../dialogues/public.ts";

export const listUses = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/variables/{variable_id}/uses",
  scope: "read",
  summary: "List where a variable is read and written",
  params: variable.params,
  query: z.object(pageQuery),
  output: listOutput("uses", VariableUse),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    const version = await findVersion(db, variable.resource, project.id, params.variable_id, atSeq);
    if (version === null) throw new Problem("not_found");
    const all = await usesOf(db, project.id, version, atSeq);
    const uses = all.slice(query.offset, query.offset + query.limit);
    return { uses, total: all.length, has_more: hasMore(all.length, query.offset, uses.length) };
  },
});
