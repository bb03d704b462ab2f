import { setImmediate as breathe } from "node:timers/promises";
import { type Expression, mapEffectReferences, mapReferences } from "#domain/expression.ts";
import { branchesFromKeyed, nodeListsFromKeyed, nodeListsToKeyed } from "#domain/keyed.ts";
import { newId } from "../../kernel/ids.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import type { GraphVersion, NodeVersion } from "./states.ts";

/** Nodes copied before other requests of the process get their turn: some 20 ms. */
const AT_A_TIME = 500;

/**
 * Copies a graph with everything in it under new ids. What pointed inside the graph points inside the copy; what pointed
 * elsewhere still does. The copy has no source: importing again updates the original alone.
 */
export async function duplicateGraphIn(
  record: UnitOfWork,
  graph: GraphVersion,
  name: string,
  now: number,
): Promise<string> {
  const where = { graph_id: graph.id };
  const nodes = await record.find(nodeResource, where);
  const groups = await record.find(groupResource, where);
  const annotations = await record.find(annotationResource, where);
  const graphId = newId("dlg", now);
  const ids = new Map<string, string>([[graph.id, graphId]]);
  for (const group of groups) ids.set(group.id, newId("grp", now));
  for (const [index, node] of nodes.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await breathe();
    ids.set(node.id, newId("node", now));
    for (const branch of branchesFromKeyed(node.branches)) ids.set(branch.id, newId("br", now));
  }
  const renamed = (id: string): string => ids.get(id) ?? id;
  const unsourced = { source_format: null, source_key: null };

  record.create(graphResource, graphId, {
    ...stateOf(graphResource, graph),
    name,
    start_node_id: graph.start_node_id === null ? null : renamed(graph.start_node_id),
    ...unsourced,
  });
  for (const group of groups) {
    record.create(groupResource, renamed(group.id), {
      ...stateOf(groupResource, group),
      graph_id: graphId,
      ...unsourced,
    });
  }
  for (const [index, node] of nodes.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await breathe();
    record.create(nodeResource, renamed(node.id), {
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
      ...copiedLists(node, renamed, now),
      ...unsourced,
    });
  }
  for (const annotation of annotations) {
    const state = { ...stateOf(annotationResource, annotation), graph_id: graphId, ...unsourced };
    record.create(annotationResource, newId("ann", now), state);
  }
  return graphId;
}

function copiedLists(node: NodeVersion, renamed: (id: string) => string, now: number) {
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
      id: renamed(branch.id),
      target_node_id: branch.target_node_id === null ? null : renamed(branch.target_node_id),
      target_graph_id: branch.target_graph_id === null ? null : renamed(branch.target_graph_id),
      conditions: branch.conditions.map(condition),
      effects: branch.effects.map(effect),
    })),
  });
}
