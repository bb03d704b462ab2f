import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKey } from "#server/features/access/key-format.ts";
import { createAuthenticator } from "#server/http/authenticate.ts";
import { registry } from "#server/operations.ts";
import { openDatabase } from "#server/record/database.ts";
import { type Bench, type BenchWorkspace, openBench, refusal, SILENT } from "./bench.ts";

const { keys, members } = registry;

let bench: Bench;
let home: BenchWorkspace;
let good: { id: string; key: string };

beforeAll(async () => {
  bench = await openBench();
  home = await bench.makeWorkspace();
  good = await home.makeKey();
});

afterAll(() => bench.close());

const byHeader = (header: string | null, clientAddress = "192.0.2.7") =>
  bench.authenticator.byHeader(header, { clientAddress });

describe("the Authorization header", () => {
  it("takes a key under any spelling of the scheme", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer  "]) {
      const caller = await byHeader(`${scheme} ${good.key}`);
      expect(caller).toMatchObject({
        kind: "key",
        id: good.id,
        actor: `key:${good.id}`,
        workspaceId: home.id,
        plan: "demo",
      });
      expect(caller).toMatchObject({ modes: ["test"], projectIds: null, role: null });
      expect(caller.sealKey).toHaveLength(32);
    }
  });

  it.each([
    null,
    "",
    "Bearer",
    "Bearer ",
    `Basic ${"x".repeat(8)}`,
    "Bearer a b",
    "Bearer ключ",
    `Bearer ${"x".repeat(600)}`,
  ])("answers %j with unauthorized", async (header) => {
    const refused = await refusal(byHeader(header));
    expect(refused).toMatchObject({ status: 401, code: "unauthorized" });
    expect(refused.headers["www-authenticate"]).toBe('Bearer realm="fabula"');
  });

  it("answers unknown, mistyped, revoked and expired keys with invalid_api_key", async () => {
    const revoked = await home.makeKey();
    const caller = await bench.as(revoked.key);
    await bench.call(keys.revoke, caller, { params: { key_id: revoked.id } });
    const expired = await home.makeKey();
    await bench.database.writes.execute(
      sql`UPDATE api_keys SET expires_at = ${new Date(bench.clock.now() - 1).toISOString()} WHERE id = ${expired.id}`,
    );
    const mistyped = `${good.key.slice(0, -1)}${good.key.endsWith("0") ? "1" : "0"}`;
    for (const key of [newKey("secret", "test").key, mistyped, revoked.key, expired.key, "sk_test_nonsense"]) {
      const refused = await refusal(byHeader(`Bearer ${key}`));
      expect(refused).toMatchObject({ status: 401, code: "invalid_api_key" });
      expect(refused.headers["www-authenticate"]).toContain("Bearer");
      expect(JSON.stringify(refused)).not.toContain(key);
    }
  });

  it("derives another seal from every key", async () => {
    const second = await home.makeKey();
    const [one, two] = await Promise.all([bench.as(good.key), bench.as(second.key)]);
    expect(one.sealKey).not.toEqual(two.sealKey);
  });
});

