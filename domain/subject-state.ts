import type { JsonObject } from "./json.ts";

/** Values of the fields by which a state is known; none for the state of all others. */
export interface StateRule {
  readonly is?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the state that a subject is in: the first whose fields it has. */
export function stateIn(states: Readonly<Record<string, StateRule>>, subject: JsonObject): string {
  const found = Object.entries(states).find(([, { is }]) =>
    Object.entries(is ?? {}).every(([field, value]) => subject[field] === value),
  );
  if (found === undefined) throw new Error("a subject is in none of its declared states");
  return found[0];
}
