import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Connection } from "./connection.ts";
import type { WatchedPool } from "./database.ts";
import { Figures } from "./figures.ts";
import { Loans } from "./loans.ts";
import { OldTransactions } from "./old-transactions.ts";
import { asOperation } from "./on-behalf.ts";
import { WriteQueue } from "./write-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const poolOf = (loans: Loans) => ({ loans }) as unknown as WatchedPool;
const loan = (limitMs: number) => ({ limitMs, connection: {} as Connection, end: () => {} });

it("writes once about each transaction older than 30 s, with the longest line of writes", async () => {
  const [reads, writes] = [new Loans(), new Loans()];
  const queue = new WriteQueue();
  const lines: object[] = [];
  const old = new OldTransactions(new Figures({ reads: poolOf(reads), writes: poolOf(writes) }, queue), (fields) =>
    lines.push(fields),
  );
  old.start();
  const first = asOperation("GET /v1/first", () => reads.begin(loan(60_000)));
  await vi.advanceTimersByTimeAsync(20_000);
  asOperation("POST /v1/second", () => writes.begin(loan(0)));
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
