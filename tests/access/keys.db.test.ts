import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "#server/features/access/key-format.ts";
import type { Caller, Scope } from "#server/kernel/scope.ts";
import { registry } from "#server/operations.ts";
import { type Bench, type BenchWorkspace, openBench, refusal } from "./bench.ts";

const { keys, workspace: workspaces } = registry;

interface WireKey {
  id: string;
  key: string;
  state: string;
  scopes: string[];
  project_ids: string[] | null;
  expires_at: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
  last_used_at: string | null;
  [field: string]: unknown;
}

let bench: Bench;
let home: BenchWorkspace;
let other: BenchWorkspace;
/** A test key with every scope. */
let admin: Caller;

beforeAll(async () => {
  bench = await openBench();
  home = await bench.makeWorkspace();
  other = await bench.makeWorkspace();
  admin = await bench.as((await home.makeKey()).key);
});

afterAll(() => bench.close());

const create = (caller: Caller, body: Record<string, unknown>) =>
  bench.call<WireKey>(keys.create, caller, { body: { name: "k", ...body } });
const get = (caller: Caller, id: string) => bench.call<WireKey>(keys.get, caller, { params: { key_id: id } });
const update = (caller: Caller, id: string, body: object) =>
  bench.call<WireKey>(keys.update, caller, { params: { key_id: id }, body });
const rotate = (caller: Caller, id: string, body?: object) =>
  bench.call<WireKey & { replaces: WireKey }>(keys.rotate, caller, { params: { key_id: id }, body });
const revoke = (caller: Caller, id: string) => bench.call<WireKey>(keys.revoke, caller, { params: { key_id: id } });
const inOneHour = () => new Date(bench.clock.now() + 3_600_000).toISOString();

describe("creating a key", () => {
  it("shows it once and keeps only its hash", async () => {
    const made = await create(admin, { name: "Build", scopes: ["read", "write"] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "Build",
      kind: "secret",
      mode: "test",
      state: "active",
      project_ids: null,
    });
    expect(made.body.created_by).toBe(admin.actor);
    expect((await bench.as(made.body.key)).scopes).toEqual(["read", "write"]);
    const read = await get(admin, made.body.id);
    expect(JSON.stringify(read.body)).not.toContain(made.body.key);
    const [row] = await bench.database.reads.execute<{ whole: string; hash: string }>(
      sql`SELECT k::text AS whole, hash FROM api_keys k WHERE id = ${made.body.id}`,
    );
    expect(row?.whole).not.toContain(made.body.key.slice(16, 44));
    expect(row?.hash).toBe(hashKey(made.body.key));
  });

  it("gives no scope, mode or project beyond its maker's", async () => {
    const keyOf = async (scopes: Scope[]) => bench.as((await home.makeKey("test", scopes)).key);
    const narrow = await keyOf(["admin", "read"]);
    expect((await create(narrow, { scopes: ["write"] })).code).toBe("forbidden");
    expect((await create(narrow, { scopes: ["read", "byok:write"] })).code).toBe("forbidden");
    expect((await create(narrow, { scopes: ["webhooks:manage"] })).status).toBe(201);
    expect((await create(admin, { mode: "live" })).code).toBe("forbidden");
    expect((await create(await keyOf(["read", "write"]), {})).code).toBe("insufficient_scope");
    expect((await create(home.owner, { mode: "live" })).body).toMatchObject({ mode: "live" });
    expect((await create(home.owner, {})).body).toMatchObject({ mode: "test", scopes: ["read"] });

    const [one, two] = [await home.makeProject(), await home.makeProject()];
    const limited = await create(admin, { scopes: ["admin", "read"], project_ids: [one] });
    const caller = await bench.as(limited.body.key);
    expect(caller.projectIds).toEqual([one]);
    expect((await create(caller, {})).body.project_ids).toEqual([one]);
    expect((await create(caller, { project_ids: [one, two] })).code).toBe("forbidden");
    expect((await create(caller, { project_ids: null })).code).toBe("forbidden");
  });

  it("refuses what makes no sense", async () => {
    const items = async (body: Record<string, unknown>) => {
      const refused = await create(admin, body);
      expect(refused.status).toBe(422);
      return (refused.body.detail as { loc: unknown[] }[]).map(({ loc }) => loc.join("."));
    };
    expect(await items({ kind: "publishable", scopes: ["read", "write"] })).toEqual(["body.scopes.1"]);
    expect(await items({ kind: "publishable" })).toEqual(["body.project_ids"]);
    expect(await items({ expires_at: new Date(bench.clock.now()).toISOString() })).toEqual(["body.expires_at"]);
    expect(await items({ scopes: [] })).toEqual(["body.scopes"]);
    expect(await items({ project_ids: [await home.makeProject(), await other.makeProject()] })).toEqual([
      "body.project_ids.1",
    ]);
    expect(await items({ project_ids: [await home.makeProject("live")] })).toEqual(["body.project_ids.0"]);
    expect(await items({ name: "two\nlines", extra: 1 })).toEqual(["body.name", "body.extra"]);
  });

  it("answers a repeated request with the same key, sealed in the database", async () => {
    const claim = { key: "same", operation: "POST /v1/keys", fingerprint: "f" };
    const body = { name: "once" };
    const first = await bench.call<WireKey>(keys.create, admin, { body }, claim);
    const second = await bench.call<WireKey>(keys.create, admin, { body }, claim);
    expect(second.body.key).toBe(first.body.key);
    expect(first.headers["cache-control"]).toBe("no-store");
    const [row] = await bench.database.reads.execute<{ whole: string }>(
      sql`SELECT i::text AS whole FROM idempotency_keys i WHERE key = 'same'`,
    );
    expect(row?.whole).not.toContain(first.body.key);
  });
});

