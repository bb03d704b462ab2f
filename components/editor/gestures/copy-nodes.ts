import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Condition, Effect, Expression } from "#domain/expression.ts";
import type { Node } from "../model/model.ts";
import { newId } from "../model/new-id.ts";
import type { Target } from "./new-branch.ts";

/** What copies of nodes are made by. */
export interface CopyRules {
  /** New ids of the nodes that are copied together, by their old ones. */
  readonly ids: ReadonlyMap<string, string>;
  /** The branches of the nodes that are copied together: conditions may ask about them. */
  readonly branchIds: ReadonlyMap<string, string>;
  /** Where a branch leads that leads to none of them. */
  outside(branch: Branch): Target;
}

/** New ids for nodes and all their branches. */
export function idsForCopies(nodes: readonly Node[]): Pick<CopyRules, "ids" | "branchIds"> {
  return {
    ids: new Map(nodes.map(({ id }) => [id, newId("node")])),
    branchIds: new Map(nodes.flatMap(({ branches }) => branches.map(({ id }) => [id, newId("br")] as const))),
  };
}

/** A copy of a node: links inside the copied part follow the copies, conditions ask about the copies. */
export function copyNode(node: Node, rules: CopyRules): NewNode {
  const { ids } = rules;
  return {
    id: ids.get(node.id) ?? newId("node"),
    kind: node.kind,
    title: node.title,
    text: node.text,
    speaker_id: node.speaker_id,
    speaker_label: node.speaker_label,
    tags: node.tags,
    group_id: node.group_id,
    canvas_x: node.canvas_x,
    canvas_y: node.canvas_y,
    exit_to: node.exit_to,
    conditions: copyConditions(node.conditions, rules),
    on_enter_effects: copyEffects(node.on_enter_effects, rules),
    branches: node.branches.map((branch) => copyBranch(branch, rules)),
  };
}

function copyBranch(branch: Branch, rules: CopyRules): Branch {
  const inner = branch.target_node_id === null ? undefined : rules.ids.get(branch.target_node_id);
  const target: Target = inner === undefined ? rules.outside(branch) : { target_node_id: inner, target_graph_id: null };
  return {
    ...branch,
    ...target,
    id: rules.branchIds.get(branch.id) ?? newId("br"),
    conditions: copyConditions(branch.conditions, rules),
    effects: copyEffects(branch.effects, rules),
  };
}

function copyConditions(conditions: readonly Condition[], rules: CopyRules): Condition[] {
  return conditions.map((condition) => ({ ...(mapRefs(condition, rules) as Condition), id: newId("cnd") }));
}

function copyEffects(effects: readonly Effect[], rules: CopyRules): Effect[] {
  return effects.map((effect) => ({
    ...effect,
    id: newId("ef"),
    target: effect.target === null ? null : follow(effect.target, rules),
    value: effect.value === null ? null : mapRefs(effect.value, rules),
    when: effect.when.map((each) => mapRefs(each, rules)),
  }));
}

const follow = (id: string, { ids, branchIds }: CopyRules): string => ids.get(id) ?? branchIds.get(id) ?? id;

/** An expression that asks about the copies where it asked about what was copied. */
function mapRefs(expression: Expression, rules: CopyRules): Expression {
  if ("ref" in expression) return { ...expression, ref: follow(expression.ref, rules) };
  if (!("args" in expression)) return expression;
  return { ...expression, args: expression.args.map((each) => mapRefs(each, rules)) } as Expression;
}