describe("what is remembered", () => {
  it("refuses a revoked key in another process as soon as its memory ends, and at once in this one", async () => {
    const elsewhere = bench.otherProcess();
    const key = await home.makeKey();
    await bench.as(key.key);
    await elsewhere.byHeader(`Bearer ${key.key}`, { clientAddress: "192.0.2.7" });
    await bench.call(keys.revoke, home.owner, { params: { key_id: key.id } });
    expect((await refusal(bench.as(key.key))).code).toBe("invalid_api_key");
    bench.clock.time += 500;
    expect((await refusal(elsewhere.byHeader(`Bearer ${key.key}`, { clientAddress: "192.0.2.7" }))).code).toBe(
      "invalid_api_key",
    );
  });

  it("refuses a removed member likewise", async () => {
    const elsewhere = bench.otherProcess();
    const member = await home.makeMember("viewer");
    await elsewhere.byUser(member.userId, home.id, 1);
    await bench.call(members.remove, home.owner, { params: { user_id: member.userId } });
    expect((await refusal(bench.authenticator.byUser(member.userId, home.id, 1))).code).toBe("unauthorized");
    bench.clock.time += 500;
    expect((await refusal(elsewhere.byUser(member.userId, home.id, 1))).code).toBe("unauthorized");
  });

  it("admits a new key half a second after it was unknown, at the latest", async () => {
    const made = newKey("secret", "test");
    expect((await refusal(bench.as(made.key))).code).toBe("invalid_api_key");
    await bench.database.writes.execute(
      sql`INSERT INTO api_keys (id, workspace_id, name, kind, mode, scopes, hash, prefix, start, last4, created_by, created_at)
          SELECT 'key_late', workspace_id, name, kind, mode, scopes, ${made.hash}, prefix, start, last4, created_by, created_at
          FROM api_keys WHERE id = ${good.id}`,
    );
    bench.clock.time += 500;
    expect((await bench.as(made.key)).id).toBe("key_late");
  });

  it("lets a remembered key expire on time", async () => {
    const key = await home.makeKey();
    const expiry = bench.clock.now() + 100;
    await bench.database.writes.execute(
      sql`UPDATE api_keys SET expires_at = ${new Date(expiry).toISOString()} WHERE id = ${key.id}`,
    );
    await bench.as(key.key);
    bench.clock.time = expiry - 1;
    await bench.as(key.key);
    bench.clock.time = expiry;
    expect((await refusal(bench.as(key.key))).code).toBe("invalid_api_key");
  });

  it("refuses sessions of another version, of strangers and of other workspaces", async () => {
    const member = await home.makeMember("designer");
    const elsewhere = await bench.makeWorkspace();
    const { byUser } = bench.authenticator;
    expect((await byUser(member.userId, null, 1)).workspaceId).toBe(home.id);
    for (const [workspace, version] of [
      [home.id, 2],
      [home.id, 0],
      [elsewhere.id, 1],
    ] as const) {
      expect((await refusal(byUser(member.userId, workspace, version))).code).toBe("unauthorized");
    }
    expect((await refusal(byUser("usr_unknown", null, 1))).code).toBe("unauthorized");
  });
});

describe("when keys were last used", () => {
  const lastUsed = async (id: string) => {
    const [row] = await bench.database.reads.execute<{ at: string | null }>(
      sql`SELECT last_used_at AS at FROM api_keys WHERE id = ${id}`,
    );
    return row === undefined || row.at === null ? null : new Date(row.at).getTime();
  };

  it("is written together, and only moves forward", async () => {
    const elsewhere = bench.otherProcess();
    const key = await home.makeKey();
    await bench.as(key.key);
    expect(await lastUsed(key.id)).toBeNull();
    const early = bench.clock.now();
    bench.clock.time += 10_000;
    await elsewhere.byHeader(`Bearer ${key.key}`, { clientAddress: "192.0.2.7" });
    await elsewhere.flushLastUsed();
    expect(await lastUsed(key.id)).toBe(early + 10_000);
    await bench.authenticator.flushLastUsed();
    expect(await lastUsed(key.id)).toBe(early + 10_000);
  });

  it("is written by many processes at once without standing in each other's way", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => home.makeKey()));
    const processes = [bench.otherProcess(), bench.otherProcess(), bench.otherProcess()];
    for (let round = 0; round < 5; round++) {
      bench.clock.time += 1_000;
      await Promise.all(
        processes.map(async (process, p) => {
          const order = p % 2 === 0 ? made : made.toReversed();
          for (const { key } of order) await process.byHeader(`Bearer ${key}`, { clientAddress: "192.0.2.7" });
        }),
      );
      await Promise.all(processes.map((process) => process.flushLastUsed()));
    }
    for (const { id } of made) expect(await lastUsed(id)).toBe(bench.clock.now());
  });

  it("is written when a process ends", async () => {
    const key = await home.makeKey();
    const pools = openDatabase(bench.url, { reads: 1, writes: 1 });
    const process = createAuthenticator({ database: pools, clock: bench.clock, log: SILENT });
    await process.byHeader(`Bearer ${key.key}`, { clientAddress: "192.0.2.7" });
    await process.close();
    await pools.close();
    expect(await lastUsed(key.id)).toBe(bench.clock.now());
  });
});

