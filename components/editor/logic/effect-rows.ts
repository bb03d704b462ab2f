import type { VariableType } from "#domain/dialogue/wire.ts";
import { EFFECT_SIGNATURES } from "#domain/effect-signatures.ts";
import { type Effect, type EffectOp, isWorldOp, type Scalar, type WorldEffectOp } from "#domain/expression.ts";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";

type Value = Exclude<Scalar, null>;

/** An effect that changes a variable. */
export type VariableEffectOp = Extract<
  EffectOp,
  "set" | "add" | "sub" | "mul" | "div" | "mod" | "toggle" | "clear" | "reset" | "push" | "remove"
>;
/** An effect that tells the game something. */
export type SignalOp = Extract<EffectOp, "emit" | "command">;

/** A change of the world: of whom or what, what of it, and the value. Empty is what is not chosen yet. */
export interface WorldRow {
  readonly kind: "world";
  readonly op: WorldEffectOp;
  readonly entity: string;
  readonly key: string;
  readonly value: Value | null;
}

/** One effect, as the builder shows it; `text` is what it cannot show, kept exactly as it is. */
export type EffectRow =
  | { readonly kind: "variable"; readonly op: VariableEffectOp; readonly id: string; readonly value: Value | null }
  | { readonly kind: "signal"; readonly op: SignalOp; readonly name: string }
  /** Forgets the visits of a node, or all of them. */
  | { readonly kind: "visits"; readonly nodeId: string | null }
  | WorldRow
  | { readonly kind: "text" };

const WITHOUT_VALUE: ReadonlySet<EffectOp> = new Set<VariableEffectOp>(["toggle", "clear", "reset"]);
const WITH_VALUE: ReadonlySet<EffectOp> = new Set<VariableEffectOp>([
  "set",
  "add",
  "sub",
  "mul",
  "div",
  "mod",
  "push",
  "remove",
]);

/** Whether an operation names what of its entity it changes. */
const isKeyed = (op: EffectOp): boolean => EFFECT_SIGNATURES[op].key !== undefined;

const isBare = (op: EffectOp): op is VariableEffectOp => WITHOUT_VALUE.has(op);
const isValued = (op: EffectOp): op is VariableEffectOp => WITH_VALUE.has(op);

/** Whether an effect of this kind says a value. */
export const takesValue = (op: VariableEffectOp): boolean => WITH_VALUE.has(op);

/** An effect as a row of the builder. */
export function effectRowOf({ op, target, key, value, when }: Omit<Effect, "id">): EffectRow {
  if (when.length > 0) return { kind: "text" };
  const literal = value !== null && "lit" in value ? value.lit : null;
  if (isWorldOp(op)) {
    // What the reader refuses, and what is worked out, is shown as it is.
    const { target: taken } = EFFECT_SIGNATURES[op];
    const isOnFitting = taken === "present" || (taken === null) === (target === null);
    const hasOwn = isOnFitting && isKeyed(op) === (key !== undefined);
    const isSaid =
      op === "fact.tell"
        ? value === null || WAYS_TO_KNOW.some((way) => way === literal)
        : EFFECT_SIGNATURES[op].value === null
          ? value === null
          : literal !== null;
    if (!hasOwn || !isSaid) return { kind: "text" };
    return { kind: "world", op, entity: target ?? "", key: key ?? "", value: literal };
  }
  if (key !== undefined) return { kind: "text" };
  if (target !== null) {
    if (isBare(op) && value === null) return { kind: "variable", op, id: target, value: null };
    if (isValued(op) && literal !== null) return { kind: "variable", op, id: target, value: literal };
    return { kind: "text" };
  }
  if (op === "reset_visits") {
    if (value === null) return { kind: "visits", nodeId: null };
    return "ref" in value ? { kind: "visits", nodeId: value.ref } : { kind: "text" };
  }
  if ((op === "emit" || op === "command") && typeof literal === "string") return { kind: "signal", op, name: literal };
  return { kind: "text" };
}

/** A row as an effect: the inverse of {@link effectRowOf} for everything but `text`. */
export function effectOfRow(row: Exclude<EffectRow, { kind: "text" }>): Omit<Effect, "id"> {
  switch (row.kind) {
    case "variable":
      return { op: row.op, target: row.id, value: row.value === null ? null : { lit: row.value }, when: [] };
    case "world":
      return {
        op: row.op,
        target: targetOf(row),
        ...(isKeyed(row.op) && { key: row.key }),
        value: row.value === null ? null : { lit: row.value },
        when: [],
      };
    case "signal":
      return { op: row.op, target: null, value: { lit: row.name }, when: [] };
    case "visits":
      return { op: "reset_visits", target: null, value: row.nodeId === null ? null : { ref: row.nodeId }, when: [] };
  }
}

/** Returns the entity of a change: none where time goes on, and where whoever is present learns something. */
function targetOf({ op, entity }: WorldRow): string | null {
  const { target } = EFFECT_SIGNATURES[op];
  return target === null || (target === "present" && entity === "") ? null : entity;
}

/** Effects on each type of variable, the usual first. */
export const EFFECTS_BY_TYPE: Readonly<Record<VariableType, readonly VariableEffectOp[]>> = {
  boolean: ["set", "toggle", "reset"],
  integer: ["set", "add", "sub", "mul", "div", "mod", "reset"],
  number: ["set", "add", "sub", "mul", "div", "mod", "reset"],
  string: ["set", "clear", "reset"],
  enum: ["set", "reset"],
  set: ["push", "remove", "clear", "reset"],
};
