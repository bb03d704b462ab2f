import type { z } from "zod";
import { byId } from "../../record/look-up.ts";
import { stateOf, type Version } from "../../record/resource.ts";
import type { ProjectWriteContext } from "../context.ts";
import { committed, target } from "../edit.ts";
import { type Operation, projectWrite } from "../operation.ts";
import type { ApiResource, SubjectIds, SubjectParams, Wording } from "./api-resource.ts";

/**
 * Declares a change of one subject that is a verb of its own and takes no body. `If-Match` is honoured; a subject that is already
 * as the verb would leave it stays as it is.
 */
export function declareTransition<S, Wire extends z.ZodType, Param extends string>(
  { resource, param, params, wire, toWire }: ApiResource<S, Wire, Param>,
  path: `/v1/projects/{project_id}/${string}/{${Param}}/${string}`,
  options: Required<Wording> & {
    /** Verb of the event, such as `resolved`. */
    verb: string;
    /** Whether the operation has a transaction to itself, because it writes outside the record. */
    alone?: boolean;
    /** Fields that change, given who asks and the time of it (ISO 8601, UTC); null where the subject stays as it is. */
    change: (version: Version<S>, by: { actor: string; at: string }) => Partial<S> | null;
    /** Writes outside the record, in the same transaction, where something changed. */
    write?: (context: ProjectWriteContext, version: Version<S>) => Promise<void>;
  },
): Operation<SubjectParams<Param>, undefined, undefined, Wire, "POST", "project-write"> {
  const { verb, change, write, alone = false, ...wording } = options;
  return projectWrite({
    method: "POST",
    path: path as string,
    scope: resource.scope,
    ...wording,
    params,
    output: wire,
    alone,
    errors: ["not_found", "precondition_failed"],
    lookUps: (input) => [byId(resource, [(input.params as SubjectIds<Param>)[param]])],
    handle: async (context, input) => {
      const { record, caller, services } = context;
      const version = await target(context, resource, (input.params as SubjectIds<Param>)[param]);
      const at = new Date(services.clock.now()).toISOString();
      const changed = change(version, { actor: caller.actor, at });
      if (changed !== null) {
        record.update(resource, version, { ...stateOf(resource, version), ...changed }, { verb });
        await write?.(context, version);
      }
      return toWire(await committed(context, resource, version.id));
    },
  });
}
