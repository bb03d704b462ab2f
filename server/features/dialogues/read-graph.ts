import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { JsonPieces, listPieces, ObjectPieces, openObject } from "../../operation/json-pieces.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { type Resource, stateOf, type Version } from "../../record/resource.ts";
import { versionPages } from "../../record/version-pages.ts";
import { findVersion, findVersions, holds } from "../../record/versions.ts";
import type { Dialogue } from "./api-resources.ts";
import { annotation, graphResource, group, nodeResource } from "./resources.ts";
import type { AnnotationVersion, GraphVersion, GroupVersion, NodeVersion } from "./states.ts";
import { toGraph, toNode } from "./wire.ts";

/** A graph with everything in it, at one sequence. */
export interface WholeGraph {
  graph: GraphVersion;
  nodes: NodeVersion[];
  groups: GroupVersion[];
  annotations: AnnotationVersion[];
}

/**
 * Finds the graph a read is about, at its sequence.
 *
 * @throws {@link Problem} `not_found` where it does not exist then.
 */
export async function requireGraph(
  db: Db,
  projectId: string,
  graphId: string,
  atSeq: number | null,
): Promise<GraphVersion> {
  const graph = await findVersion(db, graphResource, projectId, graphId, atSeq);
  if (graph === null) throw new Problem("not_found");
  return graph;
}

/** Loads a graph whole, nodes in order of creation. */
export async function loadGraph(db: Db, projectId: string, graphId: string, atSeq: number | null): Promise<WholeGraph> {
  const graph = await requireGraph(db, projectId, graphId, atSeq);
  const where = { graph_id: graphId };
  return {
    graph,
    nodes: await findVersions(db, nodeResource, projectId, where, atSeq),
    groups: await findVersions(db, group.resource, projectId, where, atSeq),
    annotations: await findVersions(db, annotation.resource, projectId, where, atSeq),
  };
}

/** Returns the number of nodes of graphs at a sequence. */
export async function nodeCounts(
  db: Db,
  projectId: string,
  graphIds: readonly string[],
  atSeq: number | null,
): Promise<Map<string, number>> {
  const rows = await db.execute<Columns<"dialogue_node_versions", "graph_id"> & { n: number }>(
    sql`SELECT graph_id, count(*) AS n FROM dialogue_node_versions WHERE project_id = ${projectId} AND ${holds(atSeq)}
        AND graph_id = ANY(${textArray(graphIds)}) GROUP BY graph_id`,
  );
  return new Map(rows.map(({ graph_id, n }) => [graph_id, n]));
}

/** A whole graph on the wire, read while it is sent. */
export function dialoguePieces(
  db: Db,
  graph: GraphVersion,
  nodeCount: number,
  seq: number,
): ObjectPieces<z.input<typeof Dialogue>> {
  const pages = <S extends { graph_id: string }>(resource: Resource<S>) =>
    versionPages(db, resource, graph.project_id, graph.id, seq);
  return new ObjectPieces(toGraph(graph, nodeCount), {
    nodes: () => listPieces(pages(nodeResource), toNode),
    groups: () => listPieces(pages(group.resource), group.toWire),
    annotations: () => listPieces(pages(annotation.resource), annotation.toWire),
  });
}

/** The states of a graph and of its parts with the sequence of each one's last change, read while they are sent. */
export function statePieces(db: Db, graph: GraphVersion, seq: number): JsonPieces<{ seq: number; states: StateOf[] }> {
  return new JsonPieces(async function* () {
    yield `${openObject({ seq })},"states":`;
    yield* listPieces(statesOf(db, graph, seq), (each) => each);
    yield "}";
  });
}

/** A subject of a dialogue as the record keeps it. */
interface StateOf {
  subject_type: string;
  subject_id: string;
  seq: number;
  state: Record<string, unknown>;
}

async function* statesOf(db: Db, graph: GraphVersion, seq: number): AsyncGenerator<StateOf[]> {
  const shown = <S>(resource: Resource<S>, version: Version<S>): StateOf => ({
    subject_type: resource.type,
    subject_id: version.id,
    seq: version.valid_from_seq,
    state: stateOf(resource, version) as Record<string, unknown>,
  });
  yield [shown(graphResource, graph)];
  for (const resource of [nodeResource, group.resource, annotation.resource] as Resource<{ graph_id: string }>[]) {
    for await (const page of versionPages(db, resource, graph.project_id, graph.id, seq)) {
      yield page.map((version) => shown(resource, version));
    }
  }
}
