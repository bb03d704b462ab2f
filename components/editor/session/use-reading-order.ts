"use client";

import { useRef } from "react";
import { type ReadingOrder, readingOrder } from "#domain/reading-order.ts";
import type { Node } from "../model/model.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
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

/** The order of the script; `added` are nodes that only the moment has that is compared with, in order of creation. */
export interface ScriptOrder extends ReadingOrder {
  readonly added: readonly string[];
}

/** The order of the script; the same object until nodes or edges come, go or change. */
export function useReadingOrder(): ScriptOrder {
  const last = useRef<{ start: string | null; nodes: Nodes; order: ScriptOrder } | null>(null);
  return useDialogueState((state) => {
    const { nodes, graph } = state;
    const known = last.current;
    const start = graph.start_node_id;
    if (known !== null && known.start === start && sameThreads(known.nodes, nodes)) return known.order;
    const own = nodesOfMoment(state);
    const order = { ...readingOrder(start, own), added: [...nodes.keys()].filter((id) => !own.has(id)) };
    last.current = { start, nodes, order };
    return order;
  });
}
