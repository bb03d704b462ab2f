import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Connection as Watcher } from "#server/postgres/connection.ts";
import { databaseProblem } from "#server/record/database-errors.ts";
import { Deadline } from "#server/record/deadline.ts";
import { ConnectionPool, type PoolOptions } from "#server/record/pool.ts";
import type { Statement } from "#server/record/statement.ts";
import { ORDINARY } from "#server/record/time-limits.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { type PlantedRefusal, type RefusingRelay, startRefusingRelay } from "#tests/support/refusing-relay.ts";

/** Limit of a transaction here, in milliseconds. */
const SHORT_MS = 300;

let own: TestDatabase;
let watcher: Watcher;
let relay: RefusingRelay;
let pool: ConnectionPool;

beforeAll(async () => {
  own = await createTestDatabase({ template: null });
  watcher = connect(own.url);
  await watcher`CREATE TABLE notes (id int PRIMARY KEY)`;
  relay = await startRefusingRelay(own.url);
});
afterAll(async () => {
  await relay.close();
  await watcher.end({ timeout: 1 });
  await own.drop();
});

/** One connection, so that its place has to come free for whoever is next. */
const open = (options: PoolOptions = {}) => new ConnectionPool(relay.url, 1, { direct: true, ...options });
beforeEach(() => {
  pool = open();
});
afterEach(() => pool.close());

let lastId = 0;
const note = (): Statement => ({ text: "INSERT INTO notes VALUES ($1)", values: [++lastId] });
const number = (n: number): Statement => ({ text: "SELECT $1::int AS n", values: [n] });
const isNoted = async ({ values: [id] }: Statement) =>
  (await watcher`SELECT FROM notes WHERE id = ${id as number}`).length === 1;

async function write(statement: Statement, in_ = pool): Promise<void> {
  await in_.transaction("write", async (db) => {
    await db.execute(number(1));
    await db.finish([statement]);
  });
}

async function expectWell(in_ = pool): Promise<void> {
  expect(await in_.execute(number(7))).toEqual([{ n: 7 }]);
  const statement = note();
  await write(statement, in_);
  expect(await isNoted(statement)).toBe(true);
}

/** Code of the refusal of work; null where it is done. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error as { code?: string }).code ?? databaseProblem(error)?.code,
  );

/** Lets the time of a request be up as soon as something has happened. */
async function codeWhenPassed(work: () => Promise<unknown>, moment: Promise<unknown>) {
  const deadline = new Deadline(Number.POSITIVE_INFINITY);
  const code = codeOf(deadline.run(work));
  await moment;
  deadline.pass();
  return code;
}

const starting = (words: string) => (text: string) => text.startsWith(words);
const silence = (words: string, when: PlantedRefusal["when"] = "instead") =>
  relay.plan({ at: starting(words), when, how: "silence", sqlstate: "" });

describe("given a server that falls silent under a request", () => {
  test.each([
    { moment: "at BEGIN", words: "BEGIN", when: "instead", code: "busy", noted: false },
    { moment: "at a read", words: "SELECT $1", when: "instead", code: "busy", noted: false },
    { moment: "at a write", words: "INSERT", when: "instead", code: "unavailable", noted: false },
    { moment: "at COMMIT", words: "COMMIT", when: "instead", code: "unavailable", noted: false },
    { moment: "after COMMIT", words: "COMMIT", when: "done", code: "unavailable", noted: true },
  ] as const)("$moment, when its time is up, then it is told the truth and its place is free", async (each) => {
    // What the server knows by name is sent with COMMIT behind it.
    await write(note());
    const statement = note();
    expect(await codeWhenPassed(() => write(statement), silence(each.words, each.when))).toBe(each.code);
    await expectWell();
    expect(await isNoted(statement)).toBe(each.noted);
  });

  test("whose statement shares a connection, then the others on it are answered", async () => {
    const [refused, ...others] = await Promise.all([
      codeWhenPassed(() => pool.execute(number(1)), silence("SELECT $1")),
      pool.execute(number(2)),
      pool.execute(number(3)),
    ]);
    expect([refused, ...others]).toEqual(["busy", [{ n: 2 }], [{ n: 3 }]]);
    await expectWell();
  });
});

test("given a request that waits for a connection, when its time is up, then it is refused, and whoever has one goes on", async () => {
  const holding = Promise.withResolvers<void>();
  const statement = note();
  const held = pool.transaction("write", async (db) => {
    await holding.promise;
    await db.execute(statement);
  });
  expect(await codeWhenPassed(() => write(note()), Promise.resolve())).toBe("busy");
  holding.resolve();
  await held;
  expect(await isNoted(statement)).toBe(true);
  await expectWell();
});

test("given a request whose time is up, then what it still asks of the database is refused", async () => {
  const late = Promise.withResolvers<void>();
  const after = Promise.withResolvers<string | null | undefined>();
  const statement = note();
  const request = async () => {
    await late.promise;
    after.resolve(await codeOf(write(statement)));
  };
  expect(await codeWhenPassed(request, Promise.resolve())).toBe("busy");
  late.resolve();
  expect(await after.promise).toBe("busy");
  expect(await isNoted(statement)).toBe(false);
});

describe("given a transaction beyond its limit, of nobody's request", () => {
  test("whose server is silent, then it is refused and its place is free", async () => {
    const limited = open({ limits: { ...ORDINARY, transactionMs: SHORT_MS } });
    const silent = silence("SELECT $1");
    expect(await codeOf(write(note(), limited))).toBe("busy");
    await silent;
    await expectWell(limited);
    await limited.close();
  });

  test("whose own work never ends, then it is refused and its place is free", async () => {
    const limited = open({ limits: { ...ORDINARY, transactionMs: SHORT_MS } });
    const statement = note();
    const hung = limited.transaction("write", async (db) => {
      await db.execute(statement);
      await new Promise(() => {});
    });
    expect(await codeOf(hung)).toBe("busy");
    expect(await isNoted(statement)).toBe(false);
    await expectWell(limited);
    await limited.close();
  });

  test("in a pool whose work may have no end, then it goes on", async () => {
    const endless = open({ limits: { ...ORDINARY, statementMs: 0, transactionMs: 0 } });
    const long = endless.transaction("write", () => pause(1_200, "done"), { long: true });
    expect(await long).toBe("done");
    await endless.close();
  });
});
