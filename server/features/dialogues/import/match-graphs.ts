import { setImmediate as breathe } from "node:timers/promises";
import type { Report } from "#domain/import/report.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import type { Resource, Version } from "../../../record/resource.ts";
import { fieldsOfParts } from "../../../record/version-pages.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "../resources.ts";
import type { AnnotationVersion, GraphState, GraphVersion, GroupVersion, NodeVersion } from "../states.ts";
import type { ImportWriter } from "./import-writer.ts";
import { sourceKey } from "./source-key.ts";
import type { OpenGraph } from "./story-parts.ts";

/** Fields of an existing node that matching and the report need; the rest is read with its piece. */
const NODE_FIELDS = ["graph_id", "source_format", "source_key", "group_id", "speaker_id", "title"] as const;
type KnownNode = Pick<NodeVersion, "id" | (typeof NODE_FIELDS)[number]>;

/** Comparison of one kind of part in a file with that of the dialogue. */
export interface PartMatch<Known> {
  /** The id of each of the file's parts, by its key: the one it had, or a new one. */
  ids: Map<string, string>;
  /** The parts that exist already, by id. */
  existing: Map<string, Known>;
  /** Came from this format and are not in the file any more. */
  vanished: Known[];
  /** Are not in the file and never came from it: the work of people. */
  others: Known[];
}

/** A dialogue of the file, set beside the one in the project that it is. */
export interface GraphMatch {
  imported: OpenGraph;
  id: string;
  existing: GraphVersion | null;
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
 * Finds what of a file is in the project already: dialogues by source, their parts by source within them. A key of our
 * own format may also be an id of this project, which is what an export calls things that were made here.
 */
export async function matchGraphs(
  writer: ImportWriter,
  graphs: readonly OpenGraph[],
  report: Report,
): Promise<GraphMatch[]> {
  const found = await findGraphs(writer, graphs, report);
  const graphIds = [...found.values()].map(({ id }) => id);
  const nodes = await nodesOf(writer, graphIds);
  const groups = await partsOf(writer, groupResource, graphIds);
  const annotations = await partsOf(writer, annotationResource, graphIds);
  const matches: GraphMatch[] = [];
  for (const imported of graphs) {
    const existing = found.get(imported.key) ?? null;
    const id = existing?.id ?? newId("dlg", writer.now);
    matches.push({
      imported,
      id,
      existing,
      nodes: await matchParts(writer, "node", imported.nodeKeys, nodes.get(id) ?? []),
      groups: await matchParts(writer, "grp", keysOf(imported.groups), groups.get(id) ?? []),
      annotations: await matchParts(writer, "ann", keysOf(imported.annotations), annotations.get(id) ?? []),
    });
  }
  return matches;
}

async function findGraphs(
  { record, format }: ImportWriter,
  graphs: readonly OpenGraph[],
  report: Report,
): Promise<Map<string, Version<GraphState>>> {
  const keys = graphs.map(({ key }) => sourceKey(key));
  const sourced =
    keys.length === 0 ? [] : await record.find(graphResource, { source_format: format, source_key: keys });
  const bySource = Map.groupBy(sourced, ({ source_key }) => source_key);
  const ids = format === "fabula_json" ? keys.filter((key) => isId("dlg", key)) : [];
  const byId = await record.load(graphResource, ids);
  const result = new Map<string, Version<GraphState>>();
  const taken = new Set<string>();
  for (const { key } of graphs) {
    const candidates = bySource.get(sourceKey(key)) ?? [];
    const graph = candidates[0] ?? byId.get(key);
    if (graph === undefined || taken.has(graph.id)) continue;
    taken.add(graph.id);
    result.set(key, graph);
    if (candidates.length > 1) {
      const message = `${candidates.length} dialogues came from this source; “${graph.name}” (${graph.id}), the oldest, is updated.`;
      report.add("warning", "import_source_ambiguous", message, { graph: key });
    }
  }
  return result;
}

const keysOf = (parts: readonly { key: string }[]): string[] => parts.map(({ key }) => key);

async function nodesOf({ record }: ImportWriter, graphIds: readonly string[]): Promise<Map<string, KnownNode[]>> {
  const nodes = await fieldsOfParts(record.db, nodeResource, record.projectId, graphIds, NODE_FIELDS, record.seq);
  return Map.groupBy(nodes, ({ graph_id }) => graph_id);
}

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

async function matchParts<Known extends Sourced & { id: string }>(
  { format, now }: ImportWriter,
  prefix: string,
  imported: readonly string[],
  present: readonly Known[],
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
    const gone = each.source_format === format && each.source_key !== null && !keys.has(each.source_key);
    (gone ? match.vanished : match.others).push(each);
  }
  return match;
}
