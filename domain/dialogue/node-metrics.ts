import type { DialogueNode } from "./wire.ts";

/**
 * The measures of a node in canvas units, said once: {@link nodeMetrics} computes with them, layouts keep them, and the style
 * sheet of the canvas takes them as custom properties.
 */
export const WIDTH = 264;
export const HEAD = 36;
export const TEXT_LINES = 3;
export const TEXT_LINE = 19;
export const TEXT_PAD = 8;
export const ROW = 26;
/** Room below the last branch, so that its port keeps clear of the corner. */
export const FOOT = 6;
/** The second line of an ending's double rule. */
export const RULE = 6;
/** Vertical position, below the node's top edge, of arriving edges and of the node's own port. */
export const PORT_Y = HEAD / 2;
/** Room that layouts keep between a node and the next along the flow. */
export const GAP_X = 96;
/** A folded group and how far a group's frame stands off its members. */
export const GROUP_HEAD = 28;
export const GROUP_PAD = 24;
/** A note nobody resized. */
export const NOTE_WIDTH = 264;
export const NOTE_HEIGHT = 96;

/** Height of the words with the room above and below them. */
export const TEXT = TEXT_LINES * TEXT_LINE + 2 * TEXT_PAD;

/** A branch's row on the node. */
export interface RowMetrics {
  readonly branchId: string;
  /** Top of the row, below the node's top edge. */
  readonly y: number;
}

/** Positions of the parts of a node, in canvas units from its top left corner. */
export interface NodeMetrics {
  readonly width: number;
  readonly height: number;
  /** Rectangle of the story text, also where it is not drawn: a hub without words shows none. */
  readonly text: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly showsText: boolean;
  readonly rows: readonly RowMetrics[];
}

/** Kinds that have words as a rule. */
const SPOKEN: ReadonlySet<DialogueNode["kind"]> = new Set(["line", "choice", "talk", "entry"]);

/** Whether the node has room for words: lines always, structure only when it has some. */
function showsText(node: Pick<DialogueNode, "kind" | "text">): boolean {
  return SPOKEN.has(node.kind) || node.text !== "";
}

/** Height of a node with this many branches. */
export function nodeHeight(node: Pick<DialogueNode, "kind" | "text">, branches: number): number {
  const shows = showsText(node);
  const foot = branches > 0 || !shows ? FOOT : 0;
  return HEAD + (shows ? TEXT : 0) + branches * ROW + foot + (node.kind === "end" ? RULE : 0);
}

interface Known {
  readonly branches: DialogueNode["branches"];
  readonly shows: boolean;
  readonly end: boolean;
  readonly metrics: NodeMetrics;
}

// Asked for every node on every change; a node whose words change keeps its branches, and with them its measures.
const known = new WeakMap<DialogueNode["branches"], Known>();

/** The size of a node and of its parts. The only source of it: nothing on the canvas is ever measured. */
export function nodeMetrics(node: Pick<DialogueNode, "kind" | "text" | "branches">): NodeMetrics {
  const shows = showsText(node);
  const end = node.kind === "end";
  const before = known.get(node.branches);
  if (before !== undefined && before.shows === shows && before.end === end) return before.metrics;
  const top = HEAD + (shows ? TEXT : 0);
  const rows = node.branches.map((branch, i): RowMetrics => ({ branchId: branch.id, y: top + i * ROW }));
  const metrics: NodeMetrics = {
    width: WIDTH,
    height: nodeHeight(node, rows.length),
    text: { x: 0, y: HEAD, width: WIDTH, height: TEXT },
    showsText: shows,
    rows,
  };
  known.set(node.branches, { branches: node.branches, shows, end, metrics });
  return metrics;
}
