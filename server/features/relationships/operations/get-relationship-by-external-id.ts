import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, relationshipFields, toRelationship } from "../schemas.ts";

export const getRelationshipByExternalId = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/by-external-id/relationships/{external_id}",
  scope: "read",
  summary: "Get a relationship by its external_id",
  description: "Percent-encode it as one segment of the path: `a/b` is `a%2Fb`.",
  params: z.object({ ...projectScope.shape, external_id: relationshipFields.external_id }),
  output: Relationship,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params: { external_id } }) => {
    const [version] = await findVersions(db, relationshipResource, project.id, { external_id }, atSeq);
    if (version === undefined) throw new Problem("not_found");
    response.etag = version.valid_from_seq;
    return toRelationship(version);
  },
});
