import { Problem } from "../../kernel/problem.ts";
import type { ProjectGetContext } from "../../operation/context.ts";
import type { PlacedEntity } from "./placed.ts";
import { entityTag } from "./schemas.ts";
import { datedEntities, seenPlaces } from "./seen-places.ts";

/**
 * Returns the entity of a read by id as the caller may see it. Its version is the ETag for callers who see all.
 *
 * @throws {@link Problem} `not_found` where it is withheld.
 */
export async function shownEntity({
  project,
  atSeq,
  view,
  subject,
  response,
}: ProjectGetContext<PlacedEntity>): Promise<PlacedEntity> {
  if (view === null) {
    response.etag = entityTag(subject);
    return subject;
  }
  const seen = await seenPlaces(view.db, { projectId: project.id, atSeq }, view.perspective);
  const [shown] = await datedEntities(view.db, seen, [subject]);
  if (shown === undefined) throw new Problem("not_found");
  return shown;
}
