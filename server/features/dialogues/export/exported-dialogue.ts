import type { Branch } from "#domain/dialogue.ts";
import type { ExportedNode } from "#domain/export/exported.ts";
import type { PartKeys } from "#domain/export/fabula-json.ts";
import { type DialogueOutline, type NodeOutline, outlineOf } from "#domain/export/outline.ts";
import {
  type Condition,
  type Effect,
  mapEffectReferences,
  mapReferences,
  type ReferenceMap,
} from "#domain/expression.ts";
import { isId } from "../../../kernel/ids.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Db } from "../../../record/database.ts";
import type { Resource } from "../../../record/resource.ts";
import { type Moment, versionPages } from "../../../record/version-pages.ts";
import { unresolvedOf, withoutUnresolved } from "../import/own-extension.ts";
import { isStandIn } from "../import/stand-in-id.ts";
import { annotationResource, groupResource, nodeResource } from "../resources.ts";
import type { GraphVersion } from "../states.ts";
import { sourceOf, toGraph, toNode } from "../wire.ts";
import { type ExportNames, exportKey, type ListedNode, listed, NamesOfDialogue } from "./export-names.ts";

/** Where and when a dialogue is exported. */
export interface ExportSource extends Moment {
  readonly db: Db;
  readonly projectId: string;
}

/** A dialogue for export: its outline, the keys of its parts, and its nodes, which are read while they are written. */
export interface OpenedDialogue {
  readonly outline: DialogueOutline;
  readonly partKeys: PartKeys;
  nodes(): AsyncGenerator<ExportedNode[], void, undefined>;
}

/**
 * Opens a dialogue for export. What lies outside it stands there under its name already: other dialogues and their nodes
 * by the key they came under, what an import could not find by the name the file had for it. Speakers and other entities
 * go along by name and type only, so that they can be found or made again: a file of a dialogue must not carry the
 * secrets of a world, nor bring back what people have since changed.
 *
 * The nodes are read twice, a page at a time: once for the outline, once to be written.
 */
export async function openDialogue(graph: GraphVersion, source: ExportSource): Promise<OpenedDialogue> {
  const { db, projectId, seq } = source;
  const pages = <S extends { graph_id: string }>(resource: Resource<S>) =>
    versionPages(db, resource, projectId, graph.id, source);
  const named = new NamesOfDialogue(graph.id);
  let nodes: NodeOutline[] = [];
  for await (const page of pages(nodeResource)) {
    for (const each of page.map(listed)) {
      named.add(each);
      nodes.push(outlineOf({ ...each.node, source: sourceOf(each.node), branches: each.lists.branches }));
    }
  }
  // Only branches that expressions name get keys, and which those are is known now.
  nodes = nodes.map((node) => ({ ...node, branchIds: node.branchIds.filter((id) => named.uses.refs.has(id)) }));
  const names = await named.find(db, projectId, seq);
  const groups = await whole(pages(groupResource));
  const annotations = await whole(pages(annotationResource));
  return {
    outline: {
      graph: { ...toGraph(graph, nodes.length), extensions: graph.extensions },
      nodes,
      uses: named.uses,
      groups,
      annotations,
      variables: names.variables,
      entities: [...names.entities.values()].map((entity) => ({ ...entity, properties: {}, parent_id: null })),
    },
    partKeys: { groups: distinctKeys(groups), annotations: distinctKeys(annotations) },
    async *nodes() {
      for await (const page of pages(nodeResource)) {
        yield page.map((node) => exportedNode(graph.id, listed(node), names.own, names));
      }
    },
  };
}

async function whole<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** One key each; of two that came under the same one (a restored group), the later goes by its id. */
function distinctKeys(parts: readonly Parameters<typeof exportKey>[0][]): string[] {
  const taken = new Set<string>();
  return parts.map((part) => {
    const key = exportKey(part);
    if (taken.has(key)) return part.id;
    taken.add(key);
    return key;
  });
}

function exportedNode(
  graphId: string,
  { node, lists }: ListedNode,
  own: ReadonlySet<string>,
  names: ExportNames,
): ExportedNode {
  const missing = unresolvedOf(node.extensions).missing ?? {};
  const name = (id: string): string => (isStandIn(id) && Object.hasOwn(missing, id) ? (missing[id] ?? id) : id);
  const map: ReferenceMap = {
    entity: (id) => (names.entities.has(id) ? id : name(id)),
    ref: (id) => (own.has(id) ? id : (names.nodes.get(id) ?? name(id))),
  };
  const condition = (each: Condition): Condition => ({ ...mapReferences(each, map), id: each.id });
  const effect = (each: Effect): Effect => ({ ...mapEffectReferences(each, map), id: each.id });
  const exit = node.exit_to;
  return {
    ...toNode(node),
    speaker_id: shownSpeaker(node.speaker_id, names),
    conditions: lists.conditions.map(condition),
    on_enter_effects: lists.on_enter_effects.map(effect),
    branches: lists.branches.map((branch) => ({
      ...exportedBranch(graphId, branch, own, names),
      conditions: branch.conditions.map(condition),
      effects: branch.effects.map(effect),
    })),
    exit_to:
      exit === null || exit.graph_id === graphId
        ? exit
        : {
            graph_id: names.graphs.get(exit.graph_id) ?? name(exit.graph_id),
            node_id: exit.node_id === null ? null : (names.nodes.get(exit.node_id) ?? name(exit.node_id)),
          },
    extensions: withoutUnresolved(node.extensions),
  };
}

/** A speaker as a file names it: an entity, or a name that is no id of ours; an entity that is gone is not named. */
function shownSpeaker(id: string | null, names: ExportNames): string | null {
  return id === null || names.entities.has(id) || !isId("ent", id) ? id : null;
}

function exportedBranch(graphId: string, branch: Branch, own: ReadonlySet<string>, names: ExportNames): Branch {
  const extensions = branch.extensions as JsonObject;
  const { missing_target, missing_graph } = unresolvedOf(extensions);
  const name = (id: string, noted: string | undefined): string => (isStandIn(id) ? (noted ?? id) : id);
  const { target_node_id: nodeId, target_graph_id: other } = branch;
  const stays = other === null || other === graphId;
  const isHere = stays && nodeId !== null && own.has(nodeId);
  return {
    ...branch,
    target_node_id:
      nodeId === null || isHere
        ? nodeId
        : ((stays ? undefined : names.nodes.get(nodeId)) ?? name(nodeId, missing_target)),
    target_graph_id: stays ? other : (names.graphs.get(other) ?? name(other, missing_graph)),
    extensions: withoutUnresolved(extensions),
  };
}
