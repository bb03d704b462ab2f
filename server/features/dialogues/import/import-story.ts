import { setImmediate as breathe } from "node:timers/promises";
import { nodeName } from "#domain/dialogue/names.ts";
import { quoted, Report } from "#domain/import/report.ts";
import type { ReportItem } from "#domain/import/story.ts";
import type { Steps } from "#domain/steps.ts";
import { runYielding } from "../../../operation/run-yielding.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { entityResource } from "../../entities/public.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "../resources.ts";
import { variableResource } from "../variable.ts";
import type { CardChange, CardChanges } from "./card-changes.ts";
import { findStory } from "./find-story.ts";
import { type ImportChoice, NO_CHOICE, requireKnownVariables } from "./import-choice.ts";
import { importEntities } from "./import-entities.ts";
import { importGraph, importParts } from "./import-graph.ts";
import { importVariables } from "./import-variables.ts";
import { ImportWriter, type Tally } from "./import-writer.ts";
import { KnownNodes } from "./known-nodes.ts";
import { type GraphMatch, matchGraphs } from "./match-graphs.ts";
import { type BranchIds, nameBranches, placeNodes } from "./node-state.ts";
import { locateGraphs, References } from "./references.ts";
import { withNames } from "./renamed-words.ts";
import type { OpenStory } from "./story-parts.ts";
import type { VariableConflict } from "./variable-conflict.ts";

/** Variables with a name that is taken, listed one by one. */
const CONFLICTS_LISTED = 200;

/** Result of an import for one dialogue. */
interface GraphOutcome {
  id: string;
  key: string;
  name: string;
  /** Paths of the files that its story was read from. */
  files: string[];
  nodes: number;
  branches: number;
  change: keyof Tally;
  /** Effect on the project's dialogue. */
  outcome: "new" | "updates" | "replaces";
  /** The dialogue it updates or replaces, by the name it had. */
  existing: { id: string; name: string } | null;
  /** Dialogue of another story that has its name or key, which it could replace. */
  other: { id: string; name: string } | null;
  cards: Tally;
  changes: CardChange[];
}

/** Result of an import, or of its dry run. */
export interface ImportOutcome {
  graphs: GraphOutcome[];
  variable_conflicts: VariableConflict[];
  /** Languages of the stories that are in several. */
  languages: { files: string[]; chosen: string; others: string[] }[];
  written: Record<"dialogues" | "nodes" | "groups" | "annotations" | "variables" | "entities", Tally>;
  report: (ReportItem & { graph_id: string | null; node_id: string | null; node_name: string | null })[];
}

/** Story whose dialogues, variables and entities have their places in the project; its nodes are still to be written. */
interface BegunStory {
  /** Number of events that it will make; null where that is not known. */
  readonly events: number | null;
  /** Writes the nodes. */
  finish(): Promise<ImportOutcome>;
}

/**
 * Makes stories part of a project, inside the unit of work. A story that was imported before is updated and keeps its ids, what is as
 * it was makes no event, what vanished from the file is deleted, what people added stays; another story is left alone. Nodes are read,
 * compared and written a piece at a time: of all of them at once only keys and ids are in memory.
 */
export async function importStoriesIn(
  record: UnitOfWork,
  stories: readonly OpenStory[],
  now: number,
  choice: ImportChoice = NO_CHOICE,
): Promise<ImportOutcome> {
  requireKnownVariables(stories, choice);
  const choices = choicesOf(stories, choice);
  const begun: BegunStory[] = [];
  for (const [at, story] of stories.entries()) begun.push(await begin(record, story, now, choices[at] ?? choice));
  const events = begun.reduce<number | null>((sum, each) => {
    return sum === null || each.events === null ? null : sum + each.events;
  }, 0);
  record.beginPieces([nodeResource], events);
  const outcomes: ImportOutcome[] = [];
  for (const each of begun) outcomes.push(await each.finish());
  return joinedOutcome(outcomes);
}

/** Returns the choice for each story: dialogues to be replaced are those of the first story that has the key. */
function choicesOf(stories: readonly OpenStory[], choice: ImportChoice): ImportChoice[] {
  const left = new Map(Object.entries(choice.replace));
  const choices = stories.map(({ graphs }) => {
    const own = graphs.flatMap(({ key }) => {
      const id = left.get(key);
      left.delete(key);
      return id === undefined ? [] : [[key, id] as const];
    });
    return { ...choice, replace: Object.fromEntries(own) };
  });
  // Keys of no story are refused with the first.
  const [first, ...others] = choices;
  if (first === undefined) return [];
  return [{ ...first, replace: { ...first.replace, ...Object.fromEntries(left) } }, ...others];
}

function joinedOutcome(outcomes: readonly ImportOutcome[]): ImportOutcome {
  const written = (kind: keyof ImportOutcome["written"]): Tally =>
    outcomes.map((each) => each.written[kind]).reduce(sum);
  return {
    graphs: outcomes.flatMap(({ graphs }) => graphs),
    variable_conflicts: outcomes.flatMap((each) => each.variable_conflicts).slice(0, CONFLICTS_LISTED),
    languages: outcomes.flatMap(({ languages }) => languages),
    written: {
      dialogues: written("dialogues"),
      nodes: written("nodes"),
      groups: written("groups"),
      annotations: written("annotations"),
      variables: written("variables"),
      entities: written("entities"),
    },
    report: outcomes.flatMap(({ report }) => report),
  };
}

