import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, relationshipParams, toRelationship } from "../schemas.ts";

export const getRelationship = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/relationships/{relationship_id}",
  scope: "read",
  summary: "Get a relationship",
  params: relationshipParams,
  output: Relationship,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params }) => {
    const version = await findVersion(db, relationshipResource, project.id, params.relationship_id, atSeq);
    if (version === null) throw new Problem("not_found");
    response.etag = version.valid_from_seq;
    return toRelationship(version);
  },
});
