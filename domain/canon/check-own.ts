import type { Expression, Scalar } from "../expression.ts";
import { Evaluator } from "../runtime/evaluate.ts";
import { freshState } from "../runtime/state.ts";
import type { World } from "../runtime/story.ts";
import { UNKNOWN, type Value } from "../runtime/value.ts";
import { OverBudget, Work } from "../runtime/work.ts";
import { type CanonRule, type Finding, isAbout } from "./finding.ts";
import { SELF } from "./own-conditions.ts";
import type { CanonWorld } from "./world.ts";

/** Returns the contradiction of an entity for which a condition of a rule does not hold. */
export function checkOwn(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const entity = world.entity(id);
  if (entity === undefined || !isAbout(rule, entity)) return [];
  const evaluator = new Evaluator({
    state: freshState([], {}),
    nodeId: "",
    choices: 0,
    world: worldOf(id, world),
    work: new Work(),
  });
  const broken = rule.conditions.findIndex((condition) => isFalse(condition, evaluator));
  if (broken < 0) return [];
  return [
    {
      rule_id: rule.id,
      code: "own",
      key: id,
      unit: id,
      about: id,
      evidence: [{ type: "entity", id, seq: entity.valid_from_seq }],
      repair: null,
    },
  ];
}

function isFalse(condition: Expression, evaluator: Evaluator): boolean {
  try {
    return evaluator.value(known(condition, (part) => evaluator.value(part))) === false;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

const NOT_KNOWN: Expression = { op: "opaque", format: "fabula", source: "" };
/** Whether a part asks how the entity stands with another, which is 0 where nobody says. */
const isStanding = (part: Expression): boolean => "fn" in part && !("op" in part) && part.fn === "relationship";
const isNothing = (part: Expression): boolean => "lit" in part && part.lit === null;

/**
 * Returns a condition in which a comparison is not known where one side has no value, unless it asks for that, and where the order of values
 * of two types is asked. In a playthrough such a comparison fails; a rule would be broken by everything that nobody has filled in.
 */
function known(condition: Expression, valueOfPart: (part: Expression) => Value): Expression {
  if (!("op" in condition) || condition.op === "opaque" || condition.op === "arith") return condition;
  if (condition.op === "all" || condition.op === "any" || condition.op === "not")
    return { op: condition.op, args: condition.args.map((arg) => known(arg, valueOfPart)) };
  const [left, right] = condition.args;
  if ((condition.op === "eq" || condition.op === "ne") && (isNothing(left) || isNothing(right))) return condition;
  const [a, b] = [valueOfPart(left), valueOfPart(right)];
  if ([left, right].some((part) => isStanding(part) && valueOfPart(part) === 0)) return NOT_KNOWN;
  if (a === null || b === null || a === UNKNOWN || b === UNKNOWN) return NOT_KNOWN;
  const isOrder = condition.op !== "eq" && condition.op !== "ne" && condition.op !== "has" && condition.op !== "in";
  return isOrder && typeof a !== typeof b ? NOT_KNOWN : condition;
}

/** The world of a rule: the entity as `self`, with its facts and its relationships. */
function worldOf(id: string, world: CanonWorld): World {
  const entity = world.entity(id);
  const own = entity === undefined ? {} : { [SELF]: { parent_id: entity.parent_id, properties: entity.properties } };
  return {
    entities: own,
    relationships: world
      .ties(id)
      .filter(({ source_id }) => source_id === id)
      .map(({ target_id, type, properties }) => ({ source_id: SELF, target_id, type, properties })),
    facts: world.about(id).flatMap(({ predicate, object_id, text }) => {
      return predicate === null ? [] : [{ subject_id: SELF, predicate, value: object_id ?? valueOfText(text) }];
    }),
    time: null,
  };
}

/** A number where a text is nothing else. */
function valueOfText(text: string): Scalar {
  const trimmed = text.trim();
  return /^-?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}
