import { sql } from "drizzle-orm";
import { branchesFromKeyed } from "#domain/dialogue/keyed.ts";
import { sourceOf } from "#domain/dialogue/states.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
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
import type { JsonObject } from "#domain/json.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Db } from "../../../record/database.ts";
import type { Resource } from "../../../record/resource.ts";
import { versionPages } from "../../../record/version-pages.ts";
import { holds } from "../../../record/versions.ts";
import { unresolvedOf, withoutUnresolved } from "../import/own-extension.ts";
import { isStandIn } from "../import/stand-in-id.ts";
import { annotationResource, groupResource, nodeResource } from "../resources.ts";
import type { GraphVersion, NodeVersion } from "../states.ts";
import type { VariableVersion } from "../variable.ts";
import { toGraph, toNode } from "../wire.ts";
import { type ExportNames, exportKey, type ListedNode, listed, NamesOfDialogue } from "./export-names.ts";

/** One list for all that have no entries. */
const NONE: readonly string[] = [];

/** Source of an export: project, dialogue and sequence. */
export interface ExportSource {
  readonly db: Db;
  readonly projectId: string;
  readonly seq: number;
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
 * The nodes are read twice, a page at a time: once for the outline, once to be written. `isNamed` asks for the names that
 * nodes have by their own words.
 */
export async function openDialogue(
  graph: GraphVersion,
  source: ExportSource,
  needed: { isNamed: boolean },
): Promise<OpenedDialogue> {
  const { db, projectId, seq } = source;
  const pages = <S extends { graph_id: string }>(resource: Resource<S>) =>
    versionPages(db, resource, projectId, graph.id, seq);
  const named = new NamesOfDialogue(graph.id);
  const isPlaced = await isPlacedWhole(graph, source);
  let nodes: NodeOutline[] = [];
  for await (const page of pages(nodeResource)) {
    for (const each of page.map(listed)) {
      named.add(each);
      const { branches, conditions } = each.lists;
      const node = { ...each.node, source: sourceOf(each.node), branches, conditions };
      nodes.push({ ...outlineOf(node, { isPlaced, ...needed }), branchIds: NONE });
    }
  }
  // Only branches that expressions name get keys, and which those are is known now; most dialogues have none.
  if (named.namesBranches) nodes = await withNamedBranches(nodes, pages(nodeResource), named.uses.refs);
  const names = await named.find(db, projectId, seq);
  const groups = await whole(pages(groupResource));
  const annotations = await whole(pages(annotationResource));
  return {
    outline: {
      graph: { ...toGraph(graph, nodes.length), extensions: withoutUnresolved(graph.extensions) },
      nodes,
      isPlaced,
      uses: named.uses,
      groups,
      annotations,
      variables: names.variables,
      entities: [...names.entities.values()].map((entity) => ({ ...entity, properties: {}, parent_id: null })),
    },
    partKeys: {
      groups: distinctKeys(groups),
      annotations: distinctKeys(annotations),
      variables: new Map(names.variables.map((variable) => [variable.id, variableKey(variable)])),
    },
    async *nodes() {
      for await (const page of pages(nodeResource)) {
        yield page.map((node) => exportedNode(graph.id, listed(node), names.own, names));
      }
    },
  };
}

/** Whether all nodes of a dialogue have places, each its own. */
async function isPlacedWhole({ id }: GraphVersion, { db, projectId, seq }: ExportSource): Promise<boolean> {
  const [row] = await db.execute<{ placed: boolean }>(
    sql`SELECT NOT EXISTS (
          SELECT FROM dialogue_node_versions WHERE project_id = ${projectId} AND graph_id = ${id} AND ${holds(seq)}
          GROUP BY canvas_x, canvas_y HAVING count(*) > 1 OR canvas_x IS NULL OR canvas_y IS NULL) AS placed`,
  );
  return row?.placed === true;
}

/** Outlines that know of the branches that expressions name, and of no others. */
async function withNamedBranches(
  nodes: readonly NodeOutline[],
  pages: AsyncIterable<readonly NodeVersion[]>,
  named: ReadonlySet<string>,
): Promise<NodeOutline[]> {
  const outlines: NodeOutline[] = [];
  for await (const page of pages) {
    for (const { branches } of page) {
      const outline = nodes[outlines.length];
      if (outline === undefined) continue;
      const branchIds = branchesFromKeyed(branches).flatMap(({ id }) => (named.has(id) ? id : []));
      outlines.push(branchIds.length === 0 ? outline : { ...outline, branchIds });
    }
  }
  return outlines;
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

/** Returns the key of a variable in every file: that of an earlier export, else its id. A story's own name for it is none. */
function variableKey(variable: VariableVersion): string {
  return variable.source_story === null ? exportKey(variable) : variable.id;
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
    properties: node.properties,
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
