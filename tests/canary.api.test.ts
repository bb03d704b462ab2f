import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#server/log/log.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

/** Told apart from everything else, and of no form that a redaction by pattern would know. */
const CANARY = "canary-7f3a-does-not-sing";
const lines: string[] = [];
const answers: string[] = [];
let api: TestApi;
let projectId: string;

beforeAll(async () => {
  const log = createLogger({ environment: "test", logLevel: "debug" }, { write: (line: string) => lines.push(line) });
  api = await startTestApi({ mount: "listener", log });
  projectId = await api.makeProject();
});
afterAll(() => api.close());

/** Sends something that holds the canary, and keeps what came back. */
async function send(method: string, path: string, init: { headers?: Record<string, string>; body?: unknown } = {}) {
  const response = await api.fetch(path, {
    method,
    headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json", ...init.headers },
    ...(init.body !== undefined && { body: typeof init.body === "string" ? init.body : JSON.stringify(init.body) }),
  });
  const text = await response.text();
  answers.push(text + JSON.stringify([...response.headers]));
  return { status: response.status, text };
}

/** Every text the database keeps, but for columns whose purpose is to hold it. */
async function tablesThatHoldIt(): Promise<string[]> {
  const tables = await api.database.reads.execute<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await api.database.reads.execute(
      sql`SELECT 1 FROM ${sql.identifier(name)} t WHERE strpos(to_jsonb(t)::text, ${CANARY}) > 0 LIMIT 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("a secret sent where secrets go is in no answer, no log line and no table", async () => {
  const key = { authorization: `Bearer sk_test_pm1_${CANARY}` };
  expect((await send("GET", "/v1/me", { headers: key })).status).toBe(401);
  expect((await send("GET", "/v1/me", { headers: { authorization: `Basic ${CANARY}` } })).status).toBe(401);
  expect((await send("GET", `/v1/${CANARY}`, { headers: key })).status).toBe(401);

  const member = { email: "sparrow@example.com", name: "Sparrow", role: "designer", password: CANARY };
  const live = { authorization: `Bearer ${api.home.liveKey}` };
  expect((await send("POST", "/v1/invitations", { headers: live, body: member })).status).toBe(201);
  const wrong = { ...member, email: 7, pasword: CANARY };
  expect((await send("POST", "/v1/invitations", { headers: live, body: wrong })).status).toBe(422);
  expect((await send("POST", "/v1/invitations", { headers: live, body: [member] })).status).toBe(422);
  const short = { ...member, email: "wren@example.com", password: `${CANARY}${"x".repeat(2_000)}` };
  expect((await send("POST", "/v1/invitations", { headers: live, body: short })).status).toBe(422);

  const withKey = { ...live, "idempotency-key": "once" };
  const named = { name: "rotating", kind: "secret", scopes: ["read"] };
  const made = await send("POST", "/v1/keys", { headers: withKey, body: named });
  expect(made.status).toBe(201);
  answers.pop();
  const secret = JSON.parse(made.text).key as string;
  expect(lines.some((line) => line.includes(secret))).toBe(false);

  expect(answers.filter((answer) => answer.includes(CANARY))).toEqual([]);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  expect(await tablesThatHoldIt()).toEqual([]);
  const kept = await api.database.reads.execute<{ text: string }>(
    sql`SELECT to_jsonb(t)::text AS text FROM idempotency_keys t`,
  );
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.some(({ text }) => text.includes(secret))).toBe(false);
});

test("a property value is in its own event, and in no log line even when the database fails over it", async () => {
  const path = `/v1/projects/${projectId}/entities`;
  const entity = { external_id: "vault", type: "location", name: "Vault", properties: { combination: CANARY } };
  expect((await send("POST", path, { body: entity })).status).toBe(201);
  answers.pop();
  expect(await tablesThatHoldIt()).toEqual(["entity_versions", "events"]);

  await api.database.writes.execute(sql`ALTER TABLE relationship_versions RENAME TO relationship_versions_away`);
  await api.database.writes.execute(sql`ALTER TABLE entity_versions RENAME TO entity_versions_away`);
  try {
    const failed = await send("POST", path, { body: { ...entity, external_id: CANARY } });
    expect(failed.status).toBe(500);
    const filter = encodeURIComponent(JSON.stringify({ combination: CANARY }));
    expect((await send("GET", `${path}?property_filter=${filter}`)).status).toBe(500);
  } finally {
    await api.database.writes.execute(sql`ALTER TABLE entity_versions_away RENAME TO entity_versions`);
    await api.database.writes.execute(sql`ALTER TABLE relationship_versions_away RENAME TO relationship_versions`);
  }
  expect(answers.filter((answer) => answer.includes(CANARY))).toEqual([]);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  const failures = lines.filter((line) => line.includes("a request failed unexpectedly"));
  expect(failures.length).toBe(2);
  for (const answer of answers) expect(answer).not.toMatch(/\bat \S+ \(|SELECT |INSERT /);
});
