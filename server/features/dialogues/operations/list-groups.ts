import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersions } from "../../../record/versions.ts";
import { requireGraph } from "../read-graph.ts";
import { groupResource } from "../resources.ts";
import { DialogueGroup, graphParams } from "../schemas.ts";
import { toGroup } from "../wire.ts";

export const listGroups = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/groups",
  scope: "read",
  summary: "List the groups of a dialogue",
  params: graphParams,
  query: z.object(pageQuery),
  output: listOutput("groups", DialogueGroup),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    await requireGraph(db, project.id, params.graph_id, atSeq);
    const all = await findVersions(db, groupResource, project.id, { graph_id: params.graph_id }, atSeq);
    const groups = all.slice(query.offset, query.offset + query.limit).map(toGroup);
    return { groups, total: all.length, has_more: hasMore(all.length, query.offset, groups.length) };
  },
});
