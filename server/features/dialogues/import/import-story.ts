import { nodeName } from "#domain/dialogue/names.ts";
import { Report } from "#domain/import/report.ts";
import type { ReportItem } from "#domain/import/story.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { entityResource } from "../../entities/public.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "../resources.ts";
import { variableResource } from "../variable.ts";
import { importEntities } from "./import-entities.ts";
import { importGraph, importParts } from "./import-graph.ts";
import { importVariables } from "./import-variables.ts";
import { ImportWriter, type Tally } from "./import-writer.ts";
import { type GraphMatch, matchGraphs } from "./match-graphs.ts";
import { type BranchIds, nameBranches, placeNodes } from "./node-state.ts";
import { locateGraphs, References } from "./references.ts";
import type { OpenStory } from "./story-parts.ts";

/** Result of an import, or of its dry run. */
export interface ImportOutcome {
  graphs: { id: string; name: string; nodes: number; branches: number; change: keyof Tally }[];
  written: Record<"dialogues" | "nodes" | "groups" | "annotations" | "variables" | "entities", Tally>;
  report: (ReportItem & { graph_id: string | null; node_id: string | null; node_name: string | null })[];
}

/**
 * Makes a story part of a project, inside the unit of work. What came from the same source before is updated and keeps
 * its id, what is as it was makes no event, what vanished from the file is deleted, what people added stays. Nodes are read,
 * compared and written a piece at a time: of all of them at once only keys and ids are in memory.
 */
export async function importStoryIn(record: UnitOfWork, story: OpenStory, now: number): Promise<ImportOutcome> {
  const writer = new ImportWriter(record, story.format, now);
  const report = new Report();
  const matches = await matchGraphs(writer, story.graphs, report);
  const mayClearSpeaker = await speakerRule(writer, matches);
  const places = await locateGraphs(writer, story, matches);
  const variables = await importVariables(writer, story, report);
  const entities = await importEntities(writer, story, report);
  const references = new References(record.projectId, places, { variables, entities });
  const changes = matches.map((match) => importGraph(writer, match, report));
  // Branches have their ids before any node is written: an expression may name one of a later node.
  const branchIds: BranchIds = new Map();
  for (const match of matches) {
    if (!match.imported.hasNamedBranches) continue;
    for (const piece of match.imported.nodes()) {
      const placed = await placeNodes(record, match, piece, branchIds);
      nameBranches(match, placed, references, now, branchIds);
      record.forget(
        nodeResource,
        placed.map(({ id }) => id),
      );
    }
  }
  record.beginPieces([nodeResource], eventsOf(writer, matches));
  const names = { references, branchIds, entities, mayClearSpeaker };
  for (const match of matches) await importParts(writer, match, names, report);
  return {
    graphs: matches.map(({ id, imported }, index) => ({
      id,
      name: imported.name,
      nodes: imported.nodeKeys.length,
      branches: imported.branchCount,
      change: changes[index] ?? "unchanged",
    })),
    written: {
      dialogues: writer.tally(graphResource),
      nodes: writer.tally(nodeResource),
      groups: writer.tally(groupResource),
      annotations: writer.tally(annotationResource),
      variables: writer.tally(variableResource),
      entities: writer.tally(entityResource),
    },
    report: located([...story.report, ...report.items], matches),
  };
}

/**
 * Returns the rule for a file that names no speaker: our own format always removes it, unless the speaker was deleted
 * and could not be written into the file; others only where the speaker came from that format as well.
 */
async function speakerRule(
  { record, format }: ImportWriter,
  matches: readonly GraphMatch[],
): Promise<(entityId: string) => boolean> {
  const ids = matches.flatMap(({ nodes }) =>
    [...nodes.existing.values()].flatMap(({ speaker_id }) => speaker_id ?? []),
  );
  const speakers = await record.load(entityResource, ids);
  return (id) => {
    const speaker = speakers.get(id);
    return speaker !== undefined && (format === "fabula_json" || speaker.source_format === format);
  };
}

/**
 * Returns the number of events an import will make; null where something exists, and may be equal to the file already.
 */
function eventsOf(writer: ImportWriter, matches: readonly GraphMatch[]): number | null {
  if (matches.some(({ existing }) => existing !== null)) return null;
  const parts = matches.map(({ imported: { nodeKeys, groups, annotations } }) => {
    return nodeKeys.length + groups.length + annotations.length;
  });
  return parts.reduce((sum, count) => sum + count, writer.events);
}

/** Remarks with the ids of what they are about, and what its nodes are called: keys of a file mean nothing to people. */
function located(items: readonly ReportItem[], matches: readonly GraphMatch[]): ImportOutcome["report"] {
  const byKey = new Map(matches.map((match) => [match.imported.key, match]));
  const names = new Map(
    matches.map((match) => {
      const keys = items.flatMap(({ graph_key, node_key }) =>
        graph_key === match.imported.key ? (node_key ?? []) : [],
      );
      return [match.imported.key, namesIn(match, new Set(keys))];
    }),
  );
  return items.map((item) => {
    const { graph_key, node_key } = item;
    const match = graph_key === null ? undefined : byKey.get(graph_key);
    const nodeId = node_key === null ? undefined : match?.nodes.ids.get(node_key);
    const name = node_key === null ? undefined : names.get(graph_key ?? "")?.get(node_key);
    return { ...item, graph_id: match?.id ?? null, node_id: nodeId ?? null, node_name: name ?? null };
  });
}

/** Returns the names of some nodes of a dialogue, by their keys. */
function namesIn({ imported }: GraphMatch, keys: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  if (keys.size === 0) return names;
  for (const piece of imported.nodes()) {
    for (const node of piece) if (keys.has(node.key)) names.set(node.key, nodeName(node));
    if (names.size === keys.size) break;
  }
  return names;
}
