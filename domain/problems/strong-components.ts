/**
 * Strongly connected components of a graph given as edge lists (`edges[offsets[i]..offsets[i + 1]]` are the targets of
 * node i, negative ones are none). Only nodes with `member[i] === 1` and edges between them count.
 *
 * Answers each node's component, −1 for others. Components are numbered in the order Tarjan's algorithm closes them: an
 * edge between two components leads from the higher number to the lower. Iterative, linear, typed arrays only.
 */
export function strongComponents(
  offsets: Int32Array,
  edges: Int32Array,
  member: Uint8Array,
): { component: Int32Array; count: number } {
  const size = member.length;
  const component = new Int32Array(size).fill(-1);
  const order = new Int32Array(size);
  const low = new Int32Array(size);
  const open = new Int32Array(size);
  const calls = new Int32Array(size);
  const next = new Int32Array(size);
  let clock = 0;
  let opened = 0;
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (member[root] !== 1 || order[root] !== 0) continue;
    let depth = 0;
    calls[depth++] = root;
    while (depth > 0) {
      const node = calls[depth - 1] ?? 0;
      if (order[node] === 0) {
        clock++;
        order[node] = clock;
        low[node] = clock;
        open[opened++] = node;
        next[node] = offsets[node] ?? 0;
      }
      const end = offsets[node + 1] ?? 0;
      let descended = false;
      while ((next[node] ?? end) < end) {
        const target = edges[next[node] ?? 0] ?? -1;
        if (target >= 0 && member[target] === 1) {
          if (order[target] === 0) {
            // The edge is looked at again on the way back, for the target's low link.
            calls[depth++] = target;
            descended = true;
            break;
          }
          if (component[target] === -1) low[node] = Math.min(low[node] ?? 0, low[target] ?? 0);
        }
        next[node] = (next[node] ?? 0) + 1;
      }
      if (descended) continue;
      depth--;
      if (low[node] !== order[node]) continue;
      let last: number;
      do {
        last = open[--opened] ?? node;
        component[last] = count;
      } while (last !== node);
      count++;
    }
  }
  return { component, count };
}
