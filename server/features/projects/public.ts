// What others may use of projects: how many a workspace has, and the jobs that remove what was deleted long ago.
export { countProjects } from "./count-projects.ts";
export { purgeDeletedProjects, purgeProject } from "./purge-project.ts";
