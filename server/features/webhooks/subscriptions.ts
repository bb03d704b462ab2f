import { type SQL, sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { Mode } from "../../kernel/scope.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import type { SealedSecrets } from "./secrets.ts";
import type { WebhookState } from "./webhook.ts";

/** A webhook as it was between two sequences. */
export interface SubscriptionVersion {
  readonly from: number;
  readonly to: number;
  readonly active: boolean;
  readonly events: readonly string[];
  readonly delivers: WebhookState["delivers"];
  readonly url: string;
}

/** Destination of a webhook's deliveries, with the secrets that sign them. */
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
  /** Last sequence of the project's record. */
  readonly head: number;
  /** Sequence up to which deliveries are planned. */
  readonly cursor: number;
  /** Range of sequences that is planned again; null when there is none. */
  readonly recovery: { readonly from: number; readonly to: number } | null;
  /** Versions that held after the cursor, in order. */
  readonly versions: readonly SubscriptionVersion[];
}

type SubscriptionRow = Columns<"webhook_states", "old_secrets" | "recover_from_seq" | "recover_to_seq"> &
  Columns<"project_heads", "last_seq" | "mode" | "workspace_id"> & {
    webhook_id: string;
    secret: string | null;
    old_secrets: SealedSecrets["old_secrets"] | null;
    cursor_seq: number | null;
    mode: Mode;
    versions: SubscriptionVersion[] | null;
  };

/**
 * Reads every webhook that a project has, or had and may have again. One statement sees one state of the database, so
 * head and versions belong together. A deleted project has none.
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

/** A webhook by its place among all of them. */
export interface WebhookPlace {
  readonly projectId: string;
  readonly webhookId: string;
}

/** A page of all webhooks: which projects of it are behind, and after which webhook the next page begins. */
export interface LaggingPage {
  readonly projectIds: readonly string[];
  /** Null at the end. */
  readonly next: WebhookPlace | null;
}

/**
 * Finds, among the next webhooks of all projects, those with events that they may have to be told of and that nobody has planned,
 * and those that lost their secrets with a restoration from a backup.
 */
export async function findLagging(db: Db, after: WebhookPlace | null, limit: number): Promise<LaggingPage> {
  const page = await db.execute<Columns<"webhook_versions", "project_id" | "id" | "active">>(
    LOOK.webhooks(after, limit),
  );
  const last = page.at(-1);
  if (last === undefined) return { projectIds: [], next: null };
  const next = page.length < limit ? null : { projectId: last.project_id, webhookId: last.id };
  const active = page.filter((webhook) => webhook.active);
  if (active.length === 0) return { projectIds: [], next };
  const ids = [...new Set(active.map(({ project_id }) => project_id))];
  const [heads, states] = await Promise.all([
    db.execute<Columns<"project_heads", "project_id" | "last_seq">>(LOOK.heads(ids)),
    db.execute<Columns<"webhook_states", "project_id" | "webhook_id" | "cursor_seq" | "recover_from_seq">>(
      LOOK.states(ids),
    ),
  ]);
  const headOf = new Map(heads.map((head) => [head.project_id, head.last_seq]));
  const stateOf = new Map(states.map((state) => [`${state.project_id} ${state.webhook_id}`, state]));
  const behind = active.filter(({ project_id, id }) => {
    const head = headOf.get(project_id);
    if (head === undefined) return false;
    const state = stateOf.get(`${project_id} ${id}`);
    return state?.cursor_seq == null || state.cursor_seq < head || state.recover_from_seq !== null;
  });
  return { projectIds: [...new Set(behind.map(({ project_id }) => project_id))], next };
}

/**
 * Statements of {@link findLagging}: each reads the rows of one page by an index, however many webhooks there are, and asks one table,
 * so that a database that is spread over several machines answers it too.
 */
export const LOOK = {
  webhooks: (after: WebhookPlace | null, limit: number): SQL => {
    const { projectId, webhookId } = after ?? { projectId: "", webhookId: "" };
    return sql`SELECT project_id, id, active FROM webhook_versions
      WHERE valid_to_seq = ${sql.raw(String(CURRENT))} AND (project_id, id) > (${projectId}, ${webhookId})
      ORDER BY project_id, id LIMIT ${limit}`;
  },
  heads: (projectIds: readonly string[]): SQL =>
    sql`SELECT project_id, last_seq FROM project_heads WHERE project_id = ANY(${textArray(projectIds)}) AND deleted_at IS NULL`,
  states: (projectIds: readonly string[]): SQL =>
    sql`SELECT project_id, webhook_id, cursor_seq, recover_from_seq FROM webhook_states
      WHERE project_id = ANY(${textArray(projectIds)})`,
};
