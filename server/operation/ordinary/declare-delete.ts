import { z } from "zod";
import { byId } from "../../record/look-up.ts";
import { target } from "../edit.ts";
import { type Operation, projectWrite } from "../operation.ts";
import {
  type ApiResource,
  anyOf,
  type Guard,
  type SubjectIds,
  type SubjectParams,
  type SubjectPath,
  type Wording,
} from "./api-resource.ts";

/** The answer to the deletion of one subject that takes nothing along. */
export const Deletion = z
  .object({ id: z.string().meta({ description: "Id of the deleted subject." }), deleted: z.literal(true) })
  .meta({ id: "Deletion" });

/** Declares the deletion of one subject, which can be restored; `If-Match` is honoured. */
export function declareDelete<S, Wire extends z.ZodType, Param extends string>(
  { resource, param, params, ...names }: ApiResource<S, Wire, Param>,
  path: SubjectPath<Param>,
  { errors = [], guard, ...wording }: Wording & Guard<S> = {},
): Operation<SubjectParams<Param>, undefined, undefined, typeof Deletion, "DELETE", "project-write"> {
  return projectWrite({
    method: "DELETE",
    path: path as string,
    scope: resource.scope,
    forCommenters: resource.forCommenters,
    summary: `Delete ${anyOf(names)}`,
    ...wording,
    params,
    output: Deletion,
    errors: ["not_found", "precondition_failed", ...errors],
    lookUps: (input) => [byId(resource, [(input.params as SubjectIds<Param>)[param]])],
    handle: async (context, input) => {
      const ids = input.params as SubjectIds<Param>;
      const version = await target(context, resource, ids[param]);
      await guard?.(context, version);
      context.record.remove(resource, version);
      await context.record.commit();
      return { id: version.id, deleted: true as const };
    },
  });
}
