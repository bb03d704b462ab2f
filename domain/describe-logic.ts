import { type Effect, type Expression, isQuestId, isWorldOp, type Scalar, type WorldEffectOp } from "./expression.ts";
import { FUNCTIONS, WAYS_TO_KNOW } from "./expression-functions.ts";
import { yesOrNo } from "./yes-or-no.ts";

/** Names of things in a description; a function that answers undefined leaves the id to be shown. */
export interface DescribedNames {
  variable?: (id: string) => string | undefined;
  entity?: (id: string) => string | undefined;
  /** Words of a fact, or their beginning. */
  fact?: (id: string) => string | undefined;
  quest?: (id: string) => string | undefined;
  /** Words of an objective or a stage of a quest. */
  questPart?: (id: string) => string | undefined;
  /** Title of a node, or text of a choice. */
  node?: (id: string) => string | undefined;
}

const SYMBOLS = { eq: "is", ne: "is not", lt: "<", lte: "≤", gt: ">", gte: "≥", has: "has", in: "is in" } as const;
const ARITHMETIC = { add: "+", sub: "−", mul: "×", div: "÷", mod: "mod" } as const;

/** Binding strength of phrases: a phrase that binds less tightly than its surroundings is put in brackets. */
const LOOSE = { any: 1, all: 2, clause: 3, sum: 4, product: 5, word: 6 } as const;

interface Phrase {
  text: string;
  tightness: number;
}

/**
 * Describes conditions in plain language: "the gate is open and courage ≥ 3". An empty list is "always". What we could not
 * express is shown as it stood in its own format, in guillemets.
 */
export function describeConditions(conditions: readonly Expression[], names: DescribedNames = {}): string {
  if (conditions.length === 0) return "always";
  return join(conditions, "and", LOOSE.all, names).text;
}

/** One expression in plain language. */
export function describeExpression(expression: Expression, names: DescribedNames = {}): string {
  return phrase(expression, names).text;
}

/** An effect in plain language: "courage + 1, if the gate is open". */
export function describeEffect(effect: Omit<Effect, "id">, names: DescribedNames = {}): string {
  const guard = effect.when.length > 0 ? `, if ${describeConditions(effect.when, names)}` : "";
  return deed(effect, names) + guard;
}

function deed(effect: Omit<Effect, "id">, names: DescribedNames): string {
  const { op } = effect;
  if (isWorldOp(op)) return deedOnWorld({ ...effect, op }, names);
  const target = effect.target === null ? "" : variableName(effect.target, names);
  const value = effect.value === null ? "" : describeExpression(effect.value, names);
  switch (op) {
    case "set":
      return `${target} becomes ${value}`;
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "mod":
      return `${target} ${ARITHMETIC[op]} ${value}`;
    case "toggle":
      return `${target} changes to its opposite`;
    case "push":
      return `${value} is added to ${target}`;
    case "remove":
      return `${value} is taken from ${target}`;
    case "clear":
      return `${target} is emptied`;
    case "reset":
      return `${target} goes back to its first value`;
    case "reset_visits":
      return value === "" ? "all visits are forgotten" : `visits to ${value} are forgotten`;
    case "command":
      return `command ${value}`;
    case "emit":
      return `event ${value}`;
    case "opaque":
      return target === "" ? value : `${target}: ${value}`;
  }
}

