import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey } from "#server/features/access/key-format.ts";
import { SCOPES, type Scope } from "#server/kernel/scope.ts";
import { listKeyedOperations } from "#server/operations.ts";
import { sampleOfEach } from "#test-size";
import { expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS, startTimed, type TimedApi } from "./mount.ts";

interface Key {
  id: string;
  key: string;
  prefix: string;
  start: string;
  last4: string;
  kind: string;
  mode: string;
  scopes: string[];
  project_ids: string[] | null;
  state: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
}

describe.each(MOUNTS)(`${section("Authentication")} through the %s`, (mount) => {
  let api: TimedApi;

  beforeAll(async () => {
    api = await startTimed(mount);
  }, BUILD_MS);
  afterAll(() => api.close());

  const makeKey = async (body: object = {}, key?: string): Promise<Key> => {
    const sent = { name: "k", ...body };
    const answer = await api.call<Key>("POST", "/v1/keys", { body: sent, ...(key !== undefined && { key }) });
    expect([answer.status, answer.status === 201 ? "" : answer.body]).toEqual([201, ""]);
    return answer.body;
  };
  const keyed = (key: Key, action = "") => `/v1/keys/${key.id}${action}`;
  const projects = (key: string | null) => api.call("GET", "/v1/projects", { key });
  const works = async (key: string) => (await api.call("GET", "/v1/me", { key })).status === 200;

  describe("who needs a key", () => {
    test.each(["/health", "/ready"])("%s needs none", async (path) => {
      expect((await api.fetch(path)).status).toBe(200);
    });

    test("every operation of the registry does, and so does every other path", async () => {
      for (const { operation } of listKeyedOperations()) {
        const path = operation.path.replace(/\{\w+\}/g, "x");
        const answer = await api.call(operation.method, path, { key: null });
        expect([operation.path, answer.status]).toEqual([operation.path, 401]);
      }
      expectProblem(api, await api.call("GET", "/v1/no/such/path", { key: null }), "unauthorized");
    });

    test("Authorization: Bearer <API_KEY>; the scheme in any case", async () => {
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        expect(
          (
            await api.call("GET", "/v1/projects", {
              key: null,
              headers: { authorization: `${scheme} ${api.home.key}` },
            })
          ).status,
        ).toBe(200);
      }
    });
  });

  describe("key types", () => {
    test.each([
      ["pk_live_", "publishable", "live"],
      ["sk_live_", "secret", "live"],
      ["pk_test_", "publishable", "test"],
      ["sk_test_", "secret", "test"],
    ])("%s is a %s key of %s mode", async (prefix, kind, mode) => {
      const key = mode === "live" ? api.home.liveKey : api.home.key;
      const made = await makeKey({ kind, project_ids: [await api.makeProject({ key })] }, key);
      expect(made).toMatchObject({ kind, mode, scopes: ["read"] });
      expect(made.key.startsWith(prefix)).toBe(true);
      expect(await works(made.key)).toBe(true);
    });

    test("publishable keys hold only read, of projects that they name", async () => {
      const named = { kind: "publishable", project_ids: [await api.makeProject()] };
      for (const scope of SCOPES.filter((each) => each !== "read")) {
        const answer = await api.call("POST", "/v1/keys", {
          body: { name: "p", kind: "publishable", scopes: ["read", scope] },
        });
        expectInvalidAt(answer, ["body", "scopes", 1], "value_error");
      }
      const { key, id } = await makeKey(named);
      for (const project_ids of [undefined, null]) {
        const body = { name: "p", kind: "publishable", project_ids };
        expectInvalidAt(await api.call("POST", "/v1/keys", { body }), ["body", "project_ids"]);
      }
      expectInvalidAt(await api.call("PATCH", `/v1/keys/${id}`, { body: { project_ids: null } }), [
        "body",
        "project_ids",
      ]);
      expectProblem(api, await api.call("POST", "/v1/projects", { key, body: { name: "x" } }), "insufficient_scope");
    });

    test("secret keys may hold every scope", async () => {
      expect((await makeKey({ scopes: SCOPES })).scopes).toEqual([...SCOPES]);
    });

    test("test keys see test projects, live keys live ones", async () => {
      const test = await api.makeProject({ key: api.home.key });
      const live = await api.makeProject({ key: api.home.liveKey });
      const see = async (key: string, id: string) => (await api.call("GET", `/v1/projects/${id}`, { key })).status;
      expect([await see(api.home.key, test), await see(api.home.key, live)]).toEqual([200, 404]);
      expect([await see(api.home.liveKey, test), await see(api.home.liveKey, live)]).toEqual([404, 200]);
    });
  });

  describe("scopes", () => {
    /** Scopes imply nothing but this. */
    const implied = (scope: Scope): readonly Scope[] => (scope === "admin" ? ["admin", "webhooks:manage"] : [scope]);

    // What one operation asks for is tried for each of them by the registry loop: here it is which scopes give it.
    const operations = sampleOfEach(listKeyedOperations(), ({ operation: { kind, scope } }) => `${kind} ${scope}`);

    test.each(SCOPES)("%s allows what requires it, and nothing else", async (scope) => {
      for (const { operation } of operations) {
        const path = operation.path.replace(/\{\w+\}/g, "x");
        const answer = await api.call<{ code?: string }>(operation.method, `${path}?junk=1`, {
          key: api.home.scoped[scope],
        });
        expect([operation.path, answer.status]).toEqual([
          operation.path,
          implied(scope).includes(operation.scope) ? 422 : 403,
        ]);
        if (answer.status === 403) expect(answer.body.code).toBe("insufficient_scope");
      }
    });

    test("a scope nobody knows is refused", async () => {
      expectInvalidAt(
        await api.call("POST", "/v1/keys", { body: { name: "k", scopes: ["sudo"] } }),
        ["body", "scopes", 0],
        "enum",
      );
    });
  });

  describe("authentication failures", () => {
    test.each([
      ["missing", undefined],
      ["empty", ""],
      ["of another scheme", "Basic c2s6"],
      ["without a key", "Bearer"],
      ["with two keys", "Bearer a b"],
    ])("401 unauthorized: a header %s", async (_, authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      expectProblem(api, await api.call("GET", "/v1/projects", { key: null, headers }), "unauthorized");
    });

    test("401 invalid_api_key: a key that does not exist, or was revoked, or has expired", async () => {
      expectProblem(api, await projects(newKey("secret", "test").key), "invalid_api_key");
      expectProblem(api, await projects("sk_test_nonsense"), "invalid_api_key");
      const made = await makeKey();
      expect((await api.call("POST", keyed(made, "/revoke"))).status).toBe(200);
      expectProblem(api, await projects(made.key), "invalid_api_key");
    });

    test("403 insufficient_scope: the key lacks the required scope", async () => {
      const answer = await api.call("POST", "/v1/projects", { key: api.home.scoped.read, body: { name: "x" } });
      expectProblem(api, answer, "insufficient_scope");
      expect(answer.body.detail).toEqual({ required: "write", granted: ["read"] });
    });

    test("403 forbidden: every other refusal of a valid key", async () => {
      const project = await api.makeProject();
      const limited = await makeKey({ scopes: ["read", "write"], project_ids: [project] });
      expectProblem(
        api,
        await api.call("POST", "/v1/projects", { key: limited.key, body: { name: "x" } }),
        "forbidden",
      );
      const narrow = await makeKey({ scopes: ["read", "admin"] });
      expectProblem(
        api,
        await api.call("POST", "/v1/keys", { key: narrow.key, body: { name: "x", scopes: ["write"] } }),
        "forbidden",
      );
    });
  });

  describe("the life of a key", () => {
    test("it is shown in full once, and only hashed from then on", async () => {
      const made = await makeKey({ name: "Build server" });
      expect(made.key).toMatch(/^sk_test_pm1_[0-9A-Za-z]{38}$/);
      expect(made).toMatchObject({
        prefix: "sk_test_pm1_",
        state: "active",
        expires_at: null,
        revoked_at: null,
        replaced_by: null,
      });
      expect([made.key.slice(12, 16), made.key.slice(-4)]).toEqual([made.start, made.last4]);
      const read = await api.call("GET", keyed(made));
      const { key: _, ...rest } = made;
      expect(read.body).toEqual(rest);
      expect(JSON.stringify((await api.call("GET", "/v1/keys", { query: { limit: 500 } })).body)).not.toContain(
        made.key,
      );
      const rows = await api.database.reads.execute(sql`SELECT k::text AS row FROM api_keys k`);
      expect(JSON.stringify(rows)).not.toContain(made.key.slice(12, 30));
    });

    test("an answer that shows a key is never cached, and sealed for its Idempotency-Key", async () => {
      const send = () =>
        api.call<Key>("POST", "/v1/keys", { body: { name: "sealed" }, headers: { "idempotency-key": "seal-1" } });
      const first = await send();
      expect(first.headers.get("cache-control")).toBe("no-store");
      const again = await send();
      expect(again.body).toEqual(first.body);
      expect(again.headers.get("cache-control")).toBe("no-store");
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      const rows = await api.database.reads.execute(
        sql`SELECT i::text AS row FROM idempotency_keys i WHERE key = 'seal-1'`,
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(first.body.key.slice(8));
    });

    test("it can be renamed, narrowed and limited, but not given what its changer lacks", async () => {
      const project = await api.makeProject();
      const made = await makeKey({ scopes: ["read", "write"] });
      const changed = await api.call("PATCH", keyed(made), {
        body: { name: "n", scopes: ["read"], project_ids: [project] },
      });
      expect(changed.body).toMatchObject({ name: "n", scopes: ["read"], project_ids: [project] });
      expect((await api.call<{ total: number }>("GET", "/v1/projects", { key: made.key })).body.total).toBe(1);
      const admin = await makeKey({ scopes: ["admin"] });
      expectProblem(
        api,
        await api.call("PATCH", keyed(made), { key: admin.key, body: { scopes: ["generate"] } }),
        "forbidden",
      );
    });

    test("rotation: both keys work for overlap_seconds, then only the new one", async () => {
      const old = await makeKey({ scopes: ["read", "write"] });
      const rotation = { body: { overlap_seconds: 600 } };
      const answer = await api.call<Key & { replaces: Key }>("POST", keyed(old, "/rotate"), rotation);
      expect(answer.status).toBe(201);
      const fresh = answer.body;
      expect(fresh).toMatchObject({ kind: "secret", mode: "test", scopes: ["read", "write"], expires_at: null });
      expect(fresh.replaces).toMatchObject({ id: old.id, state: "active", replaced_by: fresh.id });
      expect(Date.parse(fresh.replaces.expires_at ?? "") - Date.parse(fresh.created_at)).toBe(600_000);
      await api.later(300_000);
      expect([await works(old.key), await works(fresh.key)]).toEqual([true, true]);
      await api.later(300_000);
      expect([await works(old.key), await works(fresh.key)]).toEqual([false, true]);
      expectProblem(api, await api.call("POST", keyed(old, "/rotate")), "key_state");
    });

    test("rotation with an overlap of 0 ends the old key at once; the overlap has bounds", async () => {
      const old = await makeKey();
      expect(await works(old.key)).toBe(true);
      expect((await api.call("POST", keyed(old, "/rotate"), { body: { overlap_seconds: 0 } })).status).toBe(201);
      expect(await works(old.key)).toBe(false);
      const other = await makeKey();
      const rotate = (overlap_seconds: number) =>
        api.call("POST", keyed(other, "/rotate"), { body: { overlap_seconds } });
      expectInvalidAt(await rotate(-1), ["body", "overlap_seconds"], "greater_than_equal");
      expectInvalidAt(await rotate(2_592_001), ["body", "overlap_seconds"], "less_than_equal");
    });

    test("expiry: it works until then", async () => {
      const made = await makeKey({ expires_at: new Date(api.now() + 600_000).toISOString() });
      await api.later(300_000);
      expect(await works(made.key)).toBe(true);
      await api.later(300_000);
      expectProblem(api, await projects(made.key), "invalid_api_key");
      expect((await api.call<Key>("GET", keyed(made))).body.state).toBe("expired");
      const past = { body: { name: "x", expires_at: new Date(api.now() - 1000).toISOString() } };
      expectInvalidAt(await api.call("POST", "/v1/keys", past), ["body", "expires_at"], "value_error");
    });

    test("revocation: refused at once, and for good", async () => {
      const made = await makeKey();
      expect(await works(made.key)).toBe(true);
      const revoked = await api.call<Key>("POST", keyed(made, "/revoke"));
      expect(revoked.body).toMatchObject({ state: "revoked", revoked_at: expect.any(String) });
      expect(await works(made.key)).toBe(false);
      expect((await api.call<Key>("POST", keyed(made, "/revoke"))).body).toEqual(revoked.body);
      expectProblem(api, await api.call("PATCH", keyed(made), { body: { name: "x" } }), "key_state");
    });

    test("revocation elsewhere: refused within the second, without being told", async () => {
      const made = await makeKey();
      expect(await works(made.key)).toBe(true);
      await api.database.writes.execute(sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${made.id}`);
      await api.later(1000);
      expect(await works(made.key)).toBe(false);
    });
  });
});
