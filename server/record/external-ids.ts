import { Problem } from "../kernel/problem.ts";
import type { PendingChange, RecordView, Resource } from "./resource.ts";

/** State of a subject that callers may name themselves. */
export interface NamedState {
  readonly external_id: string | null;
}

/**
 * Checks that no two current subjects of a resource have the same external id after these changes.
 *
 * @throws {@link Problem} `external_id_taken` naming the holder.
 */
export async function requireUniqueExternalIds<S extends NamedState>(
  record: RecordView,
  changes: readonly PendingChange<S>[],
  resource: Resource<S>,
): Promise<void> {
  const fresh = changes.flatMap(({ id, before, after }) => {
    const externalId = after?.external_id ?? null;
    return externalId === null || externalId === before?.external_id ? [] : [{ id, externalId }];
  });
  if (fresh.length === 0) return;
  const holders = await record.find(resource, { external_id: fresh.map(({ externalId }) => externalId) });
  const byExternalId = Map.groupBy(holders, (holder) => holder.external_id);
  for (const { id, externalId } of fresh) {
    const other = byExternalId.get(externalId)?.find((holder) => holder.id !== id);
    if (other === undefined) continue;
    throw new Problem("external_id_taken", {
      detail: { external_id: externalId, [`${resource.type}_id`]: other.id },
    });
  }
}
