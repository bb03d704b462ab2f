import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersions } from "../../../record/versions.ts";
import { nodeResource, requireGraph } from "../../dialogues/public.ts";
import { graphParams } from "../schemas.ts";
import { waiver } from "../waiver.ts";

export const listWaivers = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/waivers",
  scope: "read",
  summary: "List the ignored problems of a dialogue",
  description: "Waivers of nodes that exist; that of a deleted node comes back with it.",
  params: graphParams,
  query: z.object(pageQuery),
  output: listOutput("waivers", waiver.wire),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    const { graph_id } = params;
    await requireGraph(db, project.id, graph_id, atSeq);
    const all = await findVersions(db, waiver.resource, project.id, { graph_id }, atSeq);
    const ids = [...new Set(all.flatMap(({ node_id }) => node_id ?? []))];
    const nodes = await findVersions(db, nodeResource, project.id, { id: ids, graph_id }, atSeq);
    const present = new Set(nodes.map(({ id }) => id));
    const inForce = all.filter(({ node_id }) => node_id === null || present.has(node_id));
    const waivers = inForce.slice(query.offset, query.offset + query.limit).map(waiver.toWire);
    return { waivers, total: inForce.length, has_more: hasMore(inForce.length, query.offset, waivers.length) };
  },
});
