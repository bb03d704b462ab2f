import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetOldDeliveries } from "#server/features/webhooks/public.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ plan: "free" });
});
afterAll(() => api.close());

/** A project of a workspace of the plan, with deliveries as many days old; negative ones still wait for an attempt. */
async function projectWith(workspaceId: string, plan: string, ages: readonly number[]): Promise<string> {
  const { writes } = api.database;
  const projectId = `prj_${plan}`;
  await writes.execute(sql`UPDATE workspaces SET plan = ${plan} WHERE id = ${workspaceId}`);
  await writes.execute(sql`INSERT INTO project_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at)
    VALUES (${projectId}, ${workspaceId}, 'test', 1, now(), now())`);
  for (const age of ages) {
    const created = new Date(NOW - Math.abs(age) * DAY).toISOString();
    await writes.execute(sql`INSERT INTO webhook_deliveries (project_id, id, webhook_id, kind, origin, status, body, created_at, due_at)
      VALUES (${projectId}, ${`dlv_${age}`}, 'whk_1', 'entity.created', 'event', 'succeeded', '{}', ${created}::timestamptz,
        ${age < 0 ? created : null}::timestamptz)`);
    await writes.execute(sql`INSERT INTO webhook_attempts (project_id, delivery_id, number, webhook_id, url, manual, started_at, took_ms,
        signature, succeeded, response_truncated)
      VALUES (${projectId}, ${`dlv_${age}`}, 1, 'whk_1', 'https://example.com', false, ${created}::timestamptz, 1, 's', true, false)`);
  }
  return projectId;
}

async function kept(table: "webhook_deliveries" | "webhook_attempts", projectId: string): Promise<string[]> {
  const id = table === "webhook_deliveries" ? sql`id` : sql`delivery_id`;
  const rows = await api.database.reads.execute<{ id: string }>(
    sql`SELECT ${id} AS id FROM ${sql.identifier(table)} WHERE project_id = ${projectId} ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

test("deliveries and their attempts are kept for as long as the plan of their workspace says, and while they wait", async () => {
  const free = await projectWith(api.home.id, "free", [6, 8, -8]);
  const studio = await projectWith(api.stranger.id, "studio", [8, 29, 31]);
  expect(await forgetOldDeliveries(api.database.writes, NOW)).toBe(false);
  for (const table of ["webhook_deliveries", "webhook_attempts"] as const) {
    expect(await kept(table, free)).toEqual(["dlv_-8", "dlv_6"]);
    expect(await kept(table, studio)).toEqual(["dlv_29", "dlv_8"]);
  }
});
