import { sql } from "drizzle-orm";
import type { Perspective } from "../../operation/perspective.ts";
import type { Db } from "../../record/database.ts";
import { rowsOf } from "../../record/list/list.ts";
import { holds, toVersion } from "../../record/versions.ts";
import { type RelationshipState, type RelationshipVersion, relationshipResource } from "./relationship.ts";

/** Directions of relationships, seen from an entity; one to itself is outgoing. */
export const DIRECTIONS = ["outgoing", "incoming", "both"] as const;

/** One page of the relationships at an entity's ends at a sequence, in order of creation. */
export async function readRelationshipsOf(
  db: Db,
  entity: { projectId: string; id: string; atSeq: number | null },
  page: { direction: (typeof DIRECTIONS)[number]; type: string | undefined; limit: number; offset: number },
  perspective: Perspective | null,
): Promise<{ relationships: RelationshipVersion[]; total: number }> {
  const { id } = entity;
  const ends = {
    outgoing: sql`source_id = ${id}`,
    incoming: sql`target_id = ${id} AND source_id <> ${id}`,
    both: sql`(source_id = ${id} OR target_id = ${id})`,
  };
  const conditions = [sql`project_id = ${entity.projectId}`, holds(entity.atSeq), ends[page.direction]];
  if (page.type !== undefined) conditions.push(sql`type = ${page.type}`);
  const where = sql.join(conditions, sql` AND `);
  const table = rowsOf({ table: relationshipResource.table, rows: perspective?.rows(relationshipResource) });
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM ${table} r WHERE ${where}`);
  const rows = await db.execute(
    sql`SELECT * FROM ${table} r WHERE ${where} ORDER BY created_seq, id LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  const relationships = rows.map((row) => toVersion<RelationshipState>(row, entity.atSeq));
  const dated = (await perspective?.dated(db, relationshipResource, relationships)) ?? relationships;
  return { relationships: dated, total: counted?.n ?? 0 };
}
