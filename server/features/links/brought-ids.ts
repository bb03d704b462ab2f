import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import type { LinkVersion } from "./link.ts";
import { MAX_BROUGHT } from "./read-source.ts";

/** Returns the ids of the subjects of a kind that a link brought and that are here. */
export async function broughtIds(
  db: Db,
  { table }: Pick<Resource<never>, "table">,
  { project_id, id }: Pick<LinkVersion, "project_id" | "id">,
  atSeq: number | null = null,
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(
    sql`SELECT v.id FROM ${sql.identifier(table)} v WHERE v.project_id = ${project_id} AND ${holds(atSeq, "v")}
        AND v.brought IS NOT NULL AND v.brought ->> 'link_id' = ${id} ORDER BY v.id LIMIT ${MAX_BROUGHT * 4}`,
  );
  return rows.map((row) => row.id);
}
