import { addToList } from "./add-to-list.ts";
import type { ReadNode } from "./reading-order.ts";

/** A card at its place in the tree that the flow of a dialogue makes. */
export interface FlowPlace {
  readonly id: string;
  /** The card whose ways part here, and which this one lies behind; null for none. */
  readonly parent: string | null;
  /** Whether it is where one of the parent's ways leads, rather than what follows there. */
  readonly isWay: boolean;
}

/**
 * The tree that a reader sees in cards: what follows a card stands below it at the same depth, what a choice leads to stands one deeper,
 * and where ways meet again the story goes on beside the card at which they parted. Cards are listed as they are read from top to bottom.
 *
 * A card's depth is thus the number of choices that are still open there, not of all that were ever made: that is its immediate
 * dominator (found as by Cooper, Harvey and Kennedy), which is what cards that meet again lie behind.
 *
 * @param ids the cards in reading order: one that nothing before leads to begins a part. Edges to others are left out.
 */
export function flowTree(ids: readonly string[], nodes: ReadonlyMap<string, ReadNode>): readonly FlowPlace[] {
  const flow = new Flow(ids, nodes);
  const places: FlowPlace[] = [];
  const parents = new Map<string, string | null>();
  const stack = [...flow.after(null)].reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const from = flow.dominator(id);
    const isWay = from !== null && flow.parts(from) && flow.isLedTo(id);
    const parent = from === null ? null : isWay ? from : (parents.get(from) ?? null);
    parents.set(id, parent);
    places.push({ id, parent, isWay });
    stack.push(...[...flow.after(id)].reverse());
  }
  return places;
}

/** The flow between some cards: where each leads, and what each can only be reached through. */
class Flow {
  private readonly targets = new Map<string, readonly string[]>();
  private readonly sources = new Map<string, string[]>();
  /** Places in reverse postorder: an edge from a later to an earlier one closes a loop. */
  private readonly rank = new Map<string, number>();
  private readonly order: string[] = [];
  private readonly dominators = new Map<string, string | null>();
  private readonly children = new Map<string | null, string[]>();

  constructor(ids: readonly string[], nodes: ReadonlyMap<string, ReadNode>) {
    const known = new Set(ids);
    for (const id of ids) {
      const targets = new Set<string>();
      for (const { target_node_id: target } of nodes.get(id)?.branches ?? []) {
        if (target !== null && target !== id && known.has(target)) targets.add(target);
      }
      this.targets.set(id, [...targets]);
    }
    const starts = this.rankAll(ids);
    for (const [id, targets] of this.targets) {
      for (const target of targets) addToList(this.sources, target, id);
    }
    this.findDominators(starts);
    this.sortChildren(ids, starts);
  }

  /** Returns the last card that every way to a card passes through; null for none. */
  dominator(id: string): string | null {
    return this.dominators.get(id) ?? null;
  }

  /** Whether several ways lead on from a card. */
  parts(id: string): boolean {
    return (this.targets.get(id)?.length ?? 0) > 1;
  }

  /** Whether a card is where one way of another leads, and no other way but loops: not where ways meet. */
  isLedTo(id: string): boolean {
    const from = this.dominator(id);
    const own = this.rank.get(id) ?? 0;
    const sources = (this.sources.get(id) ?? []).filter((source) => (this.rank.get(source) ?? 0) < own);
    return from !== null && sources.length === 1 && sources[0] === from;
  }

  /** The cards that lie directly behind one: where its ways lead, then where ways from it meet. Null for where parts begin. */
  after(id: string | null): readonly string[] {
    return this.children.get(id) ?? [];
  }

  /** Ranks all cards; answers those with which a part begins. */
  private rankAll(ids: readonly string[]): ReadonlySet<string> {
    const starts = new Set<string>();
    const seen = new Set<string>();
    const finished: string[] = [];
    for (const start of ids) {
      if (seen.has(start)) continue;
      starts.add(start);
      seen.add(start);
      const stack: { readonly id: string; next: number }[] = [{ id: start, next: 0 }];
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const target = this.targets.get(top.id)?.[top.next++];
        if (target === undefined) finished.push(stack.pop()?.id ?? "");
        else if (!seen.has(target)) {
          seen.add(target);
          stack.push({ id: target, next: 0 });
        }
      }
    }
    this.order.push(...finished.reverse());
    this.order.forEach((id, at) => {
      this.rank.set(id, at);
    });
    return starts;
  }

  private findDominators(starts: ReadonlySet<string>): void {
    for (const start of starts) this.dominators.set(start, null);
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const id of this.order) {
        if (starts.has(id)) continue;
        let found: string | null | undefined;
        for (const source of this.sources.get(id) ?? []) {
          if (!this.dominators.has(source)) continue;
          found = found === undefined ? source : this.meet(found, source);
        }
        if (found === undefined || this.dominators.get(id) === found) continue;
        this.dominators.set(id, found);
        isNew = true;
      }
    }
  }

  /** The last card that every way to either of two leads through. */
  private meet(a: string | null, b: string | null): string | null {
    let [one, other] = [a, b];
    while (one !== other && one !== null && other !== null) {
      if ((this.rank.get(one) ?? 0) > (this.rank.get(other) ?? 0)) one = this.dominator(one);
      else other = this.dominator(other);
    }
    return one === other ? one : null;
  }

  private sortChildren(ids: readonly string[], starts: ReadonlySet<string>): void {
    for (const id of ids) if (starts.has(id)) addToList(this.children, null, id);
    for (const [id, targets] of this.targets) {
      for (const target of targets)
        if (this.dominator(target) === id && this.isLedTo(target)) addToList(this.children, id, target);
    }
    for (const id of this.order) {
      if (!starts.has(id) && !this.isLedTo(id)) addToList(this.children, this.dominator(id), id);
    }
  }
}
