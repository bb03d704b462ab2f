import { collectEffectUses, collectUses, type ExpressionUses, noUses } from "../expression.ts";
import { layOut } from "../layout.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { passageBase } from "./twee-names.ts";

/** What writers need to know of every node before they write the first one. */
export interface NodeOutline extends Pick<ExportedNode, "id" | "kind" | "source" | "canvas_x" | "canvas_y"> {
  /** What a passage of a Twee file would be called by the node's own words; may be empty, and others'. */
  readonly base: string;
  readonly branchIds: readonly string[];
  /** Ids of the nodes its branches lead to. */
  readonly targets: readonly string[];
}

/** A dialogue without its nodes: what a writer begins with, so that the nodes may come one after another. */
export interface DialogueOutline extends Omit<ExportedDialogue, "nodes"> {
  readonly nodes: readonly NodeOutline[];
  /** What the logic of all nodes names; speakers count as entities. */
  readonly uses: ExpressionUses;
}

/** The outline of one node. */
export function outlineOf({ id, kind, source, canvas_x, canvas_y, title, text, branches }: OutlinedNode): NodeOutline {
  return {
    id,
    kind,
    source,
    canvas_x,
    canvas_y,
    base: passageBase(title, text),
    branchIds: branches.map((branch) => branch.id),
    targets: branches.flatMap((branch) => (branch.target_node_id === null ? [] : [branch.target_node_id])),
  };
}

type OutlinedNode = Pick<
  ExportedNode,
  "id" | "kind" | "source" | "canvas_x" | "canvas_y" | "title" | "text" | "branches"
>;

/** Adds what a node's logic names, and its speaker, to what is known to be named. */
export function collectNodeUses(
  node: Pick<ExportedNode, "speaker_id" | "conditions" | "on_enter_effects" | "branches">,
  uses: ExpressionUses,
): void {
  if (node.speaker_id !== null) uses.entities.add(node.speaker_id);
  for (const condition of node.conditions) collectUses(condition, uses);
  for (const effect of node.on_enter_effects) collectEffectUses(effect, uses);
  for (const branch of node.branches) {
    for (const condition of branch.conditions) collectUses(condition, uses);
    for (const effect of branch.effects) collectEffectUses(effect, uses);
  }
}

/** The outline of a dialogue that is in memory whole. */
export function outlineOfDialogue(dialogue: ExportedDialogue): DialogueOutline {
  const uses = noUses();
  for (const node of dialogue.nodes) collectNodeUses(node, uses);
  return { ...dialogue, nodes: dialogue.nodes.map(outlineOf), uses };
}

/** Places for all nodes: their own, or those a layout gives them. */
export function placesOf({ graph, nodes }: Pick<DialogueOutline, "graph" | "nodes">): Map<string, Place> {
  return layOut(
    nodes.map(({ id, canvas_x, canvas_y, targets }) => ({ key: id, x: canvas_x, y: canvas_y, targets })),
    graph.start_node_id,
  );
}

interface Place {
  x: number;
  y: number;
}
