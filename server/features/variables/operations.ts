import { createVariable } from "./operations/create-variable.ts";
import { deleteVariable } from "./operations/delete-variable.ts";
import { getVariable } from "./operations/get-variable.ts";
import { listUses } from "./operations/list-uses.ts";
import { listVariables } from "./operations/list-variables.ts";
import { restoreVariable } from "./operations/restore-variable.ts";
import { updateVariable } from "./operations/update-variable.ts";

export const variables = {
  create: createVariable,
  list: listVariables,
  get: getVariable,
  update: updateVariable,
  delete: deleteVariable,
  restore: restoreVariable,
  uses: listUses,
};
