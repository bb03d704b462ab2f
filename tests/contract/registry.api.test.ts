import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey } from "#server/features/access/key-format.ts";
import { newId } from "#server/kernel/ids.ts";
import { SCOPES, type Scope } from "#server/kernel/scope.ts";
import { honoursIdempotencyKey, honoursIfMatch } from "#server/operation/operation.ts";
import { listKeyedOperations, listOperations, type NamedOperation } from "#server/operations.ts";
import { IS_FULL } from "#test-size";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { readStream } from "#tests/support/event-stream.ts";
import { expectInvalid, expectInvalidAt, expectProblem, UUID, withoutRequestId } from "./expectations.ts";
import type { ValidCall } from "./fixture.ts";
import { ID_SAMPLE, TRANSPORT_SAMPLE } from "./operation-classes.ts";
import { IS_RECORDING, recordExample, writeExamples } from "./recorded-examples.ts";
import { askStudio } from "./trpc.ts";
import { fixtureOf, keyFor, nameOf, pathOf, Scene } from "./valid-call.ts";
import { wrongFields, wrongParameters } from "./wrong-values.ts";

let api: TestApi;
let revoked: string;
let expired: string;
/** A key for a project in which nothing is. */
let elsewhere: string;
/** Keys that lack one scope each. */
const lacking = new Map<Scope, string>();

beforeAll(async () => {
  api = await startTestApi();
  const revoke = await api.home.makeKey({ name: "to be revoked" });
  await api.database.writes.execute(sql`UPDATE api_keys SET revoked_at = now() WHERE name = 'to be revoked'`);
  revoked = revoke;
  expired = await api.home.makeKey({ expiresAt: Date.now() - 1000 });
  const other = await api.makeProject();
  elsewhere = await api.home.makeKey({ projectIds: [other] });
  for (const scope of SCOPES) {
    const others = SCOPES.filter((each) => each !== scope && !(scope === "webhooks:manage" && each === "admin"));
    lacking.set(scope, await api.home.makeKey({ scopes: others }));
  }
});
afterAll(async () => {
  writeExamples();
  await api.close();
});

/** Sends a call of an operation, as its fixture says unless a key is given. */
function send(
  named: NamedOperation,
  call: ValidCall,
  options: { key?: string | null; headers?: Record<string, string> } = {},
): Promise<Answer<Record<string, unknown>>> {
  const { key = keyFor(api, named), headers } = options;
  return api.call(named.operation.method, pathOf(named, call.params), {
    key,
    query: call.query,
    ...(call.body !== undefined && { body: call.body }),
    ...(headers !== undefined && { headers }),
  });
}

/** Sends a call with a body that is no value of JavaScript. */
function sendRaw(named: NamedOperation, call: ValidCall, body: string | Uint8Array<ArrayBuffer>, type: string | null) {
  const query = new URLSearchParams(Object.entries(call.query).map(([name, value]) => [name, String(value)]));
  const headers = { authorization: `Bearer ${keyFor(api, named)}`, ...(type !== null && { "content-type": type }) };
  return readAnswer(
    api.fetch(`${pathOf(named, call.params)}?${query}`, {
      method: named.operation.method,
      headers,
      // A string would bring a content type of its own.
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    }),
  );
}

