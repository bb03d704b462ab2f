import { counted } from "#domain/counted.ts";
import { NEW_LINE, progressAfter } from "#domain/dialogue/line-status.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { quoted, type Report } from "#domain/import/report.ts";
import { oneLine } from "#domain/one-line.ts";
import type { Steps } from "#domain/steps.ts";
import { marksIn } from "#domain/text-marks/text-mark.ts";
import { isId } from "../../../kernel/ids.ts";
import { runYielding } from "../../../operation/run-yielding.ts";
import { stateOf } from "../../../record/resource.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "../resources.ts";
import type { GraphState, NodeState, NodeVersion } from "../states.ts";
import { CardChanges } from "./card-changes.ts";
import { LIMITS } from "./fit-story.ts";
import { type ImportWriter, placeOf, type Tally } from "./import-writer.ts";
import { keepExtensions, keepInNode } from "./kept-fields.ts";
import { changedHere } from "./known-nodes.ts";
import type { GraphMatch, PartMatch } from "./match-graphs.ts";
import { type BranchIds, importedExit, importedLists, type PlacedNode, placeNodes } from "./node-state.ts";
import { withUnresolved } from "./own-extension.ts";
import type { References } from "./references.ts";
import { sourceKey } from "./source-key.ts";

/** Nodes of one dialogue named one by one in the report when they are deleted; more are counted. */
const NAMED_DELETIONS = 50;

/** Nodes that are not in the file any more, or whose group is not, changed in one piece. */
const AT_A_TIME = 500;

/** Writes the dialogue itself, by the name it has in the project; its parts need it first. */
export function importGraph(
  writer: ImportWriter,
  match: GraphMatch,
  joined: Readonly<Record<string, string>>,
  report: Report,
): ReturnType<ImportWriter["put"]> {
  const { imported, existing } = match;
  const own = imported.extensions as NodeState["extensions"];
  const extensions = existing === null ? own : keepExtensions(writer.format, existing.extensions, own);
  const state: GraphState = {
    external_id: existing?.external_id ?? null,
    name: match.name,
    description: imported.description,
    // A file that knows nothing of folders moves nothing when it is imported again.
    folder: imported.folder ?? existing?.folder ?? "",
    start_node_id: startOf(match, report),
    extensions: withUnresolved(extensions, Object.keys(joined).length === 0 ? {} : { joined_variables: joined }),
    ...(existing?.id === imported.key ? sourceOf(writer, existing, imported.key) : writer.source(match.source)),
  };
  return writer.put(graphResource, existing, match.id, state, { loc: placeOf(imported.key) });
}

/** The start: a node of the file, or an id that was left dangling when the file was written. */
function startOf({ imported, nodes }: GraphMatch, report: Report): string | null {
  const { key, start_key } = imported;
  if (start_key === null) return null;
  const known = nodes.ids.get(start_key);
  if (known !== undefined) return known;
  const message = `The start ${quoted(start_key)} is not in the file.`;
  report.add("warning", "import_start_unknown", message, { graph: key, source: start_key });
  return isId("node", start_key) ? start_key : null;
}

/** Returns the source of a subject: one made here, whose id the file uses as key, has none and gets none. */
function sourceOf(
  writer: ImportWriter,
  existing: { id: string; source_format: string | null; source_key: string | null } | null,
  key: string,
) {
  if (existing !== null && existing.id === key) {
    return { source_format: existing.source_format, source_key: existing.source_key };
  }
  return writer.source(sourceKey(key));
}

/** Mapping of a story's names to the project. */
export interface Names {
  references: References;
  /** Ids of branches that expressions name, and of those beside them. */
  branchIds: BranchIds;
  /** Entity ids by key. */
  entities: ReadonlyMap<string, string>;
  /** Whether a file that names no speaker takes this one away. */
  mayClearSpeaker: (entityId: string) => boolean;
}

