import { canonWaiverFields, canonWaiverVersions } from "#drizzle/schema/canon.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** A violation that somebody decided to ignore, with the reason. It has its effect whenever the violation is there. */
export const canonWaiver = recorded({
  type: "canon_waiver",
  plural: "canon_waivers",
  path: "/v1/projects/{project_id}/canon/waivers",
  table: canonWaiverVersions,
  fields: canonWaiverFields,
  one: "waiver of a violation",
  many: "waivers of violations",
  example: {
    state: {
      violation_id: "vio_01k9hq3xg1r7m4k2vn5te8y6cb",
      rule_id: "rule_01k9hq3ynp5s0w9d3zx7ja4hfq",
      reason: "He is a ghost in this chapter.",
      by: "key:key_01k9hq3tx8v2m5rbz4nd7wcfje",
    },
    edits: { updated: { reason: "He is a ghost in the whole book." } },
  },
  invariants: async (record, changes, self) => {
    const given = changes.flatMap(({ id, after, loc }) => (after === null ? [] : [{ id, after, loc }]));
    if (given.length === 0) return;
    const violation_id = [...new Set(given.map(({ after }) => after.violation_id))];
    const there = await record.find(self, { violation_id });
    for (const { id, after, loc } of given) {
      const other = there.find((each) => each.id !== id && each.violation_id === after.violation_id);
      if (other !== undefined)
        throw invalidValue([...loc, "violation_id"], "this violation is ignored already", other.id);
    }
  },
});
