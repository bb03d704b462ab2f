import type { z } from "zod";
import { completeRules } from "./declared-predicates.ts";
import { readViolations } from "./read-violations.ts";
import { ruleOf } from "./rule.ts";
import type { CanonViolation } from "./schemas.ts";
import { rulesAt, type ShownAt, showViolations, waiversAt } from "./show-violations.ts";

/** Violations of one question that are shown. */
const MOST = 50;

/** Violations that some subjects take part in, and how far the record was checked; null where that was done for the answer. */
interface ViolationsOf {
  readonly violations: readonly z.input<typeof CanonViolation>[];
  readonly checkedToSeq: number | null;
}

/** Finds the violations that some subjects take part in and nobody ignores, newest first. */
export async function violationsOf(at: ShownAt, subjects: ReadonlySet<string>): Promise<ViolationsOf> {
  const versions = await rulesAt(at);
  const rules = new Map(versions.map((rule) => [rule.id, rule]));
  const complete = await completeRules(at.db, at.projectId, versions.map(ruleOf), at.atSeq);
  const { violations, checkedToSeq } = await readViolations(at, complete);
  const waivers = await waiversAt(at);
  const own = violations.filter(
    ({ id, evidence }) => !waivers.has(id) && evidence.some((each) => subjects.has(each.id)),
  );
  return { violations: await showViolations(at, own.slice(0, MOST), { rules, waivers }), checkedToSeq };
}