/** Writes the parts of a dialogue piece by piece, and deletes what vanished from the file. */
export async function importParts(
  writer: ImportWriter,
  match: GraphMatch,
  names: Names,
  report: Report,
): Promise<CardChanges> {
  const { id: graph_id, imported } = match;
  const cards = new CardChanges();
  const causation = graph_id;
  for (const group of imported.groups) {
    const { id, existing } = partOf(match.groups, group.key);
    const { title, color } = group;
    writer.put(
      groupResource,
      existing,
      id,
      { graph_id, title, color, ...sourceOf(writer, existing, group.key) },
      { causation },
    );
  }
  for (const piece of imported.nodes()) {
    const placed = await placeNodes(writer.record, match, piece, names.branchIds);
    const changes = await runYielding(writing(writer, match, placed, names, report));
    const updated = placed.filter((_, at) => changes[at] === "updated").map(({ id }) => id);
    const edited = await changedHere(writer.record, graph_id, updated);
    for (const [at, { id, existing, imported: node }] of placed.entries()) {
      const made_here = isMadeHere(existing);
      const edited_here = !made_here && edited.has(id);
      cards.note(changes[at] ?? "unchanged", { node_id: id, name: nodeName(node), made_here, edited_here });
    }
    await writer.endPiece(nodeResource, placed);
  }
  for (const annotation of imported.annotations) {
    const { id, existing } = partOf(match.annotations, annotation.key);
    const { key, ...fields } = annotation;
    writer.put(
      annotationResource,
      existing,
      id,
      { ...fields, graph_id, ...sourceOf(writer, existing, key) },
      { causation },
    );
  }
  await removeVanished(writer, match, cards, report);
  return cards;
}

/** Writes the nodes of a piece in steps, as one with many words and marks takes long; returns what became of each. */
function* writing(
  writer: ImportWriter,
  match: GraphMatch,
  placed: readonly PlacedNode[],
  names: Names,
  report: Report,
): Steps<(keyof Tally)[]> {
  const changes: (keyof Tally)[] = [];
  for (const node of placed) {
    const state = nodeState(writer, match, node, names, report);
    const note = { causation: match.id, loc: placeOf(node.imported.key) };
    changes.push(writer.put(nodeResource, node.existing, node.id, state, note));
    yield;
  }
  return changes;
}

/** Whether people made a card that was here before. */
function isMadeHere(existing: { source_format: string | null } | null): boolean {
  return existing !== null && existing.source_format === null;
}

function partOf<Known>(part: PartMatch<Known>, key: string): { id: string; existing: Known | null } {
  const id = part.ids.get(key) ?? "";
  return { id, existing: part.existing.get(id) ?? null };
}

function nodeState(
  writer: ImportWriter,
  match: GraphMatch,
  node: PlacedNode,
  { references, entities, mayClearSpeaker }: Names,
  report: Report,
): NodeState {
  const { imported, existing } = node;
  const speakerId = imported.speaker_key === null ? null : speakerOf(imported.speaker_key, existing, entities);
  if (imported.speaker_key !== null && speakerId === null) {
    const message = `The speaker ${quoted(imported.speaker_key)} is not an entity of the project; the name is kept as a label.`;
    report.add("warning", "import_speaker_unknown", message, { graph: match.imported.key, node: imported.key });
  }
  const lists = importedLists(match, node, references, writer);
  const exit = importedExit(node, references);
  reportMissing(match, node, report);
  const state: NodeState = {
    graph_id: match.id,
    kind: imported.kind,
    title: imported.title,
    text: imported.text,
    text_marks: marksIn(imported.text, imported.text_marks),
    speaker_id: speakerId,
    speaker_label: imported.speaker_label ?? (speakerId === null ? labelOf(imported.speaker_key) : null),
    tags: imported.tags,
    ...NEW_LINE,
    ...progressAfter(NEW_LINE, imported, imported.text),
    group_id: imported.group_key === null ? null : (match.groups.ids.get(imported.group_key) ?? null),
    canvas_x: imported.canvas_x,
    canvas_y: imported.canvas_y,
    ...lists,
    exit_to: exit,
    // A file that knows nothing of properties changes none.
    properties: (imported.properties as NodeState["properties"] | undefined) ?? existing?.properties ?? {},
    extensions: withUnresolved(
      imported.extensions as NodeState["extensions"],
      node.missing.size === 0 ? {} : { missing: Object.fromEntries(node.missing) },
    ),
    ...sourceOf(writer, existing, imported.key),
  };
  if (existing === null) return state;
  return keepInNode(writer.format, state, stateOf(nodeResource, existing), mayClearSpeaker);
}

/**
 * Returns the speaker that a file means: the node's current name where it belongs to no entity here, else an entity.
 */
