import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Connection as Watcher } from "#server/postgres/connection.ts";
import { databaseProblem } from "#server/record/database-errors.ts";
import { ConnectionPool } from "#server/record/pool.ts";
import type { Statement } from "#server/record/statement.ts";
import { sampleOfEach } from "#test-size";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import {
  BEGINNING,
  type PlantedRefusal,
  type RefusingRelay,
  startRefusingRelay,
} from "#tests/support/refusing-relay.ts";

let own: TestDatabase;
let watcher: Watcher;
let relay: RefusingRelay;

beforeAll(async () => {
  own = await createTestDatabase({ template: null });
  watcher = connect(own.url);
  await watcher`CREATE TABLE notes (id int PRIMARY KEY, text text)`;
  await watcher`CREATE FUNCTION refuse_at(n int, at int, sqlstate text) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN IF n = at THEN RAISE EXCEPTION 'planted' USING ERRCODE = sqlstate; END IF; RETURN n; END $$`;
  relay = await startRefusingRelay(own.url);
});
afterAll(async () => {
  await relay.close();
  await watcher.end({ timeout: 1 });
  await own.drop();
});

/** Refusals that come late, and the code that a caller is answered; null where it is a defect of a statement. */
const SQLSTATES = {
  "57014": "busy",
  "40001": "busy",
  "40P01": "busy",
  "53200": "busy",
  "55P03": "busy",
  "25P02": "busy",
  "22012": null,
  XX000: null,
} as const;
type Sqlstate = keyof typeof SQLSTATES;

let lastId = 0;
const note = (): Statement => ({ text: "INSERT INTO notes VALUES ($1, $2)", values: [++lastId, "noted"] });
const number = (n: number): Statement => ({ text: "SELECT $1::int AS n", values: [n] });
const lock: Statement = { text: "SELECT id FROM notes WHERE id = $1 FOR UPDATE", values: [1] };

async function isNoted({ values: [id] }: Statement): Promise<boolean> {
  const rows = await watcher`SELECT FROM notes WHERE id = ${id as number}`;
  return rows.length === 1;
}

/** One write as the product makes it: reads behind BEGIN, a lock, and the last statements with COMMIT behind them. */
async function write(pool: ConnectionPool, statement: Statement): Promise<void> {
  await pool.transaction("write", async (db) => {
    const [[read]] = await Promise.all([db.execute<{ n: number }>(number(7)), db.execute(lock)]);
    expect(read).toEqual({ n: 7 });
    await db.finish([statement]);
  });
}

/** Asks of whoever uses the pool next that every answer is right, and that what is acknowledged is written. */
async function expectWell(pool: ConnectionPool): Promise<void> {
  const numbers = Array.from({ length: 10 }, (_, n) => n);
  expect(await Promise.all(numbers.map((n) => pool.execute(number(n))))).toEqual(numbers.map((n) => [{ n }]));
  expect(await Promise.all(numbers.map((n) => pool.execute(sql`SELECT ${n}::int AS n`)))).toEqual(
    numbers.map((n) => [{ n }]),
  );
  const statements = numbers.slice(0, 4).map(note);
  await Promise.all(statements.map((each) => write(pool, each)));
  for (const each of statements) expect(await isNoted(each)).toBe(true);
}

const starting = (words: string) => (text: string) => text.startsWith(words);
const MOMENTS: Record<string, Pick<PlantedRefusal, "at" | "when" | "how">> = {
  "at BEGIN": { at: starting("BEGIN"), when: "instead", how: "error" },
  "at the first read": { at: starting("SELECT $1"), when: "instead", how: "error" },
  "at the lock": { at: starting("SELECT id"), when: "instead", how: "error" },
  "at the write": { at: starting("INSERT"), when: "instead", how: "error" },
  "at COMMIT": { at: starting("COMMIT"), when: "instead", how: "error" },
  "at COMMIT, which took effect": { at: starting("COMMIT"), when: "done", how: "error" },
  "at the write, with an end of the connection": { at: starting("INSERT"), when: "instead", how: "fatal" },
  "at BEGIN, with a closed connection": { at: starting("BEGIN"), when: "instead", how: "close" },
};

