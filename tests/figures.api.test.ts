import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createLogger } from "#server/log/log.ts";
import { type OpenedDatabase, openDatabase } from "#server/record/database.ts";
import { asOperation } from "#server/record/on-behalf.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

interface Readiness {
  checks: Record<string, string>;
  oldest_transaction: { operation: string; seconds: number } | null;
  longest_queue: { operation: string; length: number; seconds: number } | null;
}

const lines: Record<string, unknown>[] = [];
let api: TestApi;
/** The pools of another process. */
let other: OpenedDatabase;
let projectId: string;

beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line));
  api = await startTestApi({
    log: createLogger({ environment: "test", logLevel: "warn" }, { write }),
    environment: { FABULA_WORKER: "off" },
  });
  other = openDatabase(api.databaseUrl, { reads: 1, writes: 1 });
  projectId = await api.makeProject();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** Moves the clock of durations on, for everything that began before. */
function pass(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ms);
}

const lateness = new AsyncLocalStorage<number>();

/** Answers readiness as it would be so much later; the limits that end transactions do not count that time. */
async function readinessAfter(ms: number): ReturnType<typeof readiness> {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + (lateness.getStore() ?? 0));
  try {
    return await lateness.run(ms, readiness);
  } finally {
    clock.mockRestore();
  }
}

async function readiness(): Promise<{ answered: number } & Readiness> {
  const { status, body } = await api.call<Readiness & { detail: Readiness }>("GET", "/ready", { key: null });
  return { answered: status, ...(status === 200 ? body : body.detail) };
}

/** Holds a transaction open until it is let go. */
async function hold(
  { writes }: Pick<OpenedDatabase, "writes"> | TestApi["database"],
  options: { long?: boolean } = {},
): Promise<() => Promise<void>> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((begun, failed) => {
    ended = writes.transaction(
      "write",
      async (db) => {
        await db.execute(sql`SELECT 1 FROM project_heads WHERE project_id = ${projectId} FOR UPDATE`);
        begun();
        await released;
      },
      options,
    );
    ended.catch(failed);
  });
  return async () => {
    letGo();
    await ended;
  };
}

test("a transaction held open is told by its operation, written about, and past its limit no readiness", async () => {
  const letGo = await asOperation("test of a held transaction", () => hold(api.database));
  expect(await readiness()).toMatchObject({
    answered: 200,
    oldest_transaction: { operation: "test of a held transaction" },
    longest_queue: null,
  });
  const late = await readinessAfter(61_000);
  expect(late).toMatchObject({
    answered: 503,
    checks: { process: "ok", database: "ok", storage: "ok", transactions: "unavailable", queues: "ok" },
    oldest_transaction: { operation: "test of a held transaction" },
  });
  expect(late.oldest_transaction?.seconds).toBeGreaterThan(60);
  pass(31_000);
  await expect
    .poll(() => lines)
    .toMatchObject([{ level: "warn", operation: "test of a held transaction", longest_queue: null }]);
  await letGo();
  expect(await readiness()).toMatchObject({ answered: 200, oldest_transaction: null });
});

test("what is known to be large may be older", async () => {
  const letGo = await hold(api.database, { long: true });
  pass(601_000);
  expect(await readiness()).toMatchObject({ answered: 200, oldest_transaction: { operation: "other" } });
  await letGo();
});

test("a line of writes that stands still is told by its operation, and past its limit no readiness", async () => {
  const letGo = await hold(other);
  const path = `/v1/projects/${projectId}/entities`;
  const written = ["a", "b", "c"].map((name) =>
    api.call("POST", path, { body: { external_id: name, type: "item", name } }),
  );
  const operation = "POST /v1/projects/{project_id}/entities";
  await expect.poll(readiness).toMatchObject({
    answered: 200,
    oldest_transaction: { operation },
    longest_queue: { operation, length: 3 },
  });
  const late = await readinessAfter(61_000);
  expect(late).toMatchObject({ answered: 503, checks: { transactions: "unavailable", queues: "unavailable" } });
  expect(late.longest_queue?.seconds).toBeGreaterThan(60);
  await letGo();
  expect((await Promise.all(written)).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await readiness()).toMatchObject({ answered: 200, longest_queue: null });
});
