import { branchName, nodeName } from "#domain/dialogue/names.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Node } from "../model/model.ts";

/**
 * Gesture of a person, ready for `dispatch`. Builders of gestures are pure: they read the model and return the changes,
 * so a menu can show the consequences before and a test needs no browser.
 */
export interface Gesture {
  /** Label in the undo list: "Move 3 cards". */
  readonly label: string;
  readonly operations: readonly Operation[];
  /** Selection afterwards; absent: it stays. */
  readonly select?: readonly string[];
  /** Announcement of the result for screen readers, one sentence. */
  readonly said: string;
}

/** A gesture that made one node. */
export interface NodeGesture extends Gesture {
  readonly nodeId: string;
}

/** A node's name in the quotes that labels and messages use: ‘Greets’. */
export function quoted(node: Pick<Node, "title" | "text" | "kind"> | undefined): string {
  return node === undefined ? "a card that is gone" : `‘${nodeName(node)}’`;
}

/** A branch's name in quotes: ‘Pay the toll’. */
export function quotedBranch(branch: Node["branches"][number]): string {
  return `‘${branchName(branch)}’`;
}
