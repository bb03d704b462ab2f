import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import type { LinkVersion } from "./link.ts";

/** Returns the ids of the subjects of a kind that a link brought and that are here, at a sequence or now; all, or as many as are asked for. */
export async function broughtIds(
  db: Db,
  { table }: Pick<Resource<never>, "table">,
  { project_id, id }: Pick<LinkVersion, "project_id" | "id">,
  { atSeq = null, atMost = null }: { readonly atSeq?: number | null; readonly atMost?: number | null } = {},
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(
    sql`SELECT v.id FROM ${sql.identifier(table)} v WHERE v.project_id = ${project_id} AND ${holds(atSeq, "v")}
        AND v.brought IS NOT NULL AND v.brought ->> 'link_id' = ${id} ORDER BY v.id LIMIT ${atMost}`,
  );
  return rows.map((row) => row.id);
}
