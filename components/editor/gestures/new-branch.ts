import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { Model, Node } from "../model/model.ts";
import { type Gesture, quoted } from "./gesture.ts";

/** Kinds that are there to ask the player. */
const ASKING: ReadonlySet<Node["kind"]> = new Set(["hub", "choice", "talk"]);

/**
 * The kind of the next branch of a node. Nodes that decide by themselves ask nothing; in the others the first branch is the way on, and
 * what comes beside it is something to choose. A hub, a choice and a talk are there to ask, an awaited event to be told.
 */
function nextBranchKind({ kind, branches }: Pick<Node, "kind" | "branches">): Branch["kind"] {
  if (kind === "wait_event") return "event";
  if (isAutomatic({ kind })) return "auto";
  return branches.length === 0 && !ASKING.has(kind) ? "auto" : "choice";
}

/** A new branch of a node. */
export function newBranch(of: Pick<Node, "kind" | "branches">, fields: Partial<Omit<Branch, "id">> = {}): Branch {
  return {
    ...BRANCH_DEFAULTS,
    kind: nextBranchKind(of),
    conditions: [],
    effects: [],
    extensions: {},
    ...fields,
    id: newId("br"),
  };
}

/** Whether a branch leads nowhere yet. */
export function isOpen(branch: Pick<Branch, "target_node_id" | "target_graph_id">): boolean {
  return branch.target_node_id === null && branch.target_graph_id === null;
}

/** Target of a branch. */
export type Target = Pick<Branch, "target_node_id" | "target_graph_id">;

/** A node of the same dialogue as a target. */
export function within(nodeId: string | null): Target {
  return { target_node_id: nodeId, target_graph_id: null };
}

/** A gesture that made a branch. */
export interface BranchGesture extends Gesture {
  readonly nodeId: string;
  readonly branchId: string;
}

/** Gives a node something more to choose, which leads nowhere yet. */
export function addBranch(model: Model, nodeId: string): BranchGesture | null {
  const node = model.nodes.get(nodeId);
  if (node === undefined) return null;
  const branch = asked(node);
  return {
    label: `Add a choice to ${quoted(node)}`,
    operations: [{ op: "branch.create", node_id: nodeId, branch, before: null }],
    nodeId,
    branchId: branch.id,
    said: `Added a choice to ${quoted(node)}.`,
  };
}

/** A branch that was asked for as a choice: it is one wherever the node asks, also as the first. */
function asked(node: Pick<Node, "kind" | "branches">): Branch {
  const branch = newBranch(node);
  return branch.kind === "auto" && !isAutomatic(node) ? { ...branch, kind: "choice" } : branch;
}

/**
 * The way on that a node had before it got something to choose, without words: it is gone along only when nothing else is open, until
 * somebody says what the player would say instead. Null where there is none, or the node asks nothing.
 */
export function earlierWay(node: Node, branchId: string): Branch | null {
  if (isAutomatic(node)) return null;
  return (
    node.branches.find(({ id, kind, choice_text }) => id !== branchId && kind === "auto" && choice_text === "") ?? null
  );
}

/** Returns the placeholder for the words of a branch without any. */
export function wordsAskedFor(node: Pick<Node, "kind" | "branches">, branch: Pick<Branch, "kind">): string {
  if (node.kind === "wait_event" || branch.kind === "event") return "Name of the event";
  if (branch.kind !== "auto" || isAutomatic(node)) return "What the player chooses";
  return node.branches.some(({ kind }) => kind === "choice")
    ? "What would the player say instead?"
    : "What the player says; nothing: the way on";
}