function deedOnWorld(
  { op, target, key = "", value: given }: Omit<Effect, "id"> & { op: WorldEffectOp },
  names: DescribedNames,
): string {
  const entity = target === null ? "…" : entityName(target, names);
  const value = given === null ? "…" : describeExpression(given, names);
  const less = given !== null && "lit" in given && typeof given.lit === "number" && given.lit < 0 ? -given.lit : null;
  const sum = less === null ? `+ ${value}` : `− ${less}`;
  const relationship = `the relationship of ${entity} with ${entityName(key, names)}`;
  switch (op) {
    case "property.set":
      return `${entity}’s ${key} becomes ${value}`;
    case "property.add":
      return `${entity}’s ${key} ${sum}`;
    case "location.move":
      return `${entity} goes to ${entityName(key, names)}`;
    case "inventory.give":
      return `${entity} gets ${value} × ${entityName(key, names)}`;
    case "inventory.take":
      return `${entity} loses ${value} × ${entityName(key, names)}`;
    case "relationship.set":
      return `${relationship} becomes ${value}`;
    case "relationship.adjust":
      return `${relationship} ${sum}`;
    case "fact.set":
      return `what is known of ${entity}: ${key} becomes ${value}`;
    case "fact.tell":
      return `${target === null ? "whoever is present" : entity} ${learning(given)} “${factName(key, names)}”`;
    case "quest.set_state":
      return `the state of quest ${target === null ? "…" : trackedName(target, names)} becomes ${value}`;
    case "quest.advance":
      return `quest ${target === null ? "…" : trackedName(target, names)}: “${questPartName(key, names)}” ${sum}`;
    case "quest.stage":
      return `quest ${target === null ? "…" : trackedName(target, names)} comes to “${questPartName(key, names)}”`;
    case "time.advance":
      return `the time of the world ${sum}`;
  }
}

/** Words of the ways to come to know a fact. */
const LEARNING: Readonly<Record<(typeof WAYS_TO_KNOW)[number], string>> = {
  told: "is told",
  heard: "hears",
  saw: "sees",
  inferred: "works out",
};

function learning(how: Expression | null): string {
  const way = how === null ? "told" : "lit" in how ? WAYS_TO_KNOW.find((each) => each === how.lit) : undefined;
  return way === undefined ? "comes to know" : LEARNING[way];
}

function factName(id: string, names: DescribedNames): string {
  return names.fact?.(id) ?? id;
}

function trackedName(id: string, names: DescribedNames): string {
  return isQuestId(id) ? (names.quest?.(id) ?? id) : entityName(id, names);
}

function questPartName(id: string, names: DescribedNames): string {
  return names.questPart?.(id) ?? id;
}

function entityName(id: string, names: DescribedNames): string {
  return names.entity?.(id) ?? id;
}

function phrase(expression: Expression, names: DescribedNames): Phrase {
  if ("var" in expression) return word(variableName(expression.var, names));
  if ("lit" in expression) return word(literal(expression.lit));
  if ("ref" in expression) return word(`“${names.node?.(expression.ref) ?? expression.ref}”`);
  if ("entity" in expression) {
    const name = entityName(expression.entity, names);
    return word(expression.path === "" ? name : `${name}’s ${expression.path}`);
  }
  if (!("op" in expression)) return call(expression.fn, expression.args, names);
  switch (expression.op) {
    case "opaque":
      return word(`«${shorten(expression.source)}»`);
    case "not":
      return denial(expression.args[0], names);
    case "all":
      return expression.args.length === 0 ? word("always") : join(expression.args, "and", LOOSE.all, names);
    case "any":
      return expression.args.length === 0 ? word("never") : join(expression.args, "or", LOOSE.any, names);
    case "arith": {
      const tightness = expression.fn === "add" || expression.fn === "sub" ? LOOSE.sum : LOOSE.product;
      const [left, right] = expression.args.map((arg) => phrase(arg, names));
      return {
        text: `${bracket(left, tightness)} ${ARITHMETIC[expression.fn]} ${bracket(right, tightness + 1)}`,
        tightness,
      };
    }
    default:
      return comparison(expression, names);
  }
}

function comparison(
  expression: { op: keyof typeof SYMBOLS; args: readonly [Expression, Expression] },
  names: DescribedNames,
): Phrase {
  const [left, right] = expression.args;
  if ((expression.op === "eq" || expression.op === "ne") && "lit" in right && typeof right.lit === "boolean") {
    return claim(left, right.lit === (expression.op === "eq"), names);
  }
  const [a, b] = [phrase(left, names), phrase(right, names)];
  return {
    text: `${bracket(a, LOOSE.sum)} ${SYMBOLS[expression.op]} ${bracket(b, LOOSE.sum)}`,
    tightness: LOOSE.clause,
  };
}

