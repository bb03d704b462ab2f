import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { countParts } from "./graph-parts.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import type { GraphVersion } from "./states.ts";

/**
 * Deletes a graph with everything in it, a page at a time; the graph goes last, and restoring it brings the rest back. Answers how
 * many nodes it had.
 */
export async function deleteGraphIn(record: UnitOfWork, graph: GraphVersion): Promise<{ nodes: number }> {
  const parts = [nodeResource, annotationResource, groupResource] as Resource<{ graph_id: string }>[];
  record.beginPieces(parts, 1 + (await countParts(record, graph.id)));
  let nodes = 0;
  for (const part of parts) {
    for await (const page of record.partsOf(part, graph.id)) {
      if (part.type === nodeResource.type) nodes += page.length;
      for (const each of page) record.remove(part, each, { causation: graph.id });
      await record.writePiece();
    }
  }
  record.remove(graphResource, graph);
  return { nodes };
}
