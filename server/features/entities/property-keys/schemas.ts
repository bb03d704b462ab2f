import { z } from "zod";
import { formatPath, pathFault, splitPath } from "#domain/filter/property-path.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { apiResource } from "../../../operation/ordinary/api-resource.ts";
import { versionFields } from "../../../record/wire.ts";
import { propertyKeyResource } from "./property-key.ts";

const PREFIX = "properties.";

export const PropertyKey = z
  .object({
    id: z.string().meta({ description: "Id of the declaration." }),
    project_id: z.string().meta({ description: "The project it belongs to." }),
    path: z.string().meta({ description: "Path into `properties` of entities, such as `rank` or `stats.hp`." }),
    ...versionFields,
  })
  .meta({ id: "PropertyKey" });

export const propertyKeyFields = {
  path: text({ min: 1, max: 500 })
    .meta({
      description:
        "Path into `properties` of entities, such as `rank` or `stats.hp`; `properties.` may stand before it.",
    })
    .transform((value, context): string => {
      const named = value.startsWith(PREFIX) ? value.slice(PREFIX.length) : value;
      const path = splitPath(named);
      const fault = named === "" ? "a property key needs the name of a property" : pathFault(path);
      if (fault !== null) {
        context.addIssue(fault);
        return z.NEVER;
      }
      return formatPath(path);
    }),
};

export const propertyKeyApi = apiResource({
  resource: propertyKeyResource,
  one: "property key",
  param: "property_key_id",
  wire: PropertyKey,
  fields: propertyKeyFields,
  example: { state: { path: "stats.courage" }, edits: { updated: { path: "stats.cunning" } } },
});
