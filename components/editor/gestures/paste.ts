import { counted } from "#domain/counted.ts";
import { nodeMetrics, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { NewNode, Operation } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import { searchForm } from "#domain/search-form.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { Node } from "../model/model.ts";
import type { Point } from "../model/rects.ts";
import type { ClipboardContent } from "./clipboard-content.ts";
import { copyNode, idsForCopies } from "./copy-nodes.ts";
import type { Gesture } from "./gesture.ts";
import { isOpen, newBranch, type Target, within } from "./new-branch.ts";
import { boxesThere, clearBelow, freePosition, NOTE, type PlacedModel, STEP_X, snap } from "./place.ts";
import { translateLogic } from "./translate-logic.ts";

/** Destination of a paste. */
export interface PasteInto {
  readonly projectId: string;
  /** The middle of what is pasted comes here; null: beside what was copied. */
  readonly at: Point | null;
  /** The project's characters, name by id. */
  readonly speakers: ReadonlyMap<string, string>;
  /** The project's variables, id by name. */
  readonly variables: ReadonlyMap<string, string>;
}

/** A gesture, and what could not come along, in words; empty when everything did. */
export interface PasteGesture extends Gesture {
  readonly left: readonly string[];
}

const BESIDE: Point = { x: 32, y: 32 };

/**
 * Pastes what was copied. Links inside it follow the copies. Links to nodes that are not in this dialogue become open
 * branches. Within a project speakers and variables are the same; in another one they are found by their names, and what
 * is not found is left out and told.
 */
export function paste(model: PlacedModel, content: ClipboardContent, into: PasteInto): PasteGesture | null {
  const { nodes, annotations } = content;
  if (nodes.length + annotations.length === 0) return null;
  const sameProject = content.project === into.projectId;
  const groupIds = new Map(content.groups.map(({ id }) => [id, newId("grp")]));
  const by = clearOf(model, content, offset(content, into.at));
  let opened = 0;
  let unasked = 0;
  const outside = (branch: Branch): Target => {
    const { target_node_id, target_graph_id } = branch;
    if (target_graph_id !== null && target_graph_id !== model.graph.id && target_graph_id !== content.dialogue) {
      if (sameProject) return { target_node_id, target_graph_id };
    } else if (target_node_id !== null && model.nodes.has(target_node_id)) {
      return within(target_node_id);
    }
    if (!isOpen(branch)) opened++;
    return within(null);
  };
  const rules = { ...idsForCopies(nodes), outside };
  const own = new Set([...rules.ids.values(), ...rules.branchIds.values()]);
  const translate = (id: string): string | null => {
    if (own.has(id)) return id;
    const name = content.names[id];
    return name === undefined ? null : (into.variables.get(name) ?? null);
  };
  const pasted = nodes.map((node): NewNode => {
    const copy = copyNode(node, rules);
    const placed: NewNode = {
      ...copy,
      group_id: node.group_id === null ? null : (groupIds.get(node.group_id) ?? null),
      canvas_x: (node.canvas_x ?? 0) + by.x,
      canvas_y: (node.canvas_y ?? 0) + by.y,
    };
    const spoken = { ...placed, ...speakerIn(model, node, content, into) };
    if (sameProject) return spoken;
    const translated = translateLogic({ ...spoken, exit_to: null }, translate);
    unasked += translated.lost;
    return translated.node;
  });
  const operations: Operation[] = [
    ...content.groups.map((group): Operation => {
      return { op: "group.create", group: { ...group, id: groupIds.get(group.id) ?? newId("grp") } };
    }),
    ...pasted.map((node): Operation => ({ op: "node.create", node })),
  ];
  const notes = annotations.map((note) => ({
    ...note,
    id: newId("ann"),
    canvas_x: note.canvas_x + by.x,
    canvas_y: note.canvas_y + by.y,
  }));
  operations.push(...notes.map((annotation): Operation => ({ op: "annotation.create", annotation })));
  return told(pasted, notes.length, operations, [...pasted, ...notes], { opened, unasked });
}

/** Pastes words: a node for each paragraph, each leading on to the next. */
export function pasteText(model: PlacedModel, text: string, at: Point): PasteGesture | null {
  const paragraphs = text
    .replaceAll("\r\n", "\n")
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim().replaceAll("\0", ""))
    .filter((paragraph) => paragraph !== "")
    .slice(0, MOST_PARAGRAPHS);
  const ids = paragraphs.map(() => newId("node"));
  const from = snap(at);
  const nodes = paragraphs.map((paragraph, index): NewNode => {
    const next = ids[index + 1];
    const branches = next === undefined ? [] : [newBranch({ kind: "line", branches: [] }, within(next))];
    const position = freePosition(model, { x: from.x + index * STEP_X, y: from.y }, { kind: "line", branches });
    const id = ids[index] ?? newId("node");
    return {
      id,
      kind: "line",
      text: paragraph.slice(0, LONGEST_TEXT),
      canvas_x: position.x,
      canvas_y: position.y,
      branches,
    };
  });
  if (nodes.length === 0) return null;
  const operations = nodes.map((node): Operation => ({ op: "node.create", node }));
  return told(nodes, 0, operations, nodes, { opened: 0, unasked: 0 });
}

