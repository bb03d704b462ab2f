import type { ProjectReadContext } from "../../operation/context.ts";
import type { MaterialText } from "./material-text.ts";
import { readMaterial } from "./read-material.ts";

type Place = Pick<ProjectReadContext, "services" | "db" | "project" | "atSeq">;

/**
 * Reads what the bible of a project at a sequence, null for the present, is written from through somebody's eyes.
 *
 * @throws {@link ValidationProblem} naming `as` where there is no such entity then.
 */
export async function readBible(
  { services, db, project, atSeq }: Place,
  as: string | undefined,
): Promise<MaterialText> {
  const perspective = await services.openPerspective(db, { projectId: project.id, atSeq, as: as ?? null });
  return readMaterial(db, { projectId: project.id, atSeq, lastSeq: project.lastSeq, perspective });
}
