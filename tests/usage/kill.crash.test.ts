import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { IS_FULL, rounds } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type DatabaseRelay, startDatabaseRelay } from "#tests/support/database-relay.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import type { UsageTask } from "./usage-process.ts";

const SCRIPT = fileURLToPath(new URL("usage-process.ts", import.meta.url));

let api: TestApi;
let relay: DatabaseRelay;
let key: string;
let keyId: string;
let child: ChildProcess | null = null;

beforeAll(async () => {
  api = await startTestApi();
  relay = await startDatabaseRelay(api.databaseUrl);
});
afterAll(async () => {
  await relay.close();
  await api.close();
});
beforeEach(async () => {
  key = await api.home.makeKey();
  keyId = (await api.call<{ key: { id: string } }>("GET", "/v1/me", { key })).body.key.id;
  // That request was counted too, by this process.
  await api.services.usage.flush();
  await api.database.writes.execute(sql`DELETE FROM usage_counts`);
});
afterEach(kill);

/** Begins a process; it writes what it counted every so many milliseconds, at the usual pace when that is undefined. */
async function start(flushMs?: number): Promise<void> {
  child = fork(SCRIPT, {
    execArgv: [...PRODUCT_FLAGS],
    env: {
      ...(flushMs !== undefined && { USAGE_FLUSH_MS: String(flushMs) }),
      ...process.env,
      FABULA_ENV: "test",
      PORT: "0",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
      FABULA_LOG_LEVEL: "error",
      DATABASE_URL: relay.url,
    },
  });
  await once(child, "message");
}

async function kill(): Promise<void> {
  if (child === null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  child = null;
}

/** Has the process send requests, and write what it counted if so asked. */
async function ask(requests: number, flushes = false): Promise<void> {
  if (child === null) throw new Error("no process is there to be asked");
  const ended = new AbortController();
  const done = once(child, "message", { signal: ended.signal });
  const end = () => ended.abort(new Error("the process ended by itself"));
  child.once("exit", end);
  child.send({ key, requests, flushes } satisfies UsageTask);
  await done;
  child.off("exit", end);
}

/** Reads that are written down for the key. */
async function written(): Promise<number> {
  const [row] = await api.database.reads.execute<{ n: number }>(
    sql`SELECT coalesce(sum(succeeded), 0)::int AS n FROM usage_counts WHERE caller = ${`key:${keyId}`} AND class = 'read'`,
  );
  return row?.n ?? 0;
}

test("a killed process loses what it counted within the last minute, and nothing older", async () => {
  // The usual half a minute is waited for at full size alone.
  await start(IS_FULL ? undefined : 5_000);
  await ask(7);
  // Nobody asks for it: it writes by itself, within a minute at the usual pace.
  await vi.waitUntil(async () => (await written()) === 7, { timeout: 60_000, interval: 200 });
  await ask(5);
  await kill();
  expect(await written()).toBe(7);
  await start();
  await ask(3, true);
  expect(await written()).toBe(10);
});

test("a write whose COMMIT was not heard of is repeated, and counts once, whenever the process is killed", async () => {
  await start();
  let expected = 0;
  for (let round = 0; round < rounds({ gate: 2, full: 20 }); round += 1) {
    const before = relay.lost;
    await ask(4);
    relay.loseNextCommit();
    await ask(0, true);
    expected += 4;
    // It is written, and the process does not know.
    expect([relay.lost, await written()]).toEqual([before + 1, expected]);
    if (round % 3 === 1) {
      // Killed before it tries again: what is written stays written.
      await kill();
      await start();
    }
    await ask(2, true);
    expected += 2;
    expect(await written()).toBe(expected);
    if (round % 3 === 2) {
      // Killed between counting and writing: that alone is lost.
      await ask(6);
      await kill();
      await start();
      await ask(1, true);
      expected += 1;
      expect(await written()).toBe(expected);
    }
  }
});