const CASES = Object.entries(MOMENTS).flatMap(([moment, planted]) =>
  (Object.keys(SQLSTATES) as Sqlstate[]).map((sqlstate) => ({ moment, sqlstate, planted })),
);

async function withPool(work: (pool: ConnectionPool) => Promise<void>, size = 2): Promise<void> {
  const pool = new ConnectionPool(relay.url, size, { direct: true, remembers: true });
  try {
    // Twice, so that both connections know the statements by their names.
    await expectWell(pool);
    await work(pool);
    await expectWell(pool);
  } finally {
    await pool.close();
  }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a write that the database refuses", () => {
  test.each([...sampleOfEach(CASES, ({ moment }) => moment)])(
    "$moment by $sqlstate is not written, and the next are well",
    async (each) => {
      const { moment, sqlstate, planted } = each;
      await withPool(async (pool) => {
        const statement = note();
        const refused = relay.plan({ ...planted, sqlstate });
        const failure = await failureOf(write(pool, statement));
        await refused;
        expect(failure).not.toBe(null);
        const isSaid = planted.how === "error" && !moment.startsWith("at COMMIT");
        // Nobody knows what became of a COMMIT that was not answered as one.
        const expected = isSaid ? SQLSTATES[sqlstate] : "unavailable";
        expect(databaseProblem(failure)?.code ?? null).toBe(expected);
        expect(await isNoted(statement)).toBe(planted.when === "done");
      });
    },
  );
});

describe("a statement by itself that the database refuses", () => {
  test.each([...sampleOfEach(Object.keys(SQLSTATES) as Sqlstate[], () => "")])(
    "with rows on their way, by %s, leaves no hole in the answers after it",
    async (sqlstate) => {
      await withPool(async (pool) => {
        const rows = sql`SELECT refuse_at(n, 3, ${sqlstate}) FROM generate_series(1, 5) n`;
        expect(await failureOf(pool.execute(rows))).not.toBe(null);
        expect(await failureOf(pool.transaction("snapshot", (db) => db.execute(rows)))).not.toBe(null);
      });
    },
  );

  // Where it is the only one, those behind it ask again on the same.
  test.each([2, 1])("with others behind it on its connection, of %i, breaks no answer of theirs", async (size) => {
    await withPool(async (pool) => {
      const late: Statement = {
        text: "SELECT refuse_at(n, $1, '57014') AS n FROM generate_series(1, 5) n",
        values: [3],
      };
      const answers = await Promise.allSettled([
        pool.execute(number(1)),
        pool.execute(late),
        ...[2, 3, 4].map((n) => pool.execute(number(n))),
      ]);
      expect(
        answers.map((each) => (each.status === "fulfilled" ? each.value : databaseProblem(each.reason)?.code)),
      ).toEqual([[{ n: 1 }], "busy", [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]);
    }, size);
  });
});

test("a refused ROLLBACK closes its connection", async () => {
  await withPool(async (pool) => {
    const refused = relay.plan({ at: starting("ROLLBACK"), sqlstate: "57014", when: "instead", how: "error" });
    const failing = pool.transaction("write", async (db) => {
      await db.execute(note());
      throw new Error("changed my mind");
    });
    expect(await failureOf(failing)).toMatchObject({ message: "changed my mind" });
    await refused;
  });
});

test("a server that closes while a connection begins is reported at once, and the next connection is another", async () => {
  const pool = new ConnectionPool(relay.url, 1, { direct: true });
  try {
    const closed = relay.plan({ at: starting(BEGINNING), sqlstate: "", when: "instead", how: "close" });
    expect(databaseProblem(await failureOf(pool.execute(sql`SELECT 1`)))?.code).toBe("unavailable");
    await closed;
    await expectWell(pool);
  } finally {
    await pool.close();
  }
});
