import type { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { findVersion } from "../../record/versions.ts";
import { type Operation, projectRead } from "../operation.ts";
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
  return projectRead({
    method: "GET",
    path: path as string,
    scope: "read",
    summary: `Get ${anyOf(names)}`,
    ...wording,
    params,
    output: wire,
    errors: ["not_found"],
    handle: async ({ db, project, atSeq, response }, input) => {
      const ids = input.params as SubjectIds<Param>;
      const version = await findVersion(db, resource, project.id, ids[param], atSeq);
      if (version === null) throw new Problem("not_found");
      response.etag = version.valid_from_seq;
      return toWire(version);
    },
  });
}
