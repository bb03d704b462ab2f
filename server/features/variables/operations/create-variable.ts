import { z } from "zod";
import { neutralValue } from "#domain/dialogue.ts";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope, toVariable, Variable, variableFields } from "../schemas.ts";
import { variableResource } from "../variable.ts";

export const createVariable = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/variables",
  scope: "write",
  summary: "Create a variable",
  params: projectScope,
  body: z.strictObject({
    id: idOf("var").optional(),
    name: variableFields.name,
    type: variableFields.type,
    default: variableFields.default.optional(),
    enum_values: variableFields.enum_values.optional(),
    description: variableFields.description.optional(),
  }),
  output: Variable,
  status: 201,
  errors: ["not_found", "name_taken", "id_taken"],
  example: { name: "courage", type: "integer", default: 0 },
  handle: async (context, { body }) => {
    const { record, services } = context;
    if (body.id !== undefined) await record.requireUnused(variableResource, [body.id]);
    const id = body.id ?? newId("var", services.clock.now());
    const enumValues = body.enum_values ?? [];
    record.create(variableResource, id, {
      name: body.name,
      type: body.type,
      default: body.default ?? neutralValue(body.type, enumValues),
      enum_values: enumValues,
      description: body.description ?? "",
    });
    return toVariable(await committed(context, variableResource, id));
  },
});
