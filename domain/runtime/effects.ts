import { fitsType, withinBounds } from "../dialogue/wire.ts";
import type { Effect, VariableValue } from "../expression.ts";
import type { Draft } from "./draft.ts";
import { combined, type EvaluationContext, Evaluator } from "./evaluate.ts";
import { type PlayState, remembered } from "./state.ts";
import { graphsOf, type PlayedDialogue, type PlayVariable } from "./story.ts";
import { isSet, sameValue, UNKNOWN, type Value } from "./value.ts";
import { sizeOf } from "./work.ts";
import {
  changesWith,
  changeWorld,
  isOnWorld,
  type ProposedEvent,
  type WorldEffect,
  type WorldRefusal,
} from "./world-effects.ts";

/**
 * Reason why an effect changed nothing: it is of another format, its variable is missing, the world has no such entity or
 * quest, its value is unknown, or does not fit.
 */
export type Refusal = "opaque" | "no_variable" | WorldRefusal;

/** Outcome of an executed effect. One that sets a value to what it was leaves no outcome. */
export type EffectOutcome =
  | {
      readonly kind: "changed";
      readonly effect_id: string;
      readonly variable_id: string;
      readonly before: VariableValue;
      readonly after: VariableValue;
    }
  /** The world is another one for this playthrough; its host may make it so. */
  | ({ readonly kind: "proposed" } & ProposedEvent)
  /** Visits and takes were forgotten. */
  | { readonly kind: "reset"; readonly effect_id: string }
  /** The host is told: a command to carry out, or something that happened. */
  | {
      readonly kind: "told";
      readonly effect_id: string;
      readonly op: "command" | "emit";
      readonly value: VariableValue;
    }
  | { readonly kind: "refused"; readonly effect_id: string; readonly reason: Refusal };

/** Evaluations that an effect counts as besides those in it, and characters of what it writes or tells that count as one more. */
const EVALUATIONS_AN_EFFECT = 10;
const CHARACTERS_WRITTEN = 10;

/**
 * Carries effects out in order, each seeing what those before it did, and tells what came of each. Guards that are not known count as
 * not met.
 *
 * @throws {@link OverBudget} once the page has taken more than it may: before an effect, or once it was told.
 */
export function applyEffects(
  effects: readonly Effect[],
  place: Omit<EvaluationContext, "state">,
  { draft, dialogue, tell }: EffectsTarget,
): void {
  const { work } = place;
  for (const effect of effects) {
    work.spend(EVALUATIONS_AN_EFFECT);
    const here = { ...place, state: draft.state };
    const evaluator = new Evaluator(here);
    const applies = evaluator.failing(effect.when) === null;
    const value = applies && effect.value !== null ? evaluator.value(effect.value) : UNKNOWN;
    draft.state.draws = evaluator.draws;
    if (!applies) continue;
    const outcomes = isOnWorld(effect)
      ? carryOutOnWorld(effect, value, here, draft)
      : carryOut(effect, value, draft, dialogue);
    for (const outcome of outcomes) {
      tell(outcome);
      work.spend(charactersOf(outcome) / CHARACTERS_WRITTEN);
    }
  }
}

/** State that effects change, and the place where their outcomes are told. */
interface EffectsTarget {
  readonly draft: Draft;
  readonly dialogue: PlayedDialogue;
  readonly tell: (outcome: EffectOutcome) => void;
}

function charactersOf(outcome: EffectOutcome): number {
  if (outcome.kind === "told") return sizeOf(outcome.value);
  return outcome.kind === "changed" || outcome.kind === "proposed" ? sizeOf(outcome.before) + sizeOf(outcome.after) : 0;
}

function carryOutOnWorld(
  effect: WorldEffect,
  value: Value,
  place: EvaluationContext,
  { state }: Draft,
): EffectOutcome[] {
  const found = changeWorld(effect, value, place);
  if (typeof found === "string") return [{ kind: "refused", effect_id: effect.id, reason: found }];
  for (const change of found) state.world = changesWith(state.world ?? [], change);
  return found.map((change) => ({ kind: "proposed", ...change }));
}

function carryOut(effect: Effect, value: Value, draft: Draft, dialogue: PlayedDialogue): EffectOutcome[] {
  const effect_id = effect.id;
  const refuse = (reason: Refusal): EffectOutcome[] => [{ kind: "refused", effect_id, reason }];
  if (effect.op === "opaque") return refuse("opaque");
  if (effect.op === "reset_visits") {
    if (effect.value !== null && typeof value !== "string") return refuse("unknown");
    forget(draft, effect.value === null ? null : String(value), dialogue);
    return [{ kind: "reset", effect_id }];
  }
  if (effect.op === "command" || effect.op === "emit") {
    return value === UNKNOWN ? refuse("unknown") : [{ kind: "told", effect_id, op: effect.op, value }];
  }
  const variable = effect.target === null ? undefined : dialogue.variables.get(effect.target);
  if (variable === undefined) return refuse("no_variable");
  const before = currentValue(draft.state, variable);
  const result = valueAfter(effect, before, value, variable);
  if (result === UNKNOWN) return refuse("unknown");
  const after = fitted(result, variable);
  if (after === UNKNOWN) return refuse("does_not_fit");
  if (sameValue(after, before) === true) return [];
  draft.put("values", variable.id, after);
  return [{ kind: "changed", effect_id, variable_id: variable.id, before, after }];
}

/** Forgets visits and what was taken: those of a node with its branches, of a branch, or with null of all. */
function forget(draft: Draft, id: string | null, dialogue: PlayedDialogue): void {
  const { state } = draft;
  if (id === null) {
    Object.assign(state, { visits: {}, taken: {}, taken_this_visit: [] });
    return;
  }
  const at = graphsOf(dialogue).flatMap(({ nodes }) => nodes.get(id) ?? []);
  const gone = new Set([id, ...at.flatMap(({ branches }) => branches.map((branch) => branch.id))]);
  draft.remove("visits", gone);
  draft.remove("taken", gone);
  if (state.taken_this_visit.length > 0)
    state.taken_this_visit = state.taken_this_visit.filter((each) => !gone.has(each));
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
      const result = combined(effect.op, before, value);
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
