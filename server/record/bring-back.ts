import type { JsonObject } from "#domain/json.ts";
import { type Resource, stateOf, type Version } from "./resource.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import { lastVersions } from "./versions.ts";

/** Number of subjects that a restore wrote because they were deleted, and because they had changed. */
export interface BroughtBack {
  brought_back: number;
  changed: number;
}

/** Brings subjects to versions they once had: what was deleted comes back, what is as it was is left alone. */
export async function bringBack<S extends JsonObject>(
  record: UnitOfWork,
  resource: Resource<S>,
  wanted: readonly Version<S>[],
  counts: BroughtBack,
  causation?: string,
): Promise<void> {
  const present = await record.load(
    resource,
    wanted.map(({ id }) => id),
  );
  const gone = wanted.filter(({ id }) => !present.has(id)).map(({ id }) => id);
  const last = gone.length === 0 ? [] : await lastVersions(record.db, resource, record.projectId, gone);
  const origins = new Map(last.map((version) => [version.id, version]));
  for (const version of wanted) {
    const current = present.get(version.id);
    const state = stateOf(resource, version);
    const note = { verb: "restored", ...(causation !== undefined && causation !== version.id && { causation }) };
    if (current === undefined) {
      record.restore(resource, origins.get(version.id) ?? version, state, note);
      counts.brought_back += 1;
    } else if (current.valid_from_seq !== version.valid_from_seq) {
      record.update(resource, current, state, note);
      counts.changed += 1;
    }
  }
}
