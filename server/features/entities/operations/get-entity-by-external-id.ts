import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { findVersions } from "../../../record/versions.ts";
import { entityResource } from "../entity.ts";
import { placed } from "../placed.ts";
import { Entity, entityFields, entityTag, toEntity } from "../schemas.ts";
import { datedEntities, seenPlaces } from "../seen-places.ts";

export const getEntityByExternalId = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/by-external-id/entities/{external_id}",
  scope: "read",
  summary: "Get an entity by its external_id",
  description:
    "Percent-encode it as one segment of the path: `a/b` is `a%2Fb`. For `.` and `..`, which no address can hold, list with `external_id` instead.",
  params: z.object({ ...projectScope.shape, external_id: entityFields.external_id }),
  query: z.object(perspectiveQuery),
  output: Entity,
  errors: ["not_found"],
  handle: async (context, { params: { external_id }, query }) => {
    const { db, project, atSeq, response } = context;
    const perspective = await perspectiveOf(context, query.as);
    const versions = await findVersions(db, entityResource, project.id, { external_id }, atSeq);
    const found = await placed(db, project.id, versions, atSeq);
    const at = { projectId: project.id, atSeq };
    const [entity] =
      perspective === null ? found : await datedEntities(db, await seenPlaces(db, at, perspective), found);
    if (entity === undefined) throw new Problem("not_found");
    if (perspective === null) response.etag = entityTag(entity);
    return toEntity(entity);
  },
});