function languagesOf({ language, other_languages: others = [], files }: OpenStory): ImportOutcome["languages"] {
  if (language === undefined || language === null || others.length === 0) return [];
  return [{ files: [...files], chosen: language, others: [...others] }];
}

function sum(a: Tally, b: Tally): Tally {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    deleted: a.deleted + b.deleted,
    unchanged: a.unchanged + b.unchanged,
  };
}

async function begin(record: UnitOfWork, story: OpenStory, now: number, choice: ImportChoice): Promise<BegunStory> {
  const writer = new ImportWriter(record, story.format, now);
  const report = new Report();
  const known = new KnownNodes(record);
  const place = await findStory(writer, story, choice, known, report);
  const matches = await matchGraphs(writer, story.graphs, place, known);
  for (const { imported, name, namesake } of matches) {
    if (namesake === null) continue;
    const message = `Another dialogue is called ${quoted(namesake.name)}; this one is called ${quoted(name)}.`;
    report.add("info", "import_name_taken", message, { graph: imported.key });
  }
  const mayClearSpeaker = await speakerRule(writer, matches);
  const places = await locateGraphs(writer, story, matches);
  const variables = await importVariables(writer, story, { place, matches, choice }, report);
  for (const match of matches) match.imported = withNames(match.imported, variables.renamed);
  const entities = await importEntities(writer, story, place, report);
  const references = new References(record.projectId, places, { variables: variables.ids, entities });
  const changes = await runYielding(importing(writer, matches, variables.joined, report));
  // Branches have their ids before any node is written: an expression may name one of a later node.
  const branchIds: BranchIds = new Map();
  for (const match of matches) {
    if (!match.imported.hasNamedBranches) continue;
    for (const piece of match.imported.nodes()) {
      // A story that is new asks nothing of the database here.
      await breathe();
      const placed = await placeNodes(record, match, piece, branchIds);
      nameBranches(match, placed, references, now, branchIds);
      record.forget(
        nodeResource,
        placed.map(({ id }) => id),
      );
    }
  }
  const names = { references, branchIds, entities, mayClearSpeaker };
  const finish = async (): Promise<ImportOutcome> => {
    const cards: CardChanges[] = [];
    for (const match of matches) cards.push(await importParts(writer, match, names, report));
    return {
      graphs: matches.map((match, at) => {
        const other = place.others.get(match.imported.key) ?? match.namesake;
        return {
          id: match.id,
          key: match.imported.key,
          name: match.name,
          files: [...story.files],
          nodes: match.imported.nodeKeys.length,
          branches: match.imported.branchCount,
          change: changes[at] ?? "unchanged",
          outcome: match.existing === null ? "new" : match.isReplaced ? "replaces" : "updates",
          existing: match.existing === null ? null : { id: match.existing.id, name: match.existing.name },
          other: match.existing !== null || other === null ? null : { id: other.id, name: other.name },
          cards: cards[at]?.tally ?? { created: 0, updated: 0, deleted: 0, unchanged: 0 },
          changes: cards[at]?.list ?? [],
        };
      }),
      variable_conflicts: variables.conflicts.slice(0, CONFLICTS_LISTED),
      languages: languagesOf(story),
      written: {
        dialogues: writer.tally(graphResource),
        nodes: writer.tally(nodeResource),
        groups: writer.tally(groupResource),
        annotations: writer.tally(annotationResource),
        variables: writer.tally(variableResource),
        entities: writer.tally(entityResource),
      },
      report: await located([...story.report, ...report.items], matches),
    };
  };
  return { events: eventsOf(writer, matches), finish };
}

/** Writes the dialogues in steps, the joined variables with the first of them; returns what became of each. */
function* importing(
  writer: ImportWriter,
  matches: readonly GraphMatch[],
  joined: Readonly<Record<string, string>>,
  report: Report,
): Steps<(keyof Tally)[]> {
  const changes: (keyof Tally)[] = [];
  for (const [at, match] of matches.entries()) {
    changes.push(importGraph(writer, match, at === 0 ? joined : {}, report));
    yield;
  }
  return changes;
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
async function located(items: readonly ReportItem[], matches: readonly GraphMatch[]): Promise<ImportOutcome["report"]> {
  const byKey = new Map(matches.map((match) => [match.imported.key, match]));
  const byGraph = Map.groupBy(items, ({ graph_key }) => graph_key);
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const match of matches) {
    const { key } = match.imported;
    const keys = byGraph.get(key)?.flatMap(({ node_key }) => node_key ?? []) ?? [];
    if (keys.length > 0) names.set(key, await namesIn(match, new Set(keys)));
  }
  return items.map((item) => {
    const { graph_key, node_key } = item;
    const match = graph_key === null ? undefined : byKey.get(graph_key);
    const nodeId = node_key === null ? undefined : match?.nodes.ids.get(node_key);
    const name = node_key === null ? undefined : names.get(graph_key ?? "")?.get(node_key);
    return { ...item, graph_id: match?.id ?? null, node_id: nodeId ?? null, node_name: name ?? null };
  });
}

/** Returns the names of some nodes of a dialogue, by their keys. */
async function namesIn({ imported }: GraphMatch, keys: ReadonlySet<string>): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const piece of imported.nodes()) {
    // Nothing is asked of the database here, so that nobody else would get a turn.
    await breathe();
    for (const node of piece) if (keys.has(node.key)) names.set(node.key, nodeName(node));
    if (names.size === keys.size) break;
  }
  return names;
}
