import { type Expression, mapReferences, negate, walkExpression } from "../../expression.ts";
import type { ImportedEffect } from "../story.ts";
import type { ListValue } from "./list-items.ts";
import type { ListShape } from "./list-shapes.ts";
import { hasItems, knownKeys, membership } from "./list-values.ts";

/** Change of one value of a variable: what puts it there or takes it away, and what the conditions ask of the variable. */
interface Change {
  readonly value: string;
  readonly effects: readonly ImportedEffect[];
}

/**
 * Effects that give a variable a list.
 *
 * @param copy makes a variable that keeps what this one had before, where conditions would see what was changed already
 */
export function listEffects(name: string, shape: ListShape, value: ListValue, copy: () => string): ImportedEffect[] {
  const known = knownKeys(value);
  if (known !== null) return knownEffects(name, shape, known);
  const changes = shape.isSingle ? choices(name, shape, value) : memberships(name, shape, value);
  const ordered = inOrder(name, changes, shape.isSingle);
  if (ordered !== null) return ordered.flatMap(({ effects }) => effects);
  const before = copy();
  const asked = (expression: Expression) =>
    mapReferences(expression, { variable: (each) => (each === name ? before : each) });
  return [
    effectOn(before, "set", { var: name }, []),
    ...changes.flatMap(({ effects }) => effects.map((effect) => ({ ...effect, when: effect.when.map(asked) }))),
  ];
}

function effectOn(
  target: string,
  op: ImportedEffect["op"],
  value: Expression | null,
  when: readonly Expression[],
): ImportedEffect {
  return { op, target, value, when: when.flatMap((each) => ("op" in each && each.op === "all" ? each.args : [each])) };
}

function knownEffects(name: string, shape: ListShape, keys: readonly string[]): ImportedEffect[] {
  const values = keys.map((key): Expression => ({ lit: shape.nameOf(key) }));
  if (shape.isSingle) return [effectOn(name, "set", values[0] ?? { lit: "" }, [])];
  return [effectOn(name, "clear", null, []), ...values.map((value) => effectOn(name, "push", value, []))];
}

/** Changes of a variable of one item at most: it is one of these, or none. */
function choices(name: string, shape: ListShape, value: ListValue): Change[] {
  const some = Object.entries(value.items).map(([key, holds]): Change => {
    const word = shape.nameOf(key);
    return { value: word, effects: [effectOn(name, "set", { lit: word }, holds === true ? [] : [holds])] };
  });
  if (value.size === "one") return some;
  const holds = hasItems(value);
  if (typeof holds === "boolean") return some;
  return [{ value: "", effects: [effectOn(name, "set", { lit: "" }, [negate(holds)])] }, ...some];
}

/** Changes of a variable of any items, each for itself. */
function memberships(name: string, shape: ListShape, value: ListValue): Change[] {
  return shape.keys.flatMap((key): Change[] => {
    const word = shape.nameOf(key);
    const on = (op: "push" | "remove", when: readonly Expression[]) => effectOn(name, op, { lit: word }, when);
    const holds = membership(value, key);
    if (typeof holds === "boolean") return [{ value: word, effects: [on(holds ? "push" : "remove", [])] }];
    const own = JSON.stringify(shape.has(name, key));
    const isOwn = (part: Expression) => JSON.stringify(part) === own;
    if (isOwn(holds)) return [];
    const parts = "op" in holds && (holds.op === "all" || holds.op === "any") ? holds.args : [];
    const rest = parts.filter((part) => !isOwn(part));
    if (rest.length === parts.length)
      return [{ value: word, effects: [on("push", [holds]), on("remove", [negate(holds)])] }];
    // What was there stays there unless something holds, or comes to it.
    if ("op" in holds && holds.op === "any") return [{ value: word, effects: [on("push", [one("any", rest)])] }];
    return [{ value: word, effects: [on("remove", [negate(one("all", rest))])] }];
  });
}

function one(op: "all" | "any", args: Expression[]): Expression {
  const [only] = args;
  return only !== undefined && args.length === 1 ? only : { op, args };
}

/** Changes in an order in which none asks for what another one before it has changed; null where there is none. */
function inOrder(name: string, changes: readonly Change[], isSingle: boolean): Change[] | null {
  const asked = changes.map((change) => ({ change, words: wordsAsked(name, change) }));
  if (asked.every(({ words }) => words.size === 0)) return [...changes];
  const isOpen = asked.some(
    ({ change, words }) =>
      words.has(ANYTHING) ||
      (isSingle && change.value !== "" && asksForNone(name, change)) ||
      (!isSingle && words.has(change.value)),
  );
  if (isOpen) return null;
  const askers = new Map<string, number>();
  for (const { change, words } of asked) {
    for (const word of words) if (word !== change.value) askers.set(word, (askers.get(word) ?? 0) + 1);
  }
  // Next comes a change that no other one left asks for; that it has no value any more is decided before all others.
  const first = asked.filter(({ change }) => isSingle && change.value === "");
  const ordered = [...first, ...asked.filter((each) => !first.includes(each) && !askers.has(each.change.value))];
  for (const { change, words } of ordered) {
    for (const word of words) {
      if (word === change.value) continue;
      const left = (askers.get(word) ?? 0) - 1;
      askers.set(word, left);
      const next = left === 0 ? asked.find((each) => each.change.value === word) : undefined;
      if (next !== undefined && !ordered.includes(next)) ordered.push(next);
    }
  }
  return ordered.length === asked.length ? ordered.map(({ change }) => change) : null;
}

const ANYTHING = "\n";

/** The values of a variable that the conditions of a change ask for. */
function wordsAsked(name: string, { effects }: Change): Set<string> {
  const words = new Set<string>();
  let asks = 0;
  let values = 0;
  for (const condition of effects.flatMap(({ when }) => when)) {
    walkExpression(condition, (part) => {
      if ("var" in part && part.var === name) asks += 1;
      if (!("op" in part) || !("args" in part)) return;
      const [of, value] = part.args;
      if (of === undefined || value === undefined || !("var" in of) || of.var !== name || !("lit" in value)) return;
      values += 1;
      words.add(String(value.lit));
    });
  }
  if (asks !== values) words.add(ANYTHING);
  return words;
}

/** Whether a condition of a change can hold because a variable has not some value. */
function asksForNone(name: string, { effects }: Change): boolean {
  const isPlain = (part: Expression): boolean => {
    if (!("op" in part) || !("args" in part)) return true;
    if (part.op === "all" || part.op === "any") return part.args.every(isPlain);
    if (part.op === "eq") return true;
    let asks = false;
    walkExpression(part, (each) => {
      if ("var" in each && each.var === name) asks = true;
    });
    return !asks;
  };
  return !effects.every(({ when }) => when.every(isPlain));
}
