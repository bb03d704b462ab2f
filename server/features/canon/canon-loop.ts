import { type SQL, sql } from "drizzle-orm";
import type { CanonRule } from "#domain/canon/finding.ts";
import type { JsonObject } from "#domain/json.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Database, type Db, textArray } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { PeriodicTask } from "../../record/periodic-task.ts";
import { findVersions } from "../../record/versions.ts";
import { nodeResource } from "../dialogues/public.ts";
import { relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { checkNextPart, checkUnits } from "./check-project.ts";
import { completeRules, RULE_TYPES } from "./declared-predicates.ts";
import type { Violation } from "./find-violations.ts";
import { subjectsToCheck } from "./read-world.ts";
import { canonRule, ruleOf } from "./rule.ts";
import { RecordedSource } from "./source.ts";

/** Events that one transaction goes through. */
const PIECE = 500;
/** Pause of the check when it has nothing to do, in milliseconds. */
const REST_MS = 1_000;
/** Projects looked after in one round. */
const PROJECTS = 100;

type CheckRow = Columns<"canon_checks", "checked_to_seq" | "scanning" | "scan_from_seq" | "scan_after"> & {
  last_seq: number;
};

/** Kinds of subjects whose events the check reads. */
const FOLLOWED = ["fact", "entity", "relationship", "dialogue_node", "dialogue", ...RULE_TYPES];

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

  /** Projects with rules, now or once, whose check lags behind their record. */
  async #lagging(): Promise<string[]> {
    const rows = await this.#database.reads.execute<{ project_id: string }>(
      sql`SELECT r.project_id FROM (SELECT DISTINCT project_id FROM canon_rule_versions) r
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
  const events = await db.execute<{ type: string; id: string }>(
    sql`SELECT DISTINCT subject_type AS type, subject_id AS id FROM events WHERE project_id = ${projectId} AND seq > ${from} AND seq <= ${to}
        AND subject_type = ANY(${textArray(FOLLOWED)})`,
  );
  if (events.some(({ type }) => RULE_TYPES.includes(type))) {
    await db.execute(
      sql`UPDATE canon_checks SET scanning = true, scan_from_seq = ${last}, scan_after = '' WHERE project_id = ${projectId}`,
    );
    return true;
  }
  if (rules.length > 0 && events.length > 0) {
    const changed = events.map(({ id }) => id);
    const named = await namedBy(db, projectId, { from, to }, events);
    const source = new RecordedSource(db, projectId, null);
    const units = new Set(await subjectsToCheck(source, rules, [...new Set([...changed, ...named])].filter(isUnit)));
    const involved = await db.execute<{ unit: string }>(
      sql`SELECT DISTINCT unit FROM canon_violations WHERE project_id = ${projectId} AND involved && ${textArray([...changed, ...named])}`,
    );
    for (const { unit } of involved) units.add(unit);
    const all = [...units];
    await replaceAt(db, projectId, all, await checkUnits(db, projectId, { rules, units: all, atSeq: null }));
  }
  await db.execute(sql`UPDATE canon_checks SET checked_to_seq = ${to} WHERE project_id = ${projectId}`);
  return to < last;
}

const isUnit = (id: string): boolean => /^(?:ent|fact|dlg)_/.test(id);

/** Reads the entities and dialogues that changed facts, relationships and cards name, or named before. */
async function namedBy(
  db: Db,
  projectId: string,
  { from, to }: { from: number; to: number },
  events: readonly { type: string; id: string }[],
): Promise<string[]> {
  const ids = (type: string) => events.flatMap((event) => (event.type === type ? event.id : []));
  const named = async (table: string, columns: readonly SQL[], some: readonly string[]) => {
    if (some.length === 0) return [];
    const values = sql.join(
      columns.map((each) => sql`(${each})`),
      sql`, `,
    );
    const rows = await db.execute<{ id: string }>(
      sql`SELECT DISTINCT n.id FROM ${sql.identifier(table)} v CROSS JOIN LATERAL (VALUES ${values}) n(id)
          WHERE v.project_id = ${projectId} AND v.id = ANY(${textArray(some)}) AND n.id IS NOT NULL
            AND v.valid_to_seq >= ${from} AND v.valid_from_seq <= ${to}`,
    );
    return rows.map(({ id }) => id);
  };
  const facts = ids("fact");
  const sources = sql`${sql.identifier("source")}->>'node_id'`;
  const nodes = [...ids("dialogue_node"), ...(await named(factResource.table, [sources], facts))];
  return [
    ...(await named(factResource.table, [column("subject_id"), column("object_id")], facts)),
    ...(await named(relationshipResource.table, [column("source_id"), column("target_id")], ids("relationship"))),
    ...(await named(nodeResource.table, [column("graph_id")], nodes)),
    ...(await ledTo(db, projectId, { from, to }, ids("dialogue_node"))),
  ];
}

/** Reads the dialogues that changed cards lead into, or led into before. */
async function ledTo(
  db: Db,
  projectId: string,
  { from, to }: { from: number; to: number },
  nodes: readonly string[],
): Promise<string[]> {
  if (nodes.length === 0) return [];
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT way.id FROM ${sql.identifier(nodeResource.table)} v CROSS JOIN LATERAL (
          SELECT exit_to->>'graph_id' WHERE jsonb_typeof(exit_to) = 'object'
          UNION ALL SELECT b.value->>'target_graph_id' FROM jsonb_each(branches) b
        ) way(id)
        WHERE v.project_id = ${projectId} AND v.id = ANY(${textArray(nodes)}) AND way.id IS NOT NULL
          AND v.valid_to_seq >= ${from} AND v.valid_from_seq <= ${to}`,
  );
  return rows.map(({ id }) => id);
}

const column = (name: string): SQL => sql`${sql.identifier(name)}`;

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

function rowOf(
  projectId: string,
  { id, rule_id, code, unit, about, evidence, repair, since_seq }: Violation,
): JsonObject {
  return {
    project_id: projectId,
    id,
    rule_id,
    code,
    unit,
    about,
    evidence: evidence as unknown as JsonObject[],
    repair: repair as JsonObject | null,
    involved: [...new Set([unit, ...(about === null ? [] : [about]), ...evidence.map((each) => each.id)])],
    since_seq,
  };
}
