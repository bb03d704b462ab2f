import type { Perspective } from "../../operation/perspective.ts";
import type { Db } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { factResource, findFactsInRun } from "../facts/public.ts";

/** Project, sequence and perspective of a question. */
export interface Moment {
  readonly db: Db;
  readonly projectId: string;
  readonly seq: number;
  readonly perspective: Perspective;
}

/** Versions at the moment, as they are seen. */
export async function seenVersions<S>(
  { db, projectId, seq, perspective }: Moment,
  resource: Resource<S>,
  wanted: readonly { id: string }[],
): Promise<Map<string, Version<S>>> {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const isInRun = perspective.run !== null && resource.type === factResource.type;
  const versions = isInRun
    ? ((await findFactsInRun(db, { projectId, seq }, perspective, ids)) as unknown as Version<S>[])
    : await findVersions(db, resource, projectId, { id: ids }, seq);
  const seen = await seenOf({ db, perspective }, resource, versions);
  return new Map(seen.map((each) => [each.id, each]));
}

/** Returns the versions that may be seen, as they are seen. */
export async function seenOf<S>(
  { db, perspective }: Pick<Moment, "db" | "perspective">,
  resource: Resource<S>,
  versions: readonly Version<S>[],
): Promise<Version<S>[]> {
  const seen = versions.flatMap((version) => perspective.seen(resource, version) ?? []);
  return perspective.dated(db, resource, seen);
}
