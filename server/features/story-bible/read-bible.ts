import type { Bible } from "#domain/bible/bible.ts";
import { writeBible } from "#domain/bible/write-bible.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { readMaterial } from "./read-material.ts";

type Place = Pick<ProjectReadContext, "services" | "db" | "project" | "atSeq">;

/**
 * Writes the bible of a project at a sequence, null for the present, through somebody's eyes.
 *
 * @throws {@link ValidationProblem} naming `as` where there is no such entity then.
 */
export async function readBible({ services, db, project, atSeq }: Place, as: string | undefined): Promise<Bible> {
  const perspective = await services.openPerspective(db, { projectId: project.id, atSeq, as: as ?? null });
  const place = { projectId: project.id, atSeq, lastSeq: project.lastSeq, perspective };
  return writeBible(await readMaterial(db, place));
}
