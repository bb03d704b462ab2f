import type { Json, JsonObject } from "#domain/json.ts";
import type { EventMeaning } from "../../record/event-meaning.ts";

/** A state that a subject can be in. */
export interface StateDeclaration<Name extends string = string> {
  /** Values of the fields by which it is known; the one that no fields tell is the state of all others. */
  readonly is?: Readonly<Partial<Record<Name, unknown>>>;
  /** Field that holds when it came into the state (RFC 3339, UTC); null in every other state. */
  readonly at?: Name;
  /** Field that holds who brought it there; null in every other state. */
  readonly by?: Name;
  /** Further fields that only this state has, with the values that they have in every other one. */
  readonly only?: Readonly<Partial<Record<Name, Json>>>;
}

/** A change of a subject's state that is an operation of its own. */
export interface TransitionDeclaration<State extends string = string> extends EventMeaning {
  readonly from: readonly State[];
  readonly to: State;
  /** Further states that it may lead to, where an operation of the feature decides. */
  readonly or?: readonly State[];
  /** Past tense, such as `resolved`: the verb of its event. */
  readonly verb: string;
  readonly summary: string;
  readonly description: string;
}

/** States of a subject and the ways between them. */
export interface States<Name extends string = string, State extends string = string, Verb extends string = string> {
  readonly states: Readonly<Record<State, StateDeclaration<Name>>>;
  readonly transitions: Readonly<Record<Verb, TransitionDeclaration<State>>>;
}

/** Returns the fields that bring a subject into a state: what tells it, who brought it there and when, and nothing of other states. */
export function entered(
  { states }: Pick<States, "states">,
  state: string,
  { actor, at }: { actor: string; at: string },
): JsonObject {
  const fields: JsonObject = {};
  for (const each of Object.values(states)) {
    Object.assign(fields, each.only);
    for (const stamp of [each.at, each.by]) if (stamp !== undefined) fields[stamp] = null;
  }
  const { is, at: atField, by } = states[state] as StateDeclaration;
  if (atField !== undefined) fields[atField] = at;
  if (by !== undefined) fields[by] = actor;
  return { ...fields, ...(is as JsonObject | undefined) };
}

/** Returns the events of transitions, by their verbs. */
export function transitionEvents(states: Pick<States, "transitions"> | undefined): Record<string, EventMeaning> {
  return Object.fromEntries(
    Object.values(states?.transitions ?? {}).map(({ verb, meaning, others, data }) => [
      verb,
      { meaning, ...(others !== undefined && { others }), ...(data !== undefined && { data }) },
    ]),
  );
}

/** States and the ways between them as the interface description shows them, under `x-states` of the object. */
export interface StateDiagram {
  readonly states: readonly string[];
  readonly transitions: readonly { readonly name: string; readonly from: readonly string[]; readonly to: string }[];
}

/** Returns the metadata of an object's schema that shows its states; none where it has no states. */
export function statesMeta(states: States | undefined): { "x-states"?: StateDiagram } {
  if (states === undefined) return {};
  const transitions = Object.entries(states.transitions).flatMap(([name, { from, to, or = [] }]) =>
    [to, ...or].map((each) => ({ name, from: [...from], to: each })),
  );
  return { "x-states": { states: Object.keys(states.states), transitions } };
}
