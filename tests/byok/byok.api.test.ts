import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answers,
  echoesKey,
  fails,
  keyOf,
  type ModelServer,
  raw,
  startModelServer,
  type Turn,
} from "#server/adapters/llm/model-server.fixture.ts";
import { MODEL_PROVIDERS, ModelFailure, type ModelRequest } from "#server/adapters/llm/port.ts";
import { compose } from "#server/context.ts";
import { callWithKey, chooseKey } from "#server/features/byok/public.ts";
import { section } from "#tests/contract/interface.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const KEY = "sk-canary-51d2c3b4a5968778";
const ENVIRONMENT = { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" };
const HARBOUR = { harbour: "Salt Gate", berths: 12 };

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let api: TestApi;
let server: ModelServer;
let projectId: string;
let path: string;

beforeAll(async () => {
  api = await startTestApi({ clock, environment: ENVIRONMENT });
});
afterAll(() => api.close());
beforeEach(async () => {
  clock.ahead = 0;
  server = await startModelServer(answers(HARBOUR, { usage: { input: 40, output: 10 } }));
  projectId = await api.makeProject();
  path = `/v1/projects/${projectId}/byok`;
});
afterEach(() => server.close());

/** Calls, and expects that the key is in no answer. */
async function call(method: string, at: string, body?: unknown, key?: string) {
  const answer = await api.call<Loose>(method, at, {
    ...(body !== undefined && { body }),
    ...(key !== undefined && { key }),
  });
  expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain(KEY);
  return answer;
}

async function stored(fields: object = {}): Promise<Loose> {
  const made = await call("POST", path, { provider: "openai_compatible", key: KEY, base_url: server.url, ...fields });
  expect(made.status).toBe(201);
  return made.body;
}

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: "tale-1",
  system: "",
  prompt: "Who keeps the light?",
  schema: null,
  maxOutputTokens: 100,
  seed: null,
  signal: AbortSignal.timeout(20_000),
  ...more,
});

/** Asks once with a key, and answers what came of it. */
async function asked(byokId: string, more: Partial<ModelRequest> = {}, services = api.services) {
  try {
    return await callWithKey(services, projectId, byokId, request(more), { attemptId: "att_1" });
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFailure);
    return error as ModelFailure;
  }
}

const get = async (byokId: string): Promise<Loose> => (await call("GET", `${path}/${byokId}`)).body;

