import { z } from "zod";
import { idOf } from "../../../../kernel/validation/fields.ts";
import { created } from "../../../../operation/edit.ts";
import { projectWrite } from "../../../../operation/operation.ts";
import { projectScope } from "../../../../operation/project-scope.ts";
import { propertyKeyResource } from "../property-key.ts";
import { PropertyKey, propertyKeyApi, propertyKeyFields } from "../schemas.ts";

export const declarePropertyKey = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/property-keys",
  scope: "write",
  summary: "Declare a property key",
  description:
    "Lists of entities that filter or sort by a declared key are answered from an index over all history, which is built in the background. Answers are the same without it. A project declares at most 32.",
  params: projectScope,
  body: z.strictObject({
    id: idOf("pky").optional().meta({ description: "Chosen by you; made for you when absent." }),
    path: propertyKeyFields.path,
  }),
  output: PropertyKey,
  status: 201,
  errors: ["not_found", "id_taken", "name_taken"],
  example: { path: "stats.hp" },
  handle: async (context, { body }) =>
    propertyKeyApi.toWire(await created(context, propertyKeyResource, body.id, { path: body.path })),
});
