import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey } from "#server/features/access/key-format.ts";
import { newId } from "#server/kernel/ids.ts";
import { isPublic } from "#server/operation/operation.ts";
import { listKeyedOperations, listOperations, type NamedOperation } from "#server/operations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem, UUID } from "./expectations.ts";
import type { ValidCall } from "./fixture.ts";
import { documentedCodes, findOperation, type OpenApi } from "./openapi.ts";
import { recordExample, writeExamples } from "./recorded-examples.ts";
import { nameOf, pathOf, Scene } from "./valid-call.ts";

const open = listOperations().filter(({ operation }) => isPublic(operation));

let api: TestApi;
let document: OpenApi;

beforeAll(async () => {
  api = await startTestApi();
  document = (await api.call<OpenApi>("GET", "/v1/openapi.json", { key: null })).body;
});
afterAll(async () => {
  writeExamples();
  await api.close();
});

function send(
  named: NamedOperation,
  call: ValidCall,
  options: { key?: string; headers?: Record<string, string> } = {},
) {
  return api.call(named.operation.method, pathOf(named, call.params), {
    key: options.key ?? call.bearer ?? null,
    query: call.query,
    ...(call.body !== undefined && { body: call.body }),
    ...(options.headers !== undefined && { headers: options.headers }),
  });
}

test("these need no key, and nothing else does", () => {
  expect(open.map(nameOf)).toEqual([
    "shared.story",
    "shared.sendPath",
    "joining.get",
    "joining.accept",
    "demo.createSession",
    "demo.sendMessage",
    "demo.getSession",
  ]);
  expect(open.length + listKeyedOperations().length).toBe(listOperations().length);
});

test("the studio and GraphQL do not have them", async () => {
  const person = await api.home.makeMember("owner");
  for (const { area, name } of open) {
    const asked = await api.fetch(`/api/trpc/${area}.${name}`, { headers: { cookie: person.cookie } });
    expect(asked.status).toBe(404);
  }
  const { body } = await api.call<{ data: { __schema: { mutationType: { fields: { name: string }[] } } } }>(
    "POST",
    "/v1/graphql",
    { body: { query: "{ __schema { mutationType { fields { name } } } }" } },
  );
  const names = body.data.__schema.mutationType.fields.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("demo"))).toEqual([]);
});

describe.each(open.map((named) => [nameOf(named), named] as const))("%s", (_, named) => {
  const { operation } = named;
  let call: ValidCall;

  beforeAll(async () => {
    call = await new Scene(api).validCall(named);
  });

  test("success: as declared, without a key and with any, or by a link alone", async () => {
    const others = ["nonsense", newKey("secret", "test").key, api.home.key];
    for (const key of operation.byLink ? others : []) {
      expectProblem(api, await send(named, call, { key }), "not_found");
    }
    for (const key of [undefined, ...(operation.byLink ? [] : others)]) {
      const answer = await send(named, call, key === undefined ? {} : { key });
      expect(answer.status).toBe(operation.status);
      const parsed = operation.output.safeParse(answer.body);
      expect(parsed.error?.issues ?? []).toEqual([]);
      expect(answer.body).toEqual(parsed.data);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("x-request-id")).toMatch(UUID);
      expect(answer.headers.get("ratelimit-policy")).toMatch(
        /^"(demo|shared_story|shared_path|joining)";q=\d+;w=3600$/,
      );
      expect(answer.headers.get("ratelimit")).toMatch(/^"(demo|shared_story|shared_path|joining)";r=\d+;t=\d+$/);
      if (operation.method === "GET") expect(answer.headers.get("etag")).toMatch(/^"[\w.-]+"$/);
      if (key === undefined) recordExample(named, answer.body);
    }
  });

  test("404: what does not exist", async () => {
    for (const name of Object.keys(operation.params.shape)) {
      for (const id of [newId("demo"), "nothing", "%", "\0", "x".repeat(2_000)]) {
        expectProblem(api, await send(named, { ...call, params: { ...call.params, [name]: id } }), "not_found");
      }
    }
  });

  test("422: all mistakes at once; 413 and 415 before them; 405 for another method", async () => {
    const bad = await send(named, { ...call, query: { no_such: "1" } });
    expectInvalidAt(bad, ["query", "no_such"], "extra_forbidden");
    expectInvalidAt(await send(named, call, { headers: { "if-match": "*" } }), ["header", "if-match"]);
    const other = await api.call("DELETE", pathOf(named, call.params), { key: null });
    expectProblem(api, other, "method_not_allowed");
    expect(other.headers.get("allow")).toContain(operation.method);
    if (operation.method === "GET") return;
    const post = (body: string, type: string) =>
      api.call("POST", pathOf(named, call.params), {
        key: call.bearer ?? null,
        headers: { "content-type": type },
        body,
      });
    const text = await post("x", "text/plain");
    if (operation.body === undefined) expectInvalidAt(text, ["body"], "extra_forbidden");
    else expectProblem(api, text, "unsupported_media_type");
    expectProblem(api, await post("x".repeat(operation.bodyLimit + 1), "application/json"), "payload_too_large");
    const body = { ...(call.body as object | undefined), no_such: 1 };
    const place = operation.body === undefined ? ["body"] : ["body", "no_such"];
    expectInvalidAt(await send(named, { ...call, body }), place, "extra_forbidden");
  });

  test("OpenAPI describes it without a key", () => {
    const described = findOperation(document, operation);
    expect(described.security).toEqual(operation.byLink ? [{ shareLink: [] }] : []);
    const codes = documentedCodes(document, described);
    expect(codes).toEqual(expect.arrayContaining(["rate_limited", "internal_error", ...operation.errors]));
    const keyed = ["invalid_api_key", "insufficient_scope", ...(operation.byLink ? [] : ["unauthorized"])];
    for (const code of keyed) expect(codes).not.toContain(code);
    expect(described.responses[String(operation.status)]?.content?.["application/json"]?.schema).toBeDefined();
  });
});
