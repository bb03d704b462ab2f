import type { Effect, EffectOp, Expression, Scalar } from "../expression.ts";
import { type ArgumentType, FUNCTIONS } from "../expression-functions.ts";
import {
  ANY_CHANGE,
  ARITHMETIC_SIGNS,
  ASSIGNMENTS,
  CHANGE_CALLS,
  type ChangePart,
  COMPARISON_SIGNS,
  changeCallOf,
  NONE,
  PLACE_CALL,
  PRESENT,
  PROPERTY_ASSIGNMENTS,
  UNREAD_CALL,
} from "./grammar.ts";
import type { NameIndex } from "./name-index.ts";
import { quotedName, quotedText } from "./tokens.ts";

/** A change without its id. */
type ReadChange = Omit<Effect, "id">;

/** Binding strength of phrases: a phrase that binds less tightly than its surroundings is put in brackets. */
const LOOSE = { or: 1, and: 2, not: 3, comparison: 4, sum: 5, product: 6, whole: 7 } as const;

interface Phrase {
  readonly text: string;
  readonly tightness: number;
}

/** A path that needs no quotes. */
const PLAIN_PATH = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*$/u;

/**
 * Conditions as a text that {@link readConditions} reads as the same conditions, whatever they are: `purse >= 6 and not visited(gate)`.
 * An empty list is an empty text.
 */
export function printConditions(conditions: readonly Expression[], names: NameIndex): string {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return listed(only, LOOSE.or, names);
  return conditions.map((each) => listed(each, LOOSE.not, names)).join(" and ");
}

/** A condition of a list: an "all" within it is told from the list by its brackets. */
function listed(condition: Expression, loosest: number, names: NameIndex): string {
  const { text, tightness } = phrase(condition, names);
  return tightness === LOOSE.and || tightness < loosest ? `(${text})` : text;
}

/** One change as a text that {@link readChanges} reads as the same change: `purse -= 6 if visited(gate)`. */
export function printChange(effect: ReadChange, names: NameIndex): string {
  const guard = effect.when.length === 0 ? "" : ` if ${printConditions(effect.when, names)}`;
  return `${deed(effect, names)}${guard}`;
}

/** Changes, each on its line. */
export function printChanges(effects: readonly ReadChange[], names: NameIndex): string {
  return effects.map((each) => printChange(each, names)).join("\n");
}

function deed(effect: ReadChange, names: NameIndex): string {
  return assignment(effect, names) ?? call(effect, names) ?? anyChange(effect, names);
}

/** A change as an assignment; null where it is none, or lacks or has what an assignment cannot say. */
function assignment({ op, target, key, value }: ReadChange, names: NameIndex): string | null {
  if (target === null || value === null) return null;
  const sign = signOf(ASSIGNMENTS, op);
  if (sign !== undefined && key === undefined) {
    return `${names.written("variable", target)} ${sign} ${phrase(value, names).text}`;
  }
  const property = signOf(PROPERTY_ASSIGNMENTS, op);
  if (property === undefined || key === undefined) return null;
  return `${propertyOf(target, key, names)} ${property} ${phrase(value, names).text}`;
}

function signOf(signs: ReadonlyMap<string, EffectOp>, op: EffectOp): string | undefined {
  return [...signs].find(([, assigned]) => assigned === op)?.[0];
}

/** A change as a call; null where it has no such form, or lacks or has what that cannot say. */
function call(effect: ReadChange, names: NameIndex): string | null {
  const { op, target, key, value } = effect;
  const name = changeCallOf({ op });
  const form = name === undefined ? undefined : CHANGE_CALLS[name];
  if (form === undefined) return null;
  const written: string[] = [];
  let said = 0;
  for (const [index, part] of form.parts.entries()) {
    const text = changePart(part, effect, names);
    // What stands behind a missing part would be read as that part.
    if (text === null && index < form.parts.length - form.optional) return null;
    if (text === null) continue;
    said++;
    written.push(text);
  }
  const learner = form.parts.includes("learner") ? PRESENT : null;
  const given = [target ?? learner, key ?? null, value].filter((each) => each !== null).length;
  return said === given ? `${name}(${written.join(", ")})` : null;
}

function changePart(part: ChangePart, { target, key, value }: ReadChange, names: NameIndex): string | null {
  switch (part) {
    case "variable":
    case "entity":
      return target === null ? null : names.written(part, target);
    case "quest":
      return target === null ? null : names.written("quest", target);
    case "tracked":
      return target === null ? null : names.writtenTracked(target);
    case "learner":
      return target === null ? PRESENT : names.written("entity", target);
    case "key-fact":
      return key === undefined ? null : names.written("fact", key);
    case "key-objective":
      return key === undefined ? null : names.written("objective", key);
    case "key-stage":
      return key === undefined ? null : names.written("stage", key);
    case "key-entity":
      return key === undefined ? null : names.written("entity", key);
    case "key-text":
      return key === undefined ? null : quotedText(key);
    case "place":
      return value === null ? null : argument(value, "ref", names);
    case "value":
      return value === null ? null : phrase(value, names).text;
  }
}

