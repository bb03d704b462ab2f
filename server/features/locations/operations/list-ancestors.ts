import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { findVersion } from "../../../record/versions.ts";
import {
  datedEntities,
  Entity,
  type EntityVersion,
  entityResource,
  placed,
  seenPlaces,
  toEntity,
} from "../../entities/public.ts";
import { findLocation, locationParams } from "../schemas.ts";

export const listAncestors = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}/ancestors",
  scope: "read",
  summary: "List the ancestors of a location, root first",
  params: locationParams,
  query: z.object(perspectiveQuery),
  output: z.object({ entities: z.array(Entity), total: z.int(), has_more: z.boolean() }),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project, atSeq } = context;
    const perspective = await perspectiveOf(context, query.as);
    const chain: EntityVersion[] = [];
    // At most 64 steps: the depth of a hierarchy is limited.
    for (
      let at: EntityVersion | null = await findLocation(context, params.entity_id, perspective);
      at?.parent_id != null;
    ) {
      const stored: EntityVersion | null = await findVersion(db, entityResource, project.id, at.parent_id, atSeq);
      at = stored === null || perspective === null ? stored : perspective.seen(entityResource, stored);
      if (at !== null) chain.unshift(at);
    }
    const found = await placed(db, project.id, chain, atSeq);
    const seen = perspective === null ? null : await seenPlaces(db, { projectId: project.id, atSeq }, perspective);
    const entities = (seen === null ? found : await datedEntities(db, seen, found)).map(toEntity);
    return { entities, total: entities.length, has_more: false };
  },
});
