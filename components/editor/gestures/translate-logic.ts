import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import { type Condition, type Effect, type Expression, hasEntityKey, walkExpression } from "#domain/expression.ts";

/** Maps an id of another project to one here; null where there is none. */
export type Translate = (id: string) => string | null;

/** A node whose conditions and effects speak of this project, and how many of them could not. */
export interface NodeTranslation {
  readonly node: NewNode;
  readonly lost: number;
}

/** Rewrites a node's logic for another project; a condition or effect that speaks of what is not here is left out. */
export function translateLogic(node: NewNode, translate: Translate): NodeTranslation {
  let lost = 0;
  const keep = <T>(entries: readonly T[] | undefined, rewrite: (entry: T) => T | null): T[] => {
    const kept = (entries ?? []).flatMap((entry) => rewrite(entry) ?? []);
    lost += (entries?.length ?? 0) - kept.length;
    return kept;
  };
  const condition = (entry: Condition): Condition | null => rewrite(entry, translate) as Condition | null;
  const effect = (entry: Effect): Effect | null => rewriteEffect(entry, translate);
  const branches = node.branches?.map(
    (branch): Branch => ({
      ...branch,
      conditions: keep(branch.conditions, condition),
      effects: keep(branch.effects, effect),
    }),
  );
  const translated: NewNode = {
    ...node,
    ...(branches !== undefined && { branches }),
    conditions: keep(node.conditions, condition),
    on_enter_effects: keep(node.on_enter_effects, effect),
  };
  return { node: translated, lost };
}

function rewriteEffect(effect: Effect, translate: Translate): Effect | null {
  const target = effect.target !== null && isId(effect.target) ? translate(effect.target) : effect.target;
  const named = effect.key !== undefined && hasEntityKey(effect.op) ? translate(effect.key) : effect.key;
  const value = effect.value === null ? null : rewrite(effect.value, translate);
  const when = effect.when.flatMap((each) => rewrite(each, translate) ?? []);
  const whole = (effect.target === null || target !== null) && (effect.value === null || value !== null);
  if (!whole || named === null || when.length !== effect.when.length) return null;
  return { ...effect, target, ...(named !== undefined && { key: named }), value, when };
}

/** The expression in this project's ids; null when it names something that is not here. */
function rewrite(expression: Expression, translate: Translate): Expression | null {
  let known = true;
  walkExpression(expression, (part) => {
    for (const id of namedBy(part)) if (translate(id) === null) known = false;
  });
  return known ? renamed(expression, translate) : null;
}

function renamed(expression: Expression, translate: Translate): Expression {
  if ("var" in expression) return { ...expression, var: translate(expression.var) ?? expression.var };
  if ("ref" in expression) return { ...expression, ref: translate(expression.ref) ?? expression.ref };
  if ("entity" in expression) return { ...expression, entity: translate(expression.entity) ?? expression.entity };
  if (!("args" in expression)) return expression;
  return { ...expression, args: expression.args.map((each) => renamed(each, translate)) } as Expression;
}

function namedBy(part: Expression): string[] {
  if ("var" in part) return [part.var];
  if ("ref" in part) return [part.ref];
  return "entity" in part ? [part.entity] : [];
}

const isId = (text: string): boolean => /^[a-z]{2,4}_[0-9a-z]{26}$/.test(text);
