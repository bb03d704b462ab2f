import { type DescribedNames, describeConditions, describeEffect } from "./describe-logic.ts";
import type { Branch, DialogueNode } from "./dialogue/wire.ts";
import type { Effect } from "./expression.ts";

/**
 * Returns a branch's conditions and effects in short words ("if purse ≥ 6 · purse − 6"); empty where it has neither.
 */
export function branchLogic(branch: Pick<Branch, "conditions" | "effects">, names: DescribedNames = {}): string {
  const asked = branch.conditions.length === 0 ? [] : [`if ${describeConditions(branch.conditions, names)}`];
  return [...asked, ...branch.effects.map((effect) => describeEffect(effect, names))].join(" · ");
}

/** Returns what a node without text changes: its effects on entering, and those of its first branch. */
export function changesOf(
  node: Pick<DialogueNode, "on_enter_effects" | "branches">,
  names: DescribedNames = {},
): string {
  return effectsInWords([...node.on_enter_effects, ...(node.branches[0]?.effects ?? [])], names);
}

/** Returns effects in short words: "purse − 6 · bell becomes yes". */
export function effectsInWords(effects: readonly Omit<Effect, "id">[], names: DescribedNames = {}): string {
  return effects.map((effect) => describeEffect(effect, names)).join(" · ");
}
