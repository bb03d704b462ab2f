import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Connection as Watcher } from "#server/postgres/connection.ts";
import { Connection } from "#server/record/connection.ts";
import type { Db } from "#server/record/database.ts";
import { databaseError, databaseProblem } from "#server/record/database-errors.ts";
import { ConnectionPool } from "#server/record/pool.ts";
import type { Statement } from "#server/record/statement.ts";
import { ORDINARY } from "#server/record/time-limits.ts";
import { Transaction } from "#server/record/transaction.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { startRelay } from "#tests/support/relay.ts";

let own: TestDatabase;
let watcher: Watcher;
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

describe("arrays", () => {
  test("come back as they were sent, whatever is in them", async () => {
    const texts = [
      "",
      "a",
      "NULL",
      "null",
      'say "yes"',
      "back\\slash",
      "{brace,comma}",
      "é 東京 😀",
      "two\nlines",
      " ",
    ];
    const [row] = await pool.execute(
      sql`SELECT ${sql.param(texts)}::text[] AS texts, ${sql.param([])}::text[] AS none, ARRAY[3, -1]::int[] AS ints,
            ARRAY[9007199254740991, 0]::bigint[] AS seqs, ARRAY['a', NULL]::text[] AS gap`,
    );
    expect(row).toEqual({ texts, none: [], ints: [3, -1], seqs: [9007199254740991, 0], gap: ["a", null] });
  });

  test("are known without asking: nobody listens to what the driver would ask by itself, and a loss then ends the process", async () => {
    let sent = "";
    const between = await startRelay(own.url, (client, server) => {
      client.on("data", (bytes: Buffer) => {
        sent += bytes.toString("latin1");
        server.write(bytes);
      });
      server.pipe(client);
    });
    const watched = new ConnectionPool(between.url, 1);
    try {
      expect(await watched.execute(sql`SELECT ${sql.param(["a"])}::text[] AS texts`)).toEqual([{ texts: ["a"] }]);
      expect(sent).toContain("AS texts");
      expect(sent).not.toContain("pg_type");
    } finally {
      await watched.close();
      await between.close();
    }
  });
});

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
    named = new ConnectionPool(own.url, 1, { direct: true, remembers: true });
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

describe("limits", () => {
  const limits = { statementMs: 200, idleMs: 300, lockMs: 100, transactionMs: 60_000 };
  const settings = (db: Db) =>
    db.execute<Record<string, string>>(
      sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
    );

  test.each([
    ["of the session, without a pooler", true],
    ["of each transaction, behind a pooler", false],
  ])("hold for whatever a pool runs: %s", async (_, direct) => {
    const limited = new ConnectionPool(own.url, 2, { direct, limits });
    try {
      const expected = [{ statement: "200ms", lock: "100ms", idle: "300ms" }];
      expect(await settings(limited)).toEqual(expected);
      expect(await limited.transaction("snapshot", settings)).toEqual(expected);
      expect(await limited.transaction("write", settings)).toEqual(expected);
      const long = await limited.transaction("write", settings, { long: true });
      expect(long).toEqual([{ statement: "10min", lock: "5s", idle: "10min" }]);
      // What one transaction brought along is gone with it.
      expect(await settings(limited)).toEqual(expected);
      const slow = await limited.execute(sql`SELECT pg_sleep(30)`).catch((error: unknown) => databaseProblem(error));
      expect(slow).toMatchObject({ code: "busy", headers: { "retry-after": "1" } });
      expect(await settings(limited)).toEqual(expected);
      const stuck = limited.transaction("write", async (db) => {
        await db.execute(sql`INSERT INTO notes VALUES (1, 'left open')`);
        await pause(700);
        await db.execute(sql`INSERT INTO notes VALUES (2, 'too late')`);
      });
      expect(databaseProblem(await stuck.catch((error: unknown) => error))).toMatchObject({ code: "unavailable" });
      expect(await notes()).toBe(0);
    } finally {
      await limited.close();
    }
  });

  test("given no connection comes free in time, then whoever waits is told to come back, and nobody else", async () => {
    const single = new ConnectionPool(own.url, 1, { waitMs: 150 });
    let letGo = () => {};
    const holding = single.transaction("snapshot", () => new Promise<void>((resolve) => (letGo = resolve)));
    const waiting = [1, 2].map(() => single.execute(sql`SELECT 1`));
    const told = await Promise.allSettled(waiting);
    expect(told.map((each) => each.status === "rejected" && each.reason)).toMatchObject([
      { code: "busy", status: 503, headers: { "retry-after": "2" } },
      { code: "busy", status: 503, headers: { "retry-after": "2" } },
    ]);
    const patient = single.execute(sql`SELECT 1 AS one`);
    letGo();
    await holding;
    expect(await patient).toEqual([{ one: 1 }]);
    expect(await single.execute(sql`SELECT 2 AS two`)).toEqual([{ two: 2 }]);
    await single.close();
  });
});

