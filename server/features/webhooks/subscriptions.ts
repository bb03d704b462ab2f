import { sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { Mode } from "../../kernel/scope.ts";
import type { Db } from "../../record/database.ts";
import type { SealedSecrets } from "./secrets.ts";
import type { Delivers } from "./webhook.ts";

/** A webhook as it was between two sequences. */
export interface SubscriptionVersion {
  readonly from: number;
  readonly to: number;
  readonly active: boolean;
  readonly events: readonly string[];
  readonly delivers: Delivers;
  readonly url: string;
}

/** Where deliveries of a webhook go, and what they are signed with. */
export interface Endpoint {
  readonly projectId: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  readonly webhookId: string;
  /** Null for a webhook that was deleted. */
  readonly url: string | null;
  readonly active: boolean;
  /** Null for one that was restored from a backup. */
  readonly secrets: SealedSecrets | null;
}

/** A webhook with its place in the record. */
export interface Subscription extends Endpoint {
  /** How far the project's record reaches. */
  readonly head: number;
  /** How far deliveries are planned. */
  readonly cursor: number;
  /** What is planned again; null when nothing is. */
  readonly recovery: { readonly from: number; readonly to: number } | null;
  /** Versions that held after the cursor, in order. */
  readonly versions: readonly SubscriptionVersion[];
}

interface SubscriptionRow extends Record<string, unknown> {
  webhook_id: string;
  secret: string | null;
  old_secrets: SealedSecrets["old_secrets"] | null;
  cursor_seq: number | null;
  recover_from_seq: number | null;
  recover_to_seq: number | null;
  last_seq: number;
  mode: Mode;
  workspace_id: string;
  versions: SubscriptionVersion[] | null;
}

/**
 * Every webhook that a project has, or had and may have again. One statement sees one state of the database, so head and
 * versions belong together. None for a project that was deleted.
 */
export async function readSubscriptions(db: Db, projectId: string): Promise<Subscription[]> {
  const rows = await db.execute<SubscriptionRow>(
    sql`SELECT w.id AS webhook_id, s.secret, s.old_secrets, s.cursor_seq, s.recover_from_seq, s.recover_to_seq,
          h.last_seq, h.mode, h.workspace_id,
          (SELECT jsonb_agg(jsonb_build_object('from', v.valid_from_seq, 'to', v.valid_to_seq, 'active', v.active,
              'events', v.events, 'delivers', v.delivers, 'url', v.url) ORDER BY v.valid_from_seq)
            FROM webhook_versions v WHERE v.project_id = ${projectId} AND v.id = w.id
              AND v.valid_to_seq > coalesce(s.cursor_seq, 0)) AS versions
        FROM (SELECT DISTINCT id FROM webhook_versions WHERE project_id = ${projectId}) w
        JOIN project_heads h ON h.project_id = ${projectId} AND h.deleted_at IS NULL
        LEFT JOIN webhook_states s ON s.project_id = ${projectId} AND s.webhook_id = w.id`,
  );
  return rows.map((row) => {
    const versions = row.versions ?? [];
    const last = versions.at(-1);
    const current = last?.to === CURRENT ? last : null;
    const { recover_from_seq: from, recover_to_seq: to } = row;
    return {
      projectId,
      workspaceId: row.workspace_id,
      mode: row.mode,
      webhookId: row.webhook_id,
      url: current?.url ?? null,
      active: current?.active ?? false,
      secrets: row.secret === null ? null : { secret: row.secret, old_secrets: row.old_secrets ?? [] },
      head: row.last_seq,
      cursor: row.cursor_seq ?? row.last_seq,
      recovery: from === null || to === null ? null : { from, to },
      versions,
    };
  });
}

/**
 * Projects with events that webhooks may have to be told of and that nobody has planned, and those with webhooks that lost their
 * secrets with a restoration from a backup.
 */
export async function findBehind(db: Db, limit: number): Promise<string[]> {
  const rows = await db.execute<{ project_id: string }>(
    sql`SELECT DISTINCT v.project_id FROM webhook_versions v
        JOIN project_heads h ON h.project_id = v.project_id AND h.deleted_at IS NULL
        LEFT JOIN webhook_states s ON s.project_id = v.project_id AND s.webhook_id = v.id
        WHERE v.valid_to_seq = ${sql.raw(String(CURRENT))} AND v.active
          AND (s.webhook_id IS NULL OR s.cursor_seq < h.last_seq OR s.recover_from_seq IS NOT NULL) LIMIT ${limit}`,
  );
  return rows.map(({ project_id }) => project_id);
}
