import type { ProjectReadContext } from "./context.ts";
import type { Perspective } from "./perspective.ts";

/** Opens the perspective of the entity that `as` names; null where a read names none. */
export async function perspectiveOf(
  { services, db, project, atSeq }: Pick<ProjectReadContext, "services" | "db" | "project" | "atSeq">,
  as: string | undefined,
): Promise<Perspective | null> {
  return as === undefined ? null : services.openPerspective(db, project.id, atSeq, as);
}
