import { nodeListsFromKeyed, nodeListsToKeyed } from "#domain/dialogue/keyed.ts";
import { UNSOURCED } from "#domain/dialogue/states.ts";
import { collectNodeUses } from "#domain/export/outline.ts";
import { type Expression, mapEffectReferences, mapReferences, noUses } from "#domain/expression.ts";
import { newId } from "../../kernel/ids.ts";
import { type Resource, stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { versionPages } from "../../record/version-pages.ts";
import { countParts } from "./graph-parts.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import type { GraphVersion, NodeVersion } from "./states.ts";

/**
 * Copies a graph with everything in it under new ids, a page at a time: only the ids are known all at once. What pointed inside
 * the graph points inside the copy; what pointed elsewhere still does. The copy has no source: importing again updates the
 * original alone.
 */
export async function duplicateGraphIn(
  record: UnitOfWork,
  graph: GraphVersion,
  name: string,
  now: number,
): Promise<string> {
  const pages = <S extends { graph_id: string }>(resource: Resource<S>) =>
    versionPages(record.db, resource, record.projectId, graph.id, record.seq);
  const graphId = newId("dlg", now);
  const ids = new Map<string, string>([[graph.id, graphId]]);
  for await (const page of pages(groupResource)) for (const { id } of page) ids.set(id, newId("grp", now));
  await nameNodes(pages, ids, now);
  const renamed = (id: string): string => ids.get(id) ?? id;

  record.beginPieces([nodeResource, groupResource, annotationResource], 1 + (await countParts(record, graph.id)));
  record.create(graphResource, graphId, {
    ...stateOf(graphResource, graph),
    external_id: null,
    name,
    start_node_id: graph.start_node_id === null ? null : renamed(graph.start_node_id),
    ...UNSOURCED,
  });
  for await (const page of pages(groupResource)) {
    for (const group of page) {
      const state = { ...stateOf(groupResource, group), graph_id: graphId, ...UNSOURCED };
      record.create(groupResource, renamed(group.id), state);
    }
    await record.writePiece();
  }
  for await (const page of pages(nodeResource)) {
    for (const node of page) {
      const state = {
        ...stateOf(nodeResource, node),
        graph_id: graphId,
        group_id: node.group_id === null ? null : renamed(node.group_id),
        exit_to:
          node.exit_to === null
            ? null
            : {
                graph_id: renamed(node.exit_to.graph_id),
                node_id: node.exit_to.node_id === null ? null : renamed(node.exit_to.node_id),
              },
        ...copiedLists(node, ids, now),
        ...UNSOURCED,
      };
      record.create(nodeResource, renamed(node.id), state, { isKept: true });
    }
    await record.writePiece();
  }
  for await (const page of pages(annotationResource)) {
    for (const annotation of page) {
      const state = { ...stateOf(annotationResource, annotation), graph_id: graphId, ...UNSOURCED };
      record.create(annotationResource, newId("ann", now), state);
    }
    await record.writePiece();
  }
  return graphId;
}

/** Gives new ids to the nodes of a graph, and to those of its branches that its logic names. */
async function nameNodes(
  pages: (resource: typeof nodeResource) => AsyncIterable<readonly NodeVersion[]>,
  ids: Map<string, string>,
  now: number,
): Promise<void> {
  const uses = noUses();
  for await (const page of pages(nodeResource)) {
    for (const node of page) {
      ids.set(node.id, newId("node", now));
      collectNodeUses({ ...nodeListsFromKeyed(node), speaker_id: null }, uses);
    }
  }
  if (![...uses.refs].some((id) => id.startsWith("br_"))) return;
  for await (const page of pages(nodeResource)) {
    for (const { branches } of page) {
      for (const id of Object.keys(branches)) if (uses.refs.has(id)) ids.set(id, newId("br", now));
    }
  }
}

function copiedLists(node: NodeVersion, ids: ReadonlyMap<string, string>, now: number) {
  const renamed = (id: string): string => ids.get(id) ?? id;
  const condition = <T extends Expression & { id: string }>(each: T) => ({
    ...mapReferences(each, { ref: renamed }),
    id: newId("cnd", now),
  });
  const effect = <T extends Parameters<typeof mapEffectReferences>[0]>(each: T) => ({
    ...mapEffectReferences(each, { ref: renamed }),
    id: newId("ef", now),
  });
  const lists = nodeListsFromKeyed(node);
  return nodeListsToKeyed({
    conditions: lists.conditions.map(condition),
    on_enter_effects: lists.on_enter_effects.map(effect),
    branches: lists.branches.map((branch) => ({
      ...branch,
      id: ids.get(branch.id) ?? newId("br", now),
      target_node_id: branch.target_node_id === null ? null : renamed(branch.target_node_id),
      target_graph_id: branch.target_graph_id === null ? null : renamed(branch.target_graph_id),
      conditions: branch.conditions.map(condition),
      effects: branch.effects.map(effect),
    })),
  });
}
