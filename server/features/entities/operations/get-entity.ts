import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource } from "../entity.ts";
import { placed } from "../placed.ts";
import { Entity, entityParams, entityTag, toEntity } from "../schemas.ts";

export const getEntity = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entities/{entity_id}",
  scope: "read",
  summary: "Get an entity",
  params: entityParams,
  output: Entity,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params }) => {
    const version = await findVersion(db, entityResource, project.id, params.entity_id, atSeq);
    const [entity] = await placed(db, project.id, version === null ? [] : [version], atSeq);
    if (entity === undefined) throw new Problem("not_found");
    response.etag = entityTag(entity);
    return toEntity(entity);
  },
});
