import type { Db } from "../../record/database.ts";
import { entityResource } from "../entities/public.ts";
import { openPerspective } from "../facts/public.ts";
import { seenVersions } from "./moment.ts";

/** Entity that a text for a model may name by its id. */
export interface NamedEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

/**
 * Finds entities as they are seen at a sequence, in one query; in the order of their ids. Those that are not there, or not for these
 * eyes, are left out, as are ids of anything else.
 *
 * @throws ValidationProblem naming `as` where the one who looks is not there.
 */
export async function namedEntities(
  db: Db,
  projectId: string,
  { seq, as }: { seq: number; as: string | null },
  ids: readonly string[],
): Promise<Map<string, NamedEntity>> {
  const perspective = await openPerspective(db, { projectId, atSeq: seq, as }, ["body", "as"]);
  const wanted = ids.map((id) => ({ id }));
  const seen = await seenVersions({ db, projectId, seq, perspective }, entityResource, wanted);
  const found = ids.flatMap((id) => seen.get(id) ?? []);
  return new Map(found.map(({ id, type, name }) => [id, { id, type, name }]));
}