describe("whom keys are shown to", () => {
  it("hides keys of other workspaces, of the other mode and of other projects", async () => {
    const [one, two] = [await home.makeProject(), await home.makeProject()];
    const live = await create(home.owner, { mode: "live" });
    const foreign = await create(other.owner, {});
    const inOne = await create(admin, { scopes: ["admin"], project_ids: [one] });
    const inTwo = await create(admin, { project_ids: [two] });
    const limited = await bench.as(inOne.body.key);
    for (const operation of [get, revoke, rotate]) {
      for (const id of [live.body.id, foreign.body.id, `key_${"0".repeat(26)}`, "key_nonsense"]) {
        expect((await operation(admin, id)).code).toBe("not_found");
      }
      for (const id of [inTwo.body.id, admin.id]) expect((await operation(limited, id)).code).toBe("not_found");
    }
    expect((await update(admin, live.body.id, { name: "x" })).code).toBe("not_found");
    expect((await get(home.owner, live.body.id)).status).toBe(200);
    const listed = await bench.call<{ keys: WireKey[]; total: number }>(keys.list, limited);
    expect(listed.body.keys.map(({ id }) => id)).toEqual([inOne.body.id]);
  });

  it("pages through all of them, oldest first", async () => {
    const fresh = await bench.makeWorkspace();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      bench.clock.time += 1;
      ids.push((await create(fresh.owner, { name: `k${6 - i}` })).body.id);
    }
    const page = (query: Record<string, unknown>) =>
      bench.call<{ keys: WireKey[]; total: number; has_more: boolean }>(keys.list, fresh.owner, { query });
    const seen: string[] = [];
    for (let offset = 0; offset < 9; offset += 3) {
      const { body } = await page({ limit: "3", offset: String(offset) });
      expect(body).toMatchObject({ total: 7, has_more: offset < 4 });
      seen.push(...body.keys.map(({ id }) => id));
    }
    expect(seen).toEqual(ids);
    expect((await page({ sort_by: "name" })).body.keys.map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await page({ sort_order: "desc" })).body.keys.map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await page({ sort_by: "hash" })).status).toBe(422);
  });

  it("lists those in a state: the state that each of them shows", async () => {
    const fresh = await bench.makeWorkspace();
    const made = async (body: Record<string, unknown> = {}) => (await create(fresh.owner, body)).body.id;
    const ids = [await made(), await made({ expires_at: inOneHour() }), await made(), await made(), await made()];
    const [, , overlapping = "", replaced = "", revoked = ""] = ids;
    await rotate(fresh.owner, overlapping, { overlap_seconds: 7_200 });
    await rotate(fresh.owner, replaced, { overlap_seconds: 0 });
    await rotate(fresh.owner, revoked, { overlap_seconds: 7_200 });
    await revoke(fresh.owner, revoked);
    const listed = async (query: Record<string, unknown>) => {
      const { body } = await bench.call<{ keys: WireKey[]; total: number }>(keys.list, fresh.owner, { query });
      expect(body.keys).toHaveLength(body.total);
      return body.keys;
    };
    for (const [hours, over] of [
      [0, 1],
      // The second key ends in the very moment that is looked at.
      [1, 2],
      [1, 3],
    ] as const) {
      bench.clock.time += hours * 3_600_000;
      const all = await listed({});
      for (const state of ["active", "expired", "revoked"]) {
        const those = all.filter((each) => each.state === state).map(({ id }) => id);
        expect((await listed({ state })).map(({ id }) => id)).toEqual(those);
      }
      expect(all.filter(({ state }) => state === "expired")).toHaveLength(over);
    }
  });
});

