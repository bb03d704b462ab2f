import { type Expression, walkExpression } from "../../expression.ts";
import { jsonEqual } from "../../json.ts";
import type { ImportedEffect } from "../story.ts";
import { MARKED } from "./output.ts";
import { expressionsOf, leadsTo, type Passage } from "./passage.ts";
import { type FoldedEffects, foldedDivision, type KnownSign } from "./whole-division.ts";

/**
 * Folds effects that work a value out in a variable of their own and then write it to another: a division of a whole
 * number by a constant, whose sign is taken off before and put back behind where engines of ink are to agree, and a value
 * that is only handed on.
 */
export function foldEffects(passages: readonly Passage[], isOwn: (name: string) => boolean): void {
  const reads = readsOf(passages);
  const signs = signsOf(passages);
  for (const { id, effects } of passages) {
    let known = signs.get(id) ?? [];
    for (let at = 0; at < effects.length; at += 1) {
      const folded = foldedDivision(effects, at, known) ?? handedOnAt(effects, at);
      if (folded !== null && reads.get(folded.held) === folded.reads && isOwn(folded.held)) {
        effects.splice(at, folded.length, ...folded.effects);
        at -= 1;
      } else known = known.filter(({ name }) => name !== effects[at]?.target);
    }
  }
}

/** Signs of variables by the condition under which a passage is come to. */
function signsOf(passages: readonly Passage[]): Map<number, KnownSign[]> {
  const ways = new Map<number, number>();
  for (const passage of passages) for (const to of leadsTo(passage)) ways.set(to, (ways.get(to) ?? 0) + 1);
  const signs = new Map<number, KnownSign[]>();
  for (const { end } of passages) {
    if (end.kind !== "split" || end.isRandom) continue;
    const failed: KnownSign[] = [];
    for (const { condition, passage } of end.ways) {
      const name = belowZero(condition);
      const held = name === null ? failed : [...failed, { name, isBelow: true }];
      if (held.length > 0 && ways.get(passage) === 1) signs.set(passage, [...held]);
      if (name !== null) failed.push({ name, isBelow: false });
    }
  }
  return signs;
}

/** Name of the variable of which a condition says that it is below zero; null for any other condition. */
function belowZero(condition: Expression | null): string | null {
  if (condition === null || !("op" in condition) || condition.op !== "lt") return null;
  const [left, right] = condition.args;
  return "var" in left && "lit" in right && right.lit === 0 ? left.var : null;
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

function handedOnAt(effects: readonly ImportedEffect[], at: number): FoldedEffects | null {
  const [begin, end] = effects.slice(at, at + 2);
  if (begin?.op !== "set" || end?.op !== "set" || begin.target === null || end.target === null) return null;
  if ([begin, end].some(({ when }) => when.length > 0) || !jsonEqual(end.value, { var: begin.target })) return null;
  return { effects: [{ ...begin, target: end.target }], held: begin.target, reads: 1, length: 2 };
}
