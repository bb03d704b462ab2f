import { sql } from "drizzle-orm";
import { aboveMaximum, Problem } from "../kernel/problem.ts";
import { jsonb } from "../record/database.ts";
import type { Resource } from "../record/resource.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";

/** The external id of an upsert with the sequence it started from. */
export interface UpsertBase {
  externalId: string;
  baseSeq: number;
}

/** Finds the ids of the subjects that had these external ids at these sequences, by {@link goneKey}. */
export async function findDeletedSince<S extends { external_id: string | null }>(
  record: UnitOfWork,
  resource: Resource<S>,
  edits: readonly UpsertBase[],
): Promise<Map<string, string>> {
  if (edits.length === 0) return new Map();
  const rows = await record.db.execute<{ id: string; externalId: string; baseSeq: number }>(
    sql`SELECT v.id, k."externalId", k."baseSeq"
        FROM jsonb_to_recordset(${jsonb(edits)}) AS k("externalId" text, "baseSeq" bigint)
        JOIN ${sql.identifier(resource.table)} v ON v.project_id = ${record.projectId} AND v.external_id = k."externalId"
          AND v.valid_from_seq <= k."baseSeq" AND v.valid_to_seq >= k."baseSeq"`,
  );
  return new Map(rows.map(({ id, ...edit }) => [goneKey(edit), id]));
}

const goneKey = ({ externalId, baseSeq }: UpsertBase): string => `${baseSeq} ${externalId}`;

/**
 * Checks that an upsert does not create again what was deleted since its `base_seq`: it must not come back without anybody
 * having decided it.
 *
 * @throws {@link Problem} `edit_conflict` where it would; ValidationProblem where `base_seq` is not reached yet.
 */
export function requireNotDeletedSince(
  record: UnitOfWork,
  edit: UpsertBase,
  gone: ReadonlyMap<string, string>,
  loc: (string | number)[],
): void {
  if (edit.baseSeq > record.seq) throw aboveMaximum([...loc, "base_seq"], edit.baseSeq, record.seq);
  const id = gone.get(goneKey(edit));
  if (id === undefined) return;
  const conflict = { id, field: "/external_id", mine: edit.externalId, theirs: null };
  throw new Problem("edit_conflict", { detail: { conflicts: [conflict], current_seq: record.seq } });
}
