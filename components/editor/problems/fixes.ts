import { nodeName } from "#domain/dialogue/names.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import type { ProblemGroup } from "#domain/problems/group-problems.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { Node } from "../model/model.ts";

/** A gesture that makes a group of problems go away. */
export interface Fix {
  readonly label: string;
  readonly operations: readonly Operation[];
  /** Selection after the fix. */
  readonly select: readonly string[];
}

type Nodes = ReadonlyMap<string, Node>;

const COLUMN = 320;
const ROW = 184;

/** A free place to the right of a node, below its other neighbours. */
function placeAfter(nodes: Nodes, from: Node): { canvas_x: number; canvas_y: number } {
  const canvas_x = (from.canvas_x ?? 0) + COLUMN;
  let canvas_y = from.canvas_y ?? 0;
  const column = [...nodes.values()].filter(({ canvas_x: x }) => x !== null && Math.abs(x - canvas_x) < COLUMN);
  while (column.some(({ canvas_y: y }) => y !== null && Math.abs(y - canvas_y) < ROW)) canvas_y += ROW;
  return { canvas_x, canvas_y };
}

function newBranch(target_node_id: string): Branch {
  return { ...BRANCH_DEFAULTS, id: newId("br"), target_node_id, conditions: [], effects: [], extensions: {} };
}

function branchesOf({ problems }: ProblemGroup): { node_id: string; branch_id: string }[] {
  return problems.flatMap(({ node_id, branch_id }) =>
    node_id === null || branch_id === null ? [] : [{ node_id, branch_id }],
  );
}

function leadTo(group: ProblemGroup, target: string): Operation[] {
  return branchesOf(group).map(({ node_id, branch_id }) => ({
    op: "branch.update",
    node_id,
    id: branch_id,
    patch: { target_node_id: target, target_graph_id: null },
  }));
}

/** Makes the node that branches are missing, named as an import knew it, and leads them there. */
export function createTarget(group: ProblemGroup, nodes: Nodes): Fix | null {
  const from = nodes.get(branchesOf(group)[0]?.node_id ?? "");
  if (from === undefined) return null;
  const id = newId("node");
  const title = group.problems[0]?.data.name ?? null;
  return {
    label: "Create the missing card",
    operations: [
      { op: "node.create", node: { id, kind: "line", title, group_id: from.group_id, ...placeAfter(nodes, from) } },
      ...leadTo(group, id),
    ],
    select: [id],
  };
}

/** Leads branches to a node that is there. */
export function retarget(group: ProblemGroup, target: Node): Fix {
  return { label: `Lead to ‘${nodeName(target)}’`, operations: leadTo(group, target.id), select: [target.id] };
}

/** Takes branches away. */
export function removeBranches(group: ProblemGroup): Fix {
  const branches = branchesOf(group);
  return {
    label: branches.length === 1 ? "Remove the choice" : `Remove ${branches.length} choices`,
    operations: branches.map(({ node_id, branch_id }) => ({ op: "branch.delete", node_id, id: branch_id })),
    select: branches[0] === undefined ? [] : [branches[0].node_id],
  };
}

/** Makes a node an ending. */
export function markAsEnding(node: Node): Fix {
  return {
    label: `Mark ‘${nodeName(node)}’ as an ending`,
    operations: [{ op: "node.update", id: node.id, patch: { kind: "end" } }],
    select: [node.id],
  };
}

/** Adds an empty node after one that has none. */
export function createNext(node: Node, nodes: Nodes): Fix {
  const id = newId("node");
  return {
    label: `Add a card after ‘${nodeName(node)}’`,
    operations: [
      { op: "node.create", node: { id, kind: "line", group_id: node.group_id, ...placeAfter(nodes, node) } },
      { op: "branch.create", node_id: node.id, branch: newBranch(id) },
    ],
    select: [id],
  };
}

/** Makes a node the one the dialogue starts with. */
export function setStart(node: Node): Fix {
  return {
    label: `Start with ‘${nodeName(node)}’`,
    operations: [{ op: "dialogue.update", patch: { start_node_id: node.id } }],
    select: [node.id],
  };
}

/** Leads from a node that can be reached to the root of those that cannot. */
export function leadHere(from: Node, root: string): Fix {
  return {
    label: `Lead here from ‘${nodeName(from)}’`,
    operations: [{ op: "branch.create", node_id: from.id, branch: newBranch(root) }],
    select: [root],
  };
}

/** Gives lines to a character; the label that stood in for the name goes. */
export function matchSpeaker(group: ProblemGroup, character: { id: string; name: string }): Fix {
  const ids = [...new Set(group.problems.flatMap(({ node_id }) => node_id ?? []))];
  const patch =
    group.code === "unmatched_speaker"
      ? { speaker_id: character.id, speaker_label: null }
      : { speaker_id: character.id };
  return {
    label: ids.length === 1 ? `Give the line to ${character.name}` : `Give ${ids.length} lines to ${character.name}`,
    operations: ids.map((id) => ({ op: "node.update", id, patch })),
    select: ids.slice(0, 1),
  };
}

/** Takes the name of someone who is gone off their lines. */
export function clearSpeaker(group: ProblemGroup): Fix {
  const ids = [...new Set(group.problems.flatMap(({ node_id }) => node_id ?? []))];
  return {
    label: ids.length === 1 ? "Clear the speaker" : `Clear the speaker of ${ids.length} lines`,
    operations: ids.map((id) => ({ op: "node.update", id, patch: { speaker_id: null } })),
    select: ids.slice(0, 1),
  };
}

/** Lets an ending end here instead of leaving for a dialogue that is gone. */
export function endHere(node: Node): Fix {
  return {
    label: `End at ‘${nodeName(node)}’`,
    operations: [{ op: "node.update", id: node.id, patch: { exit_to: null } }],
    select: [node.id],
  };
}
