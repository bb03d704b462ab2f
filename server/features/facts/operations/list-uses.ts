import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { FactUse, factUsesOf } from "../../dialogues/public.ts";
import { fact } from "../fact.ts";

export const listFactUses = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/facts/{fact_id}/uses",
  scope: "read",
  summary: "List where dialogues ask for a fact and tell it",
  params: fact.params,
  query: z.object(pageQuery),
  output: listOutput("uses", FactUse),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    const version = await findVersion(db, fact.resource, project.id, params.fact_id, atSeq);
    if (version === null) throw new Problem("not_found");
    const all = await factUsesOf(db, project.id, version.id, atSeq);
    const uses = all.slice(query.offset, query.offset + query.limit);
    return { uses, total: all.length, has_more: hasMore(all.length, query.offset, uses.length) };
  },
});
