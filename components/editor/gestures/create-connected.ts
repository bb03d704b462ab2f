import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import { type Branch, type BranchKind, type NodeKind, needsNoBranches } from "#domain/dialogue/wire.ts";
import type { Position } from "#domain/layout-layers.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import type { Node } from "../model/model.ts";
import { leadTo, type Port } from "./connect.ts";
import { bornBranches, newNode, placed } from "./create-node.ts";
import { type NodeGesture, quoted } from "./gesture.ts";
import { addBranch, type BranchGesture, newBranch, within } from "./new-branch.ts";
import { nextSpeaker } from "./next-speaker.ts";
import { madeOf } from "./node-kinds.ts";
import { freePosition, nodeBox, type PlacedModel, positionAfter } from "./place.ts";

/** A new node that an edge leads to: at the place where the edge was dropped, or else right of the node it leaves. */
export function createConnected(
  model: PlacedModel,
  port: Port,
  kind: NodeKind,
  at: Position | null,
  fields: Partial<NewNode> = {},
): NodeGesture | null {
  const from = model.nodes.get(port.nodeId);
  if (from === undefined) return null;
  const node = newNode(kind, { group_id: at === null ? from.group_id : null, ...fields });
  const position = at === null ? positionAfter(model, from.id, node) : freePosition(model, at, node);
  return {
    label: `Add ${madeOf(kind)} after ${quoted(from)}`,
    operations: [{ op: "node.create", node: placed(node, position) }, ...leadTo(model, port, within(node.id))],
    select: [node.id],
    nodeId: node.id,
    said: `Added ${madeOf(kind)} after ${quoted(from)}.`,
  };
}

/**
 * Puts a new node into an edge. The branch keeps its words, conditions and effects and leads to the new node, which
 * goes on to where the branch led.
 */
export function insertOnEdge(
  model: PlacedModel,
  nodeId: string,
  branchId: string,
  kind: NodeKind,
  fields: Partial<NewNode> = {},
): NodeGesture | null {
  const from = model.nodes.get(nodeId);
  const branch = from?.branches.find(({ id }) => id === branchId);
  if (from === undefined || branch === undefined) return null;
  const onward = { target_node_id: branch.target_node_id, target_graph_id: branch.target_graph_id };
  const to = branch.target_node_id === null ? undefined : model.nodes.get(branch.target_node_id);
  const a = nodeBox(model, from.id);
  const b = to === undefined ? { ...a, x: a.x + 2 * a.width } : nodeBox(model, to.id);
  const group_id = from.group_id === (to?.group_id ?? null) ? from.group_id : null;
  const born = bornBranches(kind, onward);
  const ends = kind === "end" || kind === "return";
  const branches = born.length > 0 || ends ? born : [newBranch({ kind, branches: [] }, onward)];
  const node = newNode(kind, { group_id, ...fields, branches });
  const position = freePosition(model, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, node);
  const between = to === undefined ? `after ${quoted(from)}` : `between ${quoted(from)} and ${quoted(to)}`;
  return {
    label: `Add ${madeOf(kind)} ${between}`,
    operations: [
      { op: "node.create", node: placed(node, position) },
      { op: "branch.update", node_id: nodeId, id: branchId, patch: within(node.id) },
    ],
    select: [node.id],
    nodeId: node.id,
    said: `Added ${madeOf(kind)} ${between}.`,
  };
}

/** The outcome of going on with writing. */
type NextLine =
  /** Makes a line, and writes in it. */
  | { readonly kind: "made"; readonly gesture: NodeGesture }
  /** Makes something more to choose, whose words come before its answer. */
  | { readonly kind: "asked"; readonly gesture: BranchGesture }
  | { readonly kind: "nowhere"; readonly reason: string };

/**
 * Goes on writing behind a node, and never in a node that is there already: along the named branch where it leads nowhere yet, else along
 * the first that does, else along a new way as the kind of the node allows. A single way on that is taken gets the new line put into it.
 * Unless it is spoken by nobody, the line is spoken by the other one of two.
 */
export function nextLine(
  model: PlacedModel,
  nodeId: string,
  branchId: string | null = null,
  { isSpoken = true }: { readonly isSpoken?: boolean } = {},
): NextLine {
  const node = model.nodes.get(nodeId);
  if (node === undefined) return GONE;
  if (needsNoBranches(node.kind)) {
    const does = node.kind === "return" ? "goes back" : "is an ending";
    return { kind: "nowhere", reason: `${quoted(node)} ${does}: nothing follows it.` };
  }
  const free = node.branches.filter((branch) => leadsNowhere(model, branch));
  const way = free.find(({ id }) => id === branchId) ?? free[0];
  const speaks = (isSpoken ? nextSpeaker(model, nodeId) : null) ?? {};
  // Who chose something is the player: who answers is not known.
  if (way !== undefined) {
    const isAnswer = way.kind === "choice" && way.choice_text.trim() !== "";
    return made(createConnected(model, { nodeId, branchId: way.id }, "line", null, isAnswer ? {} : speaks));
  }
  const [only] = node.branches;
  if (PASSED_THROUGH.has(node.kind) && node.branches.length === 1 && only?.kind === "auto")
    return made(insertOnEdge(model, nodeId, only.id, "line", speaks));
  if (node.branches.length > 0 ? !isAutomatic(node) : newBranch(node).kind === "choice") return asked(model, nodeId);
  const born = newWayOf(node);
  if (born !== null) return made(createConnected(model, { nodeId, branchId: null, born }, "line", null, speaks));
  if (node.kind === "jump") return { kind: "nowhere", reason: `${quoted(node)} jumps away: nothing follows it.` };
  return { kind: "nowhere", reason: `Every way of ${quoted(node)} leads somewhere. Press A to add another.` };
}

const GONE: NextLine = { kind: "nowhere", reason: "The card is gone." };

/** Kinds that go on along a single way, into which something can be put. */
const PASSED_THROUGH: ReadonlySet<NodeKind> = new Set(["line", "entry", "instruction", "command", "hub", "choice"]);

const made = (gesture: NodeGesture | null): NextLine => (gesture === null ? GONE : { kind: "made", gesture });

function asked(model: PlacedModel, nodeId: string): NextLine {
  const gesture = addBranch(model, nodeId);
  return gesture === null ? GONE : { kind: "asked", gesture };
}

/** Whether a branch can be given a target: it has none, or one that is gone. */
function leadsNowhere(model: PlacedModel, { target_node_id, target_graph_id }: Branch): boolean {
  if (target_graph_id !== null && target_graph_id !== model.graph.id) return false;
  return target_node_id === null || !model.nodes.has(target_node_id);
}

/**
 * The kind of a further way of a node that asks nobody; null where another one would keep those from being taken that are there, or lead
 * nowhere that is gone to.
 */
function newWayOf({ kind, branches }: Pick<Node, "kind" | "branches">): BranchKind | null {
  if (branches.length === 0 || kind === "random" || kind === "storylet_group")
    return newBranch({ kind, branches }).kind;
  const isTest = kind === "condition" || kind === "detour" || kind === "subgraph";
  return isTest && !branches.some((branch) => branch.kind === "else" || branch.kind === "fallback") ? "else" : null;
}
