import { collectEffectUses, collectUses, type ExpressionUses, noUses } from "#domain/expression.ts";
import { type NodeLists, nodeListsFromKeyed } from "#domain/keyed.ts";
import type { Db } from "../../../record/database.ts";
import type { Resource, Versioned } from "../../../record/resource.ts";
import { findVersions } from "../../../record/versions.ts";
import { type EntityVersion, entityResource } from "../../entities/public.ts";
import { type VariableVersion, variableResource } from "../../variables/public.ts";
import { isStandIn } from "../import/stand-in-id.ts";
import type { WholeGraph } from "../read-graph.ts";
import { graphResource, nodeResource } from "../resources.ts";
import type { NodeVersion } from "../states.ts";

interface Sourced {
  id: string;
  source_format: string | null;
  source_key: string | null;
}

/** What an export calls something: what our own format called it when it came, else its id. */
export function exportKey({ id, source_format, source_key }: Sourced): string {
  return source_format === "fabula_json" && source_key !== null ? source_key : id;
}

/** A node with its lists in order. */
export interface ListedNode {
  node: NodeVersion;
  lists: NodeLists;
}

/** Everything a graph names, under the names an export uses. All of it as of one sequence. */
export interface ExportNames {
  nodes: ListedNode[];
  /** Keys of the graph's own nodes, groups and annotations, by id. */
  keys: ReadonlyMap<string, string>;
  /** Keys of branches that expressions name, by id. */
  branches: ReadonlyMap<string, string>;
  /** Keys of this dialogue and of others that it leads to, by id. */
  graphs: ReadonlyMap<string, string>;
  /** Keys of nodes of other dialogues, by id. */
  outside: ReadonlyMap<string, string>;
  variables: ReadonlyMap<string, VariableVersion>;
  entities: ReadonlyMap<string, EntityVersion>;
}

/** Looks up all that a graph names. */
export async function namesOfGraph(
  db: Db,
  projectId: string,
  whole: WholeGraph,
  atSeq: number | null,
): Promise<ExportNames> {
  const nodes = whole.nodes.map((node) => ({ node, lists: nodeListsFromKeyed(node) }));
  const keys = ownKeys(whole);
  const uses = usesOf(nodes);
  for (const { node } of nodes) if (node.speaker_id !== null) uses.entities.add(node.speaker_id);
  const outsideNodes = new Set([...uses.refs].filter((id) => id.startsWith("node_") && !keys.has(id)));
  const outsideGraphs = new Set<string>();
  for (const { node, lists } of nodes) {
    const ends = [
      node.exit_to,
      ...lists.branches.map((each) => ({ graph_id: each.target_graph_id, node_id: each.target_node_id })),
    ];
    for (const end of ends) {
      if (end === null || end.graph_id === null || end.graph_id === whole.graph.id) continue;
      outsideGraphs.add(end.graph_id);
      if (end.node_id !== null) outsideNodes.add(end.node_id);
    }
  }
  const load = async <S>(resource: Resource<S>, ids: ReadonlySet<string>): Promise<Versioned<S>[]> => {
    const known = [...ids].filter((id) => !isStandIn(id));
    return known.length === 0 ? [] : findVersions(db, resource, projectId, { id: known }, atSeq);
  };
  const graphs = [whole.graph, ...(await load(graphResource, outsideGraphs))];
  const outside = await load(nodeResource, outsideNodes);
  return {
    nodes,
    keys,
    branches: branchKeys(nodes, keys, uses),
    graphs: new Map(graphs.map((each) => [each.id, exportKey(each)])),
    outside: new Map(outside.map((each) => [each.id, exportKey(each)])),
    variables: new Map((await load(variableResource, uses.variables)).map((each) => [each.id, each])),
    entities: new Map((await load(entityResource, uses.entities)).map((each) => [each.id, each])),
  };
}

/** One key for each part of a graph; of two that came by the same one (a restored node), the later goes by its id. */
function ownKeys({ nodes, groups, annotations }: WholeGraph): Map<string, string> {
  const keys = new Map<string, string>();
  for (const part of [nodes, groups, annotations]) {
    const taken = new Set<string>();
    for (const each of part) {
      const key = exportKey(each);
      keys.set(each.id, taken.has(key) ? each.id : key);
      taken.add(key);
    }
  }
  return keys;
}

function usesOf(nodes: readonly ListedNode[]): ExpressionUses {
  const uses = noUses();
  for (const { lists } of nodes) {
    for (const condition of [...lists.conditions, ...lists.branches.flatMap((branch) => branch.conditions)]) {
      collectUses(condition, uses);
    }
    for (const effect of [...lists.on_enter_effects, ...lists.branches.flatMap((branch) => branch.effects)]) {
      collectEffectUses(effect, uses);
    }
  }
  return uses;
}

/** A branch that is named goes by its place, because its id differs from project to project. */
function branchKeys(
  nodes: readonly ListedNode[],
  keys: ReadonlyMap<string, string>,
  uses: ExpressionUses,
): Map<string, string> {
  const taken = new Set(nodes.map(({ node }) => keys.get(node.id)));
  const result = new Map<string, string>();
  for (const { node, lists } of nodes) {
    for (const [index, { id }] of lists.branches.entries()) {
      if (!uses.refs.has(id)) continue;
      let key = `${keys.get(node.id)}#${index + 1}`;
      while (taken.has(key)) key += "#";
      taken.add(key);
      result.set(id, key);
    }
  }
  return result;
}
