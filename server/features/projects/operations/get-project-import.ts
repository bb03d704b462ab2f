import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { read } from "../../../operation/operation.ts";
import { findTransfer, ProjectImport, toProjectImport } from "../transfer/kept-transfers.ts";

export const getProjectImport = read({
  method: "GET",
  path: "/v1/project-imports/{import_id}",
  scope: "read",
  summary: "Get an import or a copy of a project",
  description: "Progress of an import or a copy. Kept for 30 days.",
  params: z.object({
    import_id: idOf("imp").meta({ description: "The id that the import or the copy was answered with." }),
  }),
  output: ProjectImport,
  errors: ["not_found"],
  handle: async ({ db, caller }, { params }) => {
    const kept = await findTransfer(db, params.import_id);
    const isTheirs =
      kept !== null &&
      kept.workspace_id === caller.workspaceId &&
      caller.modes.includes(kept.mode) &&
      (caller.projectIds === null || caller.projectIds.includes(kept.into_project_id));
    if (!isTheirs) throw new Problem("not_found");
    return toProjectImport(db, kept);
  },
});
