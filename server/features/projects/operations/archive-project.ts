import type { ProjectWriteContext } from "../../../operation/context.ts";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { projectResource } from "../project.ts";
import { Project, projectParams, projectTag, toProject } from "../schemas.ts";

export const archiveProject = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/archive",
  scope: "admin",
  summary: "Archive a project",
  description:
    "Makes a project read-only: changes are a 409 with the code [project_archived](/docs/errors/project_archived); reads, exports and copies still work. The project leaves the list of projects and still counts towards the plan. Has no effect on an archived project.",
  params: projectParams,
  output: Project,
  alone: true,
  whileArchived: true,
  errors: ["not_found", "precondition_failed"],
  handle: (context) => setArchived(context, true),
});

export const unarchiveProject = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/unarchive",
  scope: "admin",
  summary: "Take a project out of the archive",
  description: "It can be changed again. One that is not archived stays as it is.",
  params: projectParams,
  output: Project,
  alone: true,
  whileArchived: true,
  errors: ["not_found", "precondition_failed"],
  handle: (context) => setArchived(context, false),
});

async function setArchived(context: ProjectWriteContext, archived: boolean): Promise<ReturnType<typeof toProject>> {
  const { project, record, response } = context;
  const version = await target(context, projectResource, project.id);
  const state = { ...stateOf(projectResource, version), archived };
  record.update(projectResource, version, state, { verb: archived ? "archived" : "unarchived" });
  await record.commit();
  const now = record.version(projectResource, project.id) ?? version;
  response.etag = projectTag(now, record.seq);
  return toProject(now, { ...project, lastSeq: record.seq });
}
