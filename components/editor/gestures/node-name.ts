import { branchName, nodeName } from "#domain/dialogue/names.ts";
import type { Node } from "../model/model.ts";

/** A node's name in the quotes that labels and messages use: ‘Greets’. */
export function quoted(node: Pick<Node, "title" | "text" | "kind"> | undefined): string {
  return node === undefined ? "a card that is gone" : `‘${nodeName(node)}’`;
}

/** A branch's name in quotes: ‘Pay the toll’. */
export function quotedBranch(branch: Node["branches"][number]): string {
  return `‘${branchName(branch)}’`;
}
