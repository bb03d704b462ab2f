import { sql } from "drizzle-orm";
import type { CanonRule } from "#domain/canon/finding.ts";
import type { JsonObject } from "#domain/json.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Database, type Db, textArray } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { PeriodicTask } from "../../record/periodic-task.ts";
import { findVersions } from "../../record/versions.ts";
import { changesIn, unitsChanged } from "./changed-units.ts";
import { checkNextPart, checkUnits, forgetGone } from "./check-project.ts";
import { completeRules, RULE_TYPES } from "./declared-predicates.ts";
import { involvedIn, type Violation } from "./find-violations.ts";
import { canonRule, ruleOf } from "./rule.ts";

/** Events that one transaction goes through. */
const PIECE = 500;
/** Pause of the check when it has nothing to do, in milliseconds. */
const REST_MS = 1_000;
/** Projects looked after in one round. */
const PROJECTS = 100;

type CheckRow = Columns<"canon_checks", "checked_to_seq" | "scanning" | "scan_from_seq" | "scan_after"> & {
  last_seq: number;
};

/**
 * Follows the record of projects that have rules, and keeps their violations: one process at a time in a project, a piece a transaction.
 * A change of a rule has everything checked anew, part by part.
 */
export class CanonLoop {
  readonly #database: Pick<Database, "reads" | "writes">;
  readonly #task: PeriodicTask;

  constructor(database: Pick<Database, "reads" | "writes">, warn: (fields: object, message: string) => void) {
    this.#database = database;
    this.#task = new PeriodicTask({
      name: "check of the canon",
      restMs: REST_MS,
      round: async (moved) => {
        for (const projectId of await this.#lagging()) {
          moved();
          try {
            while (!this.#task.isClosed && (await this.checkPiece(projectId))) moved();
          } catch (error) {
            // One project that cannot be checked keeps nobody else's waiting.
            warn({ project_id: projectId, error: loggableError(error) }, "the canon of a project was not checked");
          }
        }
        return !this.#task.isClosed;
      },
      failed: (fields) => warn(fields, "the canon was not checked"),
    });
  }

  start(): void {
    this.#task.start();
  }

  close(): Promise<void> {
    return this.#task.close();
  }

  /** Projects with rules, now or once, whose check lags behind their record: a look into the index for each project that has rules. */
  async #lagging(): Promise<string[]> {
    const rows = await this.#database.reads.execute<{ project_id: string }>(
      sql`WITH RECURSIVE r(project_id) AS (
            (SELECT project_id FROM canon_rule_versions ORDER BY project_id LIMIT 1)
            UNION ALL SELECT (SELECT v.project_id FROM canon_rule_versions v WHERE v.project_id > r.project_id ORDER BY v.project_id LIMIT 1)
            FROM r WHERE r.project_id IS NOT NULL)
          SELECT r.project_id FROM r
          JOIN project_heads h ON h.project_id = r.project_id LEFT JOIN canon_checks c ON c.project_id = r.project_id
          WHERE c.project_id IS NULL OR c.scanning OR c.checked_to_seq < h.last_seq LIMIT ${PROJECTS}`,
    );
    return rows.map(({ project_id }) => project_id);
  }

  /** Checks one piece of one project; answers whether there is more to do that nobody else does. */
  checkPiece(projectId: string): Promise<boolean> {
    return this.#database.writes.transaction("write", async (db) => {
      await db.execute(
        sql`INSERT INTO canon_checks (project_id, checked_to_seq, scanning, scan_from_seq, scan_after)
            SELECT project_id, 0, true, last_seq, '' FROM project_heads WHERE project_id = ${projectId} ON CONFLICT DO NOTHING`,
      );
      // The row is the lease: whoever holds it checks, and a process that dies lets go of it.
      const [check] = await db.execute<CheckRow>(
        sql`SELECT c.checked_to_seq, c.scanning, c.scan_from_seq, c.scan_after, h.last_seq
            FROM canon_checks c JOIN project_heads h ON h.project_id = c.project_id
            WHERE c.project_id = ${projectId} FOR UPDATE OF c SKIP LOCKED`,
      );
      if (check === undefined) return false;
      const versions = await findVersions(db, canonRule.resource, projectId, { mode: ["warn", "block"] });
      const rules = await completeRules(db, projectId, versions.map(ruleOf), null);
      return check.scanning ? scanPiece(db, projectId, check, rules) : followPiece(db, projectId, check, rules);
    });
  }
}

