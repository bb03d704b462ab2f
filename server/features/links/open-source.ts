import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { ProjectRef, ProjectWriteContext } from "../../operation/context.ts";
import { openProject, requireScope } from "../../operation/gate.ts";
import type { Db } from "../../record/database.ts";

/**
 * Opens the source of a link for a caller; null where it may not be linked: it is not there for the caller, who may not read it, is of
 * another mode, or is the project itself.
 */
export async function openSource(
  db: Db,
  caller: Caller,
  sourceId: string,
  into: Pick<ProjectRef, "id" | "mode">,
): Promise<ProjectRef | null> {
  if (sourceId === into.id) return null;
  try {
    requireScope(caller, "read", sourceId);
    const { project } = await openProject(db, caller, sourceId);
    return project.mode === into.mode ? project : null;
  } catch (error) {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "insufficient_scope")) return null;
    throw error;
  }
}

/**
 * Opens the source of a link for a caller who needs it.
 *
 * @throws {@link Problem} `not_found` where it may not be linked.
 */
export async function requireSource(
  { db, caller, project }: Pick<ProjectWriteContext, "db" | "caller" | "project">,
  { source_project_id: sourceId }: { readonly source_project_id: string },
): Promise<ProjectRef> {
  const source = await openSource(db, caller, sourceId, project);
  if (source === null) throw new Problem("not_found", { message: "The source is gone, or you may not read it." });
  return source;
}
