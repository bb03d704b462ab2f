import { sql } from "drizzle-orm";
import { buildSchema, getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Reading } from "#server/operation/reading.ts";
import { Semaphore } from "#server/operation/semaphore.ts";
import { section } from "#tests/contract/interface.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { ask, type Loose } from "./client.ts";
import { makeWorld, type World } from "./world.ts";

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeWorld(api, { people: 3, lines: 1 });
});
afterAll(() => api.close());

const asked = (own: string) => `query ($id: ID!) { project(id: $id) { ${own} } }`;
const refusal = async (query: string) => {
  const { status, body } = await ask(api, query, { id: world.projectId });
  const [error] = body.errors ?? [];
  return { status, code: error?.extensions.code, detail: error?.extensions.detail as Loose, data: body.data };
};

describe("limits", () => {
  test.each([
    ["depth", asked("entities { nodes { relationships { nodes { target { parent { parent { name } } } } } } }")],
    ["aliases", asked(Array.from({ length: 16 }, (_, i) => `a${i}: name`).join(" "))],
    ["directives", asked(Array.from({ length: 51 }, () => "name @include(if: true)").join(" "))],
    ["tokens", asked("name ".repeat(1_000))],
    [
      "nodes",
      asked("entities(first: 100) { nodes { relationships(first: 100) { nodes { id } } history { nodes { id } } } }"),
    ],
    [
      "cost",
      asked(
        "entities(first: 100) { nodes { relationships(first: 20) { nodes { target { neighbors(first: 1) { totalCount } } } } } }",
      ),
    ],
    [
      "fields",
      `${asked("...a")} fragment a on Project { ${"...b ".repeat(8)} } fragment b on Project { ${"...c ".repeat(8)} }
       fragment c on Project { ${"...d ".repeat(8)} } fragment d on Project { ${"name ".repeat(8)} }`,
    ],
  ])("%s", async (limit, query) => {
    expect(await refusal(query)).toMatchObject({ status: 400, code: "query_too_complex", detail: { limit } });
  });

  test.each([0, -1, 101])("first: %i is a 422", async (first) => {
    expect(await refusal(asked(`entities(first: ${first}) { totalCount }`))).toMatchObject({
      code: "validation_error",
      detail: [{ loc: ["query", "first"], input: first }],
    });
  });

  test("a variable counts as what it is, given or by default", async () => {
    const query = `query ($id: ID!, $n: Int = 100) { project(id: $id) { entities(first: $n) { nodes { relationships(first: $n) { nodes { id } } history { totalCount } } } } }`;
    expect((await ask(api, query, { id: world.projectId })).body.errors?.[0]?.extensions.code).toBe(
      "query_too_complex",
    );
    expect((await ask(api, query, { id: world.projectId, n: 2 })).body.errors).toBeUndefined();
  });

  test("the schema tells of itself once a document, at a price, from a text written once", async () => {
    const written = vi.spyOn(JSON, "stringify");
    const whole = await ask(api, getIntrospectionQuery());
    expect(whole.body.data.__schema.types.length).toBeGreaterThan(50);
    expect([whole.body.data.__schema.subscriptionType ?? null, whole.body.extensions?.cost.points]).toEqual([
      null,
      100,
    ]);
    const schemas = () => written.mock.calls.filter(([value]) => (value as Loose)?.__schema !== undefined).length;
    expect(schemas()).toBe(1);
    expect((await ask(api, getIntrospectionQuery())).body).toEqual(whole.body);
    expect(schemas()).toBe(1);
    written.mockRestore();
    const nested = await ask(api, '{ __type(name: "Project") { fields { type { fields { name } } } } }');
    expect(nested.body.extensions?.cost.points).toBe(1_000);
    for (const query of [
      "{ a: __schema { types { name } } b: __schema { types { name } } }",
      '{ __schema { types { name } } ...more } fragment more on Query { __type(name: "Project") { name } }',
      "{ __schema { a: types { fields { name } } types { fields { name } } } }",
    ]) {
      expect(await refusal(query)).toMatchObject({ code: "query_too_complex", detail: { limit: "introspections" } });
    }
  });

  test("the schema is a download, the same that is executed", async () => {
    const response = await api.fetch("/v1/graphql/schema.graphql");
    const sdl = buildSchema(await response.text());
    expect([response.status, sdl.getSubscriptionType()]).toEqual([200, undefined]);
    expect(sdl.getType("Project")?.toString()).toBe("Project");
    const etag = response.headers.get("etag") ?? "";
    const again = await api.fetch("/v1/graphql/schema.graphql", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  test("several documents at once are refused", async () => {
    const { status } = await api.call("POST", "/v1/graphql", {
      body: [{ query: "{ __typename }" }, { query: "{ __typename }" }],
    });
    expect(status).toBe(400);
  });
});

describe("cost", () => {
  test("is told, and taken from the bucket of REST", async () => {
    const own = await startTestApi({ plan: "free" });
    try {
      const { projectId } = await makeWorld(own, { people: 1, lines: 0 });
      const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      const before = left((await own.call("GET", `/v1/projects/${projectId}`)).headers);
      const dear = `query ($id: ID!) { project(id: $id) { entities(first: 100) { nodes { neighbors(first: 1) { totalCount } } } } }`;
      const first = await ask(own, dear, { id: projectId });
      // One read of entities, one of neighbours for each of a hundred, and two hundred objects.
      expect(first.body.extensions?.cost).toEqual({ points: 103, nodes: 200 });
      expect(left(first.headers)).toBe(before - 103);
      let last = first;
      for (let i = 0; i < 6 && last.status === 200; i++) last = await ask(own, dear, { id: projectId });
      expect([last.status, last.body.errors?.[0]?.extensions]).toMatchObject([
        429,
        { code: "rate_limited", detail: { violated_policies: ["default"], cost: 103 } },
      ]);
      expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(last.body.data).toBeUndefined();
    } finally {
      await own.close();
    }
  });
});

describe(`${section("GraphQL")}: statuses`, () => {
  const get = (query: string, headers: Record<string, string>) => api.fetch(`/v1/graphql${query}`, { headers });
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  test("401 without a key and with a bad one", async () => {
    const none = await ask(api, "{ __typename }", {}, null);
    expect([none.status, (none.body as Loose).code]).toEqual([401, "unauthorized"]);
    const bad = await ask(api, "{ __typename }", {}, "sk_test_nonsense");
    expect([bad.status, (bad.body as Loose).code]).toEqual([401, "invalid_api_key"]);
    expect((await get("?query={__typename}", {})).status).toBe(401);
  });

  test("403 for a key that may not read", async () => {
    const { status, body } = await ask(api, asked("name"), { id: world.projectId }, api.home.scoped.write);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([403, "insufficient_scope"]);
    expect((await get("", { ...bearer(api.home.scoped.write), accept: "text/html" })).status).toBe(403);
  });

  test("500 without a word of what went wrong", async () => {
    await api.database.writes.execute(sql`ALTER TABLE relationship_versions RENAME TO relationship_versions_away`);
    try {
      const { status, body } = await ask(api, asked("relationships { totalCount }"), { id: world.projectId });
      // The project itself was answered.
      expect([status, body.data]).toEqual([200, { project: { relationships: null } }]);
      expect(body.errors).toMatchObject([
        { message: "The server failed unexpectedly.", extensions: { code: "internal_error", detail: null } },
      ]);
      expect(JSON.stringify(body)).not.toContain("relationship_versions");
    } finally {
      await api.database.writes.execute(sql`ALTER TABLE relationship_versions_away RENAME TO relationship_versions`);
    }
    await api.database.writes.execute(sql`ALTER TABLE project_heads RENAME TO project_heads_away`);
    try {
      const { status, body } = await ask(api, asked("name"), { id: world.projectId });
      expect([status, body.errors?.[0]?.extensions.code]).toEqual([500, "internal_error"]);
    } finally {
      await api.database.writes.execute(sql`ALTER TABLE project_heads_away RENAME TO project_heads`);
    }
  });

  test("GET with a document executes it, but for mutations", async () => {
    const query = encodeURIComponent(asked("name"));
    const variables = encodeURIComponent(JSON.stringify({ id: world.projectId }));
    const read = await get(`?query=${query}&variables=${variables}`, bearer(api.home.key));
    expect(await read.json()).toMatchObject({ data: { project: { name: "The Salt Gate" } } });
    const write = await get(
      `?query=${encodeURIComponent('mutation { projectsCreate(name: "x") { id } }')}`,
      bearer(api.home.key),
    );
    expect(write.status).toBe(405);
    expect((await api.fetch("/v1/graphql", { method: "DELETE", headers: bearer(api.home.key) })).status).toBe(405);
  });

  test("a browser gets GraphiQL from here alone, and without a key a 401 page that asks for one", async () => {
    const asksFor = await get("", { accept: "text/html,application/xhtml+xml" });
    const page = await asksFor.text();
    expect([asksFor.status, asksFor.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="fabula"']);
    expect(page).toContain('<form id="ask">');
    const letIn = await get("", { accept: "text/html", ...bearer(api.home.key) });
    expect([letIn.status, await letIn.text()]).toEqual([200, expect.stringContaining('<form id="ask" hidden>')]);
    const policy = asksFor.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1];
    expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
    expect(policy).toContain("default-src 'none'");
    expect(page).not.toMatch(/https?:\/\//);
    for (const path of ["/v1/graphql/graphiql.js", "/v1/graphql/graphiql.css"]) {
      expect(page).toContain(path);
      const asset = await api.fetch(path);
      expect([asset.status, (await asset.text()).length > 100_000]).toEqual([200, true]);
      const again = await api.fetch(path, { headers: { "if-none-match": asset.headers.get("etag") ?? "" } });
      expect(again.status).toBe(304);
    }
  });

  test("an answer in parts has one length", async () => {
    const query = `?query=${encodeURIComponent("{ __typename }")}`;
    const sent = await get(query, { ...bearer(api.home.key), accept: "multipart/mixed" });
    expect(sent.headers.get("transfer-encoding")).toBeNull();
    expect(await sent.text()).toContain('{"data":{"__typename":"Query"}');
  });

  test("what is no JSON, or has another form, is refused before it is looked at", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/graphql",
    ]) {
      const sent = await api.fetch("/v1/graphql", {
        method: "POST",
        headers: { ...bearer(api.home.key), "content-type": type },
        body: "query=%7B__typename%7D",
      });
      expect([type, sent.status]).toEqual([type, 415]);
    }
    for (const then of [1, null, {}]) {
      const promised = await api.call("POST", "/v1/graphql", { body: { query: "{ __typename }", then } });
      expect([promised.status, promised.body.code]).toEqual([400, "invalid_query"]);
    }
    for (const parameter of ["variables", "extensions"]) {
      const broken = await get(`?query={__typename}&${parameter}=%7B%22a%22`, bearer(api.home.key));
      expect([broken.status, await broken.json()]).toMatchObject([400, { code: "invalid_query" }]);
    }
    const large = await api.call("POST", "/v1/graphql", {
      body: { query: "{ __typename }", variables: { a: "x".repeat(1024 * 1024) } },
    });
    expect(large.status).toBe(413);
  });
});

test("what takes too long is answered in time, and its connection is there again once the statement has ended", async () => {
  const caller = await api.fabula.authenticator.byHeader(`Bearer ${api.home.key}`, { clientAddress: "127.0.0.1" });
  const semaphore = new Semaphore(1);
  const parts = { services: api.services, caller, requestId: "none", semaphore };
  const variable = api.services.resources.of("variable");
  await api.database.writes.transaction("write", async (db) => {
    await db.execute(sql`LOCK TABLE variable_versions IN ACCESS EXCLUSIVE MODE`);
    const late = new Reading(parts, 200);
    const waiting = late.find(variable, world.projectId, ["var_1"], null);
    // Nobody else's turn comes meanwhile, and they too are answered in time.
    const behind = new Reading(parts, 200);
    const both = await Promise.allSettled([waiting, behind.project(world.projectId)]);
    expect(both).toMatchObject([{ reason: { code: "busy" } }, { reason: { code: "busy" } }]);
    await expect(late.project(world.projectId)).rejects.toMatchObject({ code: "busy" });
    late.close();
    behind.close();
  });
  const next = new Reading(parts);
  expect((await next.project(world.projectId)).id).toBe(world.projectId);
  next.close();
});

test("documents leave connections for everybody else, however many wait at once", async () => {
  const own = await startTestApi({ environment: { FABULA_READ_CONNECTIONS: "5" } });
  const state = { isOver: false };
  try {
    const { projectId } = await makeWorld(own, { people: 1, lines: 0 });
    await own.database.writes.transaction("write", async (db) => {
      await db.execute(sql`LOCK TABLE variable_versions IN ACCESS EXCLUSIVE MODE`);
      // Each is refused after 5 s of waiting for the lock, and asks again, however slow the machine is.
      const waiting = async () => {
        while (!state.isOver)
          await ask(own, "query ($id: ID!) { project(id: $id) { variables { totalCount } } }", { id: projectId });
      };
      for (let n = 0; n < 12; n += 1) waiting().catch(() => {});
      const held = async () => {
        const [row] = await own.database.writes.execute<{ n: number }>(
          sql`SELECT count(*)::int AS n FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%variable_versions%'`,
        );
        return row?.n;
      };
      const entities = async () => (await own.call<Loose>("GET", `/v1/projects/${projectId}/entities`)).body.total;
      await expect.poll(async () => [await held(), await entities(), await held()]).toEqual([3, 1, 3]);
    });
  } finally {
    state.isOver = true;
    await own.close();
  }
});

test("a misspelt name is answered with what was meant, but in production", async () => {
  const misspelt = asked("nam");
  const message = (body: Loose) => body.errors[0].message;
  const open = await ask(api, misspelt, { id: world.projectId });
  expect(open.body.errors?.[0]?.extensions.code).toBe("invalid_query");
  // Who asks for plain JSON is told in the body alone, as the specification of GraphQL over HTTP has it.
  expect([open.status, open.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  const newer = await api.call("POST", "/v1/graphql", {
    headers: { accept: "application/graphql-response+json" },
    body: { query: misspelt },
  });
  expect(newer.status).toBe(400);
  expect(message(open.body)).toContain('Did you mean "name"');
  const closed = await startTestApi({ environment: { FABULA_ENV: "production" } });
  try {
    const { body } = await ask(closed, misspelt, { id: world.projectId });
    expect(message(body)).toBe('Cannot query field "nam" on type "Project".');
  } finally {
    await closed.close();
  }
});
