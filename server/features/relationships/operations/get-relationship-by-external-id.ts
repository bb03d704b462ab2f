import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, relationshipApi, relationshipFields } from "../schemas.ts";

export const getRelationshipByExternalId = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/by-external-id/relationships/{external_id}",
  scope: "read",
  summary: "Get a relationship by its external_id",
  description: "Percent-encode it as one segment of the path: `a/b` is `a%2Fb`.",
  params: z.object({ ...projectScope.shape, external_id: relationshipFields.external_id }),
  query: z.object(perspectiveQuery),
  output: Relationship,
  errors: ["not_found"],
  handle: async (context, { params: { external_id }, query }) => {
    const { db, project, atSeq, response } = context;
    const perspective = await perspectiveOf(context, query.as);
    const [stored] = await findVersions(db, relationshipResource, project.id, { external_id }, atSeq);
    const seen = stored === undefined || perspective === null ? stored : perspective.seen(relationshipResource, stored);
    // By a name that is withheld nothing is found.
    const version = seen?.external_id === external_id ? seen : null;
    if (version === null) throw new Problem("not_found");
    if (perspective === null) {
      response.etag = version.valid_from_seq;
      return relationshipApi.toWire(version);
    }
    const [dated = version] = await perspective.dated(db, relationshipResource, [version]);
    return relationshipApi.toWire(dated);
  },
});