test("a key is stored sealed, listed without it, and known again by its fingerprint alone", async () => {
  const first = await stored({ label: "Writers" });
  const second = await stored();
  const other = await stored({ key: `${KEY}-other` });
  expect(first).toMatchObject({
    status: "unverified",
    has_key: true,
    label: "Writers",
    model: null,
    usable_models: [],
  });
  expect(first.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(second.fingerprint).toBe(first.fingerprint);
  expect(other.fingerprint).not.toBe(first.fingerprint);
  const { body } = await call("GET", path);
  expect(body.provider_keys.map(({ id }: Loose) => id)).toEqual([first.id, second.id, other.id]);
  const [row] = await api.database.reads.execute<{ sealed: string }>(
    sql`SELECT sealed FROM byok_secrets WHERE byok_id = ${first.id}`,
  );
  expect(row?.sealed).toMatch(/^v1\|dek_/);
  // Nobody was called.
  expect(server.calls).toHaveLength(0);
  const feed = await call("GET", `/v1/projects/${projectId}/events`);
  expect(feed.body.events.map(({ kind }: Loose) => kind)).toContain("provider_key.created");
});

describe.each(MODEL_PROVIDERS)(`${section("Provider keys")}: verification with %s`, (provider) => {
  test("lists usable models, finds the strictest way to a form, and counts what it took", async () => {
    server.models = ["text-embedding-3", "tale-2", "tale-1", "whisper-1"];
    const { id } = await stored({ provider });
    const { status, body } = await call("POST", `${path}/${id}/verify`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "active",
      usable_models: ["tale-2", "tale-1"],
      model: "tale-2",
      capabilities: { structured: "json_schema", stream_usage: true },
      last_error: null,
      used_this_month: 50,
      cost_this_month: null,
    });
    expect(body.last_verified_at).not.toBeNull();
    expect(server.calls.map((each) => keyOf(each))).toEqual([KEY]);
  });

  test("goes down the ladder, for servers that take a way and ignore it", async () => {
    const { id } = await stored({ provider, models: { text: "tale-1" } });
    const prose: Turn = (asked, response, here) => {
      const isForm = (way: string) => here.supports.includes(way as never) && wayOf(asked.body) === way;
      const text = isForm(wayOf(asked.body)) ? JSON.stringify(HARBOUR) : "The Salt Gate, with a dozen berths.";
      return answers(text)(asked, response, here);
    };
    server.script(prose);
    const ways = [
      [["json_schema"], "json_schema"],
      [["tool"], "tool"],
      ...(provider === "anthropic" ? [] : [[["json_object"], "json_object"]]),
      [[], "text"],
    ] as const;
    for (const [supports, structured] of ways) {
      server.supports = [...supports] as never;
      const { body } = await call("POST", `${path}/${id}/verify`);
      expect([supports, body.status, body.capabilities.structured]).toEqual([supports, "active", structured]);
    }
    server.script((asked, response, here) =>
      (wayOf(asked.body) === "json_schema" ? fails(400) : answers(HARBOUR))(asked, response, here),
    );
    server.supports = ["tool"];
    expect((await call("POST", `${path}/${id}/verify`)).body.capabilities.structured).toBe("tool");
  });

  test("says what a provider says of the key, and never in its words", async () => {
    const { id } = await stored({ provider, models: { text: "tale-1" } });
    const statuses: [Turn, string, string][] = [
      [echoesKey, "invalid", "invalid_api_key"],
      [fails(429, { type: "insufficient_quota", message: KEY }), "quota_exhausted", "insufficient_quota"],
      [
        fails(429, { type: "rate_limit_error", message: KEY }, { "retry-after": "90" }),
        "rate_limited",
        "rate_limit_error",
      ],
    ];
    for (const [turn, status, code] of statuses) {
      server.script(turn);
      const { body } = await call("POST", `${path}/${id}/verify`);
      expect(body).toMatchObject({ status, last_error_code: code });
      expect((await get(id)).status).toBe(status);
    }
    // What the provider asked for goes by.
    expect((await get(id)).retry_at).not.toBeNull();
    clock.ahead = 91_000;
    expect((await get(id)).status).toBe("active");
    // What has nothing to do with the key leaves its status alone.
    server.script(raw(200, { "content-type": "text/html" }, "<p>"));
    const { body } = await call("POST", `${path}/${id}/verify`);
    expect(body).toMatchObject({ status: "active", last_error_code: "not_a_stream" });
  });
});

const wayOf = (body: Loose) =>
  body.response_format?.type === "json_schema" || body.output_config !== undefined
    ? "json_schema"
    : body.tools !== undefined
      ? "tool"
      : body.response_format !== undefined
        ? "json_object"
        : "text";

test("an address that no key is sent to is refused, in words for writers", async () => {
  for (const base_url of ["https://10.0.0.1/v1", "http://169.254.169.254/v1", `${server.url}?x=1`, "ftp://a.example"]) {
    for (const [method, at, rest] of [["POST", path, { provider: "anthropic" }]] as const) {
      const refused = await call(method, at, { ...rest, key: KEY, base_url });
      expect(refused.status).toBe(422);
      expect(refused.body.detail[0].loc).toEqual(["body", "base_url"]);
    }
  }
  const { id } = await stored();
  const { status, body } = await call("POST", `${path}/${id}/rotate`, { key: KEY, base_url: "https://10.0.0.1/" });
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "base_url"]]);
  expect(body.detail[0].msg).toContain("only where the operator allows them (FABULA_OUTBOUND_ALLOW)");
  // A mistyped field does not repeat what it held either.
  expect((await call("POST", path, { provider: "anthropic", keys: KEY })).status).toBe(422);
  expect((await call("POST", path, { provider: "anthropic", key: [KEY] })).status).toBe(422);
});

test("a key goes to the address it was stored for and to no other", async () => {
  const { id, valid_from_seq } = await stored();
  const elsewhere = await startModelServer();
  try {
    expect((await call("PATCH", `${path}/${id}`, { base_url: elsewhere.url })).status).toBe(422);
    const { body } = await call("POST", `${path}/${id}/rotate`, { key: `${KEY}-2`, base_url: `${elsewhere.url}/` });
    expect(body).toMatchObject({ base_url: elsewhere.url, has_key: true, status: "unverified" });
    expect(await asked(id)).toMatchObject({ text: "Once upon a time." });
    expect(keyOf(elsewhere.calls[0] as Loose)).toBe(`${KEY}-2`);
    // An earlier version names the earlier address; the key of now is not for that.
    await call("POST", `${path}/${id}/restore`, { seq: valid_from_seq });
    expect(await get(id)).toMatchObject({ base_url: server.url, has_key: false, status: "disabled" });
    expect(await asked(id)).toMatchObject({ kind: "key", code: "key_missing" });
    expect(server.calls).toHaveLength(0);
    // Nor does what is sealed open for a row that says so.
    await api.database.writes.execute(
      sql`UPDATE byok_secrets SET bound_to = ${`openai_compatible ${server.url}`} WHERE byok_id = ${id}`,
    );
    expect(await asked(id)).toMatchObject({ kind: "key", code: "key_missing" });
    expect(server.calls).toHaveLength(0);
  } finally {
    await elsewhere.close();
  }
});

