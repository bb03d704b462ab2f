import type { JsonObject } from "#domain/json.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { type StateWords, saidIn } from "../../record/words/word-rows.ts";
import type { Moment } from "./moment.ts";

/** Text of a subject as it is seen. */
export interface ShownText extends StateWords {
  readonly type: string;
  readonly id: string;
  /** Sequence of the version. */
  readonly from: number;
}

/** Returns the texts of subjects of whose state a part is withheld, as the perspective sees them. */
export async function shownOtherwise(
  { db, projectId, seq, perspective }: Moment,
  types: readonly Resource[],
): Promise<ShownText[]> {
  const ids = perspective.redactedSubjects;
  if (ids.length === 0) return [];
  const shown: ShownText[] = [];
  for (const resource of types) {
    const own = ids.filter((id) => id.startsWith(`${resource.prefix}_`));
    const { wording } = resource;
    if (own.length === 0 || wording === null) continue;
    for (const version of await findVersions<JsonObject>(db, resource, projectId, { id: own }, seq)) {
      const seen = perspective.seen(resource, version);
      const said = seen === null ? null : saidIn(wording, seen);
      if (said !== null) shown.push({ type: resource.type, id: version.id, from: version.valid_from_seq, ...said });
    }
  }
  return shown;
}
