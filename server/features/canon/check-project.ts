import { sql } from "drizzle-orm";
import type { CanonRule } from "#domain/canon/finding.ts";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import { graphResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { seed } from "../seeds/public.ts";
import { findInDialogues } from "./find-in-dialogues.ts";
import { findViolations, type Violation } from "./find-violations.ts";
import { RecordedSource } from "./source.ts";

/** Subjects that are checked together: some 50 ms. */
export const UNITS_AT_ONCE = 500;
/** Dialogues that are checked together. */
const DIALOGUES_AT_ONCE = 20;

const KINDS = [
  { resource: entityResource as Resource<never>, atOnce: UNITS_AT_ONCE },
  { resource: factResource as unknown as Resource<never>, atOnce: UNITS_AT_ONCE },
  { resource: seed.resource as unknown as Resource<never>, atOnce: UNITS_AT_ONCE },
  { resource: graphResource as unknown as Resource<never>, atOnce: DIALOGUES_AT_ONCE },
];

/** Takes away violations that were found at entities, facts, promises and dialogues that are there no more. */
export async function forgetGone(db: Db, projectId: string): Promise<void> {
  for (const { resource } of KINDS) {
    // From the first id of the kind to the last: `_` is followed by a backtick.
    await db.execute(
      sql`DELETE FROM canon_violations v WHERE v.project_id = ${projectId}
            AND v.unit > ${`${resource.prefix}_`} AND v.unit < ${`${resource.prefix}\``}
            AND NOT EXISTS (SELECT FROM ${sql.identifier(resource.table)} t
              WHERE t.project_id = ${projectId} AND t.id = v.unit AND ${holds(null, "t")})`,
    );
  }
}

/** Part of a project that has been checked. */
export interface CheckedPart {
  readonly units: readonly string[];
  readonly found: readonly Violation[];
  /** Place behind which the next part begins. */
  readonly after: string;
}

/**
 * Checks the next part of a project: its entities, then its facts, its promises and its dialogues, each by their ids.
 *
 * @param after the place that the part before came to; empty for the first.
 * @returns null behind the last part.
 */
export async function checkNextPart(
  db: Db,
  projectId: string,
  { rules, atSeq, after }: { rules: readonly CanonRule[]; atSeq: number | null; after: string },
): Promise<CheckedPart | null> {
  const prefix = after.slice(0, Math.max(0, after.indexOf("_")));
  const first = Math.max(
    0,
    KINDS.findIndex(({ resource }) => resource.prefix === prefix),
  );
  for (const { resource, atOnce } of KINDS.slice(first)) {
    const behind = resource.prefix === prefix ? after : "";
    const rows = await db.execute<{ id: string }>(
      sql`SELECT id FROM ${sql.identifier(resource.table)} WHERE project_id = ${projectId} AND ${holds(atSeq)} AND id > ${behind}
          ORDER BY id LIMIT ${atOnce}`,
    );
    const last = rows.at(-1)?.id;
    if (last === undefined) continue;
    const units = rows.map(({ id }) => id);
    return { units, found: await checkUnits(db, projectId, { rules, units, atSeq }), after: last };
  }
  return null;
}

/** Finds the violations at some entities, facts, promises and dialogues. */
export async function checkUnits(
  db: Db,
  projectId: string,
  { rules, units, atSeq }: { rules: readonly CanonRule[]; units: readonly string[]; atSeq: number | null },
): Promise<Violation[]> {
  const graphIds = units.filter((id) => id.startsWith("dlg_"));
  const others = units.filter((id) => !id.startsWith("dlg_"));
  return [
    ...(await findViolations(new RecordedSource(db, projectId, atSeq), rules, others)),
    ...(await findInDialogues(db, projectId, { rules, graphIds, atSeq })),
  ];
}
