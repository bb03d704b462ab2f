import { fitsType, withinBounds } from "../dialogue/wire.ts";
import type { Effect, VariableValue } from "../expression.ts";
import { arithmetic, type EvaluationContext, Evaluator } from "./evaluate.ts";
import { type PlayState, remembered } from "./state.ts";
import { graphsOf, type PlayedDialogue, type PlayVariable } from "./story.ts";
import { isSet, sameValue, UNKNOWN, type Value } from "./value.ts";
import {
  changeWorld,
  isOnWorld,
  type ProposedEvent,
  type WorldEffect,
  type WorldRefusal,
  withChange,
} from "./world-effects.ts";

/**
 * Reason why an effect changed nothing: it is of another format, its variable is missing, the world has no such entity,
 * its value is unknown, or does not fit.
 */
export type Refusal = "opaque" | "no_variable" | WorldRefusal;

/** Outcome of an executed effect. One that sets a value to what it was leaves no outcome. */
export type EffectOutcome =
  | {
      readonly kind: "changed";
      readonly effect: Effect;
      readonly variable: string;
      readonly before: VariableValue;
      readonly after: VariableValue;
    }
  /** The world is another one for this playthrough; its host may make it so. */
  | { readonly kind: "proposed"; readonly effect: Effect; readonly event: ProposedEvent }
  /** Visits and takes were forgotten. */
  | { readonly kind: "reset"; readonly effect: Effect }
  /** The host is told: a command to carry out, or something that happened. */
  | { readonly kind: "told"; readonly effect: Effect; readonly value: VariableValue }
  | { readonly kind: "refused"; readonly effect: Effect; readonly reason: Refusal };

export interface EffectsResult {
  readonly state: PlayState;
  readonly outcomes: readonly EffectOutcome[];
}

/** Carries effects out in order, each seeing what those before it did. Guards that are not known count as not met. */
export function applyEffects(
  effects: readonly Effect[],
  place: EvaluationContext,
  dialogue: PlayedDialogue,
): EffectsResult {
  if (effects.length === 0) return { state: place.state, outcomes: [] };
  let { state } = place;
  const outcomes: EffectOutcome[] = [];
  for (const effect of effects) {
    const evaluator = new Evaluator({ ...place, state });
    const applies = evaluator.failing(effect.when) === null;
    const value = applies && effect.value !== null ? evaluator.value(effect.value) : UNKNOWN;
    if (evaluator.draws !== state.draws) state = { ...state, draws: evaluator.draws };
    if (!applies) continue;
    const done = isOnWorld(effect)
      ? carryOutOnWorld(effect, value, { ...place, state })
      : carryOut(effect, value, state, dialogue);
    state = done.state;
    if (done.outcome !== null) outcomes.push(done.outcome);
  }
  return { state, outcomes };
}

type Done = { readonly state: PlayState; readonly outcome: EffectOutcome | null };

function carryOutOnWorld(effect: WorldEffect, value: Value, place: EvaluationContext): Done {
  const { state } = place;
  const found = changeWorld(effect, value, place);
  if (found === null) return { state, outcome: null };
  if (typeof found === "string") return { state, outcome: { kind: "refused", effect, reason: found } };
  return { state: withChange(state, found), outcome: { kind: "proposed", effect, event: found } };
}

function carryOut(effect: Effect, value: Value, state: PlayState, dialogue: PlayedDialogue): Done {
  const refuse = (reason: Refusal) => ({ state, outcome: { kind: "refused", effect, reason } as const });
  if (effect.op === "opaque") return refuse("opaque");
  if (effect.op === "reset_visits") {
    if (effect.value !== null && typeof value !== "string") return refuse("unknown");
    return { state: forget(state, effect.value === null ? null : value, dialogue), outcome: { kind: "reset", effect } };
  }
  if (effect.op === "command" || effect.op === "emit") {
    return value === UNKNOWN ? refuse("unknown") : { state, outcome: { kind: "told", effect, value } };
  }
  const variable = effect.target === null ? undefined : dialogue.variables.get(effect.target);
  if (variable === undefined) return refuse("no_variable");
  const before = currentValue(state, variable);
  const result = valueAfter(effect, before, value, variable);
  if (result === UNKNOWN) return refuse("unknown");
  const after = fitted(result, variable);
  if (after === UNKNOWN) return refuse("does_not_fit");
  if (sameValue(after, before) === true) return { state, outcome: null };
  const values = { ...state.values, [variable.id]: after };
  return { state: { ...state, values }, outcome: { kind: "changed", effect, variable: variable.id, before, after } };
}

/** A state without visits and what was taken: those of a node with its branches, of a branch, or with null of all. */
function forget(state: PlayState, id: Value, dialogue: PlayedDialogue): PlayState {
  if (id === null) return { ...state, visits: {}, taken: {}, taken_this_visit: [] };
  const at = graphsOf(dialogue).flatMap(({ nodes }) => nodes.get(String(id)) ?? []);
  const gone = new Set([id, ...at.flatMap(({ branches }) => branches.map((branch) => branch.id))]);
  const without = <T>(kept: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(kept).filter(([each]) => !gone.has(each)));
  return {
    ...state,
    visits: without(state.visits),
    taken: without(state.taken),
    taken_this_visit: state.taken_this_visit.filter((each) => !gone.has(each)),
  };
}

/** A value as a variable takes it, a number within its bounds; unknown where it does not fit. */
export function fitted(value: VariableValue, { type, enum_values, min = null, max = null }: PlayVariable): Value {
  if (!fitsType(value, type, enum_values)) return UNKNOWN;
  if (isSet(value)) return enum_values.filter((each) => value.includes(each));
  return typeof value === "number" ? withinBounds(value, { min, max }) : value;
}

/** The value of a variable: its default until something changes it. */
export function currentValue(
  { values }: Pick<PlayState, "values">,
  { id, default: initial }: PlayVariable,
): VariableValue {
  const value = remembered(values, id);
  return value === undefined ? initial : value;
}

/** The value that an effect comes to. An integer keeps the whole part of what a division leaves, towards zero. */
function valueAfter(effect: Effect, before: Value, value: Value, variable: PlayVariable): Value {
  switch (effect.op) {
    case "set":
      return value;
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "mod": {
      const result = arithmetic(effect.op, before, value);
      return variable.type === "integer" && typeof result === "number" ? Math.trunc(result) || 0 : result;
    }
    case "toggle":
      return typeof before === "boolean" ? !before : UNKNOWN;
    case "push":
      return isSetValue(before) && typeof value === "string"
        ? [...before.filter((each) => each !== value), value]
        : UNKNOWN;
    case "remove":
      return isSetValue(before) && typeof value === "string" ? before.filter((each) => each !== value) : UNKNOWN;
    case "clear":
      return variable.type === "set" ? [] : variable.default;
    case "reset":
      return variable.default;
    default:
      return UNKNOWN;
  }
}

function isSetValue(value: Value): value is string[] {
  return value !== UNKNOWN && isSet(value);
}
