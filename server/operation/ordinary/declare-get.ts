import type { z } from "zod";
import { type Operation, projectGet } from "../operation.ts";
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
export function declareGet<S, Wire extends z.ZodType, Param extends string>(
  { resource, param, params, wire, toWire, ...names }: ApiResource<S, Wire, Param>,
  path: SubjectPath<Param>,
  wording: Wording = {},
): Operation<SubjectParams<Param>, undefined, undefined, Wire, "GET", "project-read"> {
  return projectGet({
    path: path as string,
    scope: "read",
    summary: `Get ${anyOf(names)}`,
    ...wording,
    params,
    output: wire,
    subject: subjectRead(resource),
    idOf: (ids) => (ids as SubjectIds<Param>)[param],
    handle: async ({ subject, response }) => {
      response.etag = subject.valid_from_seq;
      return toWire(subject);
    },
  });
}
