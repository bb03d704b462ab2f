import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Connection, connect } from "#server/postgres/connection.ts";
import type { Db } from "#server/record/database.ts";
import { databaseProblem } from "#server/record/database-errors.ts";
import { ConnectionPool } from "#server/record/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

let own: TestDatabase;
let watcher: Connection;
let pool: ConnectionPool;

beforeAll(async () => {
  own = await createTestDatabase({ template: null });
  watcher = connect(own.url);
  await watcher`CREATE TABLE notes (id int PRIMARY KEY, text text)`;
});
afterAll(async () => {
  await watcher.end({ timeout: 1 });
  await own.drop();
});
beforeEach(async () => {
  await watcher`TRUNCATE notes`;
  pool = new ConnectionPool(own.url, 2);
});
afterEach(() => pool.close());

async function backend(db: Db): Promise<number> {
  const rows = await db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  return rows[0]?.pid ?? 0;
}

async function notes(): Promise<number> {
  const [row] = await watcher<{ n: number }[]>`SELECT count(*)::int AS n FROM notes`;
  return row?.n ?? -1;
}

describe("a connection that dies under a transaction", () => {
  test.each([
    ["between two statements", 0],
    ["and is known to be dead before the next statement", 200],
  ])("given it dies %s, then nothing of the transaction is written, by whatever connection", async (_, wait) => {
    const work = pool.transaction("write", async (db) => {
      await db.execute(sql`INSERT INTO notes VALUES (1, 'before')`);
      await watcher`SELECT pg_terminate_backend(${await backend(db)})`;
      await pause(wait);
      const rest = [2, 3, 4].map((id) => db.execute(sql`INSERT INTO notes VALUES (${id}, 'after')`));
      const results = await Promise.allSettled(rest);
      expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      // A handler that swallows the failure and goes on must not get through either.
      await db.execute(sql`INSERT INTO notes VALUES (5, 'after')`).catch(() => {});
      return "done";
    });
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(databaseProblem(error)).toMatchObject({ code: "unavailable" });
    expect(await notes()).toBe(0);
    await pool.transaction("write", (db) => db.execute(sql`INSERT INTO notes VALUES (9, 'next')`));
    expect(await notes()).toBe(1);
  });

  test("given it dies while a statement runs, then that is told at once and the pool goes on", async () => {
    let pid = 0;
    const work = pool.transaction("snapshot", async (db) => {
      pid = await backend(db);
      await db.execute(sql`SELECT pg_sleep(600)`);
    });
    // Listened to from the beginning: the end of the connection may be heard before the answer to the order that ended it.
    const told = expect(work).rejects.toThrow();
    while (pid === 0) await pause(1);
    await watcher`SELECT pg_terminate_backend(${pid})`;
    await told;
    expect(await backend(pool)).not.toBe(pid);
  });

  test("given idle connections died, then nobody notices", async () => {
    const pids = await Promise.all([pool.transaction("write", backend), pool.transaction("write", backend)]);
    for (const pid of pids) await watcher`SELECT pg_terminate_backend(${pid})`;
    for (let left = 1; left > 0; ) {
      const [row] = await watcher<
        { n: number }[]
      >`SELECT count(*)::int AS n FROM pg_stat_activity WHERE pid IN ${watcher(pids)}`;
      left = row?.n ?? 0;
    }
    await pause(300);
    expect(pids).not.toContain(await backend(pool));
  });
});

