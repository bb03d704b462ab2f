import { z } from "zod";
import { pageQuery } from "../../../kernel/page.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { datedEntities, EntityList, placed, readSubtree, seenPlaces, toEntity } from "../../entities/public.ts";
import { findLocation, locationParams } from "../schemas.ts";

export const listSubtree = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}/subtree",
  scope: "read",
  summary: "List a location and everything under it",
  description: "A location and all locations below it, in the order of their paths: each directly before its contents.",
  params: locationParams,
  query: z.object({
    ...pageQuery,
    max_depth: integer({ min: 0, max: 64 })
      .optional()
      .meta({ description: "Levels below the location; 0 is itself alone." }),
    ...perspectiveQuery,
  }),
  output: EntityList,
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project, atSeq } = context;
    const perspective = await perspectiveOf(context, query.as);
    const version = await findLocation(context, params.entity_id, perspective);
    const seen = perspective === null ? null : await seenPlaces(db, { projectId: project.id, atSeq }, perspective);
    const { limit, offset, max_depth: maxDepth } = query;
    const { rows, ...rest } = await readSubtree(context, version, { limit, offset, maxDepth, seen });
    const found = await placed(db, project.id, rows, atSeq);
    const entities = (seen === null ? found : await datedEntities(db, seen, found)).map(toEntity);
    return { entities, ...rest };
  },
});
