import type { ProjectReadContext } from "./context.ts";
import type { Perspective } from "./perspective.ts";

/** What may be read through the eyes of the entity that `as` names; null where a read was not asked through anybody's. */
export async function perspectiveOf(
  { services, db, project, atSeq }: Pick<ProjectReadContext, "services" | "db" | "project" | "atSeq">,
  as: string | undefined,
): Promise<Perspective | null> {
  return as === undefined ? null : services.openPerspective(db, project.id, atSeq, as);
}
