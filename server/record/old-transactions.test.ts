import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WatchedPool } from "./database.ts";
import { Figures } from "./figures.ts";
import { OldTransactions } from "./old-transactions.ts";
import { asOperation } from "./on-behalf.ts";
import { PoolWatch } from "./pool-watch.ts";
import { WriteQueue } from "./write-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const poolOf = (watch: PoolWatch) => ({ watch }) as unknown as WatchedPool;

it("writes once about each transaction older than 30 s, with the longest line of writes", async () => {
  const [reads, writes] = [new PoolWatch(), new PoolWatch()];
  const queue = new WriteQueue();
  const lines: object[] = [];
  const old = new OldTransactions(new Figures({ reads: poolOf(reads), writes: poolOf(writes) }, queue), (fields) =>
    lines.push(fields),
  );
  old.start();
  const first = asOperation("GET /v1/first", () => reads.begin(60_000));
  await vi.advanceTimersByTimeAsync(20_000);
  asOperation("POST /v1/second", () => writes.begin(0));
  let letGo = () => {};
  const standing = asOperation("POST /v1/third", () =>
    queue.run("prj_1", () => new Promise<void>((resolve) => (letGo = resolve))),
  );
  const behind = asOperation("POST /v1/fourth", () => queue.run("prj_1", async () => {}));
  const other = queue.run("prj_2", () => standing);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(lines).toEqual([
    {
      operation: "GET /v1/first",
      seconds: 30,
      longest_queue: { operation: "POST /v1/third", length: 2, seconds: 10 },
    },
  ]);
  reads.end(first);
  letGo();
  await Promise.all([standing, behind, other]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.slice(1)).toEqual([{ operation: "POST /v1/second", seconds: 30, longest_queue: null }]);
  await old.close();
});
