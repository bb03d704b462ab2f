import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLANS } from "#server/features/access/plans.ts";
import type { Quota } from "#server/http/lease-sql.ts";
import { LeasedQuotas } from "#server/http/leased-quotas.ts";
import { createRateLimiter } from "#server/http/rate-limit.ts";
import { forgetOldRates } from "#server/http/stale-rates.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { type Caller, NO_PROJECT_ROLES } from "#server/kernel/scope.ts";
import { forgetOldAnswers } from "#server/operation/idempotency.ts";
import { type Database, type Db, openDatabase } from "#server/record/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";

let own: TestDatabase;
/** Databases of two processes: each has pools of its own. */
let one: Database;
let two: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  one = openDatabase(own.url, { reads: 6, writes: 1 });
  two = openDatabase(own.url, { reads: 6, writes: 1 });
});

afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await own.drop();
});

function keyOf(workspaceId: string, overrides: Partial<Caller> = {}): Caller {
  return {
    kind: "key",
    actor: "key:one",
    id: "one",
    workspaceId,
    scopes: ["read"],
    modes: ["test"],
    projectIds: null,
    role: null,
    projectRoles: NO_PROJECT_ROLES,
    plan: "free",
    sealKey: null,
    readsAs: null,
    player: null,
    sessionVersion: null,
    ...overrides,
  };
}

