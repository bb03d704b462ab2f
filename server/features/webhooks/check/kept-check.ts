import { sql } from "drizzle-orm";
import { isoMoment } from "../../../kernel/clock.ts";
import { Problem } from "../../../kernel/problem.ts";
import { type Columns, type Db, jsonb } from "../../../record/database.ts";
import type { Report } from "./report.ts";

/** Shortest time between two checks of one webhook, in milliseconds: a check sends a stranger's server nine requests. */
const BETWEEN_MS = 60_000;

/** The report of a check, and when it was begun. */
export interface KeptCheck extends Report {
  readonly checked_at: string;
}

/**
 * Stores that a webhook is being checked, and removes the result of its earlier check.
 *
 * @throws Problem `rate_limited` when one was begun less than a minute ago, by whichever process.
 */
export async function beginCheck(db: Db, projectId: string, webhookId: string, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const earliest = new Date(now - BETWEEN_MS).toISOString();
  const begun = await db.execute(
    sql`INSERT INTO webhook_checks AS kept (project_id, webhook_id, begun_at, report)
        VALUES (${projectId}, ${webhookId}, ${at}, NULL)
        ON CONFLICT (project_id, webhook_id) DO UPDATE SET begun_at = excluded.begun_at, report = NULL
        WHERE kept.begun_at <= ${earliest}
        RETURNING webhook_id`,
  );
  if (begun.length > 0) return;
  const [last] = await db.execute<Columns<"webhook_checks", "begun_at">>(
    sql`SELECT begun_at FROM webhook_checks WHERE project_id = ${projectId} AND webhook_id = ${webhookId}`,
  );
  const waits = last === undefined ? BETWEEN_MS : Date.parse(isoMoment(last.begun_at)) + BETWEEN_MS - now;
  throw new Problem("rate_limited", {
    message: "This webhook was checked less than a minute ago.",
    headers: { "retry-after": String(Math.max(1, Math.ceil(waits / 1_000))) },
  });
}

/** Keeps what a check found, until the next one. */
export async function keepReport(db: Db, projectId: string, webhookId: string, report: Report): Promise<void> {
  await db.execute(
    sql`UPDATE webhook_checks SET report = ${jsonb(report)}
        WHERE project_id = ${projectId} AND webhook_id = ${webhookId}`,
  );
}

/** Reads the result of a webhook's last check; null when there was none, or it has not ended. */
export async function lastCheck(db: Db, projectId: string, webhookId: string): Promise<KeptCheck | null> {
  const [kept] = await db.execute<Columns<"webhook_checks", "begun_at" | "report"> & { report: Report | null }>(
    sql`SELECT begun_at, report FROM webhook_checks WHERE project_id = ${projectId} AND webhook_id = ${webhookId}`,
  );
  return kept === undefined || kept.report === null ? null : { ...kept.report, checked_at: isoMoment(kept.begun_at) };
}