test("revocation erases the key; a restoration comes back without it, and a new one makes it whole", async () => {
  const { id } = await stored({ models: { text: "tale-1" } });
  const revoked = await call("DELETE", `${path}/${id}`);
  expect(revoked.body).toEqual({ id, deleted: true, waiting_sessions: [] });
  expect(await api.database.reads.execute(sql`SELECT 1 FROM byok_secrets WHERE byok_id = ${id}`)).toHaveLength(0);
  expect((await call("GET", `${path}/${id}`)).status).toBe(404);
  expect(await asked(id)).toMatchObject({ kind: "key", code: "key_revoked" });
  await call("POST", `${path}/${id}/restore`);
  expect(await get(id)).toMatchObject({ status: "disabled", has_key: false, disabled: false });
  const refused = await call("POST", `${path}/${id}/verify`);
  expect([refused.status, refused.body.code]).toEqual([409, "provider_key_missing"]);
  await call("POST", `${path}/${id}/rotate`, { key: KEY });
  expect((await call("POST", `${path}/${id}/verify`)).body.status).toBe("active");
});

test("a call keeps the status true, and leaves the provider alone while it asks for that", async () => {
  const { id } = await stored({ models: { text: "tale-1" } });
  expect(await asked(id)).toMatchObject({ finish: "stop", usage: { input_tokens: 40, output_tokens: 10 } });
  expect((await get(id)).status).toBe("active");
  server.script([fails(429, { type: "rate_limit_error" }, { "retry-after": "60" }), answers("Mara.")]);
  expect(await asked(id)).toMatchObject({ kind: "rate_limit", retryAfterMs: 60_000 });
  const waiting = (await asked(id)) as ModelFailure;
  expect(waiting).toMatchObject({ kind: "rate_limit", code: "waiting" });
  expect(waiting.retryAfterMs).toBeGreaterThan(50_000);
  expect(server.calls).toHaveLength(2);
  clock.ahead = 61_000;
  expect(await asked(id)).toMatchObject({ text: "Mara." });
  server.script([echoesKey, fails(402), answers("Mara.")]);
  for (const [kind, status] of [
    ["key", "invalid"],
    ["quota", "quota_exhausted"],
  ]) {
    expect(await asked(id)).toMatchObject({ kind });
    expect((await get(id)).status).toBe(status);
  }
  // A person who tries again is not held back by what was.
  expect(await asked(id)).toMatchObject({ text: "Mara." });
  expect(await get(id)).toMatchObject({ status: "active", last_error_code: null });
  await call("PATCH", `${path}/${id}`, { disabled: true });
  expect(await asked(id)).toMatchObject({ kind: "key", code: "key_disabled" });
  expect((await get(id)).status).toBe("disabled");
});

test("what becomes of a key that was replaced meanwhile is no news of the new one", async () => {
  const { id } = await stored({ models: { text: "tale-1" } });
  server.script(async (asking, response, here) => {
    await call("POST", `${path}/${id}/rotate`, { key: `${KEY}-2` });
    return echoesKey(asking, response, here);
  });
  expect(await asked(id)).toMatchObject({ kind: "key" });
  expect(await get(id)).toMatchObject({ status: "unverified", last_error_code: null });
});