async function makeWorkspace(id: string, limit: number | null = null): Promise<void> {
  await one.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, rate_limit_per_minute, created_at) VALUES (${id}, 'W', 'free', ${limit}, now())`,
  );
}

/** Counts the statements that pass. */
function counting(db: Db): Db & { queries: number } {
  const counted = {
    queries: 0,
    execute: <Row extends Record<string, unknown>>(query: Parameters<Db["execute"]>[0]) => {
      counted.queries += 1;
      return db.execute<Row>(query);
    },
  };
  return counted;
}

const quota = (key: string, limit: number): Quota => ({ key, limit, windowMs: 60_000, workspaceId: null });
const movable = () => {
  const clock = { time: Date.now(), now: () => clock.time };
  return clock;
};
/** Lets a window end in the database too. */
const endWindow = (key: string) =>
  one.writes.execute(
    sql`UPDATE rate_windows SET started_at = started_at - interval '1 hour', ends_at = ends_at - interval '1 hour' WHERE key = ${key}`,
  );

describe("limits across processes", () => {
  it.each([100, 7, 1, 250])("admits exactly %i of 300 concurrent requests in two processes", async (limit) => {
    const workspace = `wsp_shared_${limit}`;
    await makeWorkspace(workspace, limit);
    const limiters = [one, two].map((database) => createRateLimiter({ database, clock: systemClock }));
    const decisions = await Promise.all(
      Array.from({ length: 300 }, (_, i) => limiters[i % 2]?.take(keyOf(workspace)) ?? expect.fail()),
    );
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(limit);
    await Promise.all(limiters.map((limiter) => limiter.close()));
  });

  it("never admits too much when requests come one by one, return slices and cost different amounts", async () => {
    const shared = quota("mixed", 200);
    const processes = [one, two, one].map((database) => new LeasedQuotas({ db: database.reads, clock: systemClock }));
    let admitted = 0;
    await Promise.all(
      processes.map(async (process, p) => {
        for (let i = 0; i < 80; i++) {
          const cost = 1 + ((i * 7 + p) % 4);
          const { allowed, remaining } = await process.take(shared, cost);
          if (allowed) admitted += cost;
          expect(remaining).toBeGreaterThanOrEqual(0);
          if (i % 9 === 0) await process.giveBackOld(0);
        }
      }),
    );
    expect(admitted).toBeLessThanOrEqual(200);
    // 600 were asked for. What came back while the others had just been refused may be left over, a slice each at most.
    expect(admitted).toBeGreaterThan(140);
    await Promise.all(processes.map((process) => process.close()));
  });

  it("does not strand requests in a quiet process", async () => {
    const shared = quota("quiet", 100);
    const [quiet, busy] = [one, two].map((database) => new LeasedQuotas({ db: database.reads, clock: systemClock }));
    if (quiet === undefined || busy === undefined) expect.fail();
    for (let i = 0; i < 3; i++) expect((await quiet.take(shared)).allowed).toBe(true);
    await quiet.giveBackOld(0);
    const later = await Promise.all(Array.from({ length: 200 }, () => busy.take(shared)));
    expect(later.filter(({ allowed }) => allowed)).toHaveLength(97);
    await Promise.all([quiet.close(), busy.close()]);
  });

  it("starts anew in the next window, and only then", async () => {
    const clock = movable();
    const quotas = new LeasedQuotas({ db: one.reads, clock });
    const shared = quota("windows", 5);
    const admit = async () =>
      (await Promise.all(Array.from({ length: 9 }, () => quotas.take(shared)))).filter(({ allowed }) => allowed).length;
    expect(await admit()).toBe(5);
    clock.time += 30_000;
    expect(await admit()).toBe(0);
    // The process believes that the window is over; the database knows better.
    clock.time += 40_000;
    expect(await admit()).toBe(0);
    await endWindow("windows");
    clock.time += 60_000;
    expect(await admit()).toBe(5);
    await quotas.close();
  });

  it("counts the modes of a workspace, its people and other workspaces apart", async () => {
    await makeWorkspace("wsp_apart", 2);
    await makeWorkspace("wsp_other", 2);
    const limiter = createRateLimiter({ database: one, clock: systemClock });
    const callers = [
      keyOf("wsp_apart"),
      keyOf("wsp_apart", { modes: ["live"] }),
      keyOf("wsp_apart", { kind: "user", id: "usr_1", modes: ["live", "test"] }),
      keyOf("wsp_other"),
    ];
    for (const caller of callers) {
      expect((await limiter.take(caller)).allowed).toBe(true);
      expect((await limiter.take(caller)).allowed).toBe(true);
    }
    const thirds = await Promise.all(callers.map((caller) => limiter.take(caller)));
    expect(thirds.map(({ allowed }) => allowed)).toEqual([false, false, true, false]);
    await limiter.close();
  });
});

describe("what a caller is told", () => {
  it("names the policy, what is left and when it starts anew", async () => {
    await makeWorkspace("wsp_told", 3);
    const limiter = createRateLimiter({ database: one, clock: systemClock });
    const decisions = [];
    for (let i = 0; i < 4; i++) decisions.push(await limiter.take(keyOf("wsp_told")));
    const [first, , third, fourth] = decisions;
    expect(first?.headers["ratelimit-policy"]).toBe('"default";q=3;w=60');
    expect(first?.headers.ratelimit).toMatch(/^"default";r=2;t=\d+$/);
    expect(first?.headers["retry-after"]).toBeUndefined();
    expect(first?.detail).toBeNull();
    expect(third?.headers.ratelimit).toMatch(/^"default";r=0;t=\d+$/);
    expect(fourth?.allowed).toBe(false);
    expect(fourth?.detail).toEqual({ violated_policies: ["default"] });
    const seconds = Number(/t=(\d+)/.exec(fourth?.headers.ratelimit ?? "")?.[1]);
    expect(Number(fourth?.headers["retry-after"])).toBeGreaterThanOrEqual(seconds);
    await limiter.close();
  });

  it("uses the plan's limit where the workspace has none, and the narrowest plan for an unknown name", async () => {
    await makeWorkspace("wsp_plan");
    const limiter = createRateLimiter({ database: one, clock: systemClock });
    const policy = async (plan: string) =>
      (await limiter.take(keyOf("wsp_plan", { plan }))).headers["ratelimit-policy"];
    expect(await policy("studio")).toBe(`"default";q=${PLANS.studio.requestsPerMinute};w=60`);
    expect(await policy("demo")).toBe(`"default";q=${PLANS.demo.requestsPerMinute};w=60`);
    expect(await policy("constructor")).toBe(`"default";q=${PLANS.free.requestsPerMinute};w=60`);
    await limiter.close();
  });

  it.each([{}, { kind: "user", id: "usr_narrowed" } as const])(
    "a narrower plan begins with all of its own requests: %o",
    async (who) => {
      await makeWorkspace("wsp_narrowed");
      const limiter = createRateLimiter({ database: one, clock: systemClock });
      // The first slice of the widest plan is more than the narrowest allows in a minute.
      expect((await limiter.take(keyOf("wsp_narrowed", { ...who, plan: "demo" }))).allowed).toBe(true);
      expect((await limiter.take(keyOf("wsp_narrowed", { ...who, plan: "free" }))).allowed).toBe(true);
      await limiter.close();
      await one.writes.execute(sql`DELETE FROM workspaces WHERE id = 'wsp_narrowed'`);
    },
  );
});

describe("the hot path", () => {
  it("asks the database for slices, not for requests", async () => {
    const db = counting(one.reads);
    const quotas = new LeasedQuotas({ db, clock: systemClock });
    const shared = quota("hot", PLANS.demo.requestsPerMinute);
    for (let i = 0; i < 20_000; i++) expect((await quotas.take(shared)).allowed).toBe(true);
    expect(db.queries).toBeLessThan(10);
    await quotas.close();
  });

  it("asks once for all who wait, and not again while nothing is left", async () => {
    const db = counting(one.reads);
    const clock = movable();
    const quotas = new LeasedQuotas({ db, clock });
    const shared = quota("burst", 40);
    await Promise.all(Array.from({ length: 40 }, () => quotas.take(shared)));
    expect(db.queries).toBe(1);
    expect((await quotas.take(shared)).allowed).toBe(false);
    const asked = db.queries;
    for (let i = 0; i < 100; i++) expect((await quotas.take(shared)).allowed).toBe(false);
    expect(db.queries).toBe(asked);
    expect(quotas.deniedFor("burst")).toBeGreaterThan(0);
    await quotas.close();
  });

  it("keeps a bounded number of buckets", async () => {
    const quotas = new LeasedQuotas({ db: one.reads, clock: systemClock, capacity: 10 });
    for (let i = 0; i < 50; i++) await quotas.take(quota(`many ${i}`, 5));
    expect(quotas.size).toBe(10);
    await quotas.close();
  });
});

describe("without the database", () => {
  it("keeps to the limit on its own, then counts with the others again", async () => {
    const clock = movable();
    const failures: object[] = [];
    const state = { down: true };
    const db: Db = {
      execute: (query) => (state.down ? Promise.reject(new Error("connection refused")) : one.reads.execute(query)),
    };
    const quotas = new LeasedQuotas({ db, clock, onFailure: (error) => failures.push(error) });
    const shared = quota("outage", 50);
    const admit = async () =>
      (await Promise.all(Array.from({ length: 80 }, () => quotas.take(shared)))).filter(({ allowed }) => allowed)
        .length;
    expect(await admit()).toBe(50);
    expect(failures.length).toBeGreaterThan(0);
    clock.time += 5_000;
    expect(await admit()).toBe(0);
    state.down = false;
    clock.time += 5_000;
    expect(await admit()).toBe(50);
    await quotas.close();
  });

  it("counts what leases admitted in the window", async () => {
    const clock = movable();
    const state = { down: false };
    const db: Db = {
      execute: (query) => (state.down ? Promise.reject(new Error("connection refused")) : one.reads.execute(query)),
    };
    const quotas = new LeasedQuotas({ db, clock, onFailure: () => {} });
    const shared = quota("refused lease", 50);
    for (let nth = 0; nth < 30; nth += 1) expect((await quotas.take(shared)).allowed).toBe(true);
    state.down = true;
    const more = await Promise.all(Array.from({ length: 80 }, () => quotas.take(shared)));
    expect(more.filter(({ allowed }) => allowed)).toHaveLength(20);
    await quotas.close();
  });
});

describe("housekeeping", () => {
  it("forgets windows that ended a while ago", async () => {
    const quotas = new LeasedQuotas({ db: one.reads, clock: systemClock });
    await quotas.take(quota("old", 5));
    await quotas.take(quota("recent", 5));
    await quotas.close();
    await endWindow("old");
    await forgetOldRates(one.writes);
    const left = await one.reads.execute<{ key: string }>(
      sql`SELECT key FROM rate_windows WHERE key IN ('old', 'recent')`,
    );
    expect(left.map(({ key }) => key)).toEqual(["recent"]);
  });

  it("removes old answers piece by piece, through an index of their age alone", async () => {
    await one.writes.execute(
      sql`INSERT INTO idempotency_keys (project_id, caller, operation, key, fingerprint, request_id, created_at)
          SELECT 'prj_' || n % 7, 'c', 'o', 'k' || n, 'f', 'r', now() - n * interval '1 hour' FROM generate_series(1, 60) n`,
    );
    let statements = 0;
    const db: Db = {
      execute: (query) => {
        statements += 1;
        return one.writes.execute(query);
      },
    };
    while (await forgetOldAnswers(db, Date.now(), 10));
    expect(statements).toBeGreaterThan(6);
    const [left] = await one.reads.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM idempotency_keys`);
    expect(left?.n).toBe(23);
    const [age] = await one.reads.execute<{ indexdef: string }>(
      sql`SELECT indexdef FROM pg_indexes WHERE indexname = 'idempotency_keys_age'`,
    );
    expect(age?.indexdef).toMatch(/\(created_at\)$/);
  });
});
