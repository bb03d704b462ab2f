import { z } from "zod";
import { neutralValue, VARIABLE_DEFAULTS } from "#domain/dialogue/wire.ts";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byColumn } from "../../../record/look-up.ts";
import { NO_ORIGIN, variableResource } from "../../dialogues/public.ts";
import { Variable, variableApi, variableFields } from "../schemas.ts";

export const createVariable = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/variables",
  scope: "write",
  summary: "Create a variable",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("var"),
    name: variableFields.name,
    type: variableFields.type,
    default: variableFields.default.optional(),
    enum_values: variableFields.enum_values.optional(),
    scope: variableFields.scope.optional(),
    min: variableFields.min.optional(),
    max: variableFields.max.optional(),
    description: variableFields.description.optional(),
  }),
  output: Variable,
  status: 201,
  errors: ["not_found", "name_taken", "id_taken"],
  example: { name: "courage", type: "integer", default: 0 },
  lookUps: ({ body }) => [byColumn(variableResource, "name", [body.name])],
  handle: async (context, { body }) => {
    const { id, name, type, enum_values = [], description = "" } = body;
    const { scope, min, max } = VARIABLE_DEFAULTS;
    const value = body.default ?? neutralValue(type, enum_values);
    const state = {
      name,
      type,
      default: value,
      enum_values,
      description,
      ...NO_ORIGIN,
      scope: body.scope ?? scope,
      min: body.min ?? min,
      max: body.max ?? max,
    };
    return variableApi.toWire(await created(context, variableResource, id, state));
  },
});
