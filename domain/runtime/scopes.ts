import { VARIABLE_SCOPES, type VariableScope } from "../dialogue/wire.ts";
import type { VariableValue } from "../expression.ts";
import type { Draft } from "./draft.ts";
import { currentValue } from "./effects.ts";
import type { PlayState } from "./state.ts";
import type { PlayedDialogue, PlayVariable } from "./story.ts";

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

/** Gives the variables of a scope the values with which they begin; answers their number. */
export function beginAnew({ variables }: PlayedDialogue, draft: Draft, scope: "dialogue" | "temporary"): number {
  const some = ofScope(variables, scope);
  for (const { id, default: initial } of some) draft.put("values", id, initial);
  return some.length;
}

/** The values that the dialogue a state stands in has for itself; null where no variable is of that kind. */
export function ownValues(
  { variables }: PlayedDialogue,
  state: PlayState,
): Readonly<Record<string, VariableValue>> | null {
  const own = ofScope(variables, "dialogue");
  return own.length === 0 ? null : Object.fromEntries(own.map((each) => [each.id, currentValue(state, each)]));
}
