import type { Effect } from "../expression.ts";
import { arithmetic, Evaluator, type Place } from "./evaluate.ts";
import { type PlayState, type PlayVariable, withEntry } from "./state.ts";
import { UNKNOWN, type Value } from "./value.ts";

/** A value that changed, or an effect that could not be carried out here. */
export type EffectOutcome =
  | { readonly kind: "changed"; readonly effect: Effect; readonly variable: string }
  | { readonly kind: "not-here"; readonly effect: Effect };

export interface Applied {
  readonly state: PlayState;
  readonly outcomes: readonly EffectOutcome[];
}

/** Carries effects out in order, each seeing what those before it did. Guards that are not known count as not met. */
export function applyEffects(
  effects: readonly Effect[],
  place: Place,
  variables: ReadonlyMap<string, PlayVariable>,
): Applied {
  let { state } = place;
  const outcomes: EffectOutcome[] = [];
  for (const effect of effects) {
    const evaluator = new Evaluator({ ...place, state });
    const applies = evaluator.all(effect.when) === true;
    const value = applies && effect.value !== null ? evaluator.value(effect.value) : UNKNOWN;
    state = evaluator.draws === state.draws ? state : { ...state, draws: evaluator.draws };
    if (!applies) continue;
    const next = carryOut(effect, value, state, variables);
    if (next === null) outcomes.push({ kind: "not-here", effect });
    else if (next !== state) {
      outcomes.push({ kind: "changed", effect, variable: effect.target ?? "" });
      state = next;
    }
  }
  return { state, outcomes };
}

/** The state after one effect; null when it cannot be carried out here. */
function carryOut(
  effect: Effect,
  value: Value,
  state: PlayState,
  variables: ReadonlyMap<string, PlayVariable>,
): PlayState | null {
  if (effect.op === "reset_visits") return { ...state, visits: new Map(), taken: new Map() };
  const variable = effect.target === null ? undefined : variables.get(effect.target);
  if (variable === undefined) return null;
  const before = state.values.get(variable.id) ?? variable.default;
  const after = valueAfter(effect, before, value, variable);
  if (after === UNKNOWN) return null;
  return after === before ? state : { ...state, values: withEntry(state.values, variable.id, after) };
}

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
      return variable.type === "integer" && typeof result === "number" ? Math.trunc(result) : result;
    }
    case "toggle":
      return typeof before === "boolean" ? !before : UNKNOWN;
    case "clear":
    case "reset":
      return variable.default;
    default:
      return UNKNOWN;
  }
}