/** More paragraphs than this are a book, and belong to an import. */
const MOST_PARAGRAPHS = 200;
const LONGEST_TEXT = 100_000;

function told(
  nodes: readonly NewNode[],
  notes: number,
  operations: readonly Operation[],
  made: readonly { readonly id: string }[],
  { opened, unasked }: { readonly opened: number; readonly unasked: number },
): PasteGesture {
  const parts = [
    ...(nodes.length > 0 ? [counted(nodes.length, "card")] : []),
    ...(notes > 0 ? [counted(notes, "note")] : []),
  ];
  const name = parts.join(" and ");
  const left = [
    ...(opened > 0
      ? [`${counted(opened, "choice")} led to cards that are not here, and ${opened === 1 ? "is" : "are"} open now.`]
      : []),
    ...(unasked > 0
      ? [
          `${counted(unasked, "condition or effect", "conditions and effects")} of another project could not come along.`,
        ]
      : []),
  ];
  return {
    label: `Paste ${name}`,
    operations,
    select: made.map(({ id }) => id),
    said: [`Pasted ${name}.`, ...left].join(" "),
    left,
  };
}

/**
 * Returns the speaker of a pasted node: the same character within a project, the one of the same name in another, else
 * the name as a label. An id of another project would name nobody.
 */
function speakerIn(
  model: PlacedModel,
  { speaker_id, speaker_label }: Node,
  content: ClipboardContent,
  { projectId, speakers }: PasteInto,
): Pick<NewNode, "speaker_id" | "speaker_label"> {
  if (speaker_id === null) return { speaker_id, speaker_label };
  if (content.project === projectId) {
    const here = speakers.has(speaker_id) || [...model.nodes.values()].some((node) => node.speaker_id === speaker_id);
    if (here) return { speaker_id, speaker_label };
  }
  const name = content.names[speaker_id];
  const same = [...speakers].find(([, each]) => name !== undefined && searchForm(each) === searchForm(name));
  return {
    speaker_id: same?.[0] ?? null,
    speaker_label: speaker_label ?? (same === undefined ? (name ?? null) : null),
  };
}

/** Returns an offset that is larger downwards by what it takes for nothing to lie on what is there. */
function clearOf(model: PlacedModel, { nodes, annotations }: ClipboardContent, by: Point): Point {
  const boxes = [
    ...nodes.map((node) => ({
      ...{ x: (node.canvas_x ?? 0) + by.x, y: (node.canvas_y ?? 0) + by.y, width: WIDTH },
      height: nodeMetrics(node).height,
    })),
    ...annotations.map(({ canvas_x, canvas_y, width, height }) => {
      return { x: canvas_x + by.x, y: canvas_y + by.y, width: width ?? NOTE.width, height: height ?? NOTE.height };
    }),
  ];
  return { x: by.x, y: by.y + clearBelow(boxes, boxesThere(model)) };
}

/** Returns the offset that brings the middle of the content to a position, kept to the grid. */
function offset({ nodes, annotations }: ClipboardContent, at: Point | null): Point {
  if (at === null) return BESIDE;
  const corners = [
    ...nodes.map((node) => ({ x: node.canvas_x ?? 0, y: node.canvas_y ?? 0 })),
    ...annotations.map((note) => ({ x: note.canvas_x, y: note.canvas_y })),
  ];
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const right = Math.max(...corners.map(({ x }) => x + NOTE.width));
  const bottom = Math.max(...corners.map(({ y }) => y + NOTE.height));
  return snap({ x: at.x - (left + right) / 2, y: at.y - (top + bottom) / 2 });
}
