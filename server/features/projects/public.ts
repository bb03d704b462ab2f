// What others may use of projects: how one is made, how many a workspace has, which of them a caller sees and what they are called, and
// the jobs that remove what was deleted long ago and that make a project of a file.
export { countProjects } from "./count-projects.ts";
export { makeProject, newProjectMode } from "./make-project.ts";
export { projectNames, visibleProjects } from "./own-projects.ts";
export { type ProjectState, projectResource } from "./project.ts";
export { purgeDeletedProjects, purgeProject } from "./purge-project.ts";
export { Project, projectFields } from "./schemas.ts";
export { forgetOldTransfers } from "./transfer/kept-transfers.ts";
export { importProjectJob } from "./transfer/transfer-job.ts";
