import { VARIABLE_SCOPES, type VariableScope } from "../dialogue/wire.ts";
import type { VariableValue } from "../expression.ts";
import { currentValue } from "./effects.ts";
import type { PlayState } from "./state.ts";
import type { PlayedDialogue, PlayVariable } from "./story.ts";

type Values = PlayState["values"];
type Variables = PlayedDialogue["variables"];

/** Variables that keep their values for less than a playthrough. Asked at every decision, and few stories have any. */
const SHORT_LIVED = new WeakMap<Variables, ReadonlyMap<VariableScope, readonly PlayVariable[]>>();

function ofScope(variables: Variables, scope: VariableScope): readonly PlayVariable[] {
  let found = SHORT_LIVED.get(variables);
  if (found === undefined) {
    const all = [...variables.values()];
    found = new Map(VARIABLE_SCOPES.map((each) => [each, all.filter((one) => one.scope === each)]));
    SHORT_LIVED.set(variables, found);
  }
  return found.get(scope) ?? [];
}

/** Values with those of a scope as they begin. */
export function anew({ variables }: PlayedDialogue, values: Values, scope: "dialogue" | "temporary"): Values {
  const some = ofScope(variables, scope);
  return some.length === 0 ? values : { ...values, ...Object.fromEntries(some.map((each) => [each.id, each.default])) };
}

/** The values that the dialogue a state stands in has for itself; null where no variable is of that kind. */
export function ownValues(
  { variables }: PlayedDialogue,
  state: PlayState,
): Readonly<Record<string, VariableValue>> | null {
  const own = ofScope(variables, "dialogue");
  return own.length === 0 ? null : Object.fromEntries(own.map((each) => [each.id, currentValue(state, each)]));
}
