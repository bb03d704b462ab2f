// What other features may use of projects: how many a workspace has.
export { countProjects, type ProjectCount } from "./count-projects.ts";
