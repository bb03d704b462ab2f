import { NODE_KINDS } from "../dialogue/wire.ts";
import { collectEffectUses, collectUses, type ExpressionUses, noUses } from "../expression.ts";
import { FABULA_FORMAT } from "../import/fabula/format.ts";
import { type LayoutNode, layingOut } from "../layout.ts";
import { namesSaidAt } from "../runtime/words.ts";
import type { Steps } from "../steps.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { passageBase } from "./twee-names.ts";

/**
 * Summary of a node that writers need before they write the first one. A dialogue may have a hundred thousand nodes.
 */
export interface NodeOutline extends Pick<ExportedNode, "id" | "kind"> {
  /** Key of the node in an earlier file of our own format. */
  readonly sourceKey: string | null;
  /** Passage name from the node's own words, for Twee; it may be empty, and may equal that of other nodes. */
  readonly base: string;
  readonly branchIds: readonly string[];
  /**
   * Conditions of entering the node: formats whose nodes have no conditions ask them where branches lead to it. Our own
   * format needs none.
   */
  readonly conditions: readonly ExportedNode["conditions"][number][];
  /** Whether one of its branches leads to itself. */
  readonly isLooped: boolean;
  /** The node for the layout; null where all nodes keep their positions. */
  readonly layout: LayoutNode | null;
}

/** A dialogue without its nodes: what a writer begins with, so that the nodes may come one after another. */
export interface DialogueOutline extends Omit<ExportedDialogue, "nodes"> {
  /** Whether every node has a place and none that of another, so that all stay where they are. */
  readonly isPlaced: boolean;
  readonly nodes: readonly NodeOutline[];
  /** Subjects named by the logic of all nodes; speakers count as entities. */
  readonly uses: ExpressionUses;
}

/** One list for all nodes that have no entries. */
const NONE: readonly never[] = [];
/** One string for each kind: that of a row is a copy. */
const KINDS = new Map(NODE_KINDS.map((kind) => [kind, kind]));

/** The outline of one node, as far as the outline of its dialogue needs it. */
export function outlineOf(
  { id, kind, source, canvas_x: x, canvas_y: y, title, text, branches, conditions }: OutlinedNode,
  needed: { isPlaced: boolean; isNamed: boolean },
): NodeOutline {
  // The copy has no room left over, which what `flatMap` returns has for sixteen more.
  const targets = branches.flatMap((branch) => branch.target_node_id ?? []).slice();
  return {
    id,
    kind: KINDS.get(kind) ?? kind,
    sourceKey: source?.format === FABULA_FORMAT ? source.key : null,
    base: needed.isNamed ? passageBase(title, text) : "",
    branchIds: branches.map((branch) => branch.id),
    conditions: needed.isNamed && conditions.length > 0 ? conditions : NONE,
    isLooped: targets.includes(id),
    layout: needed.isPlaced ? null : { key: id, x, y, targets },
  };
}

type OutlinedNode = Pick<
  ExportedNode,
  "id" | "kind" | "source" | "canvas_x" | "canvas_y" | "title" | "text" | "branches" | "conditions"
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
    for (const fact of branch.opened_by?.facts ?? []) uses.facts.add(fact);
  }
}

/** The outline of a dialogue that is in memory whole. */
export function outlineOfDialogue(dialogue: ExportedDialogue): DialogueOutline {
  const uses = noUses();
  for (const node of dialogue.nodes) collectNodeUses(node, uses);
  const inTexts = new Set(dialogue.nodes.flatMap(namesSaidAt));
  for (const { id, name } of dialogue.variables) if (inTexts.has(name)) uses.variables.add(id);
  const nodes = dialogue.nodes.map((node) => outlineOf(node, { isPlaced: false, isNamed: true }));
  return { ...dialogue, nodes, uses, isPlaced: false };
}

/** Finds where nodes are written to be: where a layout puts them, unless they stay where they are. */
export function* placing({ graph, nodes, isPlaced }: DialogueOutline): Steps<PlaceOf> {
  const laidOut = nodes.flatMap(({ layout }) => layout ?? []);
  const places = isPlaced ? null : yield* layingOut(laidOut, graph.start_node_id);
  return ({ id, canvas_x, canvas_y }) => places?.get(id) ?? { x: (canvas_x ?? 0) + 0, y: (canvas_y ?? 0) + 0 };
}

/** Returns the position to write for a node. */
export type PlaceOf = (node: Pick<ExportedNode, "id" | "canvas_x" | "canvas_y">) => { x: number; y: number };
