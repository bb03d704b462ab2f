import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextAuthOptions } from "#server/auth/next-auth-options.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { createLogger } from "#server/log/log.ts";
import { askStudio } from "#tests/contract/trpc.ts";
import { operationNamed } from "#tests/contract/valid-call.ts";
import { type Answer, type CallOptions, startTestApi, type TestApi } from "#tests/support/api.ts";

/** Told apart from everything else, and of no form that a redaction by pattern would know. */
const CANARY = "canary-41d9-keeps-its-beak-shut";

let api: TestApi;
let projectId: string;
let lines: string[] = [];

beforeAll(async () => {
  const log = createLogger({ environment: "test", logLevel: "trace" }, { write: (line: string) => lines.push(line) });
  api = await startTestApi({ mount: "listener", log });
  projectId = await api.makeProject();
});
beforeEach(() => {
  lines = [];
});
afterAll(() => api.close());

const execute = (statement: SQL) => api.database.writes.execute(statement);
const entities = () => `/v1/projects/${projectId}/entities`;
const secretly = (more: object = {}) => ({
  body: { external_id: "vault", type: "location", name: "Vault", properties: { combination: CANARY }, ...more },
});

function expectSilence(answer: Pick<Answer<unknown>, "headers" | "body">, canary = CANARY): void {
  expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain(canary);
  expect(lines.filter((line) => line.includes(canary))).toEqual([]);
}

/** Calls while the database is damaged in some way, which is mended afterwards. */
async function damaged<T>(damage: SQL, repair: SQL, call: () => Promise<T>): Promise<T> {
  await execute(damage);
  try {
    return await call();
  } finally {
    await execute(repair);
  }
}

