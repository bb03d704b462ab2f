import { setImmediate as breathe } from "node:timers/promises";
import { newId } from "../../../kernel/ids.ts";
import type { Resource, Version } from "../../../record/resource.ts";
import { annotationResource, graphResource, groupResource } from "../resources.ts";
import type { AnnotationVersion, GraphVersion, GroupVersion } from "../states.ts";
import type { StoryPlace } from "./find-story.ts";
import { LIMITS } from "./fit-story.ts";
import { freeNames } from "./free-names.ts";
import type { ImportWriter } from "./import-writer.ts";
import type { KnownNode, KnownNodes } from "./known-nodes.ts";
import { sourceKey } from "./source-key.ts";
import type { OpenGraph } from "./story-parts.ts";

/** Comparison of one kind of part in a file with that of the dialogue. */
export interface PartMatch<Known> {
  /** The id of each of the file's parts, by its key: the one it had, or a new one. */
  ids: Map<string, string>;
  /** The parts that exist already, by id. */
  existing: Map<string, Known>;
  /** Are not in the file any more: they came from this format, or the dialogue is replaced. */
  vanished: Known[];
  /** Are not in the file and never came from it: the work of people. */
  others: Known[];
}

/** A dialogue of the file, set beside the one in the project that it is. */
export interface GraphMatch {
  imported: OpenGraph;
  id: string;
  existing: GraphVersion | null;
  /** Name it gets in the project. */
  name: string;
  /** Dialogue that has its name already, where it is new. */
  namesake: GraphVersion | null;
  /** Whether all that is not in the file goes, whoever made it. */
  isReplaced: boolean;
  /** Source of the dialogue, as the record keeps it. */
  source: string;
  nodes: PartMatch<KnownNode>;
  groups: PartMatch<GroupVersion>;
  annotations: PartMatch<AnnotationVersion>;
}

interface Sourced {
  source_format: string | null;
  source_key: string | null;
}
type Part = Sourced & { graph_id: string };

/**
 * Sets the dialogues of a file beside those of the project that they are, and their parts beside theirs, by source. A key
 * of our own format may also be an id of this project, which is what an export calls things that were made here.
 */
export async function matchGraphs(
  writer: ImportWriter,
  graphs: readonly OpenGraph[],
  place: StoryPlace,
  known: KnownNodes,
): Promise<GraphMatch[]> {
  const graphIds = [...place.graphs.values()].map(({ id }) => id);
  await known.read(graphIds);
  const groups = await partsOf(writer, groupResource, graphIds);
  const annotations = await partsOf(writer, annotationResource, graphIds);
  const names = await namesOf(writer, graphs, place);
  const matches: GraphMatch[] = [];
  for (const [index, imported] of graphs.entries()) {
    if (index % GRAPHS_AT_A_TIME === GRAPHS_AT_A_TIME - 1) await breathe();
    const existing = place.graphs.get(imported.key) ?? null;
    const id = existing?.id ?? newId("dlg", writer.now);
    const isReplaced = place.replaced.has(imported.key);
    const match = <Known extends Sourced & { id: string }>(
      prefix: string,
      keys: readonly string[],
      all: readonly Known[],
    ) => matchParts(writer, prefix, keys, all, isReplaced);
    matches.push({
      imported,
      id,
      existing,
      name: names.get(imported.key)?.name ?? imported.name,
      namesake: names.get(imported.key)?.namesake ?? null,
      isReplaced,
      source: place.sources.dialogue(imported.key),
      nodes: await match("node", imported.nodeKeys, known.of(id)),
      groups: await match("grp", keysOf(imported.groups), groups.get(id) ?? []),
      annotations: await match("ann", keysOf(imported.annotations), annotations.get(id) ?? []),
    });
  }
  return matches;
}

/**
 * Names of the dialogues of a file in the project, by their keys: a new one gets a free name, and one that got such a
 * name when it came keeps it.
 */
async function namesOf(
  { record }: ImportWriter,
  graphs: readonly OpenGraph[],
  place: StoryPlace,
): Promise<Map<string, { name: string; namesake: GraphVersion | null }>> {
  const names = new Map<string, { name: string; namesake: GraphVersion | null }>();
  const fresh: OpenGraph[] = [];
  for (const graph of graphs) {
    const existing = place.graphs.get(graph.key);
    if (existing === undefined) fresh.push(graph);
    else
      names.set(graph.key, {
        name: isNumbered(existing.name, graph.name) ? existing.name : graph.name,
        namesake: null,
      });
  }
  if (fresh.length === 0) return names;
  const here = new Set([...place.graphs.values()].map(({ id }) => id));
  const wanted = [...new Set(fresh.map(({ name }) => name))];
  const holders = await record.find(graphResource, { name: wanted });
  const taken = new Map(holders.filter(({ id }) => !here.has(id)).map((graph) => [graph.name, graph]));
  const held = wanted.filter((name) => taken.has(name));
  const form = { between: " ", max: LIMITS.name };
  const free = await freeNames(record, graphResource, held, new Set(wanted), form);
  const byName = new Map(held.map((name, at) => [name, free[at] ?? name]));
  for (const { key, name } of fresh)
    names.set(key, { name: byName.get(name) ?? name, namesake: taken.get(name) ?? null });
  return names;
}

function isNumbered(name: string, wanted: string): boolean {
  return name.startsWith(`${wanted} `) && /^ \d+$/.test(name.slice(wanted.length));
}

const keysOf = (parts: readonly { key: string }[]): string[] => parts.map(({ key }) => key);

async function partsOf<S extends Part>(
  { record }: ImportWriter,
  resource: Resource<S>,
  graphIds: readonly string[],
): Promise<Map<string, Version<S>[]>> {
  if (graphIds.length === 0) return new Map();
  return Map.groupBy(await record.find(resource, { graph_id: graphIds }), ({ graph_id }) => graph_id);
}

/** Keys matched before other requests of the process get their turn: some 20 ms. */
const AT_A_TIME = 5_000;
/** Dialogues matched before they do: a file can have thousands. */
const GRAPHS_AT_A_TIME = 500;

async function matchParts<Known extends Sourced & { id: string }>(
  { format, now }: ImportWriter,
  prefix: string,
  imported: readonly string[],
  present: readonly Known[],
  isReplaced: boolean,
): Promise<PartMatch<Known>> {
  const bySource = new Map<string, Known>();
  const byId = new Map<string, Known>();
  for (const each of present) {
    const { source_format, source_key } = each;
    if (source_format === format && source_key !== null && !bySource.has(source_key)) bySource.set(source_key, each);
    if (format === "fabula_json") byId.set(each.id, each);
  }
  const match: PartMatch<Known> = { ids: new Map(), existing: new Map(), vanished: [], others: [] };
  const keys = new Set<string>();
  for (const [index, key] of imported.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await breathe();
    const stored = sourceKey(key);
    keys.add(stored);
    const same = bySource.get(stored) ?? byId.get(key);
    if (same !== undefined && !match.existing.has(same.id)) {
      match.existing.set(same.id, same);
      match.ids.set(key, same.id);
    } else match.ids.set(key, newId(prefix, now));
  }
  for (const each of present) {
    if (match.existing.has(each.id)) continue;
    const gone =
      isReplaced || (each.source_format === format && each.source_key !== null && !keys.has(each.source_key));
    (gone ? match.vanished : match.others).push(each);
  }
  return match;
}
