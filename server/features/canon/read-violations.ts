import { sql } from "drizzle-orm";
import type { CanonRule, Evidence, FindingCode, Repair } from "#domain/canon/finding.ts";
import { checkProject } from "./check-project.ts";
import type { Violation } from "./find-violations.ts";
import type { ShownAt } from "./show-violations.ts";

/** Violations of a project that are told of: more are not looked for. */
export const MOST_VIOLATIONS = 10_000;

/** Violations of a project, and how far its record was checked; null where that was done for the answer. */
export interface ReadViolations {
  readonly violations: readonly Violation[];
  readonly checkedToSeq: number | null;
}

type ViolationRow = {
  id: string;
  rule_id: string;
  code: FindingCode;
  unit: string;
  about: string | null;
  evidence: Evidence[];
  repair: Repair | null;
  since_seq: number;
};

/** Reads the violations of the present as far as the check has come, those of an earlier sequence by checking the project as it was. */
export async function readViolations(at: ShownAt, rules: readonly CanonRule[]): Promise<ReadViolations> {
  const { db, projectId, atSeq } = at;
  const asked = rules.filter(({ mode }) => mode !== "off");
  if (atSeq !== null) {
    const violations = new Map<string, Violation>();
    for await (const found of checkProject(db, projectId, asked, atSeq)) {
      for (const each of found) violations.set(each.id, each);
      if (violations.size >= MOST_VIOLATIONS) break;
    }
    return { violations: inOrder([...violations.values()]), checkedToSeq: null };
  }
  const ids = new Set(asked.map(({ id }) => id));
  const [rows, [check]] = [
    await db.execute<ViolationRow>(
      sql`SELECT id, rule_id, code, unit, about, evidence, repair, since_seq FROM canon_violations
          WHERE project_id = ${projectId} LIMIT ${MOST_VIOLATIONS}`,
    ),
    await db.execute<{ checked_to_seq: number }>(
      sql`SELECT checked_to_seq FROM canon_checks WHERE project_id = ${projectId}`,
    ),
  ];
  const violations = rows.filter(({ rule_id }) => ids.has(rule_id)).map((row) => ({ ...row, key: "" }));
  return { violations: inOrder(violations), checkedToSeq: check?.checked_to_seq ?? 0 };
}

/** Newest first. */
function inOrder(violations: Violation[]): Violation[] {
  return violations.sort((a, b) => b.since_seq - a.since_seq || (a.id < b.id ? -1 : 1));
}
