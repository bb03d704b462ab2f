import { Report } from "#domain/import/report.ts";
import type { ImportedStory, ReportItem } from "#domain/import/story.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { entityResource } from "../../entities/public.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "../resources.ts";
import { variableResource } from "../variable.ts";
import { importEntities } from "./import-entities.ts";
import { importGraph, importParts } from "./import-graph.ts";
import { importVariables } from "./import-variables.ts";
import { ImportWriter, type Tally } from "./import-writer.ts";
import { type GraphMatch, matchGraphs } from "./match-graphs.ts";
import { placeNode } from "./node-state.ts";
import { locateGraphs, References } from "./references.ts";
import { usesOfStory } from "./story-uses.ts";

/** What an import did, or would do. */
export interface ImportOutcome {
  graphs: { id: string; name: string; nodes: number; branches: number; change: keyof Tally }[];
  written: Record<"dialogues" | "nodes" | "groups" | "annotations" | "variables" | "entities", Tally>;
  report: (ReportItem & { graph_id: string | null; node_id: string | null })[];
}

/**
 * Makes a story part of a project, inside the unit of work. What came from the same source before is updated and keeps
 * its id, what is as it was makes no event, what vanished from the file is deleted, what people added stays. The number
 * of queries does not depend on the size of the story.
 */
export async function importStoryIn(record: UnitOfWork, story: ImportedStory, now: number): Promise<ImportOutcome> {
  const writer = new ImportWriter(record, story.format, now);
  const report = new Report();
  const uses = usesOfStory(story);
  const matches = await matchGraphs(writer, story.graphs, report);
  const mayClearSpeaker = await speakerRule(writer, matches);
  const places = await locateGraphs(writer, story, matches);
  const variables = await importVariables(writer, story, uses, report);
  const entities = await importEntities(writer, story, uses.entities, report);
  const references = new References(record.projectId, places, { variables, entities });
  const changes = matches.map((match) => importGraph(writer, match, report));
  // All nodes are placed before any is written: an expression may name a branch of a later one.
  const placed = matches.map((match) => match.imported.nodes.map((node) => placeNode(match, node, references, now)));
  for (const [index, match] of matches.entries()) {
    await importParts(writer, match, placed[index] ?? [], { references, entities, mayClearSpeaker }, report);
  }
  return {
    graphs: matches.map(({ id, imported }, index) => ({
      id,
      name: imported.name,
      nodes: imported.nodes.length,
      branches: imported.nodes.reduce((sum, node) => sum + node.branches.length, 0),
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
 * When a file that names no speaker takes one away: our own format always means it, unless the speaker was deleted and
 * could not be written into the file; others only where the speaker came from that format as well.
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

/** Remarks with the ids of what they are about. */
function located(items: readonly ReportItem[], matches: readonly GraphMatch[]): ImportOutcome["report"] {
  const byKey = new Map(matches.map((match) => [match.imported.key, match]));
  return items.map((item) => {
    const match = item.graph_key === null ? undefined : byKey.get(item.graph_key);
    const nodeId = item.node_key === null ? undefined : match?.nodes.ids.get(item.node_key);
    return { ...item, graph_id: match?.id ?? null, node_id: nodeId ?? null };
  });
}
