import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { findLagging, LOOK, type WebhookPlace } from "#server/features/webhooks/subscriptions.ts";
import { type Database, openDatabase } from "#server/record/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

const PROJECTS = 4_000;
/** Webhooks of each project: one is on, one is off. */
const WEBHOOKS = PROJECTS * 2;
const PAGE = 500;

let own: TestDatabase;
let database: Database;

/** Projects with webhooks, written past the record: only how they are looked for is tested. */
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, { reads: 1, writes: 1 });
  const { writes } = database;
  const id = sql`'prj_' || lpad(i::text, 6, '0')`;
  await writes.execute(
    sql`INSERT INTO project_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at, deleted_at)
        SELECT ${id}, 'wsp_1', 'test', 10, now(), now(), CASE WHEN i % 97 = 5 THEN now() END
        FROM generate_series(1, ${PROJECTS}::int) i`,
  );
  await writes.execute(
    sql`INSERT INTO webhook_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at, updated_at,
          url, events, active, description)
        SELECT ${id}, 'whk_' || w, f, CASE f WHEN 2 THEN 4 ELSE ${sql.raw(String(CURRENT))} END, 2, now(), now(),
          'https://example.com', '["*"]', w = 1, ''
        FROM generate_series(1, ${PROJECTS}::int) i, generate_series(1, 2) w, (VALUES (2), (5)) v(f)`,
  );
  await writes.execute(
    sql`INSERT INTO webhook_states (project_id, webhook_id, secret, old_secrets, cursor_seq, recover_from_seq, recover_to_seq)
        SELECT ${id}, 'whk_' || w, '', '[]', CASE WHEN i % 97 IN (1, 5) THEN 9 ELSE 10 END,
          CASE WHEN i % 97 = 2 THEN 3 END, CASE WHEN i % 97 = 2 THEN 9 END
        FROM generate_series(1, ${PROJECTS}::int) i, generate_series(1, 2) w WHERE i % 97 <> 3`,
  );
  await writes.execute(sql`ANALYZE`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test("page by page, every project is found that is behind, has lost its secrets or recovers, and no other", async () => {
  const found: string[] = [];
  let after: WebhookPlace | null = null;
  let pages = 0;
  do {
    const page = await findLagging(database.reads, after, PAGE);
    found.push(...page.projectIds);
    after = page.next;
    pages += 1;
  } while (after !== null);
  const numbers = Array.from({ length: PROJECTS }, (_, i) => i + 1).filter((i) => [1, 2, 3].includes(i % 97));
  expect(found).toEqual(numbers.map((i) => `prj_${String(i).padStart(6, "0")}`));
  expect(pages).toBeLessThanOrEqual(WEBHOOKS / PAGE + 1);
});

interface Step {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Step[];
}

test("a look reads the webhooks of its page alone, with their heads and places, wherever it is", async () => {
  const { reads } = database;
  for (const after of [null, { projectId: "prj_002000", webhookId: "whk_1" }]) {
    const page = await reads.execute<{ project_id: string }>(LOOK.webhooks(after, PAGE));
    const ids = [...new Set(page.map(({ project_id }) => project_id))];
    const read: Record<string, number> = {};
    const count = (step: Step): void => {
      const name = step["Relation Name"];
      const rows = (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"];
      if (name !== undefined) read[name] = (read[name] ?? 0) + Math.round(rows);
      for (const inner of step.Plans ?? []) count(inner);
    };
    for (const statement of [LOOK.webhooks(after, PAGE), LOOK.heads(ids), LOOK.states(ids)]) {
      const [explained] = await reads.execute<{ "QUERY PLAN": [{ Plan: Step }] }>(
        sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`,
      );
      for (const { Plan } of explained?.["QUERY PLAN"] ?? []) count(Plan);
    }
    expect(Object.keys(read).sort()).toEqual(["project_heads", "webhook_states", "webhook_versions"]);
    for (const [table, rows] of Object.entries(read)) {
      expect([table, rows]).toEqual([table, expect.toSatisfy((n: number) => n > 0 && n <= PAGE)]);
    }
  }
});
