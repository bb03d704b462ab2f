import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
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
import { MODEL_PROVIDERS } from "#server/adapters/llm/port.ts";
import { callWithKey } from "#server/features/byok/public.ts";
import { createLogger } from "#server/log/log.ts";
import { StripeFake } from "#tests/billing/stripe-fake.ts";
import { ask, type Loose } from "#tests/graphql/client.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { readStream } from "#tests/support/event-stream.ts";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { startWebhookReceiver, status, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

/** Secrets, by kind, that may appear nowhere but where they are used. */
const secrets = new Map<string, string>();
const encryptionKey = randomBytes(32);
const userInfo = `sparrow-${randomBytes(9).toString("hex")}`;
const lines: string[] = [];
/** Answers that refuse or fail. */
const errors: string[] = [];

let stripe: StripeFake;
let receiver: WebhookReceiver;
let models: ModelServer;
let api: TestApi;
let environment: Record<string, string>;
let projectId: string;
let webhookId: string;
let dialogueId: string;

/** Uses every feature that has secrets, in every way that could show them. */
beforeAll(async () => {
  stripe = new StripeFake();
  receiver = await startWebhookReceiver();
  models = await startModelServer();
  environment = {
    FABULA_SECRET: `sessions-${randomBytes(12).toString("hex")}`,
    FABULA_ENCRYPTION_KEY: encryptionKey.toString("hex"),
    FABULA_STRIPE_SECRET_KEY: `sk_test_${randomBytes(12).toString("hex")}`,
    FABULA_STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(12).toString("hex")}`,
    FABULA_STRIPE_API: await stripe.listen(),
    FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
  };
  api = await startTestApi({
    mount: "listener",
    plan: "free",
    log: createLogger({ environment: "test", logLevel: "trace" }, { write: (line: string) => void lines.push(line) }),
    deliveries: { schedule: { live: [0, 30], test: [0, 30] }, pollMs: 20, deadlineMs: 500 },
    environment,
  });
  keep("encryption key", environment.FABULA_ENCRYPTION_KEY);
  keep("encryption key in base64", encryptionKey.toString("base64"));
  keep("secret of sessions", environment.FABULA_SECRET);
  keep("Stripe secret", environment.FABULA_STRIPE_SECRET_KEY?.slice(8));
  keep("Stripe webhook secret", environment.FABULA_STRIPE_WEBHOOK_SECRET?.slice(6));
  keep("API key", api.home.key.slice(13));
  keep("live API key", api.home.liveKey.slice(13));
  keep("user information of a URL", userInfo);
  projectId = await api.makeProject();
  await useWebhooks();
  await useKeys();
  await useBilling();
  await useDialogues();
  await useProviderKeys();
  await fail();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
  await models.close();
  await stripe.close();
});

function keep(name: string, secret: string | undefined): void {
  if (secret === undefined || secret.length < 12) throw new Error(`${name} is too short to be told apart`);
  secrets.set(name, secret);
}

/** A webhook's secret, as its text and as the bytes it stands for. */
function keepSigning(name: string, secret: string): void {
  keep(name, secret.slice(6));
  keep(`${name} in hex`, Buffer.from(secret.slice(6), "base64").toString("hex"));
}

/** Calls, and keeps what is shown once as a secret that nothing else may hold. */
async function call(method: string, path: string, options: Parameters<TestApi["call"]>[2] = {}): Promise<Loose> {
  const answer = await api.call<Loose>(method, path, options);
  const text = JSON.stringify([answer.body, ...answer.headers]);
  if (answer.status >= 400) errors.push(text);
  const { secret, key } = answer.body ?? {};
  if (typeof secret === "string") keepSigning(`webhook secret ${secrets.size}`, secret);
  if (typeof key === "string") keep(`API key ${secrets.size}`, key.slice(13));
  return answer.body;
}

async function useWebhooks(): Promise<void> {
  const path = `/v1/projects/${projectId}/webhooks`;
  const body = { url: `${receiver.url}/canary`, events: ["*"] };
  const made = await call("POST", path, { body, headers: { "idempotency-key": "once" } });
  webhookId = made.webhook_id;
  await call("POST", `${path}/${webhookId}/rotate-secret`, { body: { grace_period_seconds: 600 } });
  await call("POST", `${path}/${webhookId}/test`);
  await call("POST", `${path}/${webhookId}/check`);
  receiver.answer("/canary", status(500, {}, "no"));
  await call("POST", `/v1/projects/${projectId}/entities`, { body: { external_id: "a", type: "person", name: "A" } });
  await receiver.until(() => receiver.at("/canary").length >= 12, "both failures");
  receiver.answer("/canary", status(200));
  await call("POST", `${path}/${webhookId}/recover`, { body: { since_seq: 0 } });
}

async function useKeys(): Promise<void> {
  const made = await call("POST", "/v1/keys", {
    body: { name: "canary", kind: "secret", scopes: ["read"] },
    headers: { "idempotency-key": "one-key" },
  });
  await call("POST", `/v1/keys/${made.id}/rotate`, { body: { overlap_seconds: 60 } });
}

async function useBilling(): Promise<void> {
  const key = api.home.liveKey;
  await call("POST", "/v1/billing/checkout", { key, body: { plan: "studio" } });
  await call("POST", "/v1/billing/portal", { key });
  for (const fault of ["before", "behind"] as const) {
    stripe.faults.push({ status: 401, when: fault }, { status: 500, when: fault }, { status: 500, when: fault });
    await call("POST", "/v1/billing/checkout", { key, body: { plan: "scale" } });
    stripe.faults.length = 0;
  }
  const notice = JSON.stringify({ id: "evt_1", object: "event", type: "invoice.paid", data: { object: {} } });
  for (const signature of ["t=1,v1=00", environment.FABULA_STRIPE_WEBHOOK_SECRET ?? "", null]) {
    const headers = {
      "content-type": "application/json",
      ...(signature !== null && { "stripe-signature": signature }),
    };
    const refused = await api.fetch("/hooks/payments", { method: "POST", headers, body: notice });
    errors.push(await refused.text());
  }
}

async function useDialogues(): Promise<void> {
  const path = `/v1/projects/${projectId}/game-narrative/dialogues`;
  dialogueId = (await call("POST", path, { body: { name: "At the ferry" } })).id;
  await call("POST", `${path}/${dialogueId}/nodes`, { body: { kind: "line", text: "Who goes there?" } });
}

/** Says the key in every way a provider can. */
const loud: readonly Turn[] = [
  echoesKey,
  (asked, ...rest) =>
    fails(
      429,
      { type: keyOf(asked), code: keyOf(asked), message: keyOf(asked) },
      { "retry-after": "0" },
    )(asked, ...rest),
  (asked, ...rest) => fails(400, { type: `bad_${keyOf(asked)}`, message: keyOf(asked) })(asked, ...rest),
  (asked, ...rest) => raw(503, { "content-type": "text/plain", "x-key": keyOf(asked) }, keyOf(asked))(asked, ...rest),
  (asked, ...rest) => raw(302, { location: `https://10.0.0.1/?key=${keyOf(asked)}` }, "")(asked, ...rest),
  (asked, ...rest) => raw(200, { "content-type": "text/html" }, `<p>${keyOf(asked)}`)(asked, ...rest),
  (asked, ...rest) =>
    answers("x", {
      events: (events) => [
        ...events.slice(0, 2),
        `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: keyOf(asked), message: keyOf(asked) } })}\n\n`,
      ],
    })(asked, ...rest),
  (asked, ...rest) =>
    answers("x", { events: (events) => [...events.slice(0, 2), `data: ${keyOf(asked)}\n\n`] })(asked, ...rest),
  (asked, ...rest) => answers(`My key is ${keyOf(asked)}.`)(asked, ...rest),
];

async function useProviderKeys(): Promise<void> {
  const path = `/v1/projects/${projectId}/byok`;
  for (const provider of MODEL_PROVIDERS) {
    const [key, next] = [`sk-${randomBytes(12).toString("hex")}`, `sk-${randomBytes(12).toString("hex")}`];
    keep(`${provider} key`, key);
    keep(`${provider} key, rotated`, next);
    const body = { provider, key, base_url: models.url, label: "Writers", models: { text: "tale-1" } };
    const { id } = await call("POST", path, { body, headers: { "idempotency-key": `store-${provider}` } });
    providerKeys.push(id);
    await call("POST", `${path}/${id}/verify`);
    await call("POST", `${path}/${id}/rotate`, {
      body: { key: next },
      headers: { "idempotency-key": `again-${provider}` },
    });
    for (const turn of loud) {
      models.script(turn);
      await call("POST", `${path}/${id}/verify`);
      const request = { model: "tale-1", system: "", prompt: "Who?", schema: null, maxOutputTokens: 9, seed: null };
      const signal = AbortSignal.timeout(5_000);
      await callWithKey(api.services, projectId, id, { ...request, signal }, { attemptId: "att_1" }).then(
        (answer) => told.push(JSON.stringify(answer)),
        (error: Error) => told.push(`${JSON.stringify(error)} ${error.stack}`),
      );
    }
    for (const wrong of [
      { key: [next] },
      { key: next, keys: next },
      { key: next, base_url: `https://u:${next}@x.example` },
    ]) {
      await call("POST", path, { body: { provider, ...wrong } });
      await call("POST", `${path}/${id}/rotate`, { body: wrong });
      await call("PATCH", `${path}/${id}`, { body: wrong });
    }
    const document = `mutation ($id: ID!, $byok: ID!, $key: String!) { byokRotate(projectId: $id, byokId: $byok, key: $key, baseUrl: "http://10.0.0.1") { id } }`;
    graphql.push(JSON.stringify((await ask(api, document, { id: projectId, byok: id, key: next })).body));
  }
  expect(told.length).toBe(2 * loud.length);
}

/** Results of calls with provider keys. */
const told: string[] = [];
const providerKeys: string[] = [];

/** Requests that are refused or fail while they hold a secret, and while the database is damaged. */
async function fail(): Promise<void> {
  const path = `/v1/projects/${projectId}/webhooks`;
  for (const url of [
    `https://fabula:${userInfo}@hooks.example.com/in`,
    `https://${userInfo}@hooks.example.com/in`,
    `ftp://fabula:${userInfo}@hooks.example.com/in`,
    `https://fabula:${userInfo}@hooks.example.com:999999/in`,
    `//fabula:${userInfo}@hooks.example.com`,
    `https://fabula:${userInfo}@${"x".repeat(3_000)}`,
  ]) {
    await call("POST", path, { body: { url, events: ["*"] } });
    await call("PATCH", `${path}/${webhookId}`, { body: { url } });
    await call("PATCH", `${path}/${webhookId}`, { body: { url, events: ["nothing.happened"] } });
    const { body } = await ask(
      api,
      `mutation ($id: ID!, $url: String!) { webhooksCreate(projectId: $id, url: $url, events: ["*"]) { webhookId } }`,
      { id: projectId, url },
    );
    expect(body.errors).toHaveLength(1);
    graphql.push(JSON.stringify(body));
  }
  for (const key of [`${api.home.key}x`, api.home.key.slice(0, -1), "sk_test_nonsense"])
    await call("GET", "/v1/me", { key });
  await call("GET", "/v1/me", { query: { api_key: api.home.key } });
  await call("POST", "/v1/projects", {
    body: { name: "x", api_key: api.home.key, secret: environment.FABULA_SECRET },
  });
  const tables = [
    "webhook_states",
    "webhook_deliveries",
    "api_keys",
    "data_keys",
    "idempotency_keys",
    "billing_accounts",
    "byok_secrets",
    "byok_usage",
  ];
  const stored = `sk-${randomBytes(12).toString("hex")}`;
  keep("a provider key that was never stored", stored);
  for (const table of tables) {
    await api.database.writes.execute(sql`ALTER TABLE ${sql.identifier(table)} RENAME TO away`);
    try {
      api.fabula.authenticator.forget();
      const headers = { "idempotency-key": randomBytes(8).toString("hex") };
      await call("POST", path, { body: { url: `${receiver.url}/other`, events: ["*"] }, headers });
      await call("POST", `${path}/${webhookId}/rotate-secret`, { body: {} });
      await call("POST", `${path}/${webhookId}/check`);
      await call("GET", `${path}/${webhookId}/deliveries`);
      await call("POST", "/v1/keys", { body: { name: "canary", kind: "secret", scopes: ["read"] }, headers });
      await call("GET", "/v1/billing/subscription", { key: api.home.liveKey });
      const byok = `/v1/projects/${projectId}/byok`;
      await call("POST", byok, { body: { provider: "anthropic", key: stored }, headers });
      await call("POST", `${byok}/${providerKeys[0]}/verify`);
    } finally {
      await api.database.writes.execute(sql`ALTER TABLE away RENAME TO ${sql.identifier(table)}`);
    }
  }
  api.fabula.authenticator.forget();
}

const graphql: string[] = [];

/** The secrets that stand in a text, by what they are. */
function heldBy(text: string): string[] {
  return [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
}

/** Expects that texts hold no secret. `has` stands in them when they are what they should be. */
function expectSilence(texts: readonly string[], has: readonly string[]): void {
  const text = texts.join("\n");
  for (const each of has) expect(text).toContain(each);
  expect(heldBy(text)).toEqual([]);
}

test("what is looked for is found where it is", () => {
  expect(secrets.size).toBeGreaterThanOrEqual(18);
  for (const [name, secret] of secrets) expect(heldBy(`{"a":"${secret}"}`)).toContain(name);
});

test("no log line holds a secret, at the finest level", () => {
  expect(lines.length).toBeGreaterThan(60);
  expectSilence(lines, ['"msg":"request"', "a request failed unexpectedly", "write refused"]);
});

test("no call with a provider key says it, whatever the provider says", () => {
  expectSilence(told, ["ModelFailure", "invalid_api_key", "broken_stream", "My key is [key]."]);
});

test("no event holds a secret: in the feed, the stream, the audit, and what is delivered", async () => {
  const feed = await api.call("GET", `/v1/projects/${projectId}/events`, { query: { limit: 500 } });
  const audit = await api.call("GET", "/v1/audit", { query: { limit: 100 } });
  const headers = { authorization: `Bearer ${api.home.key}` };
  const stream = readStream(await api.fetch(`/v1/projects/${projectId}/events/stream?after_seq=0`, { headers }));
  const streamed: unknown[] = [];
  await stream.first((message) => {
    streamed.push(message);
    return JSON.stringify(message).includes("Who goes there?");
  });
  await stream.cut();
  const delivered = receiver.received.map(({ text, headers: sent }) => text + JSON.stringify(sent));
  const texts = [JSON.stringify(feed.body), JSON.stringify(audit.body), JSON.stringify(streamed), ...delivered];
  expectSilence(texts, ["webhook.created", "webhook.secret_rotated", "key.created", "webhook-signature"]);
});

test("no refusal and no failure holds a secret", () => {
  expect(errors.length).toBeGreaterThan(40);
  expectSilence(errors, ["credentials_refused", "internal_error", "invalid_api_key", "validation_error"]);
});

test("no export holds a secret", async () => {
  const path = `/v1/projects/${projectId}/game-narrative/dialogues/${dialogueId}/export`;
  const texts: string[] = [];
  for (const format of ["fabula_json", "twee3"]) {
    const answer = await api.call<Loose>("GET", path, { query: { format } });
    expect([format, answer.status]).toEqual([format, 200]);
    texts.push(JSON.stringify([answer.body, ...answer.headers]));
  }
  expectSilence(texts, ["Who goes there?"]);
});

test("no answer of GraphQL holds a secret: whatever it can be asked, its errors, and its page", async () => {
  // All of it is more than the free plan may ask in a minute; a refused question would hold no secret, and show nothing.
  await api.database.writes.execute(sql`UPDATE workspaces SET plan = 'scale'`);
  const { key } = await call("POST", "/v1/keys", {
    body: { name: "asking", kind: "secret", scopes: ["admin", "read", "write", "generate"] },
  });
  const { data } = (await ask(api, SCHEMA_QUERY)).body;
  const types = new Map<string, Loose>(data.__schema.types.map((type: Loose) => [type.name, type]));
  const variables = { id: projectId };
  const texts = [...graphql];
  // The plan of those that were used before is still remembered.
  for (const key of [await api.home.makeKey(), await api.home.makeKey({ mode: "live" })]) {
    for (const field of types.get("Query").fields) {
      const asked = selected(types, field, 2);
      if (asked === null) continue;
      texts.push(JSON.stringify((await ask(api, `{ ${asked} }`, {}, key)).body));
    }
  }
  for (const field of types.get("Project").fields) {
    const asked = selected(types, field, 2);
    if (asked === null || field.name === "replay") continue;
    const answer = await ask(api, `query ($id: ID!) { project(id: $id) { ${asked} } }`, variables, key);
    expect([field.name, answer.status]).not.toEqual([field.name, 429]);
    texts.push(JSON.stringify(answer.body));
  }
  const [delivery] = (await call("GET", `/v1/projects/${projectId}/webhooks/${webhookId}/deliveries`, { key }))
    .deliveries;
  const named = { id: projectId, webhook: webhookId, delivery: delivery.delivery_id };
  const details = selected(types, { ...fieldOf(types, "Project", "webhookDelivery"), args: [] }, 2);
  const one = `query ($id: ID!, $webhook: ID!, $delivery: ID!) { project(id: $id) {
    ${details?.replace("webhookDelivery", "webhookDelivery(webhookId: $webhook, deliveryId: $delivery)")} } }`;
  texts.push(JSON.stringify((await ask(api, one, named, key)).body));
  for (const secret of secrets.values()) {
    const value = JSON.stringify(secret);
    for (const document of [
      `{ project(id: ${value}) { name } }`,
      `mutation { keysCreate(name: ${value}, kind: ${value}, scopes: [${value}]) { id } }`,
      `mutation { webhooksRotateSecret(projectId: ${value}, webhookId: ${value}, gracePeriodSeconds: ${value}) { secret } }`,
      `{ project(id: "x") { entities(first: ${value}, after: ${value}) { totalCount } } }`,
    ]) {
      // Another workspace asks: what was asked above has used up what this one may ask in a minute.
      const { errors: told } = (await ask(api, document, {}, api.stranger.key)).body;
      expect(told?.length).toBeGreaterThan(0);
      texts.push(JSON.stringify(told));
    }
  }
  const headers = { accept: "text/html", authorization: `Bearer ${api.home.key}` };
  for (const init of [{ headers }, { headers: { accept: "text/html" } }]) {
    const page = await api.fetch(`/v1/graphql?key=${encodeURIComponent(api.home.key)}`, init);
    texts.push((await page.text()) + JSON.stringify([...page.headers]));
  }
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((each) => each.includes('"code":"rate_limited"'))).toEqual([]);
  expectSilence(texts, ["webhook-signature", "invalid_query", '<form id="ask"', delivery.delivery_id, '"keys"']);
});

/** Every row of every table. */
async function everyRow(): Promise<string[]> {
  const rows: string[] = [];
  const tables = await api.database.reads.execute<{ name: string }>(
    sql`SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const [row] = await api.database.reads.execute<{ text: string }>(
      sql`SELECT coalesce(string_agg(to_jsonb(t)::text, ' '), '') AS text FROM ${sql.raw(name)} t`,
    );
    rows.push(`${name}: ${row?.text}`);
  }
  return rows;
}

test("a provider key that is let out on purpose is caught, in the log and in a table", async () => {
  const leaked = secrets.get("anthropic key") ?? "";
  const kept = lines.length;
  api.services.log.warn({ cause: `Incorrect API key: ${leaked}` }, "leaked on purpose");
  expect(heldBy(lines.join("\n"))).toEqual(["anthropic key"]);
  lines.length = kept;
  const setError = (text: string | null) =>
    api.database.writes.execute(sql`UPDATE byok_states SET last_error = ${text} WHERE byok_id = ${providerKeys[1]}`);
  await setError(leaked);
  expect(heldBy((await everyRow()).join("\n"))).toEqual(["anthropic key"]);
  await setError(null);
});

test("no table and no backup holds a secret that is not sealed", async () => {
  const rows = await everyRow();
  const kept = ["webhook_states", "api_keys", "idempotency_keys", "data_keys", "byok_secrets", webhookId];
  expectSilence(rows, [...kept, ...providerKeys]);
  const script = fileURLToPath(new URL("../scripts/backup.ts", import.meta.url));
  const env = { ...process.env, ...environment, FABULA_ENV: "test", DATABASE_URL: api.databaseUrl };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...PRODUCT_FLAGS, script, "--out", "-"], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  expectSilence([stdout, stderr], [webhookId, "api_keys", "data_keys", ...providerKeys]);
});

const SCHEMA_QUERY = `{ __schema { types { name fields { name args { name type { kind } }
  type { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } }`;

const fieldOf = (types: Map<string, Loose>, type: string, name: string) =>
  types.get(type).fields.find((field: Loose) => field.name === name);

/** A field with all it can be asked for without arguments, so deep; null where it needs one itself. */
function selected(types: Map<string, Loose>, field: Loose, depth: number): string | null {
  if (field.args.some((arg: Loose) => arg.type.kind === "NON_NULL")) return null;
  let target = field.type;
  while (target.ofType != null) target = target.ofType;
  if (target.kind !== "OBJECT") return field.name;
  if (depth < 0) return null;
  const inner = types
    .get(target.name)
    .fields.flatMap((each: Loose) => selected(types, each, depth - 1) ?? [])
    .join(" ");
  const arg = field.args.some((each: Loose) => each.name === "first") ? "(first: 5)" : "";
  return inner === "" ? null : `${field.name}${arg} { ${inner} }`;
}
