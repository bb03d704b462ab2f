import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect, type Connection as Watcher } from "#server/postgres/connection.ts";
import { databaseError, databaseProblem } from "#server/record/database-errors.ts";
import { BrokenAnswer, DriverConnection, lostConnection } from "#server/record/driver.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { startRefusingRelay } from "#tests/support/refusing-relay.ts";

let own: TestDatabase;
let watcher: Watcher;

beforeAll(async () => {
  own = await createTestDatabase({ template: null });
  watcher = connect(own.url);
  await watcher`CREATE TABLE notes (id int PRIMARY KEY)`;
});
afterAll(async () => {
  await watcher.end({ timeout: 1 });
  await own.drop();
});
beforeEach(() => watcher`TRUNCATE notes`);

const textOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const notes = async () => (await watcher<{ id: number }[]>`SELECT id FROM notes ORDER BY id`).map(({ id }) => id);

/** The driver as it comes, without what is done about it. */
function plain(options: object = {}, url = own.url): postgres.Sql {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, ...options });
  onTestFinished(() => sql.end({ timeout: 1 }).catch(() => {}));
  return sql;
}

function open(url = own.url, whenLost = () => {}): { driver: DriverConnection; losses: () => number } {
  let lost = 0;
  const driver = new DriverConnection(url, {}, () => {
    lost += 1;
    whenLost();
  });
  onTestFinished(() => driver.end(0));
  return { driver, losses: () => lost };
}

/** Is refused with rows on their way. */
const LATE = "SELECT 1 / (3 - x) AS n FROM generate_series(1, 5) x WHERE $1 = 1";
/** Is asked about first, so that nothing follows it on the wire for some time. */
const SLOW = "SELECT pg_sleep($1::float8) IS NULL AS n";
const NOTE = "INSERT INTO notes VALUES ($1)";

test("the driver is the version that the file about it was written for", () => {
  const [, described] = /the driver, postgres (\d+\.\d+\.\d+),/.exec(textOf("server/record/driver.ts")) ?? [];
  expect(described).toMatch(/^\d/);
  expect(JSON.parse(textOf("package.json")).dependencies.postgres).toBe(described);
  expect(JSON.parse(textOf("node_modules/postgres/package.json")).version).toBe(described);
});

describe("an answer after one that was refused with rows on their way", () => {
  test("begins with holes in the driver", async () => {
    const sql = plain();
    expect(databaseError(await failureOf(sql.unsafe(LATE, [1])))?.sqlstate).toBe("22012");
    const rows = await sql.unsafe("SELECT $1::int AS n", [7]);
    expect([rows.length, 0 in rows, rows.at(-1)]).toEqual([3, false, { n: 7 }]);
    // What tells how many rows there should have been.
    expect([rows.count, rows.columns.length, rows.command]).toEqual([1, 1, "SELECT"]);
  });

  test("is no answer of ours, and the one after it is whole", async () => {
    const { driver } = open();
    expect(databaseError(await failureOf(driver.send(LATE, [1], false).answer))?.sqlstate).toBe("22012");
    expect(await failureOf(driver.send("SELECT $1::int AS n", [7], false).answer)).toBeInstanceOf(BrokenAnswer);
    expect(await driver.send("SELECT $1::int AS n", [8], false).answer).toEqual({
      rows: [{ n: 8 }],
      command: "SELECT",
    });
  });
});

describe("a statement that is withdrawn", () => {
  test.each([
    ["before the connection is open", async () => {}],
    ["behind one that is asked about first", (driver: DriverConnection) => driver.send("SELECT 1", [], false).answer],
  ])("%s is refused at once and never executed", async (_, begin) => {
    const { driver } = open();
    await begin(driver);
    const slow = driver.send(SLOW, [0.05], false);
    const withdrawn = driver.send(NOTE, [1], false);
    withdrawn.withdraw(lostConnection("withdrawn"));
    expect(await failureOf(withdrawn.answer)).toMatchObject({ message: "withdrawn" });
    await slow.answer;
    await driver.end(1);
    expect(await notes()).toEqual([]);
  });

  test("on the wire is refused at once too, and nothing of those behind it is lost", async () => {
    const { driver } = open();
    await driver.send("SELECT 1", [], false).answer;
    const slow = driver.send("SELECT pg_sleep(0.05)", [], false);
    await pause(10);
    slow.withdraw(lostConnection("withdrawn"));
    expect(await failureOf(slow.answer)).toMatchObject({ message: "withdrawn" });
    expect((await driver.send("SELECT 1 AS n", [], false).answer).rows).toEqual([{ n: 1 }]);
  });
});