function speakerOf(key: string, existing: NodeState | null, entities: ReadonlyMap<string, string>): string | null {
  return existing?.speaker_id === key ? key : (entities.get(key) ?? null);
}

function labelOf(speakerKey: string | null): string | null {
  return speakerKey === null ? null : oneLine(speakerKey, LIMITS.label) || null;
}

function reportMissing(match: GraphMatch, { imported, missing }: PlacedNode, report: Report): void {
  for (const name of missing.values()) {
    const message = `${quoted(name)} is used in logic or an exit, but is neither in the file nor in the project.`;
    report.add("warning", "import_reference_unknown", message, {
      graph: match.imported.key,
      node: imported.key,
      source: name,
    });
  }
}

/** Changes some nodes piece by piece. */
async function eachOf(
  writer: ImportWriter,
  graphId: string,
  nodes: readonly { id: string }[],
  change: (node: NodeVersion, edited: ReadonlySet<string>) => void,
): Promise<void> {
  for (let at = 0; at < nodes.length; at += AT_A_TIME) {
    const piece = nodes.slice(at, at + AT_A_TIME);
    const present = await writer.record.load(
      nodeResource,
      piece.map(({ id }) => id),
    );
    const edited = await changedHere(writer.record, graphId, [...present.keys()]);
    for (const node of present.values()) change(node, edited);
    await writer.endPiece(nodeResource, piece);
  }
}

async function removeVanished(
  writer: ImportWriter,
  match: GraphMatch,
  cards: CardChanges,
  report: Report,
): Promise<void> {
  const { nodes, groups, annotations } = match;
  const note = { causation: match.id };
  const gone = new Set(groups.vanished.map(({ id }) => id));
  const left = nodes.others.filter(({ group_id }) => group_id !== null && gone.has(group_id));
  await eachOf(writer, match.id, left, (node) => {
    writer.put(nodeResource, node, node.id, { ...stateOf(nodeResource, node), group_id: null }, note);
  });
  await eachOf(writer, match.id, nodes.vanished, (node, edited) => {
    writer.remove(nodeResource, node, note);
    const made_here = isMadeHere(node);
    const edited_here = !made_here && edited.has(node.id);
    cards.note("deleted", { node_id: node.id, name: nodeName(node), made_here, edited_here });
  });
  for (const each of annotations.vanished) writer.remove(annotationResource, each, note);
  for (const each of groups.vanished) writer.remove(groupResource, each, note);
  const graph = match.imported.key;
  for (const { id, title, source_key } of nodes.vanished.slice(0, NAMED_DELETIONS)) {
    const message = `${quoted(title ?? source_key ?? id)} is no longer in the file and was deleted.`;
    report.add("info", "import_node_deleted", message, { graph, node: source_key });
  }
  const more = nodes.vanished.length - NAMED_DELETIONS;
  if (more > 0)
    report.add("info", "import_nodes_deleted", `${more} more cards that are no longer in the file were deleted.`, {
      graph,
    });
  if (match.isReplaced) {
    const people = nodes.vanished.filter(isMadeHere).length;
    const made = people === 0 ? "" : ` ${counted(people, "of them was", "of them were")} made here.`;
    const message = `${quoted(match.existing?.name ?? match.name)} is replaced: ${counted(nodes.vanished.length, "card")} that it had ${nodes.vanished.length === 1 ? "is" : "are"} not in the file and ${nodes.vanished.length === 1 ? "was" : "were"} deleted.${made}`;
    report.add("warning", "import_replaced", message, { graph });
  } else if (nodes.vanished.length > nodes.existing.size) {
    const message =
      "Most of what this source had before is missing in the file. Is it another story with the same name?";
    report.add("warning", "import_mostly_replaced", message, { graph });
  }
  if (cards.edited > 0) {
    const message = `${counted(cards.edited, "card")} that ${cards.edited === 1 ? "was" : "were"} changed here since ${cards.edited === 1 ? "is" : "are"} changed by the file or deleted.`;
    report.add("warning", "import_edits_overwritten", message, { graph });
  }
  if (nodes.others.length > 0) {
    const message = `${nodes.others.length} cards that are not from this file were kept.`;
    report.add("info", "import_nodes_kept", message, { graph });
  }
}
