import { createProject } from "./operations/create-project.ts";
import { deleteProject } from "./operations/delete-project.ts";
import { getProject } from "./operations/get-project.ts";
import { listProjects } from "./operations/list-projects.ts";
import { restoreProject } from "./operations/restore-project.ts";
import { updateProject } from "./operations/update-project.ts";

export const projects = {
  create: createProject,
  list: listProjects,
  get: getProject,
  update: updateProject,
  delete: deleteProject,
  restore: restoreProject,
};
