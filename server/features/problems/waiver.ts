import { z } from "zod";
import { PROBLEM_CODES } from "#domain/problems/problem.ts";
import { waiverVersions } from "#drizzle/schema/waivers.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { resource, type Versioned } from "../../record/resource.ts";

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
export type WaiverVersion = Versioned<WaiverState>;

/**
 * A problem somebody decided to ignore, with the reason. It names its dialogue and node without holding on to them: when
 * they are deleted it loses its effect, and it has it again when they are restored, at every sequence of the record.
 */
export const waiverResource = resource({
  type: "waiver",
  prefix: "wvr",
  table: waiverVersions,
  state: WaiverState,
  invariants: async (record, changes, self) => {
    for (const { id, after, loc } of changes) {
      if (after === null) continue;
      const { graph_id, node_id, branch_id, code } = after;
      const same = await record.find(self, { graph_id, node_id, branch_id, code });
      const other = same.find((each) => each.id !== id);
      if (other !== undefined) throw invalidValue([...loc, "code"], "this problem is ignored already", other.id);
    }
  },
});
