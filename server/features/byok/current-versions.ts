import { type SQL, sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { Db } from "../../record/database.ts";
import type { ProviderKeyVersion } from "./provider-key.ts";

/** Every key that a project has, the newest first. */
export async function currentVersions(db: Db, projectId: string): Promise<ProviderKeyVersion[]> {
  const rows = await db.execute<ProviderKeyVersion & Record<string, unknown>>(
    sql`SELECT * FROM byok_versions WHERE project_id = ${projectId} AND valid_to_seq = ${sql.raw(String(CURRENT))}
        ORDER BY created_seq DESC, id DESC`,
  );
  return [...rows];
}

/** Condition: some key of a project is stored, whether it is switched off or not. */
export function hasStoredKeys(projectId: string): SQL {
  return sql`EXISTS (SELECT FROM byok_secrets WHERE project_id = ${projectId})`;
}
