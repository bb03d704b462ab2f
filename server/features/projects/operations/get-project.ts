import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { projectResource } from "../project.ts";
import { Project, projectParams, projectTag, toProject } from "../schemas.ts";

export const getProject = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}",
  scope: "read",
  summary: "Get a project",
  params: projectParams,
  output: Project,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }) => {
    const version = await findVersion(db, projectResource, project.id, project.id, atSeq);
    if (version === null) throw new Problem("not_found");
    const lastSeq = atSeq ?? project.lastSeq;
    response.etag = projectTag(version, lastSeq);
    return toProject(version, { ...project, lastSeq });
  },
});
