import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import type { Services } from "../operation/context.ts";
import { ConcurrencyLimits } from "./concurrency-limits.ts";
import { LeasedLoop } from "./leased-loop.ts";

const dialect = new PgDialect();
const LANES = [{ key: "one at a time", most: 1 }];

/** A loop of which nothing is claimed, and the statements that it writes. */
function loopOf(stallMs: number) {
  const written: string[] = [];
  const warnings: string[] = [];
  const execute = async (query: SQL) => {
    written.push(dialect.sqlToQuery(query).sql);
    return [];
  };
  const database = { reads: { execute: async () => [] }, writes: { execute } };
  const log = { warn: (_fields: object, message: string) => warnings.push(message) };
  const services = { database, log, clock: { now: () => 0 } } as unknown as Services;
  const loop = new LeasedLoop(services, {
    table: { kind: "tests", table: "test_work" },
    name: "tests",
    timings: { pollMs: 60_000, leaseMs: 30_000, stallMs },
    projectsAtOnce: 1,
    shares: () => [],
    notify: () => {},
    expect: () => {},
    committed: () => {},
    poll: async () => {},
  });
  return { loop, written, warnings, limits: new ConcurrencyLimits({ inAll: 1 }) };
}

const LEASE = { projectId: "prj_a", id: "row_a", fence: 1 };

test("work that stands still gives its lease up, its signal ends it, and its place is free", async () => {
  const { loop, written, warnings, limits } = loopOf(10);
  const ended = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const perform = (given: AbortSignal) => {
    signal = given;
    return new Promise<void>(() => {});
  };
  loop.run(LEASE, { limits, lanes: LANES }, perform, ended.resolve);
  expect([limits.available(LANES), loop.underWay.length]).toEqual([0, 1]);
  await ended.promise;
  expect([limits.available(LANES), loop.underWay.length, signal?.aborted]).toEqual([1, 0, true]);
  expect(warnings).toEqual(["tests were given up, for nothing moved"]);
  expect(written).toEqual([expect.stringContaining("SET lease_until = NULL, holder = NULL")]);
  // Nothing is held any more that could be given back, or prolonged.
  await loop.release();
  expect(written).toHaveLength(1);
});

test("work that moves keeps its lease for longer than it may stand still", async () => {
  const { loop, written, warnings, limits } = loopOf(40);
  const ended = Promise.withResolvers<void>();
  const perform = async (_signal: AbortSignal, moved: () => void) => {
    for (let piece = 0; piece < 6; piece++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      moved();
    }
    loop.drop(LEASE);
  };
  loop.run(LEASE, { limits, lanes: LANES }, perform, ended.resolve);
  await ended.promise;
  expect([written, warnings]).toEqual([[], []]);
});
