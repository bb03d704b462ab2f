import type { Expression } from "../../expression.ts";
import { jsonEqual } from "../../json.ts";
import type { ImportedEffect } from "../story.ts";

/** Sign that a variable is known to have. */
export interface KnownSign {
  readonly name: string;
  readonly isBelow: boolean;
}

/** Effects of which fewer do the same, and the variable in which they work it out. */
export interface FoldedEffects {
  readonly effects: readonly ImportedEffect[];
  readonly held: string;
  /** Number of times that these effects read it. */
  readonly reads: number;
  readonly length: number;
}

/**
 * Effects that divide whole numbers in a variable as the engine does, which rounds down. Ours cut the fraction off, so what is below zero
 * and has one is made less by the divisor first.
 */
export function wholeDivision(held: string, of: Expression, by: Expression): ImportedEffect[] {
  const set: ImportedEffect = { op: "set", target: held, value: of, when: [] };
  const divide: ImportedEffect = { op: "div", target: held, value: by, when: [] };
  const round = roundingOf(held, by);
  return isNeverBelow(of) && isNeverBelow(by) ? [set, divide] : [set, round, divide];
}

function roundingOf(held: string, by: Expression): ImportedEffect {
  const zero: Expression = { lit: 0 };
  const rest: Expression = { op: "arith", fn: "mod", args: [{ var: held }, by] };
  const below: Expression = { op: "lt", args: [rest, zero] };
  const above: Expression = { op: "gt", args: [rest, zero] };
  const sub = (when: Expression): ImportedEffect => ({ op: "sub", target: held, value: by, when: [when] });
  if ("lit" in by) return sub(Number(by.lit) < 0 ? above : below);
  const [less, more]: Expression[] = [
    { op: "lt", args: [by, zero] },
    { op: "gt", args: [by, zero] },
  ];
  return sub({
    op: "any",
    args: [
      { op: "all", args: [below, more ?? zero] },
      { op: "all", args: [above, less ?? zero] },
    ],
  });
}

/** Whether a value is zero or more in any case. */
function isNeverBelow(value: Expression): boolean {
  if ("lit" in value) return typeof value.lit === "number" && value.lit >= 0;
  return "fn" in value && !("op" in value) && (value.fn === "visits" || value.fn === "choice_count");
}

/**
 * Folds a division by a constant that is written to a variable behind it. Where the value is known not to be below zero, nothing has to
 * be rounded, and a sign that is taken off before and put back behind is that of the divisor.
 */
export function foldedDivision(
  effects: readonly ImportedEffect[],
  at: number,
  known: readonly KnownSign[],
): FoldedEffects | null {
  const [begin, second, third, fourth] = effects.slice(at, at + 4);
  const isRounded = second?.op === "sub";
  const [divide, end] = isRounded ? [third, fourth] : [second, third];
  if (begin?.op !== "set" || divide?.op !== "div" || end?.op !== "set") return null;
  const { target: held } = begin;
  const { target } = end;
  const { value: by } = divide;
  if (held === null || target === null || held === target || divide.target !== held) return null;
  if ([begin, divide, end].some(({ when }) => when.length > 0)) return null;
  if (by === null || !("lit" in by) || typeof by.lit !== "number") return null;
  if (isRounded && !jsonEqual(second, roundingOf(held, by))) return null;
  const found = { held, reads: isRounded ? 2 : 1, length: isRounded ? 4 : 3 };
  const [before, behind] = [signOf(begin.value, target), signOf(end.value, held)];
  const isOver = by.lit > 0 && known.some(({ name, isBelow }) => signOf(begin.value, name) === (isBelow ? -1 : 1));
  if ((!isRounded || isOver) && before !== null && behind !== null) {
    const value = { lit: by.lit * before * behind };
    return { ...found, effects: [{ ...divide, target, value }] };
  }
  if (!isRounded || behind !== 1) return null;
  const set = before === 1 ? [] : [{ ...begin, target }];
  return { ...found, effects: [...set, ...(isOver ? [] : [roundingOf(target, by)]), { ...divide, target }] };
}

/** Sign under which an expression is a variable; null where it is something else. */
function signOf(value: ImportedEffect["value"], name: string): 1 | -1 | null {
  if (jsonEqual(value, { var: name })) return 1;
  const negated = { op: "arith", fn: "sub", args: [{ lit: 0 }, { var: name }] } as const;
  return jsonEqual(value, { ...negated, args: [...negated.args] }) ? -1 : null;
}
