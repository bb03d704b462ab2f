import { useEveryProject } from "../project/use-every-project.ts";

/** Words for a project that nobody here may read, or that is gone. */
export const OTHER_PROJECT = "another project";

/** Returns the names of projects of the workspace by their ids, as far as they are read; they are asked for while they are wanted. */
export function useProjectNames(isWanted: boolean): (id: string) => string {
  const { projects } = useEveryProject(isWanted);
  return (id) => projects?.find((project) => project.id === id)?.name ?? (projects === undefined ? "…" : OTHER_PROJECT);
}