async function readAnswer(sent: Promise<Response>): Promise<Answer<unknown>> {
  const response = await sent;
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Sends each of these by itself in the full run, and all together in the gate: everything that is wrong is told at once. */
const together = <Mistake>(mistakes: readonly Mistake[]): readonly (readonly Mistake[])[] =>
  IS_FULL ? mistakes.map((mistake) => [mistake]) : mistakes.length === 0 ? [] : [mistakes];

async function refusesParameters(named: NamedOperation, call: ValidCall): Promise<void> {
  const wrong = [...wrongParameters(named.operation)];
  const rounds = Math.max(0, ...wrong.map(([, texts]) => texts.length));
  for (let round = 0; round < rounds; round += 1) {
    const mistakes = wrong.flatMap(([name, texts]) =>
      round < texts.length ? [[name, texts[round] ?? ""] as const] : [],
    );
    for (const some of together(mistakes)) {
      const answer = await send(named, { ...call, query: { ...call.query, ...Object.fromEntries(some) } });
      for (const [name] of some) expectInvalidAt(answer, ["query", name]);
    }
  }
  for (const some of together(wrong)) {
    const twice = some.map(([name]) => `${name}=1&${name}=1`).join("&");
    const path = `${pathOf(named, call.params)}?${twice}`;
    const answer = await api.call(named.operation.method, path, { key: keyFor(api, named), body: call.body });
    for (const [name] of some) expectInvalidAt(answer, ["query", name], "extra_forbidden");
  }
}

async function refusesFields(named: NamedOperation, call: ValidCall): Promise<void> {
  const body = call.body as Record<string, unknown>;
  expectInvalidAt(
    await send(named, { ...call, body: { ...body, no_such: 1 } }),
    ["body", "no_such"],
    "extra_forbidden",
  );
  const { wrong, required } = wrongFields(named.operation);
  for (const some of together([...wrong])) {
    const items = expectInvalid(await send(named, { ...call, body: { ...body, ...Object.fromEntries(some) } }));
    const places = items.map(({ loc }) => loc.slice(0, 2));
    for (const [field] of some) expect(places).toContainEqual(["body", field]);
  }
  for (const some of together(required)) {
    const others = Object.fromEntries(Object.entries(body).filter(([field]) => !some.includes(field)));
    const answer = await send(named, { ...call, body: others });
    for (const field of some) expectInvalidAt(answer, ["body", field], "missing");
  }
  // Everything that is wrong is told at once.
  const items = expectInvalid(await send(named, { ...call, query: { no_such: 1 }, body: Object.fromEntries(wrong) }));
  expect(new Set(items.map(({ loc }) => loc[1]))).toEqual(new Set(["no_such", ...wrong.keys()]));
}

async function refusesText(named: NamedOperation, call: ValidCall): Promise<void> {
  const post = (body: string | Uint8Array<ArrayBuffer>, type: string | null) => sendRaw(named, call, body, type);
  const json = "application/json";
  expectInvalidAt(await post('{"a" 1}', json), ["body", 5], "json_invalid");
  expectInvalidAt(
    await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json),
    ["body", 2],
    "json_invalid",
  );
  // A file is taken as whatever its type says it is.
  for (const type of named.operation.takesFile ? [null] : ["text/plain", null]) {
    const untyped = await post("{}", type);
    expectProblem(api, untyped, "unsupported_media_type");
    if (!named.operation.takesFile) expect(untyped.headers.get("accept")).toBe(json);
  }
  expectInvalidAt(await post('{"a":1,"a":2}', json), ["body", "a"], "value_error");
  expectInvalidAt(await post('{"a":1e-999}', json), ["body", "a"], "value_error");
  expectInvalidAt(await post('{"a":"\\u0000"}', json), ["body", "a"]);
  expectInvalidAt(await post('{"a":"\\ud800"}', json), ["body", "a"]);
  expectInvalidAt(await post('{"a":1e999}', json), ["body", "a"], "finite_number");
  expectInvalidAt(await post('{"a":12345678901234567890}', json), ["body", "a"]);
  expectInvalidAt(await post(`{"a":${"[".repeat(100)}${"]".repeat(100)}}`, json), ["body", "a", ...Array(63).fill(0)]);
}

/** The same call with input that nothing would accept. */
function junk(named: NamedOperation, call: ValidCall): ValidCall {
  const body = named.operation.method === "GET" ? undefined : [1];
  return { ...call, query: { ...call.query, no_such_parameter: 1 }, body };
}

test("ids, paths, and pairs of method and path are unique, and every operation says what it does", () => {
  const operations = listOperations();
  const routes = operations.map(({ operation }) => `${operation.method} ${operation.path}`);
  expect(new Set(routes).size).toBe(routes.length);
  expect(new Set(operations.map(nameOf)).size).toBe(operations.length);
  for (const { operation } of operations) {
    expect(operation.path).toMatch(/^\/v1(\/([a-z0-9-]+|\{[a-z_]+\}))+$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(operation.params.shape)).toEqual(named);
  }
});

