import { sql } from "drizzle-orm";
import type { Batches } from "../../operation/json-pieces.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { storedBytes, versionPages } from "../../record/version-pages.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { nodeResource } from "./resources.ts";
import type { GraphVersion, NodeVersion } from "./states.ts";

/** Bytes as the table stores them of the nodes that are read in one statement: compressed values are up to ninety times as long. */
const TOGETHER_STORED = 256 * 1024;

/**
 * Reads the nodes of dialogues, in the order of the dialogues: those of small ones together, those of a large one a page at a time. The
 * nodes of a dialogue are taken before the next.
 */
export async function* nodeBatches(
  db: Db,
  projectId: string,
  graphs: readonly GraphVersion[],
  atSeq: number | null,
): AsyncGenerator<{ graph: GraphVersion; nodes: Batches<NodeVersion> }, void, undefined> {
  const stored = await storedNodes(db, projectId, graphs, atSeq);
  for (let at = 0; at < graphs.length; ) {
    const together: GraphVersion[] = [];
    for (let bytes = 0; at < graphs.length; at++) {
      const graph = graphs[at];
      bytes += stored.get(graph?.id ?? "") ?? 0;
      if (graph === undefined || (together.length > 0 && bytes > TOGETHER_STORED)) break;
      together.push(graph);
    }
    const [first] = together;
    if (first === undefined) return;
    if ((stored.get(first.id) ?? 0) > TOGETHER_STORED) {
      yield { graph: first, nodes: versionPages(db, nodeResource, projectId, first.id, atSeq) };
      continue;
    }
    const graph_id = together.map(({ id }) => id);
    const read = Map.groupBy(
      await findVersions(db, nodeResource, projectId, { graph_id }, atSeq),
      (node) => node.graph_id,
    );
    for (const graph of together) yield { graph, nodes: [read.get(graph.id) ?? []] };
  }
}

/** Fields of a node that may be long. */
const LONG_FIELDS = ["text", "text_marks", "conditions", "on_enter_effects", "branches", "extensions"];

/** Bytes of the nodes of dialogues as the table stores them. */
async function storedNodes(
  db: Db,
  projectId: string,
  graphs: readonly GraphVersion[],
  atSeq: number | null,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute<Columns<"dialogue_node_versions", "graph_id"> & { stored: number }>(
    sql`SELECT graph_id, sum(${storedBytes({ fields: LONG_FIELDS })})::float8 AS stored FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND graph_id = ANY(${textArray(graphs.map(({ id }) => id))})
        GROUP BY graph_id`,
  );
  return new Map(rows.map(({ graph_id, stored }) => [graph_id, stored]));
}
