import type { Condition, Effect, Expression } from "#domain/expression.ts";
import { jsonEqual } from "#domain/json.ts";
import { newId } from "../../frame/project/new-id.ts";

/**
 * Gives entries of a list, read anew from text, their ids: what says the same keeps its own, in order; of the others each takes the next
 * that is left, so that a condition that was rewritten stays the same entry.
 */
function withIds<T extends object>(
  before: readonly (T & { readonly id: string })[],
  read: readonly T[],
  prefix: "cnd" | "ef",
): (T & { readonly id: string })[] {
  const left = [...before];
  const kept = read.map((each) => {
    const at = left.findIndex(({ id: _, ...said }) => jsonEqual(said, each));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return read.map((each, at) => kept[at] ?? { ...each, id: left.shift()?.id ?? newId(prefix) });
}

/** Conditions read from text, as entries of a list that was there before. */
export function conditionsWithIds(before: readonly Condition[], read: readonly Expression[]): Condition[] {
  return withIds<Expression>(before as readonly (Expression & { id: string })[], read, "cnd");
}

/** Effects read from text, as entries of a list that was there before. */
export function effectsWithIds(before: readonly Effect[], read: readonly Omit<Effect, "id">[]): Effect[] {
  return withIds<Omit<Effect, "id">>(before, read, "ef");
}
