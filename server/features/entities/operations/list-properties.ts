import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readPropertiesInUse, VALUE_KINDS } from "../in-use.ts";
import { entityFields } from "../schemas.ts";

const EntityProperty = z
  .object({
    path: z.string().meta({ description: "Path into `properties`, such as `rank` or `stats.hp`." }),
    entities: z.int().meta({ description: "Number of entities that have it." }),
    kinds: z
      .partialRecord(z.enum(VALUE_KINDS), z.int())
      .meta({ description: "Number of values by JSON type. Objects are counted by their fields." }),
  })
  .meta({ id: "EntityProperty" });

export const listEntityProperties = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-properties",
  scope: "read",
  summary: "List the properties in use",
  description:
    "Every property that an entity has, the one that most have first, with the kinds of its values; four keys deep. Keys that hold a dot are left out, as filters cannot name them.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    type: entityFields.type.optional().meta({ description: "Only of entities of this type." }),
    ...perspectiveQuery,
  }),
  output: listOutput("properties", EntityProperty),
  errors: ["not_found"],
  handle: async (context, { query: { as, type, limit, offset } }) => {
    const all = await readPropertiesInUse(context, type, await perspectiveOf(context, as));
    const properties = all.slice(offset, offset + limit);
    return { properties, total: all.length, has_more: hasMore(all.length, offset, properties.length) };
  },
});
