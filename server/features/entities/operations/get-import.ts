import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findImport, toImport } from "../import/kept-imports.ts";
import { EntityImport, importParams } from "../import/schemas.ts";

export const getImport = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/entity-imports/{import_id}",
  scope: "read",
  summary: "Get an import",
  description:
    "Progress of an import, with the numbers of created, updated, unchanged and refused rows. Kept for 30 days.",
  params: importParams,
  output: EntityImport,
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project }, { params }) => {
    const kept = await findImport(db, project.id, params.import_id);
    if (kept === null) throw new Problem("not_found");
    return toImport(db, kept);
  },
});