describe("a pool", () => {
  test("given a transaction that fails, then it is rolled back and its connection used again", async () => {
    let pid = 0;
    const failing = pool.transaction("write", async (db) => {
      pid = await backend(db);
      await db.execute(sql`INSERT INTO notes VALUES (1, 'never')`);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const broken = pool.transaction("write", (db) => db.execute(sql`INSERT INTO notes VALUES (1, 'a'), (1, 'b')`));
    await expect(broken).rejects.toThrow();
    expect(await backend(pool)).toBe(pid);
    expect(await notes()).toBe(0);
  });

  test("given a statement nobody waited for, then it is inside the transaction or refused", async () => {
    const stray: Promise<unknown>[] = [];
    let kept: Db | null = null;
    await pool.transaction("write", async (db) => {
      kept = db;
      stray.push(db.execute(sql`INSERT INTO notes VALUES (1, 'inside')`));
    });
    expect(await notes()).toBe(1);
    await Promise.all(stray);
    const late = (kept as Db | null)?.execute(sql`INSERT INTO notes VALUES (2, 'outside')`);
    await expect(late).rejects.toThrow("the transaction is over");
    expect(await notes()).toBe(1);
  });

  test("given a server with customs of its own for dates, then moments read as they were written", async () => {
    await watcher.unsafe(`ALTER DATABASE "${own.name}" SET timezone = 'Asia/Kathmandu'`);
    await watcher.unsafe(`ALTER DATABASE "${own.name}" SET datestyle = 'SQL, DMY'`);
    const moment = "2030-02-01T03:04:05.678Z";
    const rows = await pool.execute<{ at: string; json: string }>(
      sql`SELECT ${moment}::timestamptz(3) AS at, to_jsonb(${moment}::timestamptz(3)) AS json`,
    );
    expect([rows[0]?.at, rows[0]?.json].map((text) => new Date(text ?? "").toISOString())).toEqual([moment, moment]);
  });

  test("a snapshot sees one state and may not write", async () => {
    await pool.transaction("snapshot", async (db) => {
      const count = () => db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM notes`);
      const before = await count();
      await watcher`INSERT INTO notes VALUES (1, 'meanwhile')`;
      expect(await count()).toEqual(before);
    });
    const writing = pool.transaction("snapshot", (db) => db.execute(sql`INSERT INTO notes VALUES (2, 'x')`));
    await expect(writing).rejects.toThrow();
  });

  test("given more work than connections, then it waits its turn, first come, first served", async () => {
    const pids = new Set<number>();
    const look = (from: ConnectionPool, done: () => void = () => {}) =>
      from.transaction("snapshot", async (db) => {
        done();
        pids.add(await backend(db));
      });
    await Promise.all(Array.from({ length: 20 }, () => look(pool)));
    expect([...pids].length).toBeLessThanOrEqual(2);
    const single = new ConnectionPool(own.url, 1);
    const order: number[] = [];
    await Promise.all(Array.from({ length: 20 }, (_, n) => look(single, () => order.push(n))));
    await single.close();
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test("given it is closed, then work under way ends, and everything after is refused as unavailable", async () => {
    const working = pool.transaction("write", async (db) => {
      await db.execute(sql`SELECT pg_sleep(0.2)`);
      await db.execute(sql`INSERT INTO notes VALUES (1, 'kept')`);
    });
    const blocked = [1, 2, 3].map(() => pool.transaction("snapshot", () => pause(50)));
    await pause(20);
    const closing = pool.close();
    const results = await Promise.allSettled([working, ...blocked]);
    await closing;
    expect(results[0]?.status).toBe("fulfilled");
    expect(await notes()).toBe(1);
    const late = await pool.execute(sql`SELECT 1`).catch((error: unknown) => databaseProblem(error));
    expect(late).toMatchObject({ code: "unavailable" });
  });
});

describe("statements with names", () => {
  let named: ConnectionPool;
  beforeEach(() => {
    named = new ConnectionPool(own.url, 1, { named: true });
  });
  afterEach(() => named.close());

  const add = (id: number, text: string) =>
    named.transaction("write", (db) => db.execute(sql`INSERT INTO notes VALUES (${id}, ${text})`));
  const read = () => named.execute<{ id: number }>(sql`SELECT * FROM notes WHERE id >= ${0} ORDER BY id`);
  const names = () =>
    named.execute<{ statement: string }>(
      sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'`,
    );

  test("a text that comes back has one, and answers the same", async () => {
    for (let id = 1; id <= 8; id++) await add(id, `note ${id}`);
    expect(await names()).toEqual([{ statement: "INSERT INTO notes VALUES ($1, $2)" }]);
    for (let time = 0; time < 3; time++) expect((await read()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("given a table that changed under them, then nobody who asks notices", async () => {
    await add(1, "before");
    for (let time = 0; time < 4; time++) await read();
    const before = await backend(named);
    await watcher`ALTER TABLE notes ADD COLUMN more text`;
    try {
      const all = sql`SELECT * FROM notes WHERE id >= ${0} ORDER BY id`;
      const changed = [{ id: 1, text: "before", more: null }];
      expect(await named.transaction("snapshot", (db) => db.execute(all))).toEqual(changed);
      expect(await named.transaction("write", (db) => db.execute(all))).toEqual(changed);
      expect(await read()).toEqual([{ id: 1, text: "before", more: null }]);
      expect(before).toBeGreaterThan(0);
    } finally {
      await watcher`ALTER TABLE notes DROP COLUMN more`;
    }
  });

  test("no more than a bounded number of texts get one", async () => {
    for (let made = 0; made < 260; made++) {
      for (let time = 0; time < 2; time++) await named.execute(sql.raw(`SELECT ${made}`).append(sql` WHERE ${1} = 1`));
    }
    const [row] = await named.execute<{ n: number }>(sql`SELECT count(*) AS n FROM pg_prepared_statements`);
    // The driver has one of its own.
    expect(row?.n).toBeLessThanOrEqual(201);
    expect(row?.n).toBeGreaterThan(100);
  });
});