/** Checks the next part of everything. Behind the last, the check is as far as the record was when it began. */
async function scanPiece(db: Db, projectId: string, check: CheckRow, rules: readonly CanonRule[]): Promise<boolean> {
  const { scan_after: after, scan_from_seq: seq } = check;
  if (after === "") {
    await db.execute(
      sql`DELETE FROM canon_violations WHERE project_id = ${projectId} AND rule_id <> ALL(${textArray(rules.map(({ id }) => id))})`,
    );
  }
  const part = rules.length === 0 ? null : await checkNextPart(db, projectId, { rules, atSeq: null, after });
  if (part === null) {
    await forgetGone(db, projectId);
    await db.execute(
      sql`UPDATE canon_checks SET scanning = false, scan_after = '', checked_to_seq = greatest(checked_to_seq, ${seq})
          WHERE project_id = ${projectId}`,
    );
    return true;
  }
  await replaceAt(db, projectId, part.units, part.found);
  await db.execute(sql`UPDATE canon_checks SET scan_after = ${part.after} WHERE project_id = ${projectId}`);
  return true;
}

/** Checks what the next events changed. */
async function followPiece(db: Db, projectId: string, check: CheckRow, rules: readonly CanonRule[]): Promise<boolean> {
  const { checked_to_seq: from, last_seq: last } = check;
  if (from >= last) return false;
  const to = Math.min(from + PIECE, last);
  const events = await changesIn(db, projectId, { from, to });
  if (events.some(({ type }) => RULE_TYPES.includes(type))) {
    await db.execute(
      sql`UPDATE canon_checks SET scanning = true, scan_from_seq = ${last}, scan_after = '' WHERE project_id = ${projectId}`,
    );
    return true;
  }
  const { units, named } = await unitsChanged(db, { projectId, atSeq: null, from, to }, { rules, events });
  if (named.length > 0) {
    const involved = await db.execute<{ unit: string }>(
      sql`SELECT DISTINCT unit FROM canon_violations WHERE project_id = ${projectId} AND involved && ${textArray(named)}`,
    );
    const all = [...new Set([...units, ...involved.map(({ unit }) => unit)])];
    await replaceAt(db, projectId, all, await checkUnits(db, projectId, { rules, units: all, atSeq: null }));
  }
  await db.execute(sql`UPDATE canon_checks SET checked_to_seq = ${to} WHERE project_id = ${projectId}`);
  return to < last;
}

/** Puts what was found at some subjects in the place of what was known of them. */
async function replaceAt(
  db: Db,
  projectId: string,
  units: readonly string[],
  found: readonly Violation[],
): Promise<void> {
  if (units.length === 0) return;
  await db.execute(
    sql`DELETE FROM canon_violations WHERE project_id = ${projectId} AND unit = ANY(${textArray(units)})`,
  );
  if (found.length === 0) return;
  const rows = [...new Map(found.map((each) => [each.id, rowOf(projectId, each)])).values()];
  await db.execute(sql`${insertRows("canon_violations", rows)} ON CONFLICT (project_id, id) DO NOTHING`);
}

function rowOf(projectId: string, violation: Violation): JsonObject {
  const { id, rule_id, code, unit, about, evidence, repair, since_seq } = violation;
  return {
    project_id: projectId,
    id,
    rule_id,
    code,
    unit,
    about,
    evidence: evidence as unknown as JsonObject[],
    repair: repair as JsonObject | null,
    involved: involvedIn(violation),
    since_seq,
  };
}
