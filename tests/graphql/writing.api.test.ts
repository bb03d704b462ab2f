import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { createLogger } from "#server/log/log.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { ask, data, type Loose } from "./client.ts";
import { makeWorld, type World } from "./world.ts";

/** Told apart from everything else, and of no form that a redaction by pattern would know. */
const CANARY = "canary-91c2-stays-silent";

const lines: string[] = [];
let api: TestApi;
let world: World;

beforeAll(async () => {
  const log = createLogger({ environment: "test", logLevel: "debug" }, { write: (line: string) => lines.push(line) });
  api = await startTestApi({ log, deliveries: {}, environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  world = await makeWorld(api, { people: 2, lines: 0 });
});
afterAll(() => api.close());

const codes = (body: Loose) => body.errors?.map(({ extensions }: Loose) => extensions.code);

const CREATE = `mutation ($id: ID!, $name: String!, $external: ID!, $key: String) {
  entitiesCreate(projectId: $id, externalId: $external, type: "item", name: $name, properties: { found_at: $name }, idempotencyKey: $key) {
    id name properties history { nodes { seq kind } } relationships { totalCount } } }`;

describe("mutations", () => {
  test("a write is the operation's own, and what is read of its answer is as it left it", async () => {
    const { entitiesCreate: made } = await data(api, CREATE, { id: world.projectId, name: "Lamp", external: "lamp" });
    expect(made).toMatchObject({ name: "Lamp", properties: { found_at: "Lamp" }, relationships: { totalCount: 0 } });
    expect(made.history.nodes).toEqual([{ seq: expect.any(Number), kind: "entity.created" }]);
    const rest = await api.call<Loose>("GET", `/v1/projects/${world.projectId}/entities/${made.id}`);
    expect(rest.body).toMatchObject({ external_id: "lamp", valid_from_seq: made.history.nodes[0].seq });
  });

  test("a file is uploaded, and what names it has its address", async () => {
    const content = Buffer.from("\x89PNG\r\n\x1a\n…", "latin1").toString("base64");
    const upload = `mutation ($id: ID!, $content: String!) {
      filesUpload(projectId: $id, mediaType: "image/png", content: $content) { sha256 } }`;
    const { filesUpload: file } = await data(api, upload, { id: world.projectId, content });
    const { entitiesCreate: lamp } = await data(api, CREATE, { id: world.projectId, name: "Mast", external: "mast" });
    const add = `mutation ($id: ID!, $entity: ID!, $file: String!) {
      imagesCreate(projectId: $id, entityId: $entity, file: $file, altText: "A mast.") { entity { name } fileUrl } }`;
    const { imagesCreate: image } = await data(api, add, { id: world.projectId, entity: lamp.id, file: file.sha256 });
    expect(image.entity).toEqual({ name: "Mast" });
    const opened = await api.fetch(image.fileUrl.slice(image.fileUrl.indexOf("/files/")));
    expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("what calls somebody outside is one too, with its own scope, and without an idempotency key", async () => {
    const receiver = await startWebhookReceiver();
    try {
      const { webhooksCreate: made } = await data(
        api,
        `mutation ($id: ID!, $url: String!) { webhooksCreate(projectId: $id, url: $url, events: ["entity.*"]) { webhookId } }`,
        { id: world.projectId, url: `${receiver.url}/graphql` },
      );
      const variables = { id: world.projectId, webhook: made.webhookId };
      const check = `mutation ($id: ID!, $webhook: ID!) {
        webhooksCheck(projectId: $id, webhookId: $webhook) { grade summary checkedAt findings { check result } } }`;
      const { webhooksCheck: report } = await data(api, check, variables);
      expect(receiver.at("/graphql")).toHaveLength(9);
      const path = `/v1/projects/${world.projectId}/webhooks/${made.webhookId}/check`;
      const kept = (await api.call<Loose>("GET", path)).body.check;
      expect(report).toEqual({
        grade: kept.grade,
        summary: kept.summary,
        checkedAt: kept.checked_at,
        findings: kept.findings.map(({ check: name, result }: Loose) => ({ check: name, result })),
      });
      const writer = await ask(api, check, variables, api.home.scoped.write);
      expect([writer.status, codes(writer.body)]).toEqual([403, ["insufficient_scope"]]);
      const repeated = await ask(
        api,
        check.replace("webhookId: $webhook", 'webhookId: $webhook, idempotencyKey: "a"'),
        {
          ...variables,
        },
      );
      expect(codes(repeated.body)).toEqual(["invalid_query"]);
      const { webhooksTest: sent } = await data(
        api,
        `mutation ($id: ID!, $webhook: ID!) { webhooksTest(projectId: $id, webhookId: $webhook) { kind status } }`,
        variables,
      );
      expect(sent).toEqual({ kind: "entity.created", status: "pending" });
      await receiver.until(() => receiver.at("/graphql").length === 10, "the test");
    } finally {
      await receiver.close();
    }
  });

  test("a union or a free value is JSON, which the operation's own schema checks as over REST", async () => {
    const make = `mutation ($id: ID!, $name: String!, $default: JSON, $metadata: JSON) {
      variablesCreate(projectId: $id, name: $name, type: number, default: $default) { default }
      projectsUpdate(projectId: $id, metadata: $metadata) { metadata } }`;
    const metadata = { deep: [{ snake_case: 1, "not a name": null }] };
    const fine = await data(api, make, { id: world.projectId, name: "gold", default: 2.5, metadata });
    expect(fine).toEqual({ variablesCreate: { default: 2.5 }, projectsUpdate: { metadata } });
    for (const [name, wrong] of Object.entries({ silver: { a: 1 }, bronze: [2], copper: "much" })) {
      const { body } = await ask(api, make, { id: world.projectId, name, default: wrong, metadata: "none" });
      const rest = await api.call<Loose>("POST", `/v1/projects/${world.projectId}/variables`, {
        body: { name, type: "number", default: wrong },
      });
      expect([rest.status, body.data]).toEqual([422, { variablesCreate: null, projectsUpdate: null }]);
      expect(body.errors?.map(({ extensions }) => [extensions.code, extensions.detail])).toEqual([
        ["validation_error", rest.body.detail],
        ["validation_error", [expect.objectContaining({ loc: ["body", "metadata"], type: "dict_type" })]],
      ]);
    }
  });

  test("several are a transaction each, in their order: one that is refused leaves the others", async () => {
    const { body } = await ask(
      api,
      `mutation ($id: ID!, $a: ID!) {
        first: entitiesUpdate(projectId: $id, entityId: $a, name: "One") { name validFromSeq }
        wrong: entitiesUpdate(projectId: $id, entityId: $a, name: "") { name }
        last: entitiesUpdate(projectId: $id, entityId: $a, properties: { n: 1 }) { name properties history(first: 2) { totalCount } } }`,
      { id: world.projectId, a: world.people[0] },
    );
    expect(body.data).toMatchObject({ first: { name: "One" }, wrong: null, last: { history: { totalCount: 3 } } });
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: "validation_error",
      detail: [{ loc: ["body", "name"] }],
    });
    const { project } = await data(
      api,
      "query ($id: ID!, $a: ID!) { project(id: $id) { entity(id: $a) { name properties } } }",
      {
        id: world.projectId,
        a: world.people[0],
      },
    );
    expect(project.entity).toEqual({ name: "One", properties: { level: 0, n: 1 } });
  });

  test("an idempotency key does it once, and is good for nothing else", async () => {
    const variables = { id: world.projectId, name: "Rope", external: "rope", key: "make-the-rope" };
    const first = await data(api, CREATE, variables);
    expect(await data(api, CREATE, variables)).toEqual(first);
    const other = await ask(api, CREATE, { ...variables, name: "Another rope" });
    expect([other.status, codes(other.body)]).toEqual([409, ["idempotency_key_reused"]]);
    // The same key over REST is the same key.
    const rest = await api.call<Loose>("POST", `/v1/projects/${world.projectId}/entities`, {
      headers: { "idempotency-key": "make-the-rope" },
      body: { external_id: "rope", type: "item", name: "Rope" },
    });
    expect(rest.body.code).toBe("idempotency_key_reused");
    const none = await ask(api, CREATE, { ...variables, key: "\u0001" });
    expect(codes(none.body)).toEqual(["validation_error"]);
  });

  test("ifMatch and baseSeq are honoured", async () => {
    const [, id] = world.people;
    const change = `mutation ($id: ID!, $entity: ID!, $name: String, $match: SafeInt, $base: SafeInt) {
      entitiesUpdate(projectId: $id, entityId: $entity, name: $name, ifMatch: $match, baseSeq: $base) { name validFromSeq } }`;
    const variables = { id: world.projectId, entity: id };
    const { entitiesUpdate: one } = await data(api, change, { ...variables, name: "One" });
    const stale = await ask(api, change, { ...variables, name: "Two", match: one.validFromSeq - 1 });
    expect([stale.status, codes(stale.body)]).toEqual([412, ["precondition_failed"]]);
    const fresh = await data(api, change, { ...variables, name: "Two", match: one.validFromSeq });
    expect(fresh.entitiesUpdate.name).toBe("Two");
    const behind = await ask(api, change, { ...variables, name: "Three", base: one.validFromSeq });
    expect([behind.status, codes(behind.body)]).toEqual([409, ["edit_conflict"]]);
    expect(behind.body.errors?.[0]?.extensions.detail).toBeTruthy();
  });

  test("null is a value where the operation takes one, and nothing where a parameter is left out", async () => {
    const { projectId, make } = world;
    const under = await make("/ttrpg-gm/locations", { external_id: "town", name: "Town", parent_id: null });
    const inner = await make("/ttrpg-gm/locations", { external_id: "house", name: "House", parent_id: under });
    const move = `mutation ($id: ID!, $entity: ID!, $parent: ID) {
      locationsMove(projectId: $id, entityId: $entity, parentId: $parent) { locationPath parent { name } } }`;
    const moved = await data(api, move, { id: projectId, entity: inner, parent: null });
    expect(moved.locationsMove).toEqual({ locationPath: "/house", parent: null });
    const { project } = await data(
      api,
      `query ($id: ID!, $type: String) { project(id: $id) { entities(type: $type, parentId: null) { totalCount } all: entities { totalCount } } }`,
      { id: projectId, type: null },
    );
    expect(project.entities).toEqual(project.all);
  });

  test("each asks for its own scope", async () => {
    const variables = { id: world.projectId, name: "Coin", external: "coin" };
    const reader = await ask(api, CREATE, variables, api.home.scoped.read);
    expect([reader.status, codes(reader.body)]).toEqual([403, ["insufficient_scope"]]);
    expect(reader.body.errors?.[0]?.extensions.detail).toEqual({ required: "write", granted: ["read"] });
    const published = await api.home.makeKey({ kind: "publishable", scopes: ["read"] });
    expect((await ask(api, CREATE, variables, published)).status).toBe(403);
    const within = (field: string) => `query ($id: ID!) { project(id: $id) { ${field} } }`;
    const listed = await ask(api, within("entities { totalCount nodes { name } }"), variables, published);
    expect([listed.status, listed.body.errors]).toEqual([200, undefined]);
    const node = `dialogueNode(id: "${newId("node")}") { text }`;
    for (const field of ["name", node, "secrets { totalCount }", `entities(as: "${newId("ent")}") { totalCount }`]) {
      const refused = await ask(api, within(field), variables, published);
      expect([field, codes(refused.body)]).toEqual([field, [field.includes("as:") ? "validation_error" : "forbidden"]]);
    }
    // Who may write but not read gets what was written, and nothing that is read of it.
    const writer = await ask(api, CREATE, variables, api.home.scoped.write);
    expect([writer.status, writer.body.data.entitiesCreate.name]).toEqual([200, "Coin"]);
    expect(new Set(codes(writer.body))).toEqual(new Set(["insufficient_scope"]));
    const keys = await ask(api, "{ keys { totalCount } }", {}, api.home.scoped.read);
    expect([keys.status, codes(keys.body)]).toEqual([403, ["insufficient_scope"]]);
  });

  test("a foreign project is not found, and nothing is written in it", async () => {
    const foreign = await api.makeProject({ key: api.stranger.key });
    const { status, body } = await ask(api, CREATE, { id: foreign, name: "Intruder", external: "x" });
    expect([status, codes(body)]).toEqual([404, ["not_found"]]);
    const left = await api.call<Loose>("GET", `/v1/projects/${foreign}/entities`, { key: api.stranger.key });
    expect(left.body.total).toBe(0);
  });

  test("texts that the record cannot keep, and numbers that JavaScript changes, are refused by name", async () => {
    const nul = await ask(api, CREATE, { id: world.projectId, name: "a\0b", external: "nul" });
    expect((nul.body as Loose).detail[0].loc).toEqual(["body", "variables", "name"]);
    const escaped = await ask(
      api,
      `mutation { entitiesCreate(projectId: "${world.projectId}", externalId: "nul", type: "item",
      name: "a\\u0000b", properties: { a: "\\ud800" }) { id } }`,
    );
    expect(codes(escaped.body)).toHaveLength(1);
    const response = await api.fetch("/v1/graphql", {
      method: "POST",
      headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
      body: `{"query":"{ __typename }","variables":{"n":12345678901234567890}}`,
    });
    expect([response.status, ((await response.json()) as Loose).detail[0].loc]).toEqual([
      422,
      ["body", "variables", "n"],
    ]);
    const literal = await ask(
      api,
      `mutation { entitiesCreate(projectId: "${world.projectId}", externalId: "big", type: "item", name: "Big",
        properties: { n: 12345678901234567890 }) { id } }`,
    );
    expect(codes(literal.body)).toEqual(["invalid_query"]);
  });
});

test("a secret is shown once, to whoever made it, and stands in no other answer, log line or error", async () => {
  lines.length = 0;
  const made = await ask(
    api,
    `mutation { keysCreate(name: "made by GraphQL", kind: secret, scopes: ["read"], idempotencyKey: "one") { key id } }`,
  );
  const secret = made.body.data.keysCreate.key as string;
  expect(secret).toMatch(/^sk_test_/);
  expect(made.headers.get("cache-control")).toBe("no-store");
  const answers: string[] = [];
  const keep = async (query: string, variables = {}, key = api.home.liveKey) =>
    answers.push(JSON.stringify((await ask(api, query, variables, key)).body));
  await keep("{ keys { nodes { id name prefix: id } } workspaceAudit { nodes { kind data } } }", {}, api.home.key);
  const invite = `mutation ($password: String!, $name: String!) {
    membersInvite(email: "wren@example.com", name: $name, role: designer, password: $password) { id } }`;
  await keep(invite, { password: CANARY, name: "Wren" });
  await keep(invite, { password: { text: CANARY }, name: "Wren" });
  await keep(invite, { password: `${CANARY}${"x".repeat(2_000)}`, name: "" });
  await keep(`mutation { membersInvite(email: 7, name: "x", role: "${CANARY}", password: "${CANARY}") { id } }`);
  await keep(`mutation { membersInvite(password: "${CANARY}" "${CANARY}") { id } }`);
  await keep(`mutation ($n: SafeInt) { entitiesUpdate(projectId: "x", entityId: "y", baseSeq: $n) { id } }`, {
    n: CANARY,
  });
  expect(answers.filter((answer) => answer.includes(CANARY) || answer.includes(secret))).toEqual([]);
  expect(lines.filter((line) => line.includes(CANARY) || line.includes(secret))).toEqual([]);
  expect(lines.filter((line) => line.includes("/v1/graphql"))).toHaveLength(8);
});
