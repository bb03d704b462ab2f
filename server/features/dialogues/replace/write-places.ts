import { quoted } from "#domain/import/report.ts";
import type { JsonObject } from "#domain/json.ts";
import { Problem } from "../../../kernel/problem.ts";
import { stateOf } from "../../../record/resource.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { nodeResource } from "../resources.ts";
import type { FoundPlace } from "./find-places.ts";
import { withWords } from "./node-words.ts";

/** Returns the data of a replacement's events, by which the commit is recognised when it is taken back. */
export function saidOfReplace(find: string, replace: string): JsonObject {
  return { label: `Replace ${quoted(find)} with ${quoted(replace)}`, replaced: true };
}

/**
 * Writes other words at some places into a unit of work. It commits nothing.
 *
 * @throws {@link Problem} `edit_conflict` with every field that was changed after `baseSeq`.
 */
export async function writePlaces(
  record: UnitOfWork,
  places: readonly FoundPlace[],
  { baseSeq, data }: { baseSeq: number | undefined; data: JsonObject },
): Promise<void> {
  const byNode = Map.groupBy(places, ({ nodeId }) => nodeId);
  const nodes = await record.load(nodeResource, [...byNode.keys()]);
  for (const [id, own] of byNode) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    record.update(nodeResource, node, withWords(stateOf(nodeResource, node), own), { data });
  }
  if (baseSeq === undefined) return;
  await record.loadLater([...byNode.keys()].map((id) => ({ id, baseSeq })));
  const conflicts: unknown[] = [];
  let current: unknown;
  for (const id of byNode.keys()) {
    try {
      await record.requireNoConflict(nodeResource, id, baseSeq);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "edit_conflict") throw error;
      const detail = error.detail as { conflicts: unknown[]; current_seq: unknown };
      conflicts.push(...detail.conflicts);
      current = detail.current_seq;
    }
  }
  if (conflicts.length > 0) {
    throw new Problem("edit_conflict", {
      detail: { conflicts: conflicts.slice(0, 50), current_seq: current } as never,
    });
  }
}
