import { z } from "zod";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { toVariable, Variable, variableFields, variableParams } from "../schemas.ts";
import { variableResource } from "../variable.ts";

export const updateVariable = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/variables/{variable_id}",
  scope: "write",
  summary: "Update a variable",
  description: "Renaming keeps every use: expressions name variables by id. A new type needs a default of that type.",
  params: variableParams,
  body: z.strictObject({
    name: variableFields.name.optional(),
    type: variableFields.type.optional(),
    default: variableFields.default.optional(),
    enum_values: variableFields.enum_values.optional(),
    description: variableFields.description.optional(),
    base_seq: baseSeq,
  }),
  output: Variable,
  errors: ["not_found", "name_taken", "edit_conflict", "precondition_failed"],
  example: { name: "bravery" },
  handle: async (context, { params, body }) => {
    const version = await target(context, variableResource, params.variable_id);
    const { base_seq, ...fields } = body;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const next = { ...stateOf(variableResource, version), ...given };
    return toVariable(await edit(context, variableResource, version, next, { baseSeq: base_seq }));
  },
});
