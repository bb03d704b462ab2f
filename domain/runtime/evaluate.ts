import { type ArithmeticFn, type Expression, type FunctionName, isQuestId, type VariableValue } from "../expression.ts";
import { integerAt } from "./random.ts";
import { type PlayState, remembered } from "./state.ts";
import type { Dice, World } from "./story.ts";
import {
  hasAll,
  hasText,
  isSet,
  orderOf,
  sameValue,
  type Truth,
  truthOf,
  UNKNOWN,
  type Value,
  valueInWords,
} from "./value.ts";
import { sizeOf, type Work } from "./work.ts";
import {
  factOf,
  isAt,
  itemsOf,
  knowsFact,
  propertyOf,
  questCountOf,
  questStageOf,
  questStateOf,
  relationshipValue,
  timeOf,
} from "./world.ts";

/** Context in which an expression is evaluated. */
export interface EvaluationContext {
  readonly state: PlayState;
  /** The node that `visits()` without a node speaks of. */
  readonly nodeId: string;
  /** Number of the node's choices that can be taken, for `choice_count`. */
  readonly choices: number;
  /** The story world; without it nothing of it is known. */
  readonly world?: World | undefined;
  readonly dice?: Dice | undefined;
  readonly work: Work;
  /** Whether one of a node's branches can be taken, for `has_any_content`. */
  readonly hasContent?: ((nodeId: string) => Truth) | undefined;
}

/** Works expressions out in one place. Random numbers move on from draw to draw; {@link draws} says how far. */
export class Evaluator {
  readonly #place: EvaluationContext;
  #draws: number;

  /** Begins where so many random numbers were drawn; where the state says, if it is not told. */
  constructor(place: EvaluationContext, draws = place.state.draws) {
    this.#place = place;
    this.#draws = draws;
  }

  /** Number of random numbers drawn so far. */
  get draws(): number {
    return this.#draws;
  }

  /** Whether every one of the conditions holds; a list means all. */
  all(conditions: readonly Expression[]): Truth {
    return every(conditions.map((each) => truthOf(this.value(each))));
  }

  /** The part of a condition that does not hold, or else the first part that is not known; null when all hold. */
  failing(conditions: readonly Expression[]): { condition: Expression; unknown: boolean } | null {
    let unknown: Expression | null = null;
    for (const condition of conditions) {
      const { truth, clause } = this.#decided(condition);
      if (truth === false) return { condition: clause, unknown: false };
      if (truth === UNKNOWN) unknown ??= clause;
    }
    return unknown === null ? null : { condition: unknown, unknown: true };
  }

  /** Whether a condition holds, and the part of an "all of" that fails, or else that is not known, however deep. Each part is worked out once: dice may be in it. */
  #decided(condition: Expression): { truth: Truth; clause: Expression } {
    if (!("op" in condition) || condition.op !== "all") {
      return { truth: truthOf(this.value(condition)), clause: condition };
    }
    const parts = condition.args.map((each) => this.#decided(each));
    const failing = parts.find(({ truth }) => truth === false) ?? parts.find(({ truth }) => truth === UNKNOWN);
    return { truth: every(parts.map(({ truth }) => truth)), clause: failing?.clause ?? condition };
  }

  /** @throws {@link OverBudget} once the page has taken more than it may. */
  value(expression: Expression): Value {
    const value = this.#valueOf(expression);
    this.#place.work.spend(1 + sizeOf(value) / CHARACTERS_READ);
    return value;
  }

