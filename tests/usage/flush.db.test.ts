import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rollUpUsage } from "#server/features/usage/roll-up.ts";
import { UsageMeter } from "#server/features/usage/usage-meter.ts";
import { readUsage } from "#server/features/usage/used.ts";
import type { Caller } from "#server/kernel/scope.ts";
import { type Database, openDatabase, type Pool } from "#server/record/database.ts";
import { rounds } from "#test-size";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { newCaller } from "#tests/record/workbench.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2031, 4, 20, 12, 30);

let own: TestDatabase;
let one: Database;
let two: Database;
let caller: Caller;

beforeAll(async () => {
  own = await createTestDatabase();
  one = openDatabase(own.url, { reads: 2, writes: 2 });
  two = openDatabase(own.url, { reads: 2, writes: 2 });
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await own.drop();
});
beforeEach(async () => {
  caller = newCaller();
  await one.writes.execute(sql`DELETE FROM usage_counts`);
});

const request = (project: string) =>
  ({ caller, class: "read", projectId: project, mode: "test", outcome: "succeeded", generationUnits: 2 }) as const;

/** A database whose writes are lost on the way there, or whose acknowledgements on the way back, as `fate` says. */
function unreliable(database: Database, fate: () => "well" | "lost" | "unacknowledged"): Database {
  const writes = {
    ...database.writes,
    execute: database.writes.execute.bind(database.writes),
    transaction: async (mode: "write", work: never) => {
      const happens = fate();
      if (happens === "lost") throw new Error("the connection broke before");
      const result = await database.writes.transaction(mode, work);
      if (happens === "unacknowledged") throw new Error("the connection broke behind the commit");
      return result;
    },
  } as Pool;
  return { ...database, writes };
}

async function counted(from = NOW - 800 * DAY): Promise<{ requests: number; units: number; rows: number }> {
  const chosen = { workspaceId: caller.workspaceId, from, to: NOW + DAY, modes: ["test"] } as const;
  const rows = await readUsage(one.reads, chosen, "project", "hour");
  return {
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    units: rows.reduce((sum, row) => sum + row.generation_units, 0),
    rows: rows.length,
  };
}

test("every request of two processes is written once, whatever becomes of their writes", async () => {
  let random = 7;
  const fate = () => {
    random = (random * 48_271) % 2_147_483_647;
    return (["well", "lost", "unacknowledged"] as const)[random % 3] ?? "well";
  };
  const warnings: object[] = [];
  const meters = [one, two].map(
    (database) => new UsageMeter(unreliable(database, fate), { now: () => NOW }, (fields) => warnings.push(fields)),
  );
  const turns = rounds({ gate: 30, full: 600 });
  let made = 0;
  for (let round = 0; round < turns; round += 1) {
    await Promise.all(
      meters.map((meter) => {
        // Both have the same rows, in another order.
        for (const project of meter === meters[0] ? ["a", "b", "c"] : ["c", "b", "a"]) meter.count(request(project));
        made += 3;
        return meter.flush();
      }),
    );
  }
  expect(warnings.length).toBeGreaterThan(turns / 3);
  // A process that ends writes what is left, as soon as it can.
  for (const meter of meters) {
    for (let patience = 0; patience < 50; patience += 1) await meter.close();
  }
  expect(await counted()).toEqual({ requests: made, units: made * 2, rows: 3 });
});

test("requests that come while counts are written keep no write from its end, and those who ask meanwhile share the next one", async () => {
  let writes = 0;
  const meter: UsageMeter = new UsageMeter(
    unreliable(one, () => {
      writes += 1;
      meter.count(request("meanwhile"));
      return "well";
    }),
    { now: () => NOW },
    () => {},
  );
  meter.count(request("a"));
  const first = meter.flush();
  await Promise.resolve();
  await Promise.all([first, ...Array.from({ length: 8 }, () => meter.flush())]);
  expect(writes).toBe(2);
  expect(await counted()).toMatchObject({ requests: 2 });
});

test("while nothing can be written, memory is bounded and the totals stay right", async () => {
  let away = true;
  const meter = new UsageMeter(
    unreliable(one, () => (away ? "lost" : "well")),
    { now: () => NOW },
    () => {},
  );
  for (let n = 0; n < 25_000; n += 1) meter.count(request(`prj_${n}`));
  await meter.flush();
  away = false;
  await meter.flush();
  expect(await counted()).toEqual({ requests: 25_000, units: 50_000, rows: 20_001 });
});

test("hours become days and days months: sums stay, rows do not, and two processes at once change nothing", async () => {
  let time = NOW - 200 * DAY;
  const meter = new UsageMeter(one, { now: () => time }, () => {});
  let made = 0;
  for (; time <= NOW; time += 7 * 60 * 60 * 1000) {
    meter.count(request("a"));
    made += 1;
  }
  await meter.flush();
  const before = await counted();
  expect(before).toEqual({ requests: made, units: made * 2, rows: made });
  await Promise.all([rollUpUsage(one.writes, NOW), rollUpUsage(two.writes, NOW)]);
  while (await rollUpUsage(one.writes, NOW));
  const after = await counted();
  expect(after).toMatchObject({ requests: made, units: made * 2 });
  const spans = await one.reads.execute<{ span: string; rows: string }>(
    sql`SELECT span, count(*) AS rows FROM usage_counts GROUP BY span ORDER BY span`,
  );
  // 92 days, the two days of hours that are kept, and the months before.
  expect(Object.fromEntries(spans.map(({ span, rows }) => [span, Number(rows)]))).toEqual({
    day: expect.toSatisfy((rows: number) => rows >= 89 && rows <= 93),
    hour: expect.toSatisfy((rows: number) => rows >= 6 && rows <= 8),
    month: expect.toSatisfy((rows: number) => rows >= 4 && rows <= 5),
  });
  // What comes late is added to the day that is there.
  time = NOW - 10 * DAY;
  meter.count(request("a"));
  await meter.flush();
  await rollUpUsage(one.writes, NOW);
  expect(await counted()).toMatchObject({ requests: made + 1, rows: after.rows });
});
