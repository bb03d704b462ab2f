import { type SQL, sql } from "drizzle-orm";
import type { CanonRule, Evidence, FindingCode, Repair } from "#domain/canon/finding.ts";
import { textArray } from "../../record/database.ts";
import { type CheckedPart, checkNextPart } from "./check-project.ts";
import type { Violation } from "./find-violations.ts";
import type { ShownAt } from "./show-violations.ts";

/** Violations of a project that are told of: more are not looked for. */
const MOST_VIOLATIONS = 10_000;
/** Parts of a project as it was that one read checks: some 20,000 subjects, some seconds. */
const MOST_PARTS = 40;

/** Violations of a project, and how far its record was checked; null where that was done for the answer. */
export interface ReadViolations {
  readonly violations: readonly Violation[];
  readonly checkedToSeq: number | null;
  /** Whether there are no more. */
  readonly isComplete: boolean;
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
    let after: string | null = asked.length === 0 ? null : "";
    for (let parts = 0; after !== null && parts < MOST_PARTS && violations.size < MOST_VIOLATIONS; parts++) {
      const part: CheckedPart | null = await checkNextPart(db, projectId, { rules: asked, atSeq, after });
      for (const each of part?.found ?? []) violations.set(each.id, each);
      after = part?.after ?? null;
    }
    return { violations: inOrder([...violations.values()]), checkedToSeq: null, isComplete: after === null };
  }
  const found = await keptViolations(at, { rules: asked, where: sql`true`, most: MOST_VIOLATIONS });
  return { ...found, violations: inOrder(found.violations) };
}

/** Question for some of the violations that the check of the present keeps, newest first. */
interface AskedViolations {
  readonly rules: readonly CanonRule[];
  readonly where: SQL;
  readonly most: number;
}

/** Reads violations of the present as far as the check has come. */
export async function keptViolations(
  { db, projectId }: ShownAt,
  { rules, where, most }: AskedViolations,
): Promise<ReadViolations & { readonly violations: Violation[] }> {
  const ids = rules.map(({ id }) => id);
  const rows = await db.execute<ViolationRow>(
    sql`SELECT id, rule_id, code, unit, about, evidence, repair, since_seq FROM canon_violations
        WHERE project_id = ${projectId} AND rule_id = ANY(${textArray(ids)}) AND ${where}
        ORDER BY since_seq DESC, id LIMIT ${most + 1}`,
  );
  const [check] = await db.execute<{ checked_to_seq: number }>(
    sql`SELECT checked_to_seq FROM canon_checks WHERE project_id = ${projectId}`,
  );
  return {
    violations: rows.slice(0, most).map((row) => ({ ...row, key: "" })),
    checkedToSeq: check?.checked_to_seq ?? 0,
    isComplete: rows.length <= most,
  };
}

/** Newest first. */
export function inOrder(violations: readonly Violation[]): Violation[] {
  return violations.toSorted((a, b) => b.since_seq - a.since_seq || (a.id < b.id ? -1 : 1));
}
