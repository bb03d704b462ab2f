import { type ThreadShape, threadShape } from "./flow-shapes.ts";
import { KeyedValues } from "./keyed-values.ts";
import { type CardStubs, type Loom, type Strands, strandsOf, type Thread, weave } from "./threads.ts";

/** Keeps the threads between cards: only those of cards that were rewired, and of what leads to them, are made again. */
export class Weaver {
  readonly stubs = new KeyedValues<CardStubs>();
  /** Threads drawn as lines, for React Flow. */
  threads: ThreadShape[] = [];
  /** Threads that are stubs near by and lines from far away. */
  long: readonly Thread[] = [];
  #strands = new Map<string, Strands>();
  /** Cards with a branch to a card, by that card. */
  readonly #leading = new Map<string, Set<string>>();

  /** Weaves again what these cards lead to and what leads to them, or all; says whether that changed anything. */
  weave(loom: Loom, rewired: ReadonlySet<string> | null): boolean {
    const { nodes } = loom;
    const stale = new Set(rewired ?? nodes.keys());
    for (const id of rewired ?? []) for (const from of this.#leading.get(id) ?? []) stale.add(from);
    const strands = new Map<string, Strands>();
    for (const node of nodes.values()) {
      const before = this.#strands.get(node.id);
      if (before !== undefined && !stale.has(node.id)) {
        strands.set(node.id, before);
        continue;
      }
      strands.set(node.id, strandsOf(loom, node, before));
      for (const { target_node_id } of node.branches) {
        if (target_node_id === null) continue;
        const leading = this.#leading.get(target_node_id);
        if (leading === undefined) this.#leading.set(target_node_id, new Set([node.id]));
        else leading.add(node.id);
      }
    }
    this.#strands = strands;
    const woven = weave(strands, this.stubs.all());
    const threads = woven.threads.map(threadShape);
    const isNew =
      threads.length !== this.threads.length ||
      woven.long.length !== this.long.length ||
      threads.some((each, i) => each !== this.threads[i]);
    if (isNew) this.threads = threads;
    this.long = woven.long;
    this.stubs.replace(woven.stubs);
    return isNew;
  }
}
