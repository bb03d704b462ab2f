import type { Branch } from "#domain/dialogue.ts";
import { type Expression, mapEffectReferences, mapReferences, type ReferenceMap } from "#domain/expression.ts";
import type {
  ImportedBranch,
  ImportedEntity,
  ImportedGraph,
  ImportedNode,
  ImportedStory,
  ImportedVariable,
} from "#domain/import/story.ts";
import { layOut } from "#domain/layout.ts";
import type { Spot } from "#domain/layout-layers.ts";
import { compareCodePoints } from "#domain/search-form.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Db } from "../../../record/database.ts";
import { unresolvedOf, withoutUnresolved } from "../import/own-extension.ts";
import { isStandIn } from "../import/stand-in-id.ts";
import { loadGraph, type WholeGraph } from "../read-graph.ts";
import { type ExportNames, exportKey, type ListedNode, namesOfGraph } from "./export-names.ts";

/**
 * A dialogue with what it uses, under names and keys in place of ids: what an importer would make of the file that an
 * export writes. Speakers and other entities go along by name and type only, so that they can be found or made again.
 */
export async function storyOfGraph(
  db: Db,
  projectId: string,
  graphId: string,
  atSeq: number | null,
): Promise<ImportedStory> {
  const whole = await loadGraph(db, projectId, graphId, atSeq);
  const names = await namesOfGraph(db, projectId, whole, atSeq);
  return {
    format: "fabula_json",
    name: whole.graph.name,
    graphs: [exportedGraph(whole, names)],
    variables: [...names.variables.values()].map(exportedVariable).sort((a, b) => compareCodePoints(a.name, b.name)),
    entities: [...names.entities.values()].map(exportedEntity).sort((a, b) => compareCodePoints(a.key, b.key)),
    report: [],
  };
}

function exportedVariable({
  name,
  type,
  default: first,
  enum_values,
  description,
}: ImportedVariable): ImportedVariable {
  return { name, type, default: first, enum_values, description };
}

function exportedEntity(entity: { external_id: string; type: string; name: string }): ImportedEntity {
  return { key: entity.external_id, type: entity.type, name: entity.name, properties: {}, parent_key: null };
}

function exportedGraph({ graph, groups, annotations }: WholeGraph, names: ExportNames): ImportedGraph {
  const start = graph.start_node_id;
  const spots = spotsOf(names.nodes, start);
  return {
    key: exportKey(graph),
    name: graph.name,
    description: graph.description,
    start_key: start === null ? null : (names.keys.get(start) ?? null),
    nodes: names.nodes.map((listed) => ({ ...exportedNode(graph.id, listed, names), ...spots(listed.node) })),
    groups: groups.map(({ id, title, color }) => ({ key: names.keys.get(id) ?? id, title, color })),
    annotations: annotations.map(({ id, text, canvas_x, canvas_y, width, height, color }) => ({
      key: names.keys.get(id) ?? id,
      text,
      canvas_x,
      canvas_y,
      width,
      height,
      color,
    })),
    extensions: graph.extensions,
  };
}

/** Where nodes lie. Those that were never placed are laid out, because a file always says where its nodes are. */
function spotsOf(nodes: readonly ListedNode[], start: string | null) {
  const isPlaced = ({ node }: ListedNode): boolean => node.canvas_x !== null && node.canvas_y !== null;
  const spots = nodes.every(isPlaced)
    ? new Map<string, Spot>()
    : layOut(
        nodes.map(({ node, lists }) => ({
          key: node.id,
          x: node.canvas_x,
          y: node.canvas_y,
          targets: lists.branches.flatMap(({ target_node_id }) => target_node_id ?? []),
        })),
        start,
      );
  return ({ id, canvas_x, canvas_y }: ListedNode["node"]): { canvas_x: number; canvas_y: number } => {
    if (canvas_x !== null && canvas_y !== null) return { canvas_x, canvas_y };
    const spot = spots.get(id);
    return { canvas_x: spot?.x ?? 0, canvas_y: spot?.y ?? 0 };
  };
}

function exportedNode(
  graphId: string,
  { node, lists }: ListedNode,
  names: ExportNames,
): Omit<ImportedNode, "canvas_x" | "canvas_y"> {
  const missing = unresolvedOf(node.extensions).missing ?? {};
  const name = (id: string): string => (isStandIn(id) && Object.hasOwn(missing, id) ? (missing[id] ?? id) : id);
  const map: ReferenceMap = {
    variable: (id) => names.variables.get(id)?.name ?? id,
    entity: (id) => names.entities.get(id)?.external_id ?? name(id),
    ref: (id) => names.keys.get(id) ?? names.branches.get(id) ?? names.outside.get(id) ?? name(id),
  };
  const nodeKey = (home: string, id: string) => (home === graphId ? names.keys : names.outside).get(id);
  const exit = node.exit_to;
  return {
    key: names.keys.get(node.id) ?? node.id,
    kind: node.kind,
    title: node.title,
    text: node.text,
    tags: node.tags,
    speaker_key: node.speaker_id === null ? null : (names.entities.get(node.speaker_id)?.external_id ?? null),
    speaker_label: node.speaker_label,
    group_key: node.group_id === null ? null : (names.keys.get(node.group_id) ?? null),
    conditions: lists.conditions.map((each) => mapReferences(each, map)),
    on_enter_effects: lists.on_enter_effects.map((each) => mapEffectReferences(each, map)),
    branches: lists.branches.map((branch) => exportedBranch(graphId, branch, names, map)),
    exit_to:
      exit === null
        ? null
        : {
            graph_key: names.graphs.get(exit.graph_id) ?? name(exit.graph_id),
            node_key: exit.node_id === null ? null : (nodeKey(exit.graph_id, exit.node_id) ?? name(exit.node_id)),
          },
    extensions: withoutUnresolved(node.extensions),
  };
}

function exportedBranch(graphId: string, branch: Branch, names: ExportNames, map: ReferenceMap): ImportedBranch {
  const extensions = branch.extensions as JsonObject;
  const { missing_target, missing_graph } = unresolvedOf(extensions);
  const name = (id: string, noted: string | undefined): string => (isStandIn(id) ? (noted ?? id) : id);
  const { target_node_id: nodeId, target_graph_id: other } = branch;
  const places = other === null || other === graphId ? names.keys : names.outside;
  return {
    key: names.branches.get(branch.id) ?? null,
    kind: branch.kind,
    target_key: nodeId === null ? null : (places.get(nodeId) ?? name(nodeId, missing_target)),
    target_graph_key: other === null ? null : (names.graphs.get(other) ?? name(other, missing_graph)),
    choice_text: branch.choice_text,
    conditions: branch.conditions.map((each): Expression => mapReferences(each, map)),
    effects: branch.effects.map((each) => mapEffectReferences(each, map)),
    when_unavailable: branch.when_unavailable,
    repeat: branch.repeat,
    repeat_scope: branch.repeat_scope,
    weight: branch.weight,
    extensions: withoutUnresolved(extensions),
  };
}
