import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { BranchKind } from "#domain/dialogue/wire.ts";
import type { Model } from "../model/model.ts";
import { type Gesture, quoted, quotedBranch } from "./gesture.ts";
import { isOpen, newBranch, type Target, within } from "./new-branch.ts";

/** The end of a node that a connection leaves from: one of its branches, or the open port where a first one begins. */
export interface Port {
  readonly nodeId: string;
  /** Null: from the node's own port, so a branch is to be made. */
  readonly branchId: string | null;
  /** The kind of the branch to be made; absent for the one that comes next. */
  readonly born?: BranchKind;
}

/** The branch an edge from a node starts at when none was named: the first that leads nowhere, else a new one. */
export function portOf(model: Model, nodeId: string): Port {
  return { nodeId, branchId: model.nodes.get(nodeId)?.branches.find(isOpen)?.id ?? null };
}

/** Makes an edge lead somewhere: retargets the branch, or gives the node a new one that leads there. */
export function leadTo(model: Model, port: Port, target: Target): readonly Operation[] {
  const node = model.nodes.get(port.nodeId);
  if (node === undefined) return [];
  const branch = node.branches.find(({ id }) => id === port.branchId);
  if (branch === undefined) {
    const fields = port.born === undefined ? target : { ...target, kind: port.born };
    return [{ op: "branch.create", node_id: node.id, branch: newBranch(node, fields), before: null }];
  }
  return [{ op: "branch.update", node_id: node.id, id: branch.id, patch: target }];
}

/** Connects a node with another of the dialogue; null when it already leads there, or when either is gone. */
export function connect(model: Model, port: Port, to: string): Gesture | null {
  const node = model.nodes.get(port.nodeId);
  const target = model.nodes.get(to);
  if (node === undefined || target === undefined) return null;
  const branch = node.branches.find(({ id }) => id === port.branchId);
  if (branch !== undefined && branch.target_node_id === to && staysIn(model, branch.target_graph_id)) return null;
  return {
    label: `Connect ${quoted(node)} to ${quoted(target)}`,
    operations: leadTo(model, port, within(to)),
    said: `Connected ${quoted(node)} to ${quoted(target)}.`,
  };
}

/** Makes a branch leave for another dialogue: for its start, or for one of its nodes. */
export function connectToDialogue(
  model: Model,
  port: Port,
  dialogue: { readonly id: string; readonly name: string },
  nodeId: string | null,
): Gesture | null {
  const node = model.nodes.get(port.nodeId);
  if (node === undefined) return null;
  return {
    label: `Connect ${quoted(node)} to the dialogue ‘${dialogue.name}’`,
    operations: leadTo(model, port, { target_graph_id: dialogue.id, target_node_id: nodeId }),
    said: `Connected ${quoted(node)} to the dialogue ‘${dialogue.name}’.`,
  };
}

/** Lets a branch lead nowhere; the branch and its words stay. */
export function disconnect(model: Model, nodeId: string, branchId: string): Gesture | null {
  const node = model.nodes.get(nodeId);
  const branch = node?.branches.find(({ id }) => id === branchId);
  if (node === undefined || branch === undefined || isOpen(branch)) return null;
  return {
    label: `Disconnect ${quoted(node)}`,
    operations: [{ op: "branch.update", node_id: nodeId, id: branchId, patch: within(null) }],
    said: `${quotedBranch(branch)} of ${quoted(node)} leads nowhere now.`,
  };
}

/** Deletes a branch with its words, conditions and effects. */
export function deleteBranch(model: Model, nodeId: string, branchId: string): Gesture | null {
  const node = model.nodes.get(nodeId);
  const branch = node?.branches.find(({ id }) => id === branchId);
  if (node === undefined || branch === undefined) return null;
  return {
    label: `Delete the choice ${quotedBranch(branch)}`,
    operations: [{ op: "branch.delete", node_id: nodeId, id: branchId }],
    said: `Deleted the choice ${quotedBranch(branch)} of ${quoted(node)}.`,
  };
}

function staysIn(model: Model, graphId: string | null): boolean {
  return graphId === null || graphId === model.graph.id;
}
