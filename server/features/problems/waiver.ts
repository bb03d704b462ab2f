import { z } from "zod";
import { PROBLEM_CODES } from "#domain/problems/problem.ts";
import { waiverVersions } from "#drizzle/schema/waivers.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { resource, type Version } from "../../record/resource.ts";

/** State of a waiver as the record keeps it. */
export const WaiverState = z.object({
  graph_id: z.string(),
  node_id: z.string().nullable().default(null),
  branch_id: z.string().nullable().default(null),
  code: z.enum(PROBLEM_CODES),
  reason: z.string(),
  by: z.string(),
});
export type WaiverState = z.output<typeof WaiverState>;
export type WaiverVersion = Version<WaiverState>;

/**
 * A problem somebody decided to ignore, with the reason. It names its dialogue and node without holding on to them: when
 * they are deleted it loses its effect, and it has it again when they are restored, at every sequence of the record.
 */
export const waiverResource = resource({
  type: "waiver",
  prefix: "wvr",
  table: waiverVersions,
  state: WaiverState,
  mentions: { graph_id: "dialogue", node_id: "dialogue_node" },
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
