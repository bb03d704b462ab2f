import type { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { type Operation, projectGet, type SeenQuery } from "../operation.ts";
import { subjectRead } from "../subject-read.ts";
import {
  type ApiResource,
  anyOf,
  type SubjectIds,
  type SubjectParams,
  type SubjectPath,
  type Wording,
} from "./api-resource.ts";

/** Declares the read of one subject by its id, at the sequence asked for; its version is the ETag. */
export function declareGet<S, Wire extends z.ZodType, Param extends string, const Seen extends boolean = false>(
  { resource, param, params, wire, toWire, ...names }: ApiResource<S, Wire, Param>,
  path: SubjectPath<Param>,
  {
    seen,
    ...wording
  }: Wording & {
    /** Whether it can be asked through the eyes of an entity, by `as`. */
    seen?: Seen;
  } = {},
): Operation<SubjectParams<Param>, Seen extends true ? SeenQuery : undefined, undefined, Wire, "GET", "project-read"> {
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
