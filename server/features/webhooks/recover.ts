import { type SQL, sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { kindsOf } from "./event-patterns.ts";
import type { WebhookVersion } from "./webhook.ts";

/** Sequences of a project: those after `from`, up to and with `to`. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/** What of a range a webhook would be told of. */
export function told(resources: ResourceRegistry, webhook: WebhookVersion, { from, to }: SeqRange): SQL {
  return sql`e.project_id = ${webhook.project_id} AND e.seq > ${from} AND e.seq <= ${to}
    AND e.kind = ANY(${textArray(kindsOf(resources, webhook.events))}) AND e.subject_id <> ${webhook.id}`;
}

/** How many deliveries a recovery of this range makes: of all that was neither delivered nor is about to be. */
export async function countRecoverable(
  db: Db,
  resources: ResourceRegistry,
  webhook: WebhookVersion,
  range: SeqRange,
): Promise<number> {
  const place = webhook.delivers === "commit" ? sql.raw("e.commit_seq") : sql.raw("e.seq");
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(DISTINCT ${place}) AS n FROM events e WHERE ${told(resources, webhook, range)}
        AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.project_id = e.project_id
          AND d.webhook_id = ${webhook.id} AND d.seq = ${place} AND d.status IN ('delivered', 'pending'))`,
  );
  return row?.n ?? 0;
}

/** Has the deliveries of a range planned again. One that is under way is prolonged to cover both. */
export async function beginRecovery(db: Db, webhook: WebhookVersion, { from, to }: SeqRange): Promise<void> {
  await db.execute(
    sql`UPDATE webhook_states SET recover_from_seq = least(recover_from_seq, ${from}::bigint),
          recover_to_seq = greatest(recover_to_seq, ${to}::bigint)
        WHERE project_id = ${webhook.project_id} AND webhook_id = ${webhook.id}`,
  );
}