describe("a database error that holds a value", () => {
  const call = (method: string, path: string, options: CallOptions) => api.call(method, path, options);

  test("a row that breaks a constraint: PostgreSQL repeats it whole", async () => {
    const answer = await damaged(
      sql`ALTER TABLE entity_versions ADD CONSTRAINT no_birds CHECK (properties::text NOT LIKE '%canary%')`,
      sql`ALTER TABLE entity_versions DROP CONSTRAINT no_birds`,
      () => call("POST", entities(), secretly()),
    );
    expect(answer).toMatchObject({ status: 500, body: { code: "internal_error", detail: null } });
    expectSilence(answer);
    expect(lines.some((line) => line.includes("23514"))).toBe(true);
  });

  test("a column that is gone, in writing and in reading", async () => {
    const damage = sql`ALTER TABLE entity_versions RENAME COLUMN properties TO away`;
    const repair = sql`ALTER TABLE entity_versions RENAME COLUMN away TO properties`;
    await damaged(damage, repair, async () => {
      const written = await call("POST", entities(), secretly());
      const read = await call("GET", entities(), {
        query: { property_filter: JSON.stringify({ combination: CANARY }) },
      });
      for (const answer of [written, read]) {
        expect(answer.status).toBe(500);
        expectSilence(answer);
      }
    });
  });

  test("the same over the studio's API", async () => {
    const { cookie } = await api.home.makeMember("owner");
    const answer = await damaged(
      sql`ALTER TABLE entity_versions RENAME TO away`,
      sql`ALTER TABLE away RENAME TO entity_versions`,
      () =>
        askStudio(api, operationNamed("entities.create"), cookie, { params: { project_id: projectId }, ...secretly() }),
    );
    expect([answer.status, answer.error?.problem?.code]).toEqual([500, "internal_error"]);
    expectSilence({ headers: answer.headers, body: answer.text });
  });

  test("a value of which the type cannot make anything", async () => {
    const answer = await damaged(
      sql`ALTER TABLE variable_versions ALTER COLUMN description DROP DEFAULT, ALTER COLUMN description TYPE integer USING 0`,
      sql`ALTER TABLE variable_versions ALTER COLUMN description TYPE text, ALTER COLUMN description SET DEFAULT ''`,
      () =>
        call("POST", `/v1/projects/${projectId}/variables`, {
          body: { name: "v", type: "integer", description: CANARY },
        }),
    );
    expect(answer.status).toBe(500);
    expectSilence(answer);
  });

  test("a connection that is cut while the statement waits", async () => {
    let answer: Promise<Answer<unknown>> | null = null;
    await api.database.writes.transaction("write", async (db) => {
      await db.execute(sql`LOCK TABLE entity_versions IN ACCESS EXCLUSIVE MODE`);
      answer = call("GET", entities(), { query: { q: CANARY } });
      const waiting = sql`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%entity_versions%'`;
      await expect.poll(() => api.database.reads.execute(waiting), { timeout: 20_000 }).not.toEqual([]);
      await db.execute(sql`SELECT pg_terminate_backend(pid) FROM (${waiting}) w`);
    });
    const cut = await (answer as unknown as Promise<Answer<unknown>>);
    expect(cut).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(cut.headers.get("retry-after")).toBe("2");
    expectSilence(cut);
  });

  test("the look-up of a key: neither the key nor its hash is told", async () => {
    const key = await api.home.makeKey();
    const answer = await damaged(
      sql`ALTER TABLE api_keys RENAME TO away`,
      sql`ALTER TABLE away RENAME TO api_keys`,
      () => call("GET", "/v1/projects", { key }),
    );
    expect(answer.status).toBe(500);
    expectSilence(answer, key.slice(12));
    expectSilence(answer, createHash("sha256").update(key).digest("hex"));
  });

  test("an Idempotency-Key that cannot be kept", async () => {
    const answer = await damaged(
      sql`ALTER TABLE idempotency_keys RENAME TO away`,
      sql`ALTER TABLE away RENAME TO idempotency_keys`,
      () => call("POST", entities(), { ...secretly(), headers: { "idempotency-key": CANARY } }),
    );
    expect(answer.status).toBe(500);
    expectSilence(answer);
  });

  test("an invitation that breaks a constraint: neither e-mail nor password nor its hash", async () => {
    const body = { email: `${CANARY}@example.com`, name: "Wren", role: "viewer", password: CANARY };
    const answer = await damaged(
      sql`ALTER TABLE workspace_invitations ADD CONSTRAINT no_birds CHECK (email NOT LIKE 'canary%') NOT VALID`,
      sql`ALTER TABLE workspace_invitations DROP CONSTRAINT no_birds`,
      () => call("POST", "/v1/invitations", { key: api.home.liveKey, body }),
    );
    expect(answer.status).toBe(500);
    expectSilence(answer);
    expect(lines.join("")).not.toContain("$argon2");
  });
});