  #valueOf(expression: Expression): Value {
    if ("lit" in expression) return expression.lit;
    if ("var" in expression) {
      const value = remembered(this.#place.state.values, expression.var);
      return value === undefined ? UNKNOWN : value;
    }
    if ("ref" in expression) return expression.ref;
    if ("entity" in expression) return propertyOf(this.#place, expression.entity, expression.path);
    if (!("op" in expression)) return this.#call(expression.fn, expression.args);
    switch (expression.op) {
      case "opaque":
        return UNKNOWN;
      case "all":
        return this.all(expression.args);
      case "any":
        return some(expression.args.map((each) => truthOf(this.value(each))));
      case "not": {
        const [arg] = expression.args;
        const truth = arg === undefined ? UNKNOWN : truthOf(this.value(arg));
        return truth === UNKNOWN ? UNKNOWN : !truth;
      }
      case "arith":
        return combined(expression.fn, this.value(expression.args[0]), this.value(expression.args[1]));
      default:
        return compare(expression.op, this.value(expression.args[0]), this.value(expression.args[1]));
    }
  }

  #call(fn: FunctionName, args: readonly Expression[]): Value {
    const { state, nodeId, choices } = this.#place;
    const values = args.map((each) => this.value(each));
    const [first, second, third = 1] = values;
    if (values.includes(UNKNOWN)) return UNKNOWN;
    const id = typeof first === "string" ? first : nodeId;
    const other = typeof second === "string" ? second : "";
    const node = remembered(state.visits, id);
    const branch = remembered(state.taken, id);
    switch (fn) {
      case "visits":
        if (other === "completed") return node?.completed ?? branch?.count ?? 0;
        return node?.entered ?? branch?.count ?? 0;
      case "visited":
        return (node?.entered ?? branch?.count ?? 0) > 0;
      case "offered":
        return Object.hasOwn(state.offered, id);
      case "turns":
        return state.turn;
      case "turns_since": {
        const last = node ?? branch;
        return last === undefined ? -1 : state.turn - last.turn;
      }
      case "choice_count":
        return choices;
      case "random":
        return this.#draw(first, second);
      case "roll":
        return this.#roll(first, second ?? 1);
      case "has_any_content":
        return this.#place.hasContent?.(id) ?? UNKNOWN;
      case "quest_state":
        return isQuestId(id) ? questStateOf(this.#place, id) : propertyOf(this.#place, id, "state");
      case "quest_stage":
        return questStageOf(this.#place, id);
      case "quest_count":
        return questCountOf(this.#place, id, other);
      case "relationship":
        return relationshipValue(this.#place, id, other);
      case "at_location":
        return isAt(this.#place, id, other);
      case "has_item":
        return compare("gte", itemsOf(this.#place, id, other), typeof third === "number" ? third : UNKNOWN);
      case "fact":
        return factOf(this.#place, id, other);
      case "knows":
        return knowsFact(this.#place, id, other);
      case "world_time":
        return timeOf(this.#place);
    }
  }

  #draw(low: Value | undefined, high: Value | undefined): Value {
    if (typeof low !== "number" || typeof high !== "number") return UNKNOWN;
    return this.#between(low, high);
  }

  #between(low: number, high: number): number {
    const { dice, state } = this.#place;
    if (dice === undefined) return integerAt(state.seed, this.#draws++, low, high);
    const first = Math.ceil(Math.min(low, high));
    return first + dice(Math.max(1, Math.floor(Math.max(low, high)) - first + 1));
  }

  /** The sum of `dice` dice with `sides` sides. */
  #roll(sides: Value | undefined, dice: Value): Value {
    if (typeof sides !== "number" || typeof dice !== "number") return UNKNOWN;
    const thrown = Math.max(0, Math.min(dice, MAX_DICE));
    this.#place.work.spend(thrown);
    let sum = 0;
    for (let i = 0; i < thrown; i++) {
      sum += this.#between(1, sides);
    }
    return sum;
  }
}

/** Characters of a value that count as one evaluation more. */
const CHARACTERS_READ = 100;

/** More dice than anybody throws. */
const MAX_DICE = 1_000;

function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(UNKNOWN) ? UNKNOWN : true;
}

function some(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(UNKNOWN) ? UNKNOWN : false;
}

function compare(op: string, left: Value, right: Value): Truth {
  if (op === "eq") return sameValue(left, right);
  if (op === "ne") {
    const same = sameValue(left, right);
    return same === UNKNOWN ? UNKNOWN : !same;
  }
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
  if (op === "has") return contains(left, right);
  if (op === "in") return contains(right, left);
  const order = orderOf(left, right);
  if (order === null) return false;
  switch (op) {
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    case "gt":
      return order > 0;
    default:
      return order >= 0;
  }
}

/** A text has its parts, a set its values, and every part of another set; nothing else has anything. */
function contains(whole: VariableValue, part: VariableValue): boolean {
  if (isSet(whole)) return isSet(part) ? hasAll(whole, part) : whole.includes(String(part));
  return typeof whole === "string" && typeof part === "string" && hasText(whole, part);
}

/** Most characters of a text that is joined of others: it could become twice as long with every page. */
const MAX_JOINED = 10_000;

/** A calculation: a sum with a text in it joins both as they stand in texts; all others are on numbers. */
export function combined(fn: ArithmeticFn, left: Value, right: Value): Value {
  if (fn !== "add" || left === UNKNOWN || right === UNKNOWN || (typeof left !== "string" && typeof right !== "string"))
    return arithmetic(fn, left, right);
  const text = valueInWords(left) + valueInWords(right);
  return text.length > MAX_JOINED ? UNKNOWN : text;
}

/** Arithmetic on numbers; dividing by zero, or anything but numbers, is not known rather than infinite. */
export function arithmetic(fn: ArithmeticFn, left: Value, right: Value): Value {
  if (typeof left !== "number" || typeof right !== "number") return UNKNOWN;
  const result = calculate(fn, left, right);
  // Zero has one sign: a saved game would lose the other.
  return Number.isFinite(result) ? result || 0 : UNKNOWN;
}

function calculate(fn: ArithmeticFn, left: number, right: number): number {
  switch (fn) {
    case "add":
      return left + right;
    case "sub":
      return left - right;
    case "mul":
      return left * right;
    case "div":
      return left / right;
    case "mod":
      return left % right;
  }
}
