import { sql } from "drizzle-orm";
import { isoMoment } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ProjectRef, Services } from "../../operation/context.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import { newSecret } from "./signature.ts";

/** Maximum number of previous secrets that sign beside the current one, which bounds the length of the header. */
const MAX_OLD_SECRETS = 2;

/** An earlier secret, which signs until it expires. */
interface OldSecret {
  readonly sealed: string;
  readonly expires_at: string;
}

/** The sealed secrets of a webhook, newest first. */
export interface SealedSecrets {
  readonly secret: string;
  readonly old_secrets: readonly OldSecret[];
}

type Project = Pick<ProjectRef, "id" | "workspaceId" | "mode" | "lastSeq">;

/** The row a webhook's secrets are sealed for: moved to another webhook they do not open. */
function ownerOf({ workspaceId, mode }: Pick<Project, "workspaceId" | "mode">, webhookId: string) {
  return { workspaceId, mode, purpose: "webhook", rowId: webhookId };
}

/** Makes a webhook's first secret. Events from before it was made are never sent to it. */
export async function createSecret(
  db: Db,
  { envelope }: Pick<Services, "envelope">,
  project: Project,
  webhookId: string,
  seq: number,
): Promise<string> {
  const secret = newSecret();
  const sealed = await envelope.seal(db, ownerOf(project, webhookId), secret);
  await db.execute(
    sql`INSERT INTO webhook_states (project_id, webhook_id, secret, old_secrets, cursor_seq)
        VALUES (${project.id}, ${webhookId}, ${sealed}, '[]', ${seq})`,
  );
  return secret;
}

/** Result of rotating a secret. */
export interface Rotation {
  readonly secret: string;
  /** Moment until which the previous secret signs too; null when it was dropped at once. */
  readonly previousExpiresAt: string | null;
}

/**
 * Gives a webhook a new secret. The one before it signs beside it for the time of grace; without any it is gone at once.
 *
 * @throws Problem `rotation_full` while too many earlier ones have not expired
 */
export async function rotateSecret(
  db: Db,
  { envelope, clock }: Pick<Services, "envelope" | "clock">,
  project: Project,
  webhookId: string,
  graceSeconds: number,
): Promise<Rotation> {
  const now = clock.now();
  const [kept] = await db.execute<Columns<"webhook_states", "secret" | "old_secrets"> & { old_secrets: OldSecret[] }>(
    sql`SELECT secret, old_secrets FROM webhook_states WHERE project_id = ${project.id} AND webhook_id = ${webhookId}
        FOR UPDATE`,
  );
  // After a restoration from a backup there is none.
  if (kept === undefined) {
    const secret = await createSecret(db, { envelope }, project, webhookId, project.lastSeq);
    return { secret, previousExpiresAt: null };
  }
  const alive = kept.old_secrets.filter(({ expires_at }) => Date.parse(expires_at) > now);
  const previousExpiresAt = graceSeconds === 0 ? null : new Date(now + graceSeconds * 1_000).toISOString();
  if (previousExpiresAt !== null && alive.length >= MAX_OLD_SECRETS) {
    const next = alive.map(({ expires_at }) => isoMoment(expires_at)).sort()[0] ?? null;
    throw new Problem("rotation_full", { detail: { next_expires_at: next, maximum: MAX_OLD_SECRETS } });
  }
  const secret = newSecret();
  const sealed = await envelope.seal(db, ownerOf(project, webhookId), secret);
  const old = previousExpiresAt === null ? alive : [{ sealed: kept.secret, expires_at: previousExpiresAt }, ...alive];
  await db.execute(
    sql`UPDATE webhook_states SET secret = ${sealed}, old_secrets = ${jsonb(old)}
        WHERE project_id = ${project.id} AND webhook_id = ${webhookId}`,
  );
  return { secret, previousExpiresAt };
}

/** The secrets that sign now, newest first. */
export async function openSecrets(
  { envelope, database, clock }: Pick<Services, "envelope" | "database" | "clock">,
  project: Pick<Project, "workspaceId" | "mode">,
  webhookId: string,
  { secret, old_secrets }: SealedSecrets,
): Promise<string[]> {
  const now = clock.now();
  const sealed = [secret, ...old_secrets.filter((old) => Date.parse(old.expires_at) > now).map((old) => old.sealed)];
  return Promise.all(sealed.map((each) => envelope.open(database.reads, ownerOf(project, webhookId), each)));
}

/**
 * The secrets that sign a webhook's messages now, newest first.
 *
 * @throws Problem `webhook_without_secret` for one that was restored from a backup.
 */
export async function signingSecrets(
  services: Pick<Services, "envelope" | "database" | "clock">,
  project: Project,
  webhookId: string,
): Promise<string[]> {
  const [sealed] = await services.database.reads.execute<
    Columns<"webhook_states", "secret" | "old_secrets"> & { old_secrets: OldSecret[] }
  >(sql`SELECT secret, old_secrets FROM webhook_states WHERE project_id = ${project.id} AND webhook_id = ${webhookId}`);
  if (sealed === undefined) throw new Problem("webhook_without_secret");
  return openSecrets(services, project, webhookId, sealed);
}

/** Whether a webhook has a secret: one restored from a backup has none. */
export async function hasSecret(db: Db, projectId: string, webhookId: string): Promise<boolean> {
  const rows = await db.execute(
    sql`SELECT webhook_id FROM webhook_states WHERE project_id = ${projectId} AND webhook_id = ${webhookId}`,
  );
  return rows.length > 0;
}
