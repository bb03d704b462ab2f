import type { Branch, DialogueNode } from "../dialogue/wire.ts";
import {
  type Condition,
  collectEffectUses,
  collectUses,
  type Effect,
  entitiesOfEffect,
  noUses,
} from "../expression.ts";
import { checkCondition, checkEffect, type Declarations, type ExpressionFinding } from "../expression-type.ts";
import { entitiesNamedIn } from "../runtime/story.ts";
import { decideConditions } from "./decide-condition.ts";
import { unresolvedName } from "./import-notes.ts";
import { type Existence, type Problem, problem } from "./problem.ts";

/** Fields of a node that the check of logic reads. */
export type LogicNode = Pick<
  DialogueNode,
  "id" | "kind" | "conditions" | "on_enter_effects" | "branches" | "extensions"
>;

/**
 * Returns the problems of the conditions and effects of a node and of its branches. Without declarations (not loaded
 * yet) nothing is reported about variables, nor about entities that are not known to be deleted.
 */
export function logicProblems(
  node: LogicNode,
  declarations: Declarations | null,
  entities: Existence = new Map(),
): Problem[] {
  const found: Problem[] = [];
  const { conditions, on_enter_effects, branches } = node;
  if (node.kind === "condition") askingNothing(found, node);
  if (conditions.length > 0 || on_enter_effects.length > 0) {
    const logic = { conditions, effects: on_enter_effects };
    checkPlace(found, { node, branch: null, logic, effectsName: "on_enter_effects" }, declarations, entities);
  }
  for (const branch of branches) {
    if (branch.conditions.length > 0 || branch.effects.length > 0) {
      checkPlace(found, { node, branch, logic: branch, effectsName: "effects" }, declarations, entities);
    }
  }
  return found;
}

/** A way of a check that asks nothing; the last one may be there for when no test holds. */
function askingNothing(found: Problem[], { id, branches }: LogicNode): void {
  const asks = ({ conditions }: Branch) => conditions.length > 0;
  const hasTest = branches.some(asks);
  const idle = branches.find((branch) => {
    const isElse = branch.kind === "else" || branch.kind === "fallback" || (hasTest && branch === branches.at(-1));
    return !isElse && !asks(branch);
  });
  if (idle !== undefined) found.push(problem("asks_nothing", id, { node_id: id, branch_id: idle.id }));
}

/** Conditions and effects of a node, or of one of its branches. */
interface LogicPlace {
  readonly node: LogicNode;
  readonly branch: Branch | null;
  readonly logic: { conditions: readonly Condition[]; effects: readonly Effect[] };
  readonly effectsName: string;
}

function checkPlace(
  found: Problem[],
  { node, branch, logic, effectsName }: LogicPlace,
  declarations: Declarations | null,
  entities: Existence,
): void {
  const place = { node_id: node.id, branch_id: branch?.id ?? null };
  const own = branch?.id ?? node.id;
  let clean = true;
  if (declarations !== null) {
    const add = (finding: ExpressionFinding, at: string): void => {
      clean = false;
      found.push(fromFinding(finding, node, place, at));
    };
    for (const condition of logic.conditions) {
      for (const finding of checkCondition(condition, declarations)) add(finding, `/conditions/${condition.id}`);
    }
    for (const effect of logic.effects) {
      for (const finding of checkEffect(effect, declarations)) add(finding, `/${effectsName}/${effect.id}`);
    }
  }
  const uses = noUses();
  for (const condition of logic.conditions) collectUses(condition, uses);
  for (const effect of logic.effects) {
    collectEffectUses(effect, uses);
    if (effect.op === "opaque") uses.opaque = true;
  }
  for (const id of new Set([...uses.refs, ...uses.entities])) {
    const name = unresolvedName(node.extensions, id);
    if (name !== null) found.push(problem("unmatched_import", id, place, { path: `/${id}`, name }));
  }
  const isGone = (id: string) => entities.get(id) === false && unresolvedName(node.extensions, id) === null;
  for (const condition of logic.conditions) {
    if (![...entitiesNamedIn({ conditions: [condition], effects: [] })].some(isGone)) continue;
    const data = {
      path: `/conditions/${condition.id}`,
      reason: "A condition asks of someone or something that is gone.",
    };
    found.push(problem("malformed_logic", own, place, data));
  }
  for (const effect of logic.effects) {
    const named = [...entitiesOfEffect(effect), ...entitiesNamedIn({ conditions: [], effects: [effect] })];
    if (!named.some(isGone)) continue;
    const data = { path: `/${effectsName}/${effect.id}`, reason: "A change names someone or something that is gone." };
    found.push(problem("malformed_logic", own, place, data));
  }
  if (uses.opaque) found.push(problem("opaque_logic", own, place));
  if (declarations === null || !clean || logic.conditions.length === 0) return;
  const verdict = decideConditions(logic.conditions, declarations);
  if (verdict === "never") found.push(problem("never_holds", own, place));
  if (verdict === "always") found.push(problem("always_holds", own, place));
}

function fromFinding(
  finding: ExpressionFinding,
  node: LogicNode,
  place: { node_id: string; branch_id: string | null },
  at: string,
): Problem {
  const path = at + finding.path;
  const { variable, expected, actual, message } = finding;
  if (finding.code === "undeclared_variable" && variable !== null) {
    const name = unresolvedName(node.extensions, variable);
    return problem(
      "undeclared_variable",
      variable,
      { ...place, variable_id: variable },
      { path, ...(name !== null && { name }) },
    );
  }
  const typed = finding.code === "type_mismatch" || finding.code === "unknown_enum_value";
  return problem(
    typed ? "type_mismatch" : "malformed_logic",
    place.branch_id ?? place.node_id,
    { ...place, variable_id: variable },
    { path, reason: message, ...(expected !== null && { expected }), ...(actual !== null && { actual }) },
  );
}
