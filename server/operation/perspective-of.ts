import type { ProjectReadContext } from "./context.ts";
import type { Perspective } from "./perspective.ts";

/** Opens the perspective of the entity that `as` names, and of the playthrough that is read; null where a read names neither. */
export async function perspectiveOf(
  { services, db, project, atSeq, run }: Pick<ProjectReadContext, "services" | "db" | "project" | "atSeq" | "run">,
  as: string | undefined,
): Promise<Perspective | null> {
  if (as === undefined && run === null) return null;
  return services.openPerspective(db, { projectId: project.id, atSeq, as: as ?? null, run });
}