describe("a statement that no longer fits its table", () => {
  const read = "SELECT * FROM changed WHERE $1 = 1";
  const change = async () => {
    await watcher.unsafe("DROP TABLE IF EXISTS changed; CREATE TABLE changed AS SELECT 1 AS a");
    return () => watcher`ALTER TABLE changed ADD COLUMN b int`;
  };

  test("is sent once more by the driver", async () => {
    const alter = await change();
    const sql = plain();
    await sql.unsafe(read, [1], { prepare: true });
    await alter();
    expect(await sql.unsafe(read, [1], { prepare: true })).toMatchObject([{ a: 1, b: null }]);
  });

  test("is refused by ours", async () => {
    const alter = await change();
    const { driver } = open();
    await driver.send(read, [1], true).answer;
    await alter();
    const refusal = await failureOf(driver.send(read, [1], true).answer);
    expect(databaseError(refusal)).toMatchObject({ sqlstate: "0A000", routine: "RevalidateCachedQuery" });
  });
});

describe("a server that closes", () => {
  /** Counts connections to a server that closes each when it begins. */
  async function closing(): Promise<{ url: string; opened: () => number }> {
    let opened = 0;
    const server = createServer((socket) => {
      opened += 1;
      socket.on("error", () => {}).once("data", () => socket.destroy());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return { url: `postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`, opened: () => opened };
  }

  test("while a connection begins is asked again and again by the driver, by the sockets that it is given", async () => {
    const { url, opened } = await closing();
    const address = new URL(url);
    const addresses: unknown[] = [];
    const socket = ({ host, port, path }: Record<string, unknown>) => {
      addresses.push([host, port, path]);
      const asked = Object.assign(new Socket(), { host: address.hostname, port: Number(address.port) });
      return asked.connect(asked.port, asked.host);
    };
    const sql = postgres(url, { max: 1, fetch_types: false, ...({ socket } as object) });
    const failure = failureOf(sql.unsafe("SELECT 1"));
    await expect.poll(opened).toBeGreaterThan(2);
    expect(addresses[0]).toEqual([[address.hostname], [Number(address.port)], false]);
    await sql.end({ timeout: 0 }).catch(() => {});
    expect(await failure).not.toBeNull();
  });

  test("while a connection begins is asked once by ours, which says so", async () => {
    const { url, opened } = await closing();
    const { driver, losses } = open(url);
    expect(await failureOf(driver.send("SELECT 1", [], false).answer)).toMatchObject({ code: "CONNECTION_CLOSED" });
    expect([opened(), losses()]).toEqual([1, 1]);
  });

  /** Starts a relay to the database; answers how to break the connection of a statement that runs. */
  async function breakable(): Promise<{ url: string; breakUnder: (pid: unknown) => Promise<void> }> {
    const relay = await startRefusingRelay(own.url);
    onTestFinished(() => relay.close());
    const breakUnder = async (pid: unknown) => {
      const running = () => watcher`SELECT FROM pg_stat_activity WHERE pid = ${pid as number} AND state = 'active'`;
      await expect.poll(async () => (await running()).length).toBe(1);
      relay.cut();
    };
    return { url: relay.url, breakUnder };
  }

  test("under a statement is sent on a new connection by the driver what waits behind it", async () => {
    const { url, breakUnder } = await breakable();
    const sql = plain({}, url);
    const [row] = await sql.unsafe<{ pid: number }[]>("SELECT pg_backend_pid() AS pid");
    const slow = failureOf(sql.unsafe(SLOW, [60]));
    const waiting = sql.unsafe(NOTE, [1]).then(() => "noted");
    await breakUnder(row?.pid);
    expect(databaseProblem(await slow)?.code).toBe("unavailable");
    expect(await waiting).toBe("noted");
    expect(await notes()).toEqual([1]);
  });

  test("under a statement of ours is told of, and what is withdrawn then is never sent", async () => {
    const { url, breakUnder } = await breakable();
    // The same server twice: with another address left the driver connects again.
    const { host } = new URL(url);
    let withdraw = () => {};
    const { driver } = open(url.replace(host, `${host},${host}`), () => withdraw());
    const [{ pid } = {}] = (await driver.send("SELECT pg_backend_pid() AS pid", [], false).answer).rows;
    const slow = failureOf(driver.send(SLOW, [60], false).answer);
    const waiting = driver.send(NOTE, [1], false);
    const refused = failureOf(waiting.answer);
    withdraw = () => waiting.withdraw(lostConnection("withdrawn"));
    await breakUnder(pid);
    expect(databaseProblem(await slow)?.code).toBe("unavailable");
    expect(await refused).toMatchObject({ message: "withdrawn" });
    await driver.end(1);
    expect(await notes()).toEqual([]);
  });
});
