import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersions } from "../../../record/versions.ts";
import { requireGraph } from "../read-graph.ts";
import { annotationResource } from "../resources.ts";
import { DialogueAnnotation, graphParams } from "../schemas.ts";
import { toAnnotation } from "../wire.ts";

export const listAnnotations = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/annotations",
  scope: "read",
  summary: "List the notes of a dialogue",
  params: graphParams,
  query: z.object(pageQuery),
  output: listOutput("annotations", DialogueAnnotation),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    await requireGraph(db, project.id, params.graph_id, atSeq);
    const all = await findVersions(db, annotationResource, project.id, { graph_id: params.graph_id }, atSeq);
    const annotations = all.slice(query.offset, query.offset + query.limit).map(toAnnotation);
    return { annotations, total: all.length, has_more: hasMore(all.length, query.offset, annotations.length) };
  },
});