describe("too many failures from one address", () => {
  const failureLimit = { failures: 5, windowSeconds: 60 };
  const fail = (process: ReturnType<Bench["otherProcess"]>, ip: string) =>
    refusal(process.byHeader("Bearer sk_test_wrong", { clientAddress: ip }));

  it("are told to wait, counted over all processes", async () => {
    const processes = [bench.otherProcess({ failureLimit }), bench.otherProcess({ failureLimit })];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fail(processes[i % 2] ?? expect.fail(), "198.51.100.1")),
    );
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = outcomes.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { code, headers } of refused) {
      expect(code).toBe("rate_limited");
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
    }
  });

  it("leaves a good key alone, even one first seen now", async () => {
    const process = bench.otherProcess({ failureLimit });
    for (let i = 0; i < 8; i++) await fail(process, "198.51.100.2");
    expect((await process.byHeader(`Bearer ${good.key}`, { clientAddress: "198.51.100.2" })).id).toBe(good.id);
    expect((await fail(process, "198.51.100.2")).status).toBe(429);
    expect((await fail(process, "198.51.100.3")).status).toBe(401);
  });

  it("does not look up one well-formed guess after another", async () => {
    const pools = openDatabase(bench.url, { reads: 2, writes: 1 });
    let lookups = 0;
    const database = {
      ...pools,
      reads: {
        ...pools.reads,
        execute: <Row extends Record<string, unknown>>(query: Parameters<typeof pools.reads.execute>[0]) => {
          lookups += 1;
          return pools.reads.execute<Row>(query);
        },
      },
    };
    const process = createAuthenticator({ database, clock: bench.clock, log: SILENT, failureLimit });
    const guess = () =>
      refusal(process.byHeader(`Bearer ${newKey("secret", "live").key}`, { clientAddress: "198.51.100.4" }));
    await process.byHeader(`Bearer ${good.key}`, { clientAddress: "198.51.100.4" });
    for (let i = 0; i < 200; i++) await guess();
    // Five failures, twenty probes, and the leases that count them.
    expect(lookups).toBeLessThan(40);
    process.forget();
    // A key known to be good is still looked up when its memory ends.
    expect((await process.byHeader(`Bearer ${good.key}`, { clientAddress: "198.51.100.4" })).id).toBe(good.id);
    await process.close();
    await pools.close();
  });

  it("counts an IPv6 customer as one, and does not count a missing header", async () => {
    const process = bench.otherProcess({ failureLimit });
    const statuses = [];
    for (let i = 1; i <= 7; i++) statuses.push((await fail(process, `2001:db8:5:6::${i}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await fail(process, "2001:db8:5:7::1")).status).toBe(401);
    for (let i = 0; i < 9; i++) {
      expect((await refusal(process.byHeader(null, { clientAddress: "198.51.100.9" }))).code).toBe("unauthorized");
    }
  });
});

describe("without the database", () => {
  it("says that the service is unavailable, not that the key is bad", async () => {
    const away = openDatabase("postgres://nobody@127.0.0.1:1/none", { reads: 1, writes: 1 });
    const process = createAuthenticator({ database: away, clock: bench.clock, log: SILENT });
    expect((await refusal(process.byHeader(`Bearer ${good.key}`, { clientAddress: "192.0.2.7" }))).code).toBe(
      "unavailable",
    );
    expect((await refusal(process.byUser(home.ownerId, home.id, 1))).code).toBe("unavailable");
    expect((await refusal(process.byHeader("Bearer nonsense", { clientAddress: "192.0.2.7" }))).code).toBe(
      "invalid_api_key",
    );
    await process.close();
    await away.close();
  });
});
