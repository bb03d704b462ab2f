import type { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { findVersion } from "../../record/versions.ts";
import { answerTag } from "../answer-tag.ts";
import { type Operation, projectGet, projectRead, type SeenQuery } from "../operation.ts";
import type { projectScope } from "../project-scope.ts";
import { subjectRead } from "../subject-read.ts";
import {
  type ApiResource,
  anyOf,
  type SubjectIds,
  type SubjectParams,
  type SubjectPath,
  shownOpen,
  type Wording,
} from "./api-resource.ts";

/** Declares the read of one subject by its id, at the sequence asked for; its version is the ETag. */
export function declareGet<S, Wire extends z.ZodType, Param extends string, const Seen extends boolean = false>(
  api: ApiResource<S, Wire, Param>,
  path: SubjectPath<Param>,
  {
    seen,
    ...wording
  }: Wording & {
    /** Whether it can be asked through the eyes of an entity, by `as`. */
    seen?: Seen;
  } = {},
): Operation<SubjectParams<Param>, Seen extends true ? SeenQuery : undefined, undefined, Wire, "GET", "project-read"> {
  const { resource, param, params, wire, toWire, ...names } = api;
  if (api.sealing !== undefined) return declareOpenGet(api, path, wording) as never;
  const operation = projectGet({
    path: path as string,
    scope: "read",
    summary: `Get ${anyOf(names)}`,
    ...wording,
    params,
    output: wire,
    subject: subjectRead(resource),
    idOf: (ids) => (ids as SubjectIds<Param>)[param],
    seen: seen ?? false,
    handle: async ({ subject, view, response }) => {
      if (view === null) {
        response.etag = subject.valid_from_seq;
        return toWire(subject);
      }
      const seen = view.perspective.seen(resource, subject);
      if (seen === null) throw new Problem("not_found");
      const [version = seen] = await view.perspective.dated(view.db, resource, [seen]);
      return toWire(version);
    },
  });
  return operation as never;
}

/** Declares the read of a subject with sealed values: its keys are read in the same snapshot, and its tag is of what they open. */
function declareOpenGet<S, Wire extends z.ZodType, Param extends string>(
  api: ApiResource<S, Wire, Param>,
  path: SubjectPath<Param>,
  wording: Wording,
): object {
  const { resource, param, params, wire, ...names } = api;
  return projectRead({
    method: "GET",
    path: path as string,
    scope: "read",
    summary: `Get ${anyOf(names)}`,
    ...wording,
    params: params as typeof projectScope,
    output: wire,
    errors: ["not_found"],
    taggedBy: "answer-of-any-time",
    handle: async (context, input) => {
      const id = (input.params as SubjectIds<Param>)[param];
      const version = await findVersion(context.db, resource, context.project.id, id, context.atSeq);
      if (version === null) throw new Problem("not_found");
      const [shown] = await shownOpen(api, context, [version]);
      context.response.etag = answerTag(version, shown as object);
      return shown as z.input<Wire>;
    },
  });
}
