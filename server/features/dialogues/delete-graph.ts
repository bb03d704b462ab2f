import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import type { GraphVersion } from "./states.ts";

/** Deletes a graph with everything in it; the graph goes last, and restoring it brings the rest back. */
export async function deleteGraphIn(record: UnitOfWork, graph: GraphVersion): Promise<{ nodes: number }> {
  const parts = [nodeResource, annotationResource, groupResource] as Resource<{ graph_id: string }>[];
  let nodes = 0;
  for (const part of parts) {
    const found = await record.find(part, { graph_id: graph.id });
    if (part.type === nodeResource.type) nodes = found.length;
    for (const each of found) record.remove(part, each, { causation: graph.id });
  }
  record.remove(graphResource, graph);
  return { nodes };
}
