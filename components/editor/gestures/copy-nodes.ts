import { counted } from "#domain/counted.ts";
import type { NewNode, Operation } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Condition, Effect, Expression } from "#domain/expression.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { Node } from "../model/model.ts";
import type { Point } from "../model/rects.ts";
import type { Gesture } from "./gesture.ts";
import { movedName } from "./move.ts";
import type { Target } from "./new-branch.ts";
import { nodeBox, type PlacedModel } from "./place.ts";
import { partsOf } from "./selected-parts.ts";

/** Rules for copying nodes. */
interface CopyRules {
  /** New ids of the nodes that are copied together, by their old ones. */
  readonly ids: ReadonlyMap<string, string>;
  /** The branches of the nodes that are copied together: conditions may ask about them. */
  readonly branchIds: ReadonlyMap<string, string>;
  /** Returns the target of a copied branch that leads outside the copied nodes. */
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
    text_marks: node.text_marks,
    speaker_id: node.speaker_id,
    speaker_label: node.speaker_label,
    tags: node.tags,
    status: node.status,
    final_text: node.final_text,
    group_id: node.group_id,
    canvas_x: node.canvas_x,
    canvas_y: node.canvas_y,
    exit_to: node.exit_to,
    properties: node.properties,
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

/** Offset of copies from their originals without a position. */
const BESIDE: Point = { x: 32, y: 32 };

/**
 * Copies what is selected, a selected group with its nodes. Links inside the selection follow the copies; links that
 * leave it stay as they are, and nothing comes to lead to a copy from outside.
 */
export function duplicate(model: PlacedModel, selection: readonly string[], by: Point = BESIDE): Gesture | null {
  const { nodes: nodeIds, groups, notes } = partsOf(model, selection);
  if (nodeIds.length + groups.length + notes.length === 0) return null;
  const nodes = nodeIds.flatMap((id) => model.nodes.get(id) ?? []);
  const groupIds = new Map(groups.map((id) => [id, newId("grp")]));
  const rules = {
    ...idsForCopies(nodes),
    outside: ({
      target_node_id,
      target_graph_id,
    }: {
      target_node_id: string | null;
      target_graph_id: string | null;
    }) => ({
      target_node_id,
      target_graph_id,
    }),
  };
  const operations: Operation[] = groups.flatMap((id) => {
    const group = model.groups.get(id);
    const copy = groupIds.get(id);
    return group === undefined || copy === undefined ? [] : [{ op: "group.create", group: { ...group, id: copy } }];
  });
  const made: string[] = [...groupIds.values()];
  for (const node of nodes) {
    const { x, y } = nodeBox(model, node.id);
    const copy = copyNode(node, rules);
    const group_id = node.group_id === null ? null : (groupIds.get(node.group_id) ?? node.group_id);
    operations.push({ op: "node.create", node: { ...copy, group_id, canvas_x: x + by.x, canvas_y: y + by.y } });
    if (node.group_id === null || !groupIds.has(node.group_id)) made.push(copy.id);
  }
  for (const id of notes) {
    const note = model.annotations.get(id);
    if (note === undefined) continue;
    const copy = { ...note, id: newId("ann"), canvas_x: note.canvas_x + by.x, canvas_y: note.canvas_y + by.y };
    operations.push({ op: "annotation.create", annotation: copy });
    made.push(copy.id);
  }
  const name = movedName(model, selection) || counted(groups.length, "group");
  return { label: `Duplicate ${name}`, operations, select: made, said: `Duplicated ${name}.` };
}