describe("statements sent ahead", () => {
  let ahead: ConnectionPool;
  beforeEach(() => {
    ahead = new ConnectionPool(own.url, 1, { direct: true, remembers: true });
  });
  afterEach(() => ahead.close());

  const insert = (id: number, text: string): Statement => ({
    text: "INSERT INTO notes VALUES ($1, $2)",
    values: [id, text],
  });
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  test("answer in the order in which they were sent, whether the server knows them by name or not", async () => {
    for (let time = 0; time < 3; time++) {
      const rows = await ahead.transaction("snapshot", (db) =>
        Promise.all([
          db.execute({ text: "SELECT $1::int AS n", values: [1] }),
          db.execute(sql`SELECT ${2}::int AS n`),
          db.execute(sql`SELECT 3 AS n`),
          db.execute({ text: "SELECT $1::int AS n", values: [4] }),
          db.execute(sql`SELECT length(${"x".repeat(40_000)}) AS n`),
          db.execute({ text: "SELECT $1::int AS n", values: [6] }),
        ]),
      );
      expect(rows.flat().map(({ n }) => n)).toEqual([1, 2, 3, 4, 40_000, 6]);
    }
  });

  test("the last ones commit the transaction, and their rows are told", async () => {
    for (let id = 1; id <= 6; id += 2) {
      const rows = await ahead.transaction("write", async (db) => {
        await db.execute(sql`SELECT 1`);
        const [none, two] = await db.finish([
          insert(id, "first"),
          { text: "INSERT INTO notes VALUES ($1, $2) RETURNING id", values: [id + 1, "second"] },
        ]);
        await expect(db.execute(sql`SELECT 1`)).rejects.toThrow("the transaction is over");
        expect(await notes()).toBe(id + 1);
        return [none, two];
      });
      expect(rows).toEqual([[], [{ id: id + 1 }]]);
    }
  });

  test("given one is refused, then the COMMIT behind it counts for nothing", async () => {
    await ahead.transaction("write", (db) => db.finish([insert(1, "there")]));
    for (const first of [1, 3]) {
      const refused = await failure(
        ahead.transaction("write", (db) => db.finish([insert(2, "new"), insert(first, "again"), insert(1, "twice")])),
      );
      expect(databaseError(refused)).toMatchObject({ sqlstate: "23505" });
      expect(await notes()).toBe(1);
    }
    await ahead.transaction("write", (db) => db.finish([insert(2, "new")]));
    expect(await notes()).toBe(2);
  });

  test("given work went on after a refusal, then it is told that nothing was written", async () => {
    await ahead.transaction("write", (db) => db.finish([insert(1, "there")]));
    const swallowed = await failure(
      ahead.transaction("write", async (db) => {
        await db.execute(insert(2, "new"));
        await db.execute(insert(1, "again")).catch(() => {});
        return "fine";
      }),
    );
    expect(databaseError(swallowed)).toMatchObject({ sqlstate: "23505" });
    expect(await notes()).toBe(1);
  });

  test("given one cannot be sent, then nothing of the last ones is, and nothing is written", async () => {
    const unsendable = await failure(
      ahead.transaction("write", async (db) => {
        await db.execute(insert(1, "before"));
        await db.finish([insert(2, "new"), { text: "INSERT INTO notes VALUES ($1, $2)", values: [3, undefined] }]);
      }),
    );
    expect(unsendable).toMatchObject({ message: "a parameter of a statement is undefined" });
    expect(await notes()).toBe(0);
    await ahead.transaction("write", (db) => db.finish([insert(2, "new")]));
    expect(await notes()).toBe(1);
  });

  test.each([1, 20_000])(
    "given the connection dies under them, then all are refused and none is written elsewhere: %i characters each",
    async (characters) => {
      for (let id = 1; id <= 3; id++) await ahead.transaction("write", (db) => db.finish([insert(id, "known")]));
      const before = await notes();
      const lost = await failure(
        ahead.transaction("write", async (db) => {
          const pid = await backend(db);
          const sleeping = failure(db.execute(sql`SELECT pg_sleep(600)`));
          // Heard from the start: they may be refused before the watcher is answered.
          const rest = Promise.allSettled([11, 12, 13].map((id) => db.execute(insert(id, "x".repeat(characters)))));
          const finished = failure(db.finish([insert(14, "x".repeat(characters))]));
          await watcher`SELECT pg_terminate_backend(${pid})`;
          const results = await rest;
          expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
          expect(databaseProblem(await sleeping)).toMatchObject({ code: "unavailable" });
          throw await finished;
        }),
      );
      expect(databaseProblem(lost)).toMatchObject({ code: "unavailable" });
      await pause(100);
      expect(await notes()).toBe(before);
      await ahead.transaction("write", (db) => db.finish([insert(20, "next")]));
      expect(await notes()).toBe(before + 1);
    },
  );

  test("given a table changed under a known statement with a COMMIT behind it, then it is written once", async () => {
    const returning = (id: number): Statement => ({
      text: "INSERT INTO notes SELECT $1::int, 'kept' RETURNING *",
      values: [id],
    });
    for (let id = 1; id <= 2; id++) await ahead.transaction("write", (db) => db.finish([returning(id)]));
    await watcher`ALTER TABLE notes ADD COLUMN more text`;
    let attempts = 0;
    try {
      await ahead.transaction("write", async (db) => {
        attempts += 1;
        await db.execute(sql`SELECT 1`);
        await db.finish([returning(3), insert(4 + attempts, "other")]);
      });
      const rows = await watcher<{ id: number }[]>`SELECT id FROM notes ORDER BY id`;
      expect([attempts, rows.map(({ id }) => id)]).toEqual([2, [1, 2, 3, 6]]);
    } finally {
      await watcher`ALTER TABLE notes DROP COLUMN more`;
    }
  });

  test("given a transaction could not begin, then everything of it is refused and nothing written", async () => {
    await ahead.transaction("write", (db) => db.finish([insert(1, "known")]));
    // The server refuses to begin, as a standby does, and would run what follows by itself.
    const connection = new Connection(own.url, { direct: true, remembers: true, limits: ORDINARY });
    try {
      const transaction = new Transaction(connection, "write", "BEGIN ISOLATION LEVEL UNHEARD OF");
      const work = [
        failure(transaction.execute(sql`SELECT 1`)),
        failure(transaction.execute(insert(2, "outside"))),
        failure(transaction.finish([insert(3, "outside")])),
      ];
      expect((await Promise.all(work)).map((error) => error instanceof Error)).toEqual([true, true, true]);
      await transaction.abandon();
      expect(await notes()).toBe(1);
    } finally {
      await connection.end();
    }
  });

  test("ones that are committed by themselves share a connection, and those who wait for one come first", async () => {
    const few = new ConnectionPool(own.url, 2, { direct: true });
    const who = (wait = 0): Statement => ({
      text: "SELECT pg_backend_pid() AS pid, pg_sleep($1::float8)::text AS slept",
      values: [wait],
    });
    const pidOf = async (work: Promise<{ pid: number }[]>) => (await work)[0]?.pid ?? 0;
    try {
      await few.execute(who());
      const pids = await Promise.all(Array.from({ length: 40 }, () => pidOf(few.execute(who()))));
      expect(new Set(pids).size).toBeLessThanOrEqual(2);
      // One that is refused does not touch its neighbours.
      const divide = (by: number): Statement => ({ text: "SELECT 6 / $1::int AS result", values: [by] });
      const mixed = await Promise.allSettled([1, 0, 2, 0, 3].map((by) => few.execute(divide(by))));
      expect(
        mixed.map((each) => (each.status === "fulfilled" ? each.value : databaseError(each.reason)?.sqlstate)),
      ).toEqual([[{ result: 6 }], "22012", [{ result: 3 }], "22012", [{ result: 2 }]]);
      // Readers that never pause do not keep the only free connection from a transaction.
      let letGo = () => {};
      const holding = few.transaction("snapshot", () => new Promise<void>((resolve) => (letGo = resolve)));
      let reading = true;
      const readers = Array.from({ length: 4 }, async () => {
        while (reading) await few.execute(who(0.005));
      });
      await pause(30);
      expect(await few.transaction("snapshot", async (db) => db.execute(sql`SELECT 1 AS one`))).toEqual([{ one: 1 }]);
      reading = false;
      letGo();
      await Promise.all([holding, ...readers]);
      // All who share one that dies are told so, and the next has another.
      const dying = Array.from({ length: 5 }, () => failure(few.execute(who(30))));
      await pause(50);
      await watcher`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${own.name} AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`;
      const told = (await Promise.all(dying)).map((error) => databaseProblem(error)?.code);
      expect(told).toEqual(Array(5).fill("unavailable"));
      expect(await pidOf(few.execute(who()))).toBeGreaterThan(0);
    } finally {
      await few.close();
    }
  });

  test("given a table changed under what shares a connection, then nobody who asks notices", async () => {
    await ahead.execute(insert(1, "there"));
    const all: Statement = { text: "SELECT * FROM notes WHERE id >= $1", values: [0] };
    await ahead.execute(all);
    await watcher`ALTER TABLE notes ADD COLUMN more text`;
    try {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ahead.execute(all)));
      expect(answers).toEqual(Array(10).fill([{ id: 1, text: "there", more: null }]));
    } finally {
      await watcher`ALTER TABLE notes DROP COLUMN more`;
    }
  });

  test("given two transactions at once, then each has a connection of its own", async () => {
    const two = new ConnectionPool(own.url, 2, { direct: true, remembers: true });
    const write = (id: number) =>
      two.transaction("write", async (db) => {
        const pid = await backend(db);
        await pause(30);
        await db.finish([insert(id, `from ${pid}`)]);
        return pid;
      });
    const [one, other] = await Promise.all([write(1), write(2)]);
    await two.close();
    expect(one).not.toBe(other);
    expect(await notes()).toBe(2);
  });
});
