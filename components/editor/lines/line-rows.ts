import type { LineStatus } from "#domain/dialogue/line-status.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { countWords } from "#domain/words.ts";
import type { Node } from "../model/model.ts";

/** Kinds that are there for their words: they are lines even while they have none. */
const WORDED: ReadonlySet<Node["kind"]> = new Set(["line", "choice"]);

/** A line of a dialogue, or a choice below its line. */
export interface LineRow {
  /** The id of the node, or of the branch. */
  readonly id: string;
  readonly nodeId: string;
  /** Null for a line. */
  readonly branchId: string | null;
  /** Speaker in words; empty for none, and for choices. */
  readonly speaker: string;
  readonly words: string;
  readonly status: LineStatus;
  readonly count: number;
  /** Words read just before a line, where a branch leads to it; of a choice, its line. */
  readonly before: string;
  /** Name of the row where it has no words. */
  readonly name: string;
}

/**
 * The lines of a dialogue in reading order, the choices of each below it. Nodes that say nothing, such as checks, are left out, and so
 * are ways on without words.
 */
export function lineRows(
  order: readonly string[],
  nodes: ReadonlyMap<string, Node>,
  speakerOf: (node: Node) => string,
): readonly LineRow[] {
  const before = wordsBefore(order, nodes);
  return order.flatMap((id): LineRow[] => {
    const node = nodes.get(id);
    if (node === undefined) return [];
    const isLine = WORDED.has(node.kind) || node.text !== "";
    const line: LineRow = {
      id,
      nodeId: id,
      branchId: null,
      speaker: speakerOf(node),
      words: node.text,
      status: node.status,
      count: countWords(node.text),
      before: before.get(id) ?? "",
      name: nodeName(node),
    };
    const choices = node.branches
      .filter(({ kind, choice_text }) => choice_text !== "" || kind === "choice")
      .map(
        (branch): LineRow => ({
          id: branch.id,
          nodeId: id,
          branchId: branch.id,
          speaker: "",
          words: branch.choice_text,
          status: branch.status,
          count: countWords(branch.choice_text),
          before: node.text,
          name: "Choice without words",
        }),
      );
    return isLine || choices.length > 0 ? [line, ...choices] : [];
  });
}

/**
 * Returns the words read just before each node: those of the first branch that leads to it, else those of the node it
 * comes from.
 */
function wordsBefore(order: readonly string[], nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, string> {
  const before = new Map<string, string>();
  for (const id of order) {
    const node = nodes.get(id);
    for (const { target_node_id: target, choice_text } of node?.branches ?? []) {
      if (target !== null && !before.has(target)) before.set(target, choice_text || (node?.text ?? ""));
    }
  }
  return before;
}

/** Number of words of a speaker. */
export interface SpeakerCount {
  /** Null for choices; empty for lines without a speaker. */
  readonly speaker: string | null;
  readonly words: number;
  readonly lines: number;
}

/** Words by speaker, the most first; choices come last, as players speak them. */
export function countBySpeaker(rows: readonly LineRow[]): readonly SpeakerCount[] {
  const counts = new Map<string | null, { words: number; lines: number }>();
  for (const { branchId, speaker, count, words } of rows) {
    if (words === "") continue;
    const key = branchId === null ? speaker : null;
    const known = counts.get(key) ?? { words: 0, lines: 0 };
    counts.set(key, { words: known.words + count, lines: known.lines + 1 });
  }
  return [...counts]
    .map(([speaker, numbers]) => ({ speaker, ...numbers }))
    .sort((a, b) => Number(a.speaker === null) - Number(b.speaker === null) || b.words - a.words);
}
