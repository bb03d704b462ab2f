import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { Entity, type EntityVersion, entityResource, placed, toEntity } from "../../entities/public.ts";
import { findLocation, locationParams } from "../schemas.ts";

export const listAncestors = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}/ancestors",
  scope: "read",
  summary: "List the ancestors of a location, root first",
  params: locationParams,
  output: z.object({ entities: z.array(Entity), total: z.int(), has_more: z.boolean() }),
  errors: ["not_found"],
  handle: async (context, { params }) => {
    const { db, project, atSeq } = context;
    const chain: EntityVersion[] = [];
    // At most 64 steps: the depth of a hierarchy is limited.
    for (let at: EntityVersion | null = await findLocation(context, params.entity_id); at?.parent_id != null; ) {
      at = await findVersion(db, entityResource, project.id, at.parent_id, atSeq);
      if (at !== null) chain.unshift(at);
    }
    const entities = (await placed(db, project.id, chain, atSeq)).map(toEntity);
    return { entities, total: entities.length, has_more: false };
  },
});
