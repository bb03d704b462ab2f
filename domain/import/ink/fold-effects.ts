import { walkExpression } from "../../expression.ts";
import { jsonEqual } from "../../json.ts";
import type { ImportedEffect } from "../story.ts";
import { MARKED } from "./output.ts";
import { expressionsOf, type Passage } from "./passage.ts";

/** Effects of which one does the same, and the variable in which they work it out. */
interface Folded {
  readonly effect: ImportedEffect;
  readonly held: string;
  readonly length: number;
}

/**
 * Folds effects that work a value out in a variable of their own and then write it to another: a division of a whole
 * number by a constant, whose sign is taken off before and put back behind where engines of ink are to agree, and a value
 * that is only handed on.
 */
export function foldEffects(passages: readonly Passage[], isOwn: (name: string) => boolean): void {
  const reads = readsOf(passages);
  for (const { effects } of passages) {
    for (let at = 0; at + 1 < effects.length; at += 1) {
      const folded = divisionAt(effects, at) ?? handedOnAt(effects, at);
      if (folded === null || reads.get(folded.held) !== 1 || !isOwn(folded.held)) continue;
      effects.splice(at, folded.length, folded.effect);
      at -= 1;
    }
  }
}

/** Counts how often each variable is read. */
function readsOf(passages: readonly Passage[]): Map<string, number> {
  const reads = new Map<string, number>();
  const note = (name: string) => reads.set(name, (reads.get(name) ?? 0) + 1);
  for (const passage of passages) {
    for (const name of passage.prints) note(name);
    const offered = passage.end.kind === "choices" ? passage.end.choices : [];
    for (const { choice } of offered) for (const [, name = ""] of choice.text.matchAll(MARKED)) note(name);
    for (const expression of expressionsOf(passage)) {
      walkExpression(expression, (part) => {
        if ("var" in part) note(part.var);
      });
    }
  }
  return reads;
}

function handedOnAt(effects: readonly ImportedEffect[], at: number): Folded | null {
  const [begin, end] = effects.slice(at, at + 2);
  if (begin?.op !== "set" || end?.op !== "set" || begin.target === null || end.target === null) return null;
  if ([begin, end].some(({ when }) => when.length > 0) || !jsonEqual(end.value, { var: begin.target })) return null;
  return { effect: { ...begin, target: end.target }, held: begin.target, length: 2 };
}

function divisionAt(effects: readonly ImportedEffect[], at: number): Folded | null {
  const [begin, divide, end] = effects.slice(at, at + 3);
  if (begin?.op !== "set" || divide?.op !== "div" || end?.op !== "set") return null;
  const { target: held } = begin;
  const { target } = end;
  if (held === null || target === null || held === target || divide.target !== held) return null;
  if ([begin, divide, end].some(({ when }) => when.length > 0)) return null;
  const by = divide.value;
  if (by === null || !("lit" in by) || typeof by.lit !== "number") return null;
  const [before, behind] = [signOf(begin.value, target), signOf(end.value, held)];
  if (before === null || behind === null) return null;
  return { effect: { ...divide, target, value: { lit: by.lit * before * behind } }, held, length: 3 };
}

/** Sign under which an expression is a variable; null where it is something else. */
function signOf(value: ImportedEffect["value"], name: string): 1 | -1 | null {
  if (jsonEqual(value, { var: name })) return 1;
  const negated = { op: "arith", fn: "sub", args: [{ lit: 0 }, { var: name }] } as const;
  return jsonEqual(value, { ...negated, args: [...negated.args] }) ? -1 : null;
}
