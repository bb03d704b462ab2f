import { sql } from "drizzle-orm";
import type { ProjectRef, Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { boundTo } from "./address.ts";
import type { ProviderKeyState } from "./provider-key.ts";

type Project = Pick<ProjectRef, "id" | "workspaceId" | "mode">;

/** Returns the owner that a key is sealed for: this row, and the address it may be sent to. */
function ownerOf({ id, workspaceId, mode }: Project, byokId: string, bound: string) {
  return { workspaceId, mode, purpose: "provider", rowId: `${id} ${byokId} ${bound}` };
}

/** Seals a key for where it may be sent, in place of the one that was there, and begins to look at it anew. */
export async function storeKey(
  db: Db,
  { envelope }: Pick<Services, "envelope">,
  project: Project,
  byokId: string,
  state: Pick<ProviderKeyState, "provider" | "base_url">,
  key: string,
): Promise<void> {
  const bound = boundTo(state);
  const owner = ownerOf(project, byokId, bound);
  const sealed = await envelope.seal(db, owner, key);
  const fingerprint = await envelope.fingerprint(db, owner, key);
  await db.execute(
    sql`INSERT INTO byok_secrets (project_id, byok_id, sealed, bound_to, fingerprint)
        VALUES (${project.id}, ${byokId}, ${sealed}, ${bound}, ${fingerprint})
        ON CONFLICT (project_id, byok_id) DO UPDATE
        SET sealed = excluded.sealed, bound_to = excluded.bound_to, fingerprint = excluded.fingerprint`,
  );
  await db.execute(
    sql`INSERT INTO byok_states (project_id, byok_id, status, usable_models)
        VALUES (${project.id}, ${byokId}, 'unverified', '[]')
        ON CONFLICT (project_id, byok_id) DO UPDATE
        SET status = 'unverified', usable_models = '[]', found_model = NULL, capabilities = NULL, last_error_code = NULL,
          last_error = NULL, retry_at = NULL`,
  );
}

/** Erases a key and what was found out with it. What it was used for stays. */
export async function eraseKey(db: Db, projectId: string, byokId: string): Promise<void> {
  for (const table of ["byok_secrets", "byok_states"])
    await db.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND byok_id = ${byokId}`);
}

/** Opens a key for one call. */
export function openKey(
  { envelope, database }: Pick<Services, "envelope" | "database">,
  project: Project,
  byokId: string,
  { sealed, bound_to }: { sealed: string; bound_to: string },
): Promise<string> {
  return envelope.open(database.reads, ownerOf(project, byokId, bound_to), sealed);
}