describe("changing a key", () => {
  it("changes what is named and nothing else", async () => {
    const made = (await create(admin, { scopes: ["read", "write"], expires_at: inOneHour() })).body;
    const same = await update(admin, made.id, {});
    expect(same.body).toMatchObject({ scopes: ["read", "write"], expires_at: made.expires_at });
    const changed = await update(admin, made.id, { scopes: ["read"], expires_at: null });
    expect(changed.body).toMatchObject({ name: "k", scopes: ["read"], expires_at: null });
    expect((await bench.as(made.key)).scopes).toEqual(["read"]);
  });

  it("neither adds nor prolongs what the caller does not hold", async () => {
    const strong = (await create(admin, { scopes: ["read", "byok:write"], expires_at: inOneHour() })).body;
    const weak = await bench.as((await home.makeKey("test", ["admin", "read"])).key);
    expect((await update(weak, strong.id, { scopes: ["read", "byok:write", "write"] })).code).toBe("forbidden");
    expect((await update(weak, strong.id, { expires_at: null })).code).toBe("forbidden");
    expect((await update(weak, strong.id, { name: "renamed", scopes: ["byok:write"] })).status).toBe(200);
    expect((await rotate(weak, strong.id)).code).toBe("forbidden");
    expect((await revoke(weak, strong.id)).status).toBe(200);
  });

  it("keeps publishable keys reading what they name", async () => {
    const made = (await create(admin, { kind: "publishable", project_ids: [await home.makeProject()] })).body;
    expect((await update(admin, made.id, { project_ids: null })).status).toBe(422);
    expect(made.key).toMatch(/^pk_test_pm1_/);
    expect((await update(admin, made.id, { scopes: ["write"] })).status).toBe(422);
  });

  it("leaves keys alone that no longer work", async () => {
    const expired = (await create(admin, { expires_at: inOneHour() })).body;
    const revoked = (await create(admin, {})).body;
    const rotated = (await create(admin, {})).body;
    await revoke(admin, revoked.id);
    await rotate(admin, rotated.id, { overlap_seconds: 7200 });
    bench.clock.time += 3_700_000;
    for (const { id } of [expired, revoked, rotated]) {
      expect((await update(admin, id, { name: "x" })).code).toBe("key_state");
      expect((await rotate(admin, id)).code).toBe("key_state");
    }
    expect((await get(admin, expired.id)).body.state).toBe("expired");
    expect((await revoke(admin, expired.id)).body.state).toBe("revoked");
  });
});

