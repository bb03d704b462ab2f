import type { z } from "zod";
import type { ProjectWriteContext } from "../context.ts";
import { type Operation, projectWrite } from "../operation.ts";
import type { projectScope } from "../project-scope.ts";
import { Restoration, restoreBody, restoreSubject } from "../restore.ts";
import {
  type ApiResource,
  anyOf,
  type Guard,
  type SubjectIds,
  type SubjectParams,
  type Wording,
} from "./api-resource.ts";

/** Operation that restores one subject. */
export type RestoreOperation<Param extends string> = Operation<
  SubjectParams<Param>,
  undefined,
  typeof restoreBody,
  typeof Restoration,
  "POST",
  "project-write"
>;

/** Properties of a restoration beyond its resource. */
export type RestoreOptions<S = never> = Wording &
  Guard<S> & {
    /** Throws when what was deleted may not come back; not asked of one that exists. */
    requireReturn?: (context: ProjectWriteContext) => Promise<void>;
  };

/** Declares the restoration of one subject: after a deletion, or to an earlier version of it. */
export function declareRestore<S, Wire extends z.ZodType, Param extends string>(
  { resource, param, params, ...names }: ApiResource<S, Wire, Param>,
  path: `/v1/projects/{project_id}/${string}/{${Param}}/restore`,
  options: RestoreOptions<S> = {},
): RestoreOperation<Param> {
  const { errors = [], guard, requireReturn, ...wording } = options;
  const operation = projectWrite({
    method: "POST",
    path: path as string,
    scope: resource.scope,
    forCommenters: resource.forCommenters,
    summary: `Restore ${anyOf(names)}`,
    description:
      "Restores a deleted subject, or its version at `seq`, with new events. `dry_run` returns the changes without writing them.",
    ...wording,
    params: params as typeof projectScope,
    body: restoreBody,
    bodyOptional: true,
    output: Restoration,
    alone: true,
    errors: ["not_found", "restore_conflict", ...errors],
    example: {},
    handle: (context, input) => {
      const ids = input.params as SubjectIds<Param>;
      return restoreSubject(context, resource as never, ids[param], input.body, { guard, requireReturn } as never);
    },
  });
  return operation as never;
}
