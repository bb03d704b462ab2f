import { type SQL, sql } from "drizzle-orm";
import type { Perspective } from "../../operation/perspective.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import type { PlacedEntity } from "./placed.ts";

/** Places that a perspective may not see: an entity there is shown, where it is known, without its place. */
export interface SeenPlaces {
  readonly perspective: Perspective;
  /** Stored paths, each with everything under it. */
  readonly hidden: readonly string[];
}

/** Finds out what of the hierarchy is withheld at a sequence: places that are secret, and where somebody is whose place is. */
export async function seenPlaces(
  db: Db,
  { projectId, atSeq }: { projectId: string; atSeq: number | null },
  perspective: Perspective,
): Promise<SeenPlaces> {
  const { type, prefix } = entityResource;
  const ids = [
    ...perspective.withheldSubjects.filter((id) => id.startsWith(`${prefix}_`)),
    ...perspective.withheldAt(type, "/parent_id"),
  ];
  if (ids.length === 0) return { perspective, hidden: [] };
  const rows = await db.execute<Columns<"entity_paths", "path">>(
    sql`SELECT path FROM entity_paths WHERE project_id = ${projectId} AND entity_id = ANY(${textArray(ids)}) AND ${holds(atSeq)}`,
  );
  return { perspective, hidden: rows.map(({ path }) => path) };
}

/** Entities as they may be seen: those that are withheld are left out, and no path leads through what is. */
export function seenEntities({ perspective, hidden }: SeenPlaces, entities: readonly PlacedEntity[]): PlacedEntity[] {
  const places = new Set(hidden);
  return entities.flatMap(({ version, path }) => {
    const seen = perspective.seen(entityResource, version);
    if (seen === null) return [];
    return [{ version: seen, path: path !== null && leadsThrough(places, path.path) ? null : path }];
  });
}

/** {@link seenEntities} with the times of what may be seen, for versions as they are stored. */
export async function datedEntities(
  db: Db,
  seen: SeenPlaces,
  entities: readonly PlacedEntity[],
): Promise<PlacedEntity[]> {
  const shown = seenEntities(seen, entities);
  const versions = await seen.perspective.dated(
    db,
    entityResource,
    shown.map(({ version }) => version),
  );
  return shown.map((each, at) => ({ ...each, version: versions[at] ?? each.version }));
}

/** Whether a path goes through one of some places, or ends in one. */
function leadsThrough(places: ReadonlySet<string>, path: string): boolean {
  if (places.size === 0) return false;
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
    if (places.has(path.slice(0, end + 1))) return true;
  }
  return false;
}

/** Condition that a stored path leads through none of the places that are withheld. */
export function isSeenPath(path: SQL, hidden: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT FROM unnest(${textArray(hidden)}) AS withheld(path) WHERE starts_with(${path}, withheld.path))`;
}
