import { addToList } from "../add-to-list.ts";
import { type Expression, walkExpression } from "../expression.ts";
import { graphsOf, type PlayedDialogue, type PlayNode, startOf } from "./story.ts";
import { askedSlot } from "./world-slots.ts";

/**
 * Parts of a state that distinguish states at some nodes: variables, counts of nodes and branches, and nodes whose
 * branches are counted.
 */
export interface Relevance {
  /** Whether anything from a node on reads a variable that conditions depend on. */
  readonly readsVariable: (node: string, variable: string) => boolean;
  /** Whether anything from a node on asks for something of the world that effects change. */
  readonly readsWorld: (node: string, slot: string) => boolean;
  /** Whether anything from a node on asks how often a node or branch was come to; null stands for one that is named while it is played. */
  readonly asksFor: (node: string, counted: string) => boolean;
  /** Whether a node can be come to from another one. */
  readonly leadsTo: (from: string, to: string) => boolean;
}

/**
 * Tells, for every node, what can still be asked from there on: liveness over the ways between nodes, so that a count nobody asks for any
 * more does not tell states apart. Returns from detours are not among the ways; the nodes on the stack have to be asked for as well.
 */
export function relevanceOf(dialogue: PlayedDialogue): Relevance {
  const nodes = new Map(graphsOf(dialogue).flatMap((graph) => Array.from(graph.nodes)));
  const items = new Map<string, number>();
  const itemOf = (name: string): number => {
    const known = items.get(name);
    if (known !== undefined) return known;
    items.set(name, items.size);
    return items.size - 1;
  };
  const own = new Map(Array.from(nodes.values(), (node) => [node.id, readsOf(node, nodes).map(itemOf)]));
  const words = Math.ceil(items.size / 32) || 1;
  const live = new Map<string, Uint32Array>();
  for (const [id, reads] of own) {
    const set = new Uint32Array(words);
    for (const item of reads) set[item >>> 5] = (set[item >>> 5] ?? 0) | (1 << (item & 31));
    live.set(id, set);
  }
  const before = waysInto(dialogue, nodes);
  const open = new Set(nodes.keys());
  for (const id of open) {
    open.delete(id);
    const set = live.get(id);
    if (set === undefined) continue;
    for (const from of before.get(id) ?? []) {
      const into = live.get(from);
      if (into !== undefined && addAll(into, set)) open.add(from);
    }
  }
  const holds = (node: string, name: string): boolean => {
    const item = items.get(name);
    const set = live.get(node);
    if (set === undefined) return true;
    return item !== undefined && ((set[item >>> 5] ?? 0) & (1 << (item & 31))) !== 0;
  };
  return {
    readsVariable: (node, variable) => holds(node, `var ${variable}`),
    readsWorld: (node, slot) => holds(node, `world ${slot}`) || holds(node, `world ${slot.split(" ", 1)}`),
    asksFor: (node, counted) => holds(node, `count ${counted}`) || holds(node, ANY_COUNT),
    leadsTo: (from, to) => holds(from, `node ${to}`),
  };
}

const ANY_COUNT = "count";

/** Stands for the count of turns, which is of no node. */
export const TURNS = "";

/** Adds one set to another; whether that made it larger. */
function addAll(into: Uint32Array, set: Uint32Array): boolean {
  let grew = false;
  for (let at = 0; at < set.length; at++) {
    const joined = (into[at] ?? 0) | (set[at] ?? 0);
    if (joined >>> 0 !== (into[at] ?? 0)) {
      into[at] = joined;
      grew = true;
    }
  }
  return grew;
}

/**
 * Returns the keys that a node reads: in its branches' conditions, in those of the nodes they lead to, and in all
 * effects there.
 */
function readsOf(node: PlayNode, nodes: ReadonlyMap<string, PlayNode>): string[] {
  const reads = new Set<string>();
  const remembers = node.kind === "storylet_group" || node.branches.some(({ repeat }) => repeat !== "sticky");
  if (remembers) reads.add(`node ${node.id}`);
  const asked = new Set<string>([node.id]);
  const read = (expression: Expression, at: string): void => {
    walkExpression(expression, (part) => {
      if ("var" in part) reads.add(`var ${part.var}`);
      const slot = askedSlot(part);
      if (slot !== null) reads.add(`world ${slot}`);
      if (!("fn" in part) || "op" in part) return;
      const [first] = part.args;
      if (part.fn === "turns") reads.add(`count ${TURNS}`);
      const named = first === undefined ? at : "ref" in first ? first.ref : "lit" in first ? String(first.lit) : null;
      reads.add(named === null ? ANY_COUNT : `count ${named}`);
      // A pool that is asked for is looked at as if play stood there.
      const pool = named === null ? undefined : nodes.get(named);
      if (part.fn === "has_any_content" && pool !== undefined && !asked.has(pool.id)) {
        asked.add(pool.id);
        look(pool);
      }
    });
  };
  const look = (at: PlayNode): void => {
    if (at !== node && at.branches.some(({ repeat }) => repeat !== "sticky")) reads.add(`node ${at.id}`);
    for (const branch of at.branches) {
      for (const condition of branch.conditions) read(condition, at.id);
      const target = branch.target_node_id === null ? undefined : nodes.get(branch.target_node_id);
      for (const condition of target?.conditions ?? []) read(condition, target?.id ?? "");
    }
  };
  look(node);
  const effects = [...node.on_enter_effects, ...node.branches.flatMap((branch) => branch.effects)];
  // A value that is changed by itself is read only where something asks for it behind that.
  for (const { value, when } of effects)
    for (const each of value === null ? when : [value, ...when]) read(each, node.id);
  return [...reads];
}

/** The nodes from which each node is come to. */
function waysInto(dialogue: PlayedDialogue, nodes: ReadonlyMap<string, PlayNode>): Map<string, string[]> {
  const into = new Map<string, string[]>();
  const add = (from: string, to: string | null | undefined): void => {
    if (to != null && nodes.has(to)) addToList(into, to, from);
  };
  const starts = new Map(graphsOf(dialogue).map((graph) => [graph.id, startOf(graph)]));
  for (const node of nodes.values()) {
    for (const { target_node_id, target_graph_id } of node.branches) {
      add(node.id, target_node_id ?? (target_graph_id === null ? null : starts.get(target_graph_id)));
    }
    if (node.exit_to !== null) add(node.id, node.exit_to.node_id ?? starts.get(node.exit_to.graph_id));
  }
  return into;
}
