import { collectEffectUses, collectUses, type ExpressionUses, noUses } from "#domain/expression.ts";
import { type NodeLists, nodeListsFromKeyed } from "#domain/keyed.ts";
import type { Db } from "../../../record/database.ts";
import type { Resource, Versioned } from "../../../record/resource.ts";
import { findVersions } from "../../../record/versions.ts";
import { type EntityVersion, entityResource } from "../../entities/public.ts";
import { isStandIn } from "../import/stand-in-id.ts";
import type { WholeGraph } from "../read-graph.ts";
import { graphResource, nodeResource } from "../resources.ts";
import type { NodeVersion } from "../states.ts";
import { type VariableVersion, variableResource } from "../variable.ts";

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

/** What a dialogue names and does not hold, as of one sequence. */
export interface ExportNames {
  /** Keys of other dialogues that it leads to, by id. */
  graphs: ReadonlyMap<string, string>;
  /** Keys of nodes of other dialogues, by id. */
  nodes: ReadonlyMap<string, string>;
  variables: readonly VariableVersion[];
  entities: ReadonlyMap<string, EntityVersion>;
}

/** The nodes of a graph with their lists in order. */
export function listedNodes({ nodes }: WholeGraph): ListedNode[] {
  return nodes.map((node) => ({ node, lists: nodeListsFromKeyed(node) }));
}

/** Looks up all that a dialogue names and does not hold. */
export async function namesOf(
  db: Db,
  projectId: string,
  graphId: string,
  listed: readonly ListedNode[],
  atSeq: number | null,
): Promise<ExportNames> {
  const own = new Set(listed.map(({ node }) => node.id));
  const uses = usesOf(listed);
  const nodes = new Set([...uses.refs].filter((id) => id.startsWith("node_") && !own.has(id)));
  const graphs = new Set<string>();
  for (const { node, lists } of listed) {
    if (node.speaker_id !== null) uses.entities.add(node.speaker_id);
    const leaving = lists.branches.map((each) => ({ graph_id: each.target_graph_id, node_id: each.target_node_id }));
    for (const end of [node.exit_to, ...leaving]) {
      if (end === null || end.graph_id === null || end.graph_id === graphId) continue;
      graphs.add(end.graph_id);
      if (end.node_id !== null) nodes.add(end.node_id);
    }
  }
  const load = async <S>(resource: Resource<S>, ids: ReadonlySet<string>): Promise<Versioned<S>[]> => {
    const wanted = [...ids].filter((id) => !isStandIn(id));
    return wanted.length === 0 ? [] : findVersions(db, resource, projectId, { id: wanted }, atSeq);
  };
  return {
    graphs: new Map((await load(graphResource, graphs)).map((each) => [each.id, exportKey(each)])),
    nodes: new Map((await load(nodeResource, nodes)).map((each) => [each.id, exportKey(each)])),
    variables: await load(variableResource, uses.variables),
    entities: new Map((await load(entityResource, uses.entities)).map((each) => [each.id, each])),
  };
}

function usesOf(listed: readonly ListedNode[]): ExpressionUses {
  const uses = noUses();
  for (const { lists } of listed) {
    for (const condition of [...lists.conditions, ...lists.branches.flatMap((branch) => branch.conditions)]) {
      collectUses(condition, uses);
    }
    for (const effect of [...lists.on_enter_effects, ...lists.branches.flatMap((branch) => branch.effects)]) {
      collectEffectUses(effect, uses);
    }
  }
  return uses;
}