describe("rotating a key", () => {
  it("ends the old one at once without an overlap", async () => {
    const old = (await create(admin, { scopes: ["read", "write"], name: "Build" })).body;
    const fresh = (await rotate(admin, old.id)).body;
    expect(fresh).toMatchObject({ name: "Build", scopes: ["read", "write"], mode: "test", expires_at: null });
    expect(fresh.replaces).toMatchObject({ id: old.id, state: "expired", replaced_by: fresh.id });
    expect((await bench.as(fresh.key)).id).toBe(fresh.id);
    expect((await refusal(bench.as(old.key))).code).toBe("invalid_api_key");
  });

  it("lets both work during the overlap", async () => {
    const old = (await create(admin, { expires_at: inOneHour() })).body;
    const fresh = (await rotate(admin, old.id, { overlap_seconds: 60 })).body;
    expect(fresh.expires_at).toBe(old.expires_at);
    expect(Date.parse(fresh.replaces.expires_at ?? "")).toBe(bench.clock.now() + 60_000);
    expect((await bench.as(old.key)).id).toBe(old.id);
    bench.clock.time += 60_000;
    expect((await refusal(bench.as(old.key))).code).toBe("invalid_api_key");
    expect((await bench.as(fresh.key)).id).toBe(fresh.id);
  });

  it("never prolongs the old one, and takes another expiry for the new one", async () => {
    const old = (await create(admin, { expires_at: inOneHour() })).body;
    const fresh = (await rotate(admin, old.id, { overlap_seconds: 2_592_000, expires_at: null })).body;
    expect(fresh.expires_at).toBeNull();
    expect(fresh.replaces.expires_at).toBe(old.expires_at);
    expect((await rotate(admin, fresh.id, { overlap_seconds: 2_592_001 })).status).toBe(422);
    expect((await rotate(admin, fresh.id, { overlap_seconds: -1 })).status).toBe(422);
  });

  it("happens once, however many try", async () => {
    const old = (await create(admin, {})).body;
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => rotate(admin, old.id, { overlap_seconds: 9 })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe("revoking a key", () => {
  it("is for good, and doing it again changes nothing", async () => {
    const made = (await create(admin, {})).body;
    const first = await revoke(admin, made.id);
    bench.clock.time += 5_000;
    const second = await revoke(admin, made.id);
    expect(second.body).toEqual(first.body);
    expect((await refusal(bench.as(made.key))).code).toBe("invalid_api_key");
  });

  it("stops a key that still sits in a cache from making itself a successor", async () => {
    const made = (await create(admin, { scopes: ["admin", "read"] })).body;
    const cached = await bench.as(made.key);
    await revoke(admin, made.id);
    expect((await create(cached, {})).code).toBe("invalid_api_key");
    expect((await rotate(cached, made.id)).code).toBe("invalid_api_key");
  });
});

describe("what is known of it later", () => {
  it("keeps every change in the audit log, without a secret", async () => {
    const fresh = await bench.makeWorkspace();
    const made = (await create(fresh.owner, { name: "Audited" })).body;
    await update(fresh.owner, made.id, { name: "Renamed" });
    await update(fresh.owner, made.id, {});
    const successor = (await rotate(fresh.owner, made.id, {})).body;
    await revoke(fresh.owner, successor.id);
    await revoke(fresh.owner, successor.id);
    const log = await bench.call<{ entries: { kind: string; actor: string; data: object }[]; total: number }>(
      workspaces.audit,
      fresh.owner,
      { query: { limit: "50" } },
    );
    expect(log.body.entries.map(({ kind }) => kind)).toEqual([
      "workspace.created",
      "member.added",
      "key.created",
      "key.updated",
      "key.rotated",
      "key.revoked",
    ]);
    expect(log.body.entries[3]).toMatchObject({
      actor: fresh.owner.actor,
      data: { changed: { name: { from: "Audited", to: "Renamed" } } },
    });
    for (const secret of [made.key, successor.key]) expect(JSON.stringify(log.body)).not.toContain(secret);
    const about = await bench.call<{ total: number }>(workspaces.audit, fresh.owner, {
      query: { subject_id: made.id },
    });
    expect(about.body.total).toBe(3);
  });

  it("writes nothing about a change that was refused", async () => {
    const count = async () =>
      (await bench.database.reads.execute(sql`SELECT 1 FROM workspace_audit WHERE workspace_id = ${home.id}`)).length;
    const before = await count();
    await create(admin, { mode: "live" });
    await create(admin, { project_ids: [await other.makeProject()] });
    expect(await count()).toBe(before);
  });
});

describe("GET /v1/me", () => {
  it("tells a key what it may do", async () => {
    const project = await home.makeProject();
    const made = (await create(admin, { project_ids: [project] })).body;
    const { body } = await bench.call(keys.me, await bench.as(made.key));
    expect(body).toMatchObject({
      kind: "key",
      key: { id: made.id, last4: made.key.slice(-4) },
      user: null,
      workspace: { id: home.id, plan: "demo" },
      scopes: ["read"],
      modes: ["test"],
      projects: [project],
      limits: { rate: { window_seconds: 60 }, body_bytes: 1_048_576, import_body_bytes: 16_777_216 },
    });
    expect(JSON.stringify(body)).not.toContain(made.key);
  });

  it("tells a person who they are", async () => {
    const { body } = await bench.call(keys.me, home.owner);
    expect(body).toMatchObject({
      kind: "user",
      key: null,
      user: { id: home.ownerId, role: "owner" },
      modes: ["live", "test"],
      projects: null,
    });
  });
});
