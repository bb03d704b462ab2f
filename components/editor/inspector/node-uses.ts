import { type Condition, changedVariable, collectEffectUses, collectUses, type Effect } from "#domain/expression.ts";
import type { Model, Node } from "../model/model.ts";

/** A branch that leads to a node. */
export interface Inbound {
  readonly nodeId: string;
  readonly branchId: string;
}

/** The branches that lead to a node, in the order of their nodes. */
export function inboundOf(model: Pick<Model, "nodes">, id: string): Inbound[] {
  const found: Inbound[] = [];
  for (const node of model.nodes.values()) {
    for (const branch of node.branches) {
      if (branch.target_node_id === id) found.push({ nodeId: node.id, branchId: branch.id });
    }
  }
  return found;
}

/** Variables that a node reads and writes. */
export interface VariableUses {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** The variables a node and its branches read and write, each once, in order of first mention. */
export function variablesOf(node: Pick<Node, "conditions" | "on_enter_effects" | "branches">): VariableUses {
  const read = new Set<string>();
  const written = new Set<string>();
  const conditions = (list: readonly Condition[]) => {
    for (const condition of list) for (const id of collectUses(condition).variables) read.add(id);
  };
  const effects = (list: readonly Effect[]) => {
    for (const effect of list) {
      const changed = changedVariable(effect);
      if (changed !== null) written.add(changed);
      for (const id of collectEffectUses({ ...effect, target: null }).variables) read.add(id);
    }
  };
  conditions(node.conditions);
  effects(node.on_enter_effects);
  for (const branch of node.branches) {
    conditions(branch.conditions);
    effects(branch.effects);
  }
  return { read: [...read], written: [...written] };
}

/** Returns the other nodes of the dialogue with the same speaker or the same words. */
export function otherLines(
  model: Pick<Model, "nodes">,
  node: Pick<Node, "id" | "speaker_id" | "speaker_label">,
): number {
  const { speaker_id, speaker_label } = node;
  if (speaker_id === null && speaker_label === null) return 0;
  let count = 0;
  for (const each of model.nodes.values()) {
    const isSame = each.speaker_id === speaker_id && (speaker_id !== null || each.speaker_label === speaker_label);
    if (isSame && each.id !== node.id) count += 1;
  }
  return count;
}
