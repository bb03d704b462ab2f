import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { findVersion, findVersions } from "../../../record/versions.ts";
import {
  DIRECTIONS,
  datedEntities,
  Entity,
  entityResource,
  placed,
  readRelationshipsOf,
  seenPlaces,
  toEntity,
} from "../../entities/public.ts";
import { Relationship, relationshipApi, relationshipFields } from "../schemas.ts";

const Neighbor = z
  .object({
    direction: z.enum(["outgoing", "incoming"]).meta({ description: "Seen from the entity asked about." }),
    relationship: Relationship,
    entity: Entity,
  })
  .meta({ id: "Neighbor" });

export const listNeighbors = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entities/{entity_id}/neighbors",
  scope: "read",
  summary: "List the neighbours of an entity",
  description: "Every relationship at either end, with the entity at the other. A relationship to itself is outgoing.",
  params: z.object({ project_id: idOf("prj"), entity_id: idOf("ent") }),
  query: z.object({
    ...pageQuery,
    direction: z.enum(DIRECTIONS).default("both"),
    relationship_type: relationshipFields.type.optional(),
    ...perspectiveQuery,
  }),
  output: listOutput("neighbors", Neighbor),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project, atSeq } = context;
    const id = params.entity_id;
    const { relationship_type: type, as, ...page } = query;
    const perspective = await perspectiveOf(context, as);
    const stored = await findVersion(db, entityResource, project.id, id, atSeq);
    const isThere = stored !== null && (perspective === null || perspective.seen(entityResource, stored) !== null);
    if (!isThere) throw new Problem("not_found");
    const at = { projectId: project.id, id, atSeq };
    const { relationships: found, total } = await readRelationshipsOf(db, at, { ...page, type }, perspective);
    const others = found.map((each) => (each.source_id === id ? each.target_id : each.source_id));
    const versions = await findVersions(db, entityResource, project.id, { id: others }, atSeq);
    const there = await placed(db, project.id, versions, atSeq);
    const seen =
      perspective === null
        ? there
        : await datedEntities(db, await seenPlaces(db, { projectId: project.id, atSeq }, perspective), there);
    const entities = new Map(seen.map((each) => [each.version.id, toEntity(each)]));
    const neighbors = found.flatMap((each, index) => {
      const entity = entities.get(others[index] ?? "");
      if (entity === undefined) return [];
      const direction = each.source_id === id ? ("outgoing" as const) : ("incoming" as const);
      return [{ direction, relationship: relationshipApi.toWire(each), entity }];
    });
    return { neighbors, total, has_more: hasMore(total, query.offset, neighbors.length) };
  },
});
