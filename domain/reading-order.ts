/** Fields of a node that the reading order needs. */
export interface ReadNode {
  readonly branches: readonly { readonly target_node_id: string | null }[];
}

/** The cards of a dialogue as one would read them aloud. */
export interface ReadingOrder {
  /** Nodes from the start, each choice followed until it meets a node that was read. */
  readonly reached: readonly string[];
  /** Nodes that cannot be reached from the start: each part in the same way, in order of creation. */
  readonly unreached: readonly string[];
}

/**
 * The order in which a script shows a dialogue: depth first along the choices in their order, as a screenplay follows
 * one thread to its end before the next. Linear in cards and choices.
 *
 * @param start the start that is set; null for the first card. One that does not exist reaches nothing.
 */
export function readingOrder(start: string | null, nodes: ReadonlyMap<string, ReadNode>): ReadingOrder {
  const seen = new Set<string>();
  const follow = (from: string, order: string[]): void => {
    const stack = [from];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const node = nodes.get(id);
      if (node === undefined || seen.has(id)) continue;
      seen.add(id);
      order.push(id);
      for (let at = node.branches.length - 1; at >= 0; at--) {
        const target = node.branches[at]?.target_node_id ?? null;
        if (target !== null && !seen.has(target)) stack.push(target);
      }
    }
  };
  const reached: string[] = [];
  const first = start ?? nodes.keys().next().value;
  if (first !== undefined) follow(first, reached);
  const unreached: string[] = [];
  for (const id of nodes.keys()) if (!seen.has(id)) follow(id, unreached);
  return { reached, unreached };
}
