import { Problem } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { Restoration, restoreBody, restoreSubject } from "../../../operation/restore.ts";
import { subjectParams } from "../schemas.ts";

export const restore = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/subjects/{subject_id}/restore",
  scope: "write",
  long: true,
  summary: "Restore anything recorded",
  description:
    "Restores a deleted subject with everything deleted along with it, or an earlier version of an existing subject. The restore is written as new events. `dry_run` returns the changes without writing them.",
  params: subjectParams,
  body: restoreBody,
  bodyOptional: true,
  output: Restoration,
  alone: true,
  errors: [
    "not_found",
    "restore_conflict",
    "external_id_taken",
    "name_taken",
    "has_children",
    "linked",
    "canon_violation",
  ],
  example: {},
  handle: async (context, { params, body }) => {
    const resource = context.services.resources.ofId(params.subject_id);
    if (resource === null) throw new Problem("not_found");
    return restoreSubject(context, resource, params.subject_id, body);
  },
});