describe.each(listKeyedOperations().map((named) => [nameOf(named), named] as const))("%s", (_, named) => {
  const { operation } = named;
  const takesId = Object.keys(operation.params.shape).length > 0;
  const forPeople = fixtureOf(named).as === "person";
  let scene: Scene;
  /** A call that would succeed; nothing is changed by what is refused, so that it still does at the end. */
  let call: ValidCall;

  beforeAll(async () => {
    scene = new Scene(api);
    call = await scene.validCall(named);
  });

  test("401: a missing, malformed, unknown, revoked or expired key, before anything else is looked at", async () => {
    const wrong = junk(named, call);
    expectProblem(api, await send(named, wrong, { key: null }), "unauthorized");
    const invalid = async (key: string) => {
      const answer = await send(named, wrong, { key });
      expectProblem(api, answer, "invalid_api_key");
      expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    };
    await invalid(revoked);
    if (!TRANSPORT_SAMPLE.has(operation)) return;
    for (const authorization of ["Basic c2s6", "Bearer", "Bearer two words", `${api.home.key}`]) {
      expectProblem(api, await send(named, wrong, { key: null, headers: { authorization } }), "unauthorized");
    }
    const typo = `${api.home.key.slice(0, -1)}${api.home.key.endsWith("0") ? "1" : "0"}`;
    for (const key of ["nonsense", typo, newKey("secret", "test").key, expired]) await invalid(key);
  });

  test("403: a key with every scope but the one it needs, before its input is looked at", async () => {
    const wrong = junk(named, call);
    const answer = await send(named, wrong, { key: lacking.get(operation.scope) ?? null });
    expectProblem(api, answer, "insufficient_scope");
    expect(answer.body.detail).toMatchObject({ required: operation.scope });
  });

  if (takesId)
    test("404: the same for what belongs to others, to the other mode, or does not exist", async () => {
      const names = Object.keys(operation.params.shape);
      const last = names.at(-1) ?? "";
      const valid = call.params[last] ?? "";
      const stranger = fixtureOf(named).as === "live key" ? api.stranger.liveKey : api.stranger.key;
      const reference = await send(named, call, { key: stranger });
      expectProblem(api, reference, "not_found");
      const same = (answer: Answer<unknown>, about: string) => {
        expect([about, answer.status, withoutRequestId(answer.body)]).toEqual([
          about,
          404,
          withoutRequestId(reference.body),
        ]);
        expect(answer.headers.get("x-project-seq")).toBeNull();
      };
      // People, invitations and invoices belong to no mode; whoever may see a key at all sees the project it is for.
      if (!["user_id", "invitation_id", "invoice_id"].includes(last))
        same(await send(named, call, { key: api.home.liveKey }), "the other mode");
      if (names.includes("project_id")) {
        same(await send(named, call, { key: elsewhere }), "a key for another project");
      }
      if (!ID_SAMPLE.has(operation)) return;
      const prefix = valid.slice(0, valid.indexOf("_"));
      same(await send(named, { ...call, params: { ...call.params, [last]: newId(prefix) } }), "a new id");
      // The same but for a hint, which the text of the path alone gives.
      const miss = (answer: Answer<unknown>, about: string) => {
        const { detail, message } = reference.body;
        same({ ...answer, body: { ...(answer.body as object), detail, message } }, about);
      };
      const unfit = [
        // More than the 128 bits of a uuid.
        `${prefix}_8${"z".repeat(25)}`,
        // A sequence has no letters.
        ...(valid === valid.toUpperCase() ? [] : [valid.toUpperCase()]),
        `${valid}0`,
        "nothing",
        "%",
        "\0",
        "ÿ",
        "x".repeat(2000),
        `${valid}/../x`,
      ];
      for (const id of unfit) {
        miss(await send(named, { ...call, params: { ...call.params, [last]: id } }), JSON.stringify(id));
      }
      for (const raw of ["%", "%ff", "%zz"]) {
        const path = pathOf(named, { ...call.params, [last]: "RAW" }).replace("RAW", raw);
        const { query, body } = call;
        const options = { key: keyFor(api, named), query, ...(body !== undefined && { body }) };
        miss(await api.call(operation.method, path, options), raw);
      }
    });

  test("422: unknown and repeated parameters, unknown fields, wrong types, and what is no JSON", async () => {
    expectInvalidAt(
      await send(named, { ...call, query: { ...call.query, no_such: "1" } }),
      ["query", "no_such"],
      "extra_forbidden",
    );
    await refusesParameters(named, call);
    if (operation.method === "GET") return;
    if (operation.body === undefined) {
      expectInvalidAt(await send(named, { ...call, body: { no_such: 1 } }), ["body"], "extra_forbidden");
      expectInvalidAt(await sendRaw(named, call, "x", "text/plain"), ["body"], "extra_forbidden");
      return;
    }
    if (TRANSPORT_SAMPLE.has(operation)) await refusesText(named, call);
    if (!operation.bodyOptional) expectInvalidAt(await send(named, { ...call, body: undefined }), ["body"], "missing");
    expectInvalidAt(await send(named, { ...call, body: [] }), ["body"]);
    await refusesFields(named, call);
  });

  if (!honoursIdempotencyKey(operation))
    test("422: Idempotency-Key, which it does not honour", async () => {
      const answer = await send(named, call, { headers: { "idempotency-key": "once" } });
      expectInvalidAt(answer, ["header", "idempotency-key"], "value_error");
    });

  if (!honoursIfMatch(operation))
    test("422: If-Match, which it does not honour", async () => {
      for (const match of TRANSPORT_SAMPLE.has(operation) ? ['"1"', "*"] : ["*"]) {
        const answer = await send(named, call, { headers: { "if-match": match } });
        expectInvalidAt(answer, ["header", "if-match"], "value_error");
      }
    });

  if (operation.kind === "project-stream")
    test("success: a stream, whose first message is as declared", async () => {
      const { params } = call;
      const headers = { authorization: `Bearer ${keyFor(api, named)}` };
      const stream = readStream(await api.fetch(pathOf(named, params), { headers }));
      expect(stream.status).toBe(200);
      const { event, data } = await stream.first(() => true);
      expect(operation.output.safeParse({ type: event, data }).error?.issues ?? []).toEqual([]);
      recordExample(named, { type: event, data });
      expect(stream.headers.get("content-type")).toBe("text/event-stream");
      expect(stream.headers.get("cache-control")).toBe("no-store, no-transform");
      expect(stream.headers.get("x-request-id")).toMatch(UUID);
      expect(stream.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
      expect(stream.headers.get("x-project-seq")).toBe(String(await scene.head()));
      await stream.cut();
    });
  else if (forPeople)
    test("403 forbidden: a key is nobody", async () => {
      expectProblem(api, await send(named, call), "forbidden");
      if (!IS_RECORDING) return;
      const { result } = await askStudio(api, named, (await scene.person).cookie, call);
      recordExample(named, JSON.parse(result ?? "null"));
    });
  else
    test("success: as declared, with the headers that are promised", async () => {
      // Many clients send an empty object with every request that writes.
      const isBodyless = operation.body === undefined && operation.method !== "GET";
      const answer = await send(named, isBodyless ? { ...call, body: {} } : call);
      expect([answer.status, answer.status < 300 ? null : answer.body]).toEqual([
        expect.toBeOneOf([operation.status, operation.otherStatus?.status]),
        null,
      ]);
      const parsed = operation.output.safeParse(answer.body);
      expect(parsed.error?.issues ?? []).toEqual([]);
      // Parsing drops what is not declared, and fills in what is missing: nothing may be either.
      expect(answer.body).toEqual(parsed.data);
      recordExample(named, answer.body);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("x-request-id")).toMatch(UUID);
      expect(answer.headers.get("ratelimit-policy")).toMatch(/^"default";q=\d+;w=60$/);
      expect(answer.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
      expect(answer.headers.get("cache-control")).toBe(operation.secretOutput ? "no-store" : "private, no-cache");
      if (operation.method === "GET") expect(answer.headers.get("etag")).toMatch(/^"[\w.-]+"$/);
      if (!operation.kind.startsWith("project")) return;
      if (nameOf(named) === "projects.delete") return;
      // A loop tells the record of what came, at once or a second later.
      if (nameOf(named) === "playerEvents.receive") return;
      expect(answer.headers.get("x-project-seq")).toBe(String(await scene.head()));
    });
});