function denial(expression: Expression | undefined, names: DescribedNames): Phrase {
  if (expression === undefined) return word("never");
  if ("var" in expression) return claim(expression, false, names);
  const inner = phrase(expression, names);
  return { text: `not ${bracket(inner, LOOSE.word)}`, tightness: LOOSE.clause };
}

/** Words that name a state, so that `gate_open` can be read as a sentence. Participles are known by their ending. */
const STATES =
  /^(?:open|shut|dead|alive|lit|dark|gone|ready|full|empty|free|safe|hurt|awake|asleep|known|\w+(?:ed|en))$/i;
const VERBS = /^(?:is|are|was|were|has|have|had|can|could|did|does|knows|met|saw|seen|took|gave|found|told|heard)$/i;

/** A yes-or-no thing said of a variable or of anything else. */
function claim(expression: Expression, holds: boolean, names: DescribedNames): Phrase {
  if (!("var" in expression)) {
    const inner = phrase(expression, names);
    const text = holds ? inner.text : `not ${bracket(inner, LOOSE.word)}`;
    return { text, tightness: holds ? inner.tightness : LOOSE.clause };
  }
  const words = variableName(expression.var, names).split(" ");
  const last = words.at(-1) ?? "";
  const clause = (text: string): Phrase => ({ text, tightness: LOOSE.clause });
  const verb = words.findIndex((part) => VERBS.test(part));
  if (verb >= 0) return clause(holds ? words.join(" ") : `not ${words.join(" ")}`);
  if (words.length > 1 && STATES.test(last)) {
    return clause(`the ${words.slice(0, -1).join(" ")} is ${holds ? "" : "not "}${last}`);
  }
  return clause(`${words.join(" ")} is ${yesOrNo(holds)}`);
}

function call(fn: keyof typeof FUNCTIONS, args: readonly Expression[], names: DescribedNames): Phrase {
  const { words, wordsAlone, required, returns, args: types } = FUNCTIONS[fn];
  const shown = args.map((arg, at) => {
    if (types[at] === "fact" && "lit" in arg) return factName(String(arg.lit), names);
    if (types[at] === "objective" && "lit" in arg) return questPartName(String(arg.lit), names);
    if ("lit" in arg && isQuestId(arg.lit)) return trackedName(arg.lit, names);
    const isEntity = types[at] === "thing" || types[at] === "tracked";
    const entity = isEntity && "lit" in arg ? names.entity?.(String(arg.lit)) : undefined;
    return entity ?? describeExpression(arg, names);
  });
  const template = shown.length === 0 && wordsAlone !== undefined ? wordsAlone : words;
  let text = template.replace(/\{(\d)\}/g, (_, n: string) => shown[Number(n)] ?? "…");
  const extra = shown
    .slice(Math.max(required, 1))
    .filter((_, i) => !template.includes(`{${Math.max(required, 1) + i}}`));
  if (extra.length > 0) text += ` (${extra.join(", ")})`;
  return { text, tightness: returns === "boolean" ? LOOSE.clause : LOOSE.sum };
}

function join(parts: readonly Expression[], joiner: string, tightness: number, names: DescribedNames): Phrase {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return condition(first, names);
  const shown = parts.map((part) => bracket(condition(part, names), tightness));
  return { text: shown.join(` ${joiner} `), tightness };
}

/** An expression where it is taken as true or false. */
function condition(expression: Expression, names: DescribedNames): Phrase {
  if ("var" in expression) return claim(expression, true, names);
  if ("lit" in expression && typeof expression.lit === "boolean") return word(expression.lit ? "always" : "never");
  return phrase(expression, names);
}

function bracket(inner: Phrase | undefined, tightness: number): string {
  if (inner === undefined) return "…";
  return inner.tightness < tightness ? `(${inner.text})` : inner.text;
}

function word(text: string): Phrase {
  return { text, tightness: LOOSE.word };
}

function variableName(id: string, names: DescribedNames): string {
  const name = names.variable?.(id) ?? id;
  return name.replaceAll("_", " ").trim() || name;
}

function literal(value: Scalar): string {
  if (value === null) return "nothing";
  if (typeof value === "string") return `“${shorten(value)}”`;
  return typeof value === "boolean" ? yesOrNo(value) : String(value);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
