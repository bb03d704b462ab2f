import { sql } from "drizzle-orm";
import { Problem } from "../../kernel/problem.ts";
import type { Mode } from "../../kernel/scope.ts";
import type { ProjectRef } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { type ProviderKeyVersion, providerKeyResource } from "./provider-key.ts";
import { type ProviderKeyStatus, readStandings } from "./standing.ts";

/** A key with everything that a call needs. */
export interface CurrentKey {
  readonly project: Pick<ProjectRef, "id" | "workspaceId" | "mode">;
  readonly version: ProviderKeyVersion;
  readonly standing: ProviderKeyStatus;
}

/**
 * Finds a provider key as it was at a sequence.
 *
 * @throws {@link Problem} `not_found` where there was none.
 */
export async function requireProviderKey(
  db: Db,
  projectId: string,
  byokId: string,
  atSeq: number | null = null,
): Promise<ProviderKeyVersion> {
  const version = await findVersion(db, providerKeyResource, projectId, byokId, atSeq);
  if (version === null) throw new Problem("not_found");
  return version;
}

/** A key of a project that there is, for a call beside any request; null for one that was revoked. */
export async function findKey(db: Db, projectId: string, byokId: string): Promise<CurrentKey | null> {
  const [head] = await db.execute<Columns<"project_heads", "workspace_id" | "mode"> & { mode: Mode }>(
    sql`SELECT workspace_id, mode FROM project_heads WHERE project_id = ${projectId} AND deleted_at IS NULL`,
  );
  const version = await findVersion(db, providerKeyResource, projectId, byokId, null);
  if (head === undefined || version === null) return null;
  const standingOf = await readStandings(db, projectId, [byokId]);
  const project = { id: projectId, workspaceId: head.workspace_id, mode: head.mode };
  return { project, version, standing: standingOf(byokId) };
}
