import { waiverFields, waiverVersions } from "#drizzle/schema/waivers.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";

export type WaiverState = StateOf<typeof waiverFields>;
export type WaiverVersion = Version<WaiverState>;

/**
 * A problem somebody decided to ignore, with the reason. When its dialogue or node is deleted it loses its effect, and it has
 * it again when they are restored, at every sequence of the record.
 */
export const waiver = recorded({
  type: "waiver",
  plural: "waivers",
  path: "/v1/projects/{project_id}/game-narrative/waivers",
  table: waiverVersions,
  fields: waiverFields,
  bodyName: "WaiverCreate",
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq",
      reason: "Reached from a cutscene.",
      by: "key:key_01k9hq3tx8v2m5rbz4nd7wcfje",
    },
    edits: { updated: { reason: "Reached from the second cutscene." } },
  },
  invariants: async (record, changes, self) => {
    const given = changes.flatMap(({ id, after, loc }) => (after === null ? [] : [{ id, after, loc }]));
    if (given.length === 0) return;
    const graphs = new Set(given.map(({ after }) => after.graph_id));
    const codes = new Set(given.map(({ after }) => after.code));
    const there = await record.find(self, { graph_id: [...graphs], code: [...codes] });
    const byPlace = Map.groupBy(there, placeOf);
    for (const { id, after, loc } of given) {
      const other = byPlace.get(placeOf(after))?.find((each) => each.id !== id);
      if (other !== undefined) throw invalidValue([...loc, "code"], "this problem is ignored already", other.id);
    }
  },
});

/** Returns the key of the problem that a waiver covers, as one string; no two waivers of a project share it. */
export function placeOf({
  graph_id,
  node_id,
  branch_id,
  code,
}: Pick<WaiverState, "graph_id" | "node_id" | "branch_id" | "code">): string {
  return `${graph_id} ${node_id} ${branch_id} ${code}`;
}
