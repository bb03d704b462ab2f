import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  balanceOf,
  charged,
  type Entry,
  LEDGER_ACCOUNTS,
  paid,
  post,
  reverse,
} from "#server/features/billing/ledger.ts";
import { newId } from "#server/kernel/ids.ts";
import { type Database, openDatabase } from "#server/record/database.ts";
import { rounds, TEST_SEED } from "#test-size";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

const NOW = Date.UTC(2031, 4, 20);

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, { reads: 2, writes: 6 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

function posting(workspaceId: string, sourceEventId: string, entries: readonly Entry[], currency = "usd") {
  return {
    workspaceId,
    kind: "charge",
    source: "test",
    sourceEventId,
    memo: "A test",
    currency,
    entries,
    actor: "system:test",
    now: NOW,
  } as const;
}

const write = <T>(work: Parameters<typeof database.writes.transaction<T>>[1]) =>
  database.writes.transaction("write", work);

test("whatever is posted, repeated and reversed, by many at once: sums are zero and balances are the sums", async () => {
  let random = TEST_SEED % 2_147_483_647;
  const below = (most: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % most;
  };
  const workspaces = [newId("wsp"), newId("wsp")];
  const known: { workspaceId: string; id: string }[] = [];
  const steps = Array.from({ length: rounds({ gate: 80, full: 3_000 }) }, () => {
    const workspaceId = workspaces[below(2)] ?? "";
    const amount = below(100_000) + 1;
    const kind = below(4);
    const part = below(amount);
    const split: Entry[] = [
      { account: "receivable", amount: part },
      { account: "cash", amount: amount - part },
      { account: "revenue", amount: -amount },
    ];
    const event = `event ${below(60)}`;
    const reversed = below(1_000);
    return async () => {
      if (kind === 3) {
        const target = known[reversed % Math.max(known.length, 1)];
        if (target !== undefined)
          await write((db) =>
            reverse(db, {
              workspaceId: target.workspaceId,
              transactionId: target.id,
              memo: "Taken back",
              actor: "system:test",
              now: NOW,
            }),
          );
        return;
      }
      const entries = [charged(amount), paid(amount), split][kind] ?? split;
      const currency = event.endsWith("7") ? "eur" : "usd";
      const id = await write((db) => post(db, posting(workspaceId, event, entries, currency)));
      if (id !== null) known.push({ workspaceId, id });
    };
  });
  for (let at = 0; at < steps.length; at += 6) await Promise.all(steps.slice(at, at + 6).map((step) => step()));

  const { reads } = database;
  const unequal = await reads.execute(
    sql`SELECT transaction_id FROM ledger_entries GROUP BY workspace_id, transaction_id, currency HAVING sum(amount) <> 0`,
  );
  expect(unequal).toEqual([]);
  const apart = await reads.execute(
    sql`SELECT * FROM (SELECT workspace_id, account, currency, sum(amount)::bigint AS balance FROM ledger_entries GROUP BY 1, 2, 3) e
        FULL JOIN ledger_balances b USING (workspace_id, account, currency)
        WHERE coalesce(e.balance, 0) <> coalesce(b.balance, 0)`,
  );
  expect(apart).toEqual([]);
  const [counts] = await reads.execute<{ events: string; posted: string; reversals: string; reversed: string }>(
    sql`SELECT count(*) FILTER (WHERE source = 'test') AS posted,
          count(DISTINCT source_event_id) FILTER (WHERE source = 'test') AS events,
          count(*) FILTER (WHERE kind = 'reversal') AS reversals,
          count(DISTINCT reverses) AS reversed FROM ledger_transactions`,
  );
  expect(counts?.posted).toBe(counts?.events);
  expect(counts?.reversals).toBe(counts?.reversed);
  expect(Number(counts?.reversals)).toBeGreaterThan(5);
  // Whatever is left is taken back: then nothing is left.
  for (const { workspaceId, id } of known) {
    await write((db) =>
      reverse(db, { workspaceId, transactionId: id, memo: "All of it", actor: "system:test", now: NOW }),
    );
  }
  for (const workspaceId of workspaces) {
    for (const account of LEDGER_ACCOUNTS) {
      for (const currency of ["usd", "eur"]) expect(await balanceOf(reads, workspaceId, account, currency)).toBe(0);
    }
  }
});

test("what does not add up is refused, and leaves nothing", async () => {
  const workspaceId = newId("wsp");
  const wrong: Entry[][] = [
    [
      { account: "receivable", amount: 10 },
      { account: "revenue", amount: -9 },
    ],
    [{ account: "receivable", amount: 0 }],
    [
      { account: "receivable", amount: 0.5 },
      { account: "revenue", amount: -0.5 },
    ],
  ];
  for (const entries of wrong)
    await expect(write((db) => post(db, posting(workspaceId, "wrong", entries)))).rejects.toThrow();
  expect(await write((db) => post(db, posting(workspaceId, "wrong", charged(5))))).not.toBeNull();
  // Another workspace's is not there to be reversed.
  const [{ id } = { id: "" }] = await database.reads.execute<{ id: string }>(
    sql`SELECT id FROM ledger_transactions WHERE workspace_id = ${workspaceId}`,
  );
  const wish = { workspaceId: newId("wsp"), transactionId: id, memo: "Not mine", actor: "system:test", now: NOW };
  expect(await write((db) => reverse(db, wish))).toBeNull();
});

test("no source changes or removes what was posted", () => {
  const sources = globSync("server/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const offending = sources.filter((file) =>
    /(UPDATE|DELETE\s+FROM|TRUNCATE)\s+ledger_(transactions|entries)/i.test(readFileSync(file, "utf8")),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(offending).toEqual([]);
});