function anyChange({ op, target, key, value }: ReadChange, names: NameIndex): string {
  const text = (id: string | null | undefined) => (id == null ? NONE : quotedText(id));
  const parts = [quotedText(op), text(target), text(key)];
  if (value !== null) parts.push(phrase(value, names).text);
  return `${ANY_CHANGE}(${parts.join(", ")})`;
}

function propertyOf(entity: string, path: string, names: NameIndex): string {
  return `${names.written("entity", entity)}.${PLAIN_PATH.test(path) ? path : quotedName(path)}`;
}

function phrase(expression: Expression, names: NameIndex): Phrase {
  if ("var" in expression) return whole(names.written("variable", expression.var));
  if ("lit" in expression) return whole(literal(expression.lit));
  if ("ref" in expression) return whole(`${PLACE_CALL}(${names.written("place", expression.ref)})`);
  if ("entity" in expression) {
    return whole(propertyOf(expression.entity, expression.path, names));
  }
  if (!("op" in expression)) {
    const { args: types } = FUNCTIONS[expression.fn];
    return whole(`${expression.fn}(${expression.args.map((arg, at) => argument(arg, types[at], names)).join(", ")})`);
  }
  switch (expression.op) {
    case "opaque":
      return whole(`${UNREAD_CALL}(${quotedText(expression.format)}, ${quotedText(expression.source)})`);
    case "all":
      return joined(expression.args, "all", " and ", LOOSE.and, names);
    case "any":
      return joined(expression.args, "any", " or ", LOOSE.or, names);
    case "not":
      return denial(expression.args, names);
    case "arith": {
      const [left, right] = expression.args;
      const isSum = expression.fn === "add" || expression.fn === "sub";
      const tightness = isSum ? LOOSE.sum : LOOSE.product;
      const sign = ARITHMETIC_SIGNS[expression.fn];
      return {
        text: `${within(left, tightness, names)} ${sign} ${within(right, tightness + 1, names)}`,
        tightness,
      };
    }
    default: {
      const [left, right] = expression.args;
      const sign = COMPARISON_SIGNS[expression.op];
      return {
        text: `${within(left, LOOSE.sum, names)} ${sign} ${within(right, LOOSE.sum, names)}`,
        tightness: LOOSE.comparison,
      };
    }
  }
}

function joined(
  args: readonly Expression[],
  name: "all" | "any",
  sign: string,
  tightness: number,
  names: NameIndex,
): Phrase {
  // One part, or none, is no list that a sign could join.
  if (args.length < 2) return whole(`${name}(${args.map((arg) => phrase(arg, names).text).join(", ")})`);
  return { text: args.map((arg) => within(arg, tightness + 1, names)).join(sign), tightness };
}

function denial(args: readonly Expression[], names: NameIndex): Phrase {
  const [arg] = args;
  if (arg === undefined) return whole("not()");
  const inner = phrase(arg, names);
  // `not a = b` would be read rightly, and by people in two ways.
  const isClear = inner.tightness >= LOOSE.whole || inner.tightness === LOOSE.not;
  return { text: `not ${isClear ? inner.text : `(${inner.text})`}`, tightness: LOOSE.not };
}

/** An argument of a function. Where it is a place or an entity its name is enough; anything else is put in brackets there. */
function argument(arg: Expression, type: ArgumentType | undefined, names: NameIndex): string {
  if (type === "ref" && "ref" in arg) return names.written("place", arg.ref);
  if (type === "thing" && "lit" in arg && typeof arg.lit === "string" && names.has("entity", arg.lit)) {
    return names.written("entity", arg.lit);
  }
  const named = type === "fact" || type === "quest" || type === "objective" ? type : null;
  if (named !== null && "lit" in arg && typeof arg.lit === "string" && names.has(named, arg.lit)) {
    return names.written(named, arg.lit);
  }
  if (type === "tracked" && "lit" in arg && typeof arg.lit === "string") {
    const { lit } = arg;
    if (names.has("quest", lit) || names.has("entity", lit)) return names.writtenTracked(lit);
  }
  const { text } = phrase(arg, names);
  const isNamed = type !== undefined && type !== "integer" && type !== "string";
  const needsBrackets = isNamed && !("lit" in arg) && !("fn" in arg && !("op" in arg));
  return needsBrackets ? `(${text})` : text;
}

function within(expression: Expression, loosest: number, names: NameIndex): string {
  const { text, tightness } = phrase(expression, names);
  return tightness < loosest ? `(${text})` : text;
}

function whole(text: string): Phrase {
  return { text, tightness: LOOSE.whole };
}

function literal(value: Scalar): string {
  if (value === null) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return quotedText(value);
  return Object.is(value, -0) ? "-0" : String(value);
}
