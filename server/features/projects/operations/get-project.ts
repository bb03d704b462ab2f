import { projectGet } from "../../../operation/operation.ts";
import { subjectRead } from "../../../operation/subject-read.ts";
import { projectResource } from "../project.ts";
import { Project, projectParams, projectTag, toProject } from "../schemas.ts";

export const getProject = projectGet({
  path: "/v1/projects/{project_id}",
  scope: "read",
  summary: "Get a project",
  params: projectParams,
  output: Project,
  subject: subjectRead(projectResource),
  idOf: ({ project_id }) => project_id,
  handle: async ({ subject, project, atSeq, response }) => {
    const lastSeq = atSeq ?? project.lastSeq;
    response.etag = projectTag(subject, lastSeq);
    return toProject(subject, { ...project, lastSeq });
  },
});
