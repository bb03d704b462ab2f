import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Entity, entityListQuery, LOCATION, readChildCounts, seenEntityPage } from "../../entities/public.ts";

const LocationChild = Entity.extend({
  children: z.int().meta({ description: "Number of locations directly below it." }),
}).meta({ id: "LocationChild" });

export const listChildren = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/children",
  scope: "read",
  summary: "List one level of the locations",
  description: "Locations directly below one entity, or the roots, each with its number of children.",
  params: projectScope,
  query: entityListQuery.omit({ type: true, under: true }).extend({
    parent_id: z
      .union([idOf("ent"), z.literal("null")])
      .default("null")
      .meta({ description: "Direct children of this entity; `null` for locations without a parent." }),
  }),
  output: listOutput("entities", LocationChild).meta({ id: "LocationChildren" }),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const perspective = await perspectiveOf(context, query.as);
    const { entities, ...rest } = await seenEntityPage(context, query, LOCATION, perspective);
    const ids = entities.map(({ id }) => id);
    const counts = await readChildCounts(context, ids, LOCATION, perspective);
    return { entities: entities.map((each) => ({ ...each, children: counts.get(each.id) ?? 0 })), ...rest };
  },
});
