import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { stateIn } from "#domain/subject-state.ts";
import { Problem } from "../../kernel/problem.ts";
import { byId } from "../../record/look-up.ts";
import { stateOf, type Version } from "../../record/resource.ts";
import type { ProjectWriteContext } from "../context.ts";
import { committed, target } from "../edit.ts";
import { type Operation, projectWrite } from "../operation.ts";
import { type ApiResource, type SubjectIds, type SubjectParams, shownOpen } from "./api-resource.ts";
import { entered, type States } from "./states.ts";

/** Operation that brings one subject into another state. */
export type TransitionOperation<Param extends string, Wire extends z.ZodType> = Operation<
  SubjectParams<Param>,
  undefined,
  undefined,
  Wire,
  "POST",
  "project-write"
>;

/** Rules of a transition beyond its states. */
export interface TransitionRules<S> {
  /** Whether the operation has a transaction to itself, because it writes outside the record. */
  alone?: boolean;
  /** Throws the problem of a subject that may not go on for another reason than its state; asked where something would change. */
  guard?: (context: ProjectWriteContext, version: Version<S>) => Promise<void>;
  /** Writes outside the record, in the same transaction, where something changed. */
  write?: (context: ProjectWriteContext, version: Version<S>) => Promise<void>;
}

/**
 * Declares the operation of a transition between the states of a resource; it takes no body. `If-Match` is honoured. A subject that is
 * in the state already stays as it is; from one that the transition does not begin in it is a 409 `wrong_state`.
 */
export function declareTransition<
  S,
  Wire extends z.ZodType,
  Param extends string,
  Verb extends string,
  const Name extends Verb,
>(
  api: ApiResource<S, Wire, Param>,
  path: `/v1/projects/{project_id}/${string}/{${Param}}/${string}`,
  states: States<keyof S & string, string, Verb>,
  name: Name,
  { alone = false, guard, write }: TransitionRules<S> = {},
): TransitionOperation<Param, Wire> {
  const { resource, one, param, params, wire } = api;
  const { from, to, verb, summary, description } = states.transitions[name];
  const isOpen = Object.keys(states.states).every((state) => state === to || from.includes(state));
  return projectWrite({
    method: "POST",
    path: path as string,
    scope: resource.scope,
    forCommenters: resource.forCommenters,
    summary,
    description,
    params,
    output: wire,
    alone,
    errors: ["not_found", "precondition_failed", ...(isOpen ? [] : (["wrong_state"] as const))],
    lookUps: (input) => [byId(resource, [(input.params as SubjectIds<Param>)[param]])],
    handle: async (context, input) => {
      const { record, caller, services } = context;
      const version = await target(context, resource, (input.params as SubjectIds<Param>)[param]);
      const before = stateOf(resource, version);
      if (stateIn(states.states, before as JsonObject) !== to) {
        requireState(states, name, before as JsonObject, one);
        await guard?.(context, version);
        const at = new Date(services.clock.now()).toISOString();
        const next = { ...before, ...entered(states, to, { actor: caller.actor, at }) };
        record.update(resource, version, next, { verb });
        await write?.(context, version);
      }
      const [shown] = await shownOpen(api, context, [await committed(context, resource, version.id)]);
      return shown as z.input<Wire>;
    },
  });
}

/**
 * Refuses a transition of a subject that is in a state in which it does not begin.
 *
 * @throws {@link Problem} `wrong_state`.
 */
export function requireState({ states, transitions }: States, name: string, subject: JsonObject, one: string): void {
  const state = stateIn(states, subject);
  const from = transitions[name]?.from ?? [];
  if (from.includes(state)) return;
  const message = `The ${one} is ${inWords(state)}; this takes one that is ${from.map(inWords).join(" or ")}.`;
  throw new Problem("wrong_state", { message, detail: { state, allowed: [...from] } });
}

const inWords = (state: string): string => state.replaceAll("_", " ");
