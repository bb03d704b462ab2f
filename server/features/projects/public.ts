// What others may use of projects: how many a workspace has, which of them a caller sees and what they are called, and the jobs that
// remove what was deleted long ago.
export { countProjects } from "./count-projects.ts";
export { projectNames, visibleProjects } from "./own-projects.ts";
export { purgeDeletedProjects, purgeProject } from "./purge-project.ts";
