import type { Condition, Expression, VariableValue } from "../expression.ts";
import { changedVariable, collectUses, type Effect, walkExpression } from "../expression.ts";
import { checkCondition, type Declarations } from "../expression-type.ts";
import { Evaluator } from "../runtime/evaluate.ts";
import { freshState, type PlayState } from "../runtime/state.ts";
import type { PlayNode } from "../runtime/story.ts";
import { type Truth, truthOf, UNKNOWN } from "../runtime/value.ts";
import { Work } from "../runtime/work.ts";
import { decideConditions } from "./decide-condition.ts";

/** Conditions of a node, or of one of its branches. */
export interface PlayedTest {
  readonly nodeId: string;
  readonly branchId: string | null;
  readonly conditions: readonly Condition[];
  readonly variables: ReadonlySet<string>;
}

/** Returns the conditions of nodes and branches that ask for variables, and that only playing can decide. */
export function testsIn(nodes: readonly PlayNode[], declarations: Declarations): PlayedTest[] {
  return nodes.flatMap((node) => [
    ...testOf(node.id, null, node.conditions, declarations),
    ...node.branches.flatMap(({ id, conditions }) => testOf(node.id, id, conditions, declarations)),
  ]);
}

/** Conditions that were looked at: a dialogue is checked after each pause, and most of its conditions are as they were. */
const seen = new WeakMap<readonly Condition[], ReadonlySet<string>>();

function testOf(
  nodeId: string,
  branchId: string | null,
  conditions: readonly Condition[],
  declarations: Declarations,
): PlayedTest[] {
  if (conditions.length === 0) return [];
  let variables = seen.get(conditions);
  if (variables === undefined) {
    variables = new Set(conditions.flatMap((each) => [...collectUses(each).variables]));
    seen.set(conditions, variables);
  }
  if (variables.size === 0) return [];
  const isWrong = conditions.some((each) => checkCondition(each, declarations).length > 0);
  if (isWrong || decideConditions(conditions, declarations) !== "depends") return [];
  return [{ nodeId, branchId, conditions, variables }];
}

/** Whether conditions ask for nothing but variables. */
export function asksVariablesAlone(conditions: readonly Expression[]): boolean {
  return conditions.every((condition) => {
    let isAlone = true;
    walkExpression(condition, (part) => {
      const isKnown = "var" in part || "lit" in part || ("op" in part && part.op !== "opaque");
      if (!isKnown) isAlone = false;
    });
    return isAlone;
  });
}

/** Variables that effects change. */
export function changedBy(effects: Iterable<Effect>): Set<string> {
  return new Set(Array.from(effects, changedVariable).filter((id) => id !== null));
}

const EMPTY: PlayState = freshState([], {});

/** Whether conditions hold where these are the values of variables; of all else nothing is known. */
export function holdsWith(
  conditions: readonly Expression[],
  values: Readonly<Record<string, VariableValue>>,
  nodeId: string,
): Truth {
  const evaluator = new Evaluator({ state: { ...EMPTY, values }, nodeId, choices: 0, work: new Work() });
  return all(conditions.map((each) => truthIn(each, evaluator)));
}

/** Works out what is known by its variables alone; what else is asked for is unknown. */
function truthIn(expression: Expression, evaluator: Evaluator): Truth {
  if ("op" in expression) {
    if (expression.op === "all") return all(expression.args.map((each) => truthIn(each, evaluator)));
    if (expression.op === "any") return not(all(expression.args.map((each) => not(truthIn(each, evaluator)))));
    if (expression.op === "not") return not(expression.args[0] ? truthIn(expression.args[0], evaluator) : UNKNOWN);
  }
  return asksVariablesAlone([expression]) ? truthOf(evaluator.value(expression)) : UNKNOWN;
}

const not = (truth: Truth): Truth => (truth === UNKNOWN ? UNKNOWN : !truth);

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(UNKNOWN) ? UNKNOWN : true;
}
