import { z } from "zod";
import { splitPath } from "#domain/filter/property-path.ts";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readValuesInUse } from "../in-use.ts";
import { propertyKey } from "../property-keys/property-key.ts";
import { entityFields } from "../schemas.ts";

const EntityValue = z
  .object({
    value: z.union([z.string(), z.number(), z.boolean()]).meta({ description: "A text, a number, or yes or no." }),
    entities: z.int().meta({ description: "Number of entities with this value, alone or in a list." }),
  })
  .meta({ id: "EntityValue" });

export const listEntityValues = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-values",
  scope: "read",
  summary: "List the values in use of a property",
  description:
    "Values of entities at a path, most frequent first. Elements of lists are counted one by one; objects, nested lists and texts of more than 200 characters are left out.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    path: propertyKey.body.shape.path,
    type: entityFields.type.optional().meta({ description: "Only of entities of this type." }),
    q: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: "Part of the value; case, accents and width do not matter." }),
    ...perspectiveQuery,
  }),
  output: listOutput("values", EntityValue),
  errors: ["not_found"],
  handle: async (context, { query: { as, path, type, q, limit, offset } }) => {
    const asked = { path: splitPath(path), type, q };
    const all = await readValuesInUse(context, asked, await perspectiveOf(context, as));
    const values = all.slice(offset, offset + limit);
    return { values, total: all.length, has_more: hasMore(all.length, offset, values.length) };
  },
});