test("a budget holds before the call, for many calls of two processes at once, and is settled by what they took", async () => {
  // A call may take what it asks, 100 tokens at most, and what it is asked, which is less than ten.
  const { id } = await stored({ models: { text: "tale-1" }, monthly_token_budget: 550 });
  let refusals = 0;
  const allRefused = Promise.withResolvers<void>();
  server.script(async (asking, response, here) => {
    // No answer settles anything while others may still set something aside, however slow the machine.
    await allRefused.promise;
    return answers("Mara.", { usage: { input: 8, output: 2 } })(asking, response, here);
  });
  const other = compose(api.fabula.config, api.databaseUrl, { log: api.services.log, clock });
  try {
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const result = await asked(id, {}, n % 2 === 0 ? api.services : other.services);
        if (result instanceof ModelFailure && ++refusals === 15) allRefused.resolve();
        return result;
      }),
    );
    const refused = results.filter((each) => each instanceof ModelFailure);
    for (const each of refused) expect(each).toMatchObject({ kind: "quota", code: "budget_spent" });
    expect(results.length - refused.length).toBe(5);
    expect(server.calls).toHaveLength(5);
  } finally {
    await other.close();
  }
  expect(await get(id)).toMatchObject({ used_this_month: 50, status: "active" });
  server.script(answers("Mara.", { usage: { input: 8, output: 480 } }));
  expect(await asked(id)).toMatchObject({ text: "Mara." });
  expect(await asked(id)).toMatchObject({ kind: "quota", code: "budget_spent" });
  // Another month, another budget.
  clock.ahead = 40 * 24 * 3_600_000;
  expect(await asked(id)).toMatchObject({ text: "Mara." });
});

test("what was used is told by day, model and area; as money only where every price is known", async () => {
  const { id } = await stored({ models: { text: "tale-1" } });
  await call("POST", `${path}/${id}/verify`);
  await asked(id);
  server.script(fails(500));
  await asked(id);
  server.script(answers("Mara.", { usage: null }));
  await asked(id, { model: "tale-1-mini" });
  const usage = async (query: string) => (await call("GET", `${path}/${id}/usage${query}`)).body;
  const by = await usage("?group_by=model");
  expect(by.total).toMatchObject({ calls: 4, failed_calls: 1, reserved_tokens: 0, cost: null });
  expect(by.groups.map(({ name, calls, cost }: Loose) => [name, calls, cost])).toEqual([
    ["tale-1", 3, null],
    ["tale-1-mini", 1, null],
  ]);
  expect(by.groups[1].estimated_tokens).toBe(by.groups[1].input_tokens + by.groups[1].output_tokens);
  expect((await usage("?group_by=area")).groups.map(({ name }: Loose) => name)).toEqual(["generate", "verify"]);
  expect((await usage("")).groups).toHaveLength(1);
  const price = { model: "tale-1", input_per_million: 3, output_per_million: 15 };
  await call("PATCH", `${path}/${id}`, { prices: { currency: "EUR", models: [price] } });
  const priced = await usage("?group_by=model");
  // Twice 40 tokens read and 10 written.
  expect(priced.groups.map(({ cost }: Loose) => cost)).toEqual([0.00054, null]);
  expect(priced).toMatchObject({ currency: "EUR", total: { cost: null } });
  expect((await get(id)).cost_this_month).toBeNull();
});

test("a generation gets the newest key that works, and never none because one fails", async () => {
  const choose = (wanted: string | null = null) => chooseKey(api.database.reads, projectId, wanted, clock.now());
  expect(await choose()).toBeNull();
  const first = await stored({ models: { text: "tale-1" } });
  expect(await choose()).toMatchObject({ byok_id: first.id, model: "tale-1", status: "unverified" });
  const second = await stored();
  await expect(choose()).rejects.toMatchObject({ code: "provider_key_unverified" });
  await call("POST", `${path}/${second.id}/verify`);
  expect(await choose()).toMatchObject({ byok_id: second.id, model: "tale-1", status: "active" });
  server.script(echoesKey);
  await asked(second.id);
  expect(await choose()).toMatchObject({ byok_id: first.id });
  await asked(first.id);
  expect(await choose()).toMatchObject({ byok_id: second.id, status: "invalid" });
  expect(await choose(first.id)).toMatchObject({ byok_id: first.id, status: "invalid" });
  await call("PATCH", `${path}/${first.id}`, { disabled: true });
  await expect(choose(first.id)).rejects.toMatchObject({ items: [{ loc: ["body", "provider"] }] });
  await call("DELETE", `${path}/${second.id}`);
  expect(await choose()).toBeNull();
});

test("whoever may only read sees how keys fare, and stores, tries and revokes none", async () => {
  const { id } = await stored();
  const reader = await api.home.makeKey({ scopes: ["read", "write", "generate", "admin"] });
  expect((await call("GET", `${path}/${id}`, undefined, reader)).status).toBe(200);
  for (const [method, at, body] of [
    ["POST", path, { provider: "anthropic", key: KEY }],
    ["PATCH", `${path}/${id}`, { label: "x" }],
    ["POST", `${path}/${id}/verify`, undefined],
    ["POST", `${path}/${id}/rotate`, { key: KEY }],
    ["DELETE", `${path}/${id}`, undefined],
  ] as const) {
    expect((await call(method, at, body, reader)).status).toBe(403);
  }
});
