import {
  ARITHMETIC_FNS,
  type ArithmeticFn,
  type ComparisonOp,
  type Effect,
  type EffectOp,
  FUNCTION_NAMES,
  type FunctionName,
} from "../expression.ts";

/** Signs of comparisons. */
export const COMPARISON_SIGNS: Readonly<Record<ComparisonOp, string>> = {
  eq: "=",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  has: "has",
  in: "in",
};

/** Comparisons by their signs, with those that are read besides. */
export const COMPARISONS: ReadonlyMap<string, ComparisonOp> = new Map([
  ...Object.entries(COMPARISON_SIGNS).map(([op, sign]) => [sign, op as ComparisonOp] as const),
  ["==", "eq"],
  ["is", "eq"],
  ["≠", "ne"],
  ["<>", "ne"],
  ["≤", "lte"],
  ["≥", "gte"],
]);

/** Signs of calculations. */
export const ARITHMETIC_SIGNS: Readonly<Record<ArithmeticFn, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  mod: "mod",
};

export const SUMS: ReadonlyMap<string, ArithmeticFn> = new Map([
  ["+", "add"],
  ["-", "sub"],
  ["−", "sub"],
]);
export const PRODUCTS: ReadonlyMap<string, ArithmeticFn> = new Map([
  ["*", "mul"],
  ["×", "mul"],
  ["/", "div"],
  ["÷", "div"],
  ["mod", "mod"],
  ["%", "mod"],
]);

/** Changes that are written as assignments to a variable. */
export const ASSIGNMENTS: ReadonlyMap<string, EffectOp> = new Map<string, EffectOp>([
  ["=", "set"],
  ["+=", "add"],
  ["-=", "sub"],
  ["*=", "mul"],
  ["/=", "div"],
  ["%=", "mod"],
]);

/** Changes that are written as assignments to a property of an entity. */
export const PROPERTY_ASSIGNMENTS: ReadonlyMap<string, EffectOp> = new Map<string, EffectOp>([
  ["=", "property.set"],
  ["+=", "property.add"],
]);

/**
 * Parts in the brackets of a change: its target, a variable, an entity, an entity or all who are present, a quest, or a
 * quest or an entity; its key, another entity, a fact, a part of a quest or a text; its value, a place or any value.
 */
export type ChangePart =
  | "variable"
  | "entity"
  | "learner"
  | "quest"
  | "tracked"
  | "key-entity"
  | "key-fact"
  | "key-objective"
  | "key-stage"
  | "key-text"
  | "place"
  | "value";

/** A change that is written as a call. */
export interface ChangeCall {
  readonly op: EffectOp;
  readonly parts: readonly ChangePart[];
  /** Number of parts that may be left out, from the end. */
  readonly optional: number;
}

export const CHANGE_CALLS: Readonly<Record<string, ChangeCall>> = {
  toggle: { op: "toggle", parts: ["variable"], optional: 0 },
  put: { op: "push", parts: ["variable", "value"], optional: 0 },
  remove: { op: "remove", parts: ["variable", "value"], optional: 0 },
  clear: { op: "clear", parts: ["variable"], optional: 0 },
  reset: { op: "reset", parts: ["variable"], optional: 0 },
  forget_visits: { op: "reset_visits", parts: ["place"], optional: 1 },
  tell: { op: "command", parts: ["value"], optional: 0 },
  send: { op: "emit", parts: ["value"], optional: 0 },
  move: { op: "location.move", parts: ["entity", "key-entity"], optional: 0 },
  give: { op: "inventory.give", parts: ["entity", "key-entity", "value"], optional: 0 },
  take: { op: "inventory.take", parts: ["entity", "key-entity", "value"], optional: 0 },
  set_relationship: { op: "relationship.set", parts: ["entity", "key-entity", "value"], optional: 0 },
  adjust_relationship: { op: "relationship.adjust", parts: ["entity", "key-entity", "value"], optional: 0 },
  set_fact: { op: "fact.set", parts: ["entity", "key-text", "value"], optional: 0 },
  teach: { op: "fact.tell", parts: ["learner", "key-fact", "value"], optional: 1 },
  set_quest: { op: "quest.set_state", parts: ["tracked", "value"], optional: 0 },
  advance_quest: { op: "quest.advance", parts: ["quest", "key-objective", "value"], optional: 0 },
  begin_stage: { op: "quest.stage", parts: ["quest", "key-stage"], optional: 0 },
  advance_time: { op: "time.advance", parts: ["value"], optional: 0 },
};

const CALL_OF_OP: ReadonlyMap<EffectOp, string> = new Map(
  Object.entries(CHANGE_CALLS).map(([name, { op }]) => [op, name]),
);

/** Returns the call that writes a change; undefined where it is an assignment or has no form of its own. */
export function changeCallOf({ op }: Pick<Effect, "op">): string | undefined {
  return CALL_OF_OP.get(op);
}

/** The call that writes any change, whatever it lacks or has too much of. */
export const ANY_CHANGE = "do";
/** A node or branch where something else could be meant. */
export const PLACE_CALL = "card";
/** Call that holds the words of another format, unchanged. */
export const UNREAD_CALL = "unread";
/** Word for all who are present where somebody is told something. */
export const PRESENT = "present";
/** Word for a missing part, in the brackets of {@link ANY_CHANGE}. */
export const NONE = "none";

const FUNCTIONS_BY_NAME: ReadonlySet<string> = new Set(FUNCTION_NAMES);

export function isFunctionName(word: string): word is FunctionName {
  return FUNCTIONS_BY_NAME.has(word);
}

const RESERVED: ReadonlySet<string> = new Set([
  ...["and", "or", "not", "is", "has", "in", "if", "yes", "no", "true", "false", "nothing", "null", NONE, "all", "any"],
  ...ARITHMETIC_FNS,
  ...FUNCTION_NAMES,
  ...Object.keys(CHANGE_CALLS),
  ...[ANY_CHANGE, PLACE_CALL, UNREAD_CALL, PRESENT],
]);

/** Whether a word means something by itself, so that a thing of that name is written in quotes. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word.toLowerCase());
}
