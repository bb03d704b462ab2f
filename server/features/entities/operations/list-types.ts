import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readTypesInUse } from "../in-use.ts";

const EntityType = z
  .object({
    type: z.string().meta({ description: "A type as entities have it." }),
    entities: z.int().meta({ description: "Number of entities of this type." }),
  })
  .meta({ id: "EntityType" });

export const listEntityTypes = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-types",
  scope: "read",
  summary: "List the types in use",
  description:
    "Every type that an entity has, the one with most entities first. Types are free: there is no other list of them.",
  params: projectScope,
  query: z.object({ ...pageQuery, ...perspectiveQuery }),
  output: listOutput("types", EntityType),
  errors: ["not_found"],
  handle: async (context, { query: { as, limit, offset } }) => {
    const all = await readTypesInUse(context, await perspectiveOf(context, as));
    const types = all.slice(offset, offset + limit);
    return { types, total: all.length, has_more: hasMore(all.length, offset, types.length) };
  },
});
