import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** An entity by its name. */
export interface NamedOne {
  readonly id: string;
  readonly name: string;
}

/** Reads the first entities of a type, oldest first. */
export async function firstOfType(
  db: Db,
  projectId: string,
  type: string,
  { atSeq, most }: { readonly atSeq: number | null; readonly most: number },
): Promise<NamedOne[]> {
  const rows = await db.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM entity_versions WHERE project_id = ${projectId} AND ${holds(atSeq)} AND type = ${type}
        ORDER BY created_seq, id LIMIT ${most}`,
  );
  return rows.map(({ id, name }) => ({ id, name }));
}

/** Reads which of some entities others belong to: as the place that they are in, or by a relationship. */
export async function joinedWithOthers(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const asked = textArray(ids);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT parent_id AS id FROM entity_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND parent_id = ANY(${asked})
        UNION SELECT source_id FROM relationship_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND source_id = ANY(${asked})
        UNION SELECT target_id FROM relationship_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} AND target_id = ANY(${asked})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A relationship between two entities of a type, of which only one has one with the other. */
export interface OneSided {
  readonly type: string;
  readonly source: NamedOne;
  readonly target: NamedOne;
}

/** Reads relationships between entities of a type without any the other way, oldest first. */
export async function oneSidedRelationships(
  db: Db,
  projectId: string,
  type: string,
  { atSeq, most }: { readonly atSeq: number | null; readonly most: number },
): Promise<OneSided[]> {
  const rows = await db.execute<Record<"type" | "source_id" | "source_name" | "target_id" | "target_name", string>>(
    sql`SELECT r.type, s.id AS source_id, s.name AS source_name, t.id AS target_id, t.name AS target_name
        FROM relationship_versions r
        JOIN entity_versions s ON s.project_id = ${projectId} AND s.id = r.source_id AND ${holds(atSeq, "s")} AND s.type = ${type}
        JOIN entity_versions t ON t.project_id = ${projectId} AND t.id = r.target_id AND ${holds(atSeq, "t")} AND t.type = ${type}
        WHERE r.project_id = ${projectId} AND ${holds(atSeq, "r")} AND r.source_id <> r.target_id
          AND NOT EXISTS (SELECT 1 FROM relationship_versions back
            WHERE back.project_id = ${projectId} AND ${holds(atSeq, "back")}
              AND back.source_id = r.target_id AND back.target_id = r.source_id)
        ORDER BY r.created_seq, r.id LIMIT ${most}`,
  );
  return rows.map((row) => ({
    type: row.type,
    source: { id: row.source_id, name: row.source_name },
    target: { id: row.target_id, name: row.target_name },
  }));
}
