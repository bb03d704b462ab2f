import type { ReferenceMap } from "#domain/expression.ts";
import { isId } from "../../../kernel/ids.ts";
import { graphResource, nodeResource } from "../resources.ts";
import type { ImportWriter } from "./import-writer.ts";
import type { GraphMatch } from "./match-graphs.ts";
import { sourceKey } from "./source-key.ts";
import { standInId } from "./stand-in-id.ts";
import type { OpenStory } from "./story-parts.ts";

/** Names behind stand-in ids, by id. */
export type Missing = Map<string, string>;

/**
 * Turns the names and keys of a story into ids. What names nothing gets a stand-in id, and its name is noted; an id of
 * ours that names nothing stays as it is, because an export writes ids where there are no names.
 */
export class References {
  private readonly projectId: string;
  private readonly graphs: ReadonlyMap<string, string>;
  private readonly nodes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  private readonly variables: ReadonlyMap<string, string>;
  private readonly entities: ReadonlyMap<string, string>;
  /** Ids of branches that expressions name, by graph and key; filled while branches get their ids. */
  readonly branches = new Map<string, Map<string, string>>();
  /** The first node or branch of each key, whatever its dialogue; made when it is first asked for. */
  private anywhere: Map<string, string> | null = null;

  constructor(
    projectId: string,
    places: GraphPlaces,
    names: { variables: ReadonlyMap<string, string>; entities: ReadonlyMap<string, string> },
  ) {
    this.projectId = projectId;
    this.graphs = places.graphs;
    this.nodes = places.nodes;
    this.variables = names.variables;
    this.entities = names.entities;
  }

  graph(key: string, missing: Missing): string {
    return this.graphs.get(key) ?? this.stand("dlg", [], key, missing);
  }

  node(graphId: string, key: string, missing: Missing): string {
    const known = this.nodes.get(graphId);
    return known?.get(key) ?? known?.get(sourceKey(key)) ?? this.stand("node", [graphId], key, missing);
  }

  /** Returns the renaming of expressions of a graph. */
  map(graphId: string, missing: Missing): ReferenceMap {
    return {
      variable: (name) => this.variables.get(name) ?? name,
      entity: (key) => this.entities.get(key) ?? this.stand("ent", [], key, missing),
      ref: (key) => this.refOf(graphId, key, missing),
    };
  }

  /** A node or branch an expression names: of its own dialogue, else of another one of the file. */
  private refOf(graphId: string, key: string, missing: Missing): string {
    const own = this.nodes.get(graphId)?.get(key) ?? this.branches.get(graphId)?.get(key);
    if (own !== undefined) return own;
    this.anywhere ??= new Map(
      [...this.branches.values(), ...this.nodes.values()].flatMap((keys) => [...keys]).reverse(),
    );
    return this.anywhere.get(key) ?? (isId("br", key) ? key : this.node(graphId, key, missing));
  }

  private stand(prefix: "dlg" | "node" | "ent", place: readonly string[], key: string, missing: Missing): string {
    if (isId(prefix, key)) return key;
    const id = standInId(prefix, [this.projectId, ...place], key);
    missing.set(id, key);
    return id;
  }
}

/** Ids of dialogues and nodes, by key. */
export interface GraphPlaces {
  graphs: Map<string, string>;
  /** Node ids by graph id, then by key. */
  nodes: Map<string, ReadonlyMap<string, string>>;
}

/** Finds the dialogues of a file, and those outside it that it leads to. */
export async function locateGraphs(
  { record, format }: ImportWriter,
  story: Pick<OpenStory, "outside">,
  matches: readonly GraphMatch[],
): Promise<GraphPlaces> {
  const graphs = new Map(matches.map(({ imported, id }) => [imported.key, id]));
  const nodes = new Map<string, ReadonlyMap<string, string>>(matches.map((match) => [match.id, match.nodes.ids]));
  const outside = new Map<string, Set<string>>();
  for (const { graph_key, node_key } of story.outside) {
    const keys = outside.get(graph_key) ?? new Set();
    outside.set(graph_key, keys);
    if (node_key !== null) keys.add(sourceKey(node_key));
  }
  if (outside.size === 0) return { graphs, nodes };
  const keys = [...outside.keys()].map(sourceKey);
  const found = await record.find(graphResource, { source_format: format, source_key: keys });
  const bySource = new Map(found.toReversed().map((graph) => [graph.source_key, graph.id]));
  for (const key of outside.keys()) {
    const id = bySource.get(sourceKey(key));
    if (id !== undefined) graphs.set(key, id);
    else if (isId("dlg", key)) graphs.set(key, key);
  }
  const graphIds = [...outside.keys()].flatMap((key) => graphs.get(key) ?? []);
  const nodeKeys = [...outside.values()].flatMap((each) => [...each]);
  if (graphIds.length === 0 || nodeKeys.length === 0) return { graphs, nodes };
  const targets = await record.find(nodeResource, { graph_id: graphIds, source_format: format, source_key: nodeKeys });
  for (const [graphId, members] of Map.groupBy(targets, ({ graph_id }) => graph_id)) {
    nodes.set(graphId, new Map(members.toReversed().map(({ source_key, id }) => [source_key ?? "", id])));
  }
  return { graphs, nodes };
}