describe("signing in", () => {
  async function authorize(credentials: { email: string; password: string }): Promise<unknown> {
    const [provider] = nextAuthOptions(api.fabula.signIn).providers as unknown as {
      authorize(sent: object, request: { headers: object }): Promise<unknown>;
    }[];
    return provider?.authorize(credentials, { headers: {} }).catch((error: unknown) => String(error));
  }

  test("tells no password, whether it is right, wrong, or cannot be checked", async () => {
    const { userId } = await api.home.makeMember("designer");
    const hash = await hashPassword(CANARY);
    const email = `${userId}@example.com`;
    await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${userId}`);
    const right = await authorize({ email, password: CANARY });
    expect(right).toMatchObject({ id: userId });
    const wrong = await authorize({ email, password: `${CANARY}!` });
    expect(wrong).toBeNull();
    const broken = await damaged(
      sql`ALTER TABLE sign_in_attempts RENAME TO away`,
      sql`ALTER TABLE away RENAME TO sign_in_attempts`,
      () => authorize({ email, password: CANARY }),
    );
    expect(broken).toBeTypeOf("string");
    expect(lines.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify([right, wrong, broken]), ...lines]) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain(hash);
    }
  });
});

describe("a secret sent where nothing asked for one", () => {
  test.each(["llm_api_key", "apiKey", "openai-token", "provider_secret", "password", "credentials"])(
    "%s, as an unknown field and parameter, is refused without being repeated",
    async (name) => {
      const asField = await api.call("POST", "/v1/projects", { body: { name: "x", [name]: CANARY } });
      const nested = await api.call("POST", "/v1/projects", { body: { [name]: { value: CANARY } } });
      const deep = await api.call("POST", entities(), { body: { type: "t", properties: { a: [{ [name]: CANARY }] } } });
      const asParameter = await api.call("GET", "/v1/projects", { query: { [name]: CANARY } });
      for (const answer of [asField, nested, deep, asParameter]) {
        expect(answer.status).toBe(422);
        expectSilence(answer);
      }
    },
  );

  test("what a refused request carried is in no line: its path, query, headers and body", async () => {
    const headers = {
      authorization: `Bearer ${CANARY}`,
      "idempotency-key": CANARY,
      "if-match": CANARY,
      cookie: CANARY,
    };
    const options = { key: null, headers, query: { [CANARY]: CANARY }, body: { [CANARY]: CANARY } };
    expectSilence(await api.call("POST", `/v1/projects/${CANARY}`, options));
    expectSilence(await api.call("POST", `/${CANARY}`, options));
    const known = { headers: { "if-match": "12" }, query: { limit: 0 }, body: { name: CANARY.repeat(20) } };
    await api.call("PATCH", `/v1/projects/${projectId}`, known);
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
    expect(lines.filter((line) => JSON.parse(line).msg === "request")).toHaveLength(3);
  });
});

test("a property value is in its own event and version, and in no event that merely mentions its entity", async () => {
  const made = await api.call<{ id: string; valid_from_seq: number }>("POST", entities(), secretly());
  expect(made.status).toBe(201);
  const body = { type: "guards", source_id: made.body.id, target_id: made.body.id };
  await api.call("POST", `/v1/projects/${projectId}/relationships`, { body });
  await api.call("PATCH", `${entities()}/${made.body.id}`, { body: { name: "Strong room" } });
  const { body: feed } = await api.call<{ events: { seq: number }[] }>(
    "GET",
    `/v1/projects/${projectId}/events?limit=500`,
  );
  const holding = feed.events.filter((event) => JSON.stringify(event).includes(CANARY)).map((event) => event.seq);
  expect(holding).toEqual([made.body.valid_from_seq]);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
});

test("a disk without room is a 503 that /ready tells of, until a write succeeds again", async () => {
  const created = () => api.call("POST", entities(), { body: { external_id: "full", type: "item", name: CANARY } });
  const full = await damaged(
    sql`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    sql`DROP FUNCTION no_room CASCADE`,
    async () => {
      await execute(sql`CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room()`);
      const answer = await created();
      const ready = await api.call("GET", "/ready", { key: null });
      expect(ready).toMatchObject({
        status: 503,
        body: { detail: { checks: { database: "ok", storage: "unavailable" } } },
      });
      expect((await api.call("GET", entities())).status).toBe(200);
      return answer;
    },
  );
  expect(full).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
  expectSilence(full);
  expect((await created()).status).toBe(201);
  expect((await api.call("GET", "/ready", { key: null })).status).toBe(200);
});

test.each([
  ["too many connections", "53300"],
  ["no memory", "53200"],
  ["a limit of its configuration", "53400"],
])("a database with %s is busy", async (_, sqlstate) => {
  const answer = await damaged(
    sql.raw(`CREATE FUNCTION short_of() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'short of something' USING ERRCODE = '${sqlstate}'; END $$`),
    sql`DROP FUNCTION short_of CASCADE`,
    async () => {
      await execute(sql`CREATE TRIGGER short_of BEFORE INSERT ON events EXECUTE FUNCTION short_of()`);
      return api.call("POST", entities(), { body: { external_id: "x", type: "item", name: "X" } });
    },
  );
  expect(answer).toMatchObject({ status: 503, body: { code: "busy" } });
});
