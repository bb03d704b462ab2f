"use client";

import { useRef } from "react";
import { type ReadingOrder, readingOrder } from "#domain/reading-order.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "./dialogue-context.ts";

type Nodes = ReadonlyMap<string, Node>;

/** Whether two states of a dialogue have the same nodes with the same edges: words alone do not count. */
function sameThreads(a: Nodes, b: Nodes): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  const others = b.entries();
  for (const [id, node] of a) {
    const next = others.next().value;
    if (next === undefined || next[0] !== id) return false;
    if (next[1].branches !== node.branches && !sameTargets(node.branches, next[1].branches)) return false;
  }
  return true;
}

function sameTargets(a: Node["branches"], b: Node["branches"]): boolean {
  return a.length === b.length && a.every((each, at) => each.target_node_id === b[at]?.target_node_id);
}

/** The order of the script; the same object until nodes or edges come, go or change. */
export function useReadingOrder(): ReadingOrder {
  const last = useRef<{ start: string | null; nodes: Nodes; order: ReadingOrder } | null>(null);
  return useDialogueState(({ nodes, graph }) => {
    const known = last.current;
    const start = graph.start_node_id;
    if (known !== null && known.start === start && sameThreads(known.nodes, nodes)) return known.order;
    const order = readingOrder(start, nodes);
    last.current = { start, nodes, order };
    return order;
  });
}
