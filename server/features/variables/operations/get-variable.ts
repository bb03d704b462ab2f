import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { toVariable, Variable, variableParams } from "../schemas.ts";
import { variableResource } from "../variable.ts";

export const getVariable = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/variables/{variable_id}",
  scope: "read",
  summary: "Get a variable",
  params: variableParams,
  output: Variable,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params }) => {
    const version = await findVersion(db, variableResource, project.id, params.variable_id, atSeq);
    if (version === null) throw new Problem("not_found");
    response.etag = version.valid_from_seq;
    return toVariable(version);
  },
});
