import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RUNTIME_FILES } from "#server/http/runtime-files.ts";
import { ROLE_SCOPES } from "#server/kernel/scope.ts";
import { honoursIdempotencyKey, honoursIfMatch } from "#server/operation/operation.ts";
import { inputSchemas } from "#server/operation/schemas.ts";
import { listKeyedOperations, listOperations, type NamedOperation } from "#server/operations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import type { TestMember } from "#tests/support/workspace.ts";
import { expectProblem, withoutRequestId } from "./expectations.ts";
import type { ValidCall } from "./fixture.ts";
import { documentedCodes, type ErrorCode, findOperation, type OpenApi } from "./openapi.ts";
import { TRANSPORT_SAMPLE } from "./operation-classes.ts";
import { askStudio } from "./trpc.ts";
import { fixtureOf, keyFor, nameOf, pathOf, Scene } from "./valid-call.ts";

let api: TestApi;
let document: OpenApi;
let owner: TestMember;
let viewer: TestMember;
let stranger: TestMember;

beforeAll(async () => {
  api = await startTestApi();
  document = (await api.call<OpenApi>("GET", "/v1/openapi.json", { key: null })).body;
  owner = await api.home.makeMember("owner");
  viewer = await api.home.makeMember("viewer");
  stranger = await api.stranger.makeMember("owner");
});
afterAll(() => api.close());

async function rest(named: NamedOperation, call: ValidCall, key = keyFor(api, named)) {
  const query = new URLSearchParams(Object.entries(call.query).map(([name, value]) => [name, String(value)]));
  const response = await api.fetch(`${pathOf(named, call.params)}?${query}`, {
    method: named.operation.method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  });
  return { status: response.status, text: await response.text() };
}

describe.each(listKeyedOperations().map((named) => [nameOf(named), named] as const))("%s", (_, named) => {
  const { operation } = named;
  const isRead = operation.kind === "project-read" || operation.kind === "read";
  const takesId = Object.keys(operation.params.shape).length > 0;
  let scene: Scene;
  let call: ValidCall;

  beforeAll(async () => {
    scene = new Scene(api);
    call = await scene.validCall(named);
  });

  test("OpenAPI describes it: parameters, body, success and every error it can answer", () => {
    const described = findOperation(document, operation);
    expect(described.summary).toBe(operation.summary);
    expect(described.operationId).toBe(nameOf(named).replace(".", "_"));
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(described.tags));
    expect(described.security).toEqual([{ bearerAuth: [operation.scope] }]);
    const parameters = described.parameters.filter((each) => each.in !== undefined);
    const declared = [operation.params, inputSchemas(operation).query].flatMap(({ shape }) => Object.keys(shape));
    expect(parameters.map(({ name }) => name).sort()).toEqual(declared.sort());
    const media = operation.kind === "project-stream" ? "text/event-stream" : "application/json";
    expect(described.responses[String(operation.status)]?.content?.[media]?.schema).toBeDefined();
    const codes: ErrorCode[] = [
      "unauthorized",
      "invalid_api_key",
      "insufficient_scope",
      "rate_limited",
      "internal_error",
    ];
    if (takesId) codes.push("not_found");
    expect(documentedCodes(document, described)).toEqual(expect.arrayContaining([...codes, ...operation.errors]));
    expect(described.responses["422"]).toBeDefined();
    const takes = (name: string) => described.parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`);
    expect([takes("IdempotencyKey"), takes("IfMatch")]).toEqual([
      honoursIdempotencyKey(operation),
      honoursIfMatch(operation),
    ]);
    expect(documentedCodes(document, described).includes("idempotency_key_reused")).toBe(takes("IdempotencyKey"));
    expect(described.requestBody !== undefined).toBe(operation.body !== undefined);
    if (operation.body === undefined) return;
    const { example } = described.requestBody?.content["application/json"] ?? {};
    if (example !== undefined) expect(operation.body.safeParse(example).error?.issues ?? []).toEqual([]);
    expect(described.requestBody?.required).toBe(!operation.bodyOptional);
  });

  // What is refused changes nothing, and so goes first.
  if (TRANSPORT_SAMPLE.has(operation))
    test("tRPC refuses as REST does", async () => {
      expect((await askStudio(api, named, null, call)).error?.problem).toMatchObject({ code: "unauthorized" });

      const wrong: ValidCall = {
        ...call,
        query: { ...call.query, ...(operation.body === undefined && { no_such: "1" }) },
      };
      if (operation.body !== undefined) wrong.body = { ...(call.body as object), no_such: "1" };
      const invalid = await askStudio(api, named, owner.cookie, wrong);
      expect(invalid.status).toBe(422);
      expect(invalid.error?.detail).toEqual(JSON.parse((await rest(named, wrong)).text).detail);

      if (!ROLE_SCOPES.viewer.includes(operation.scope)) {
        const refused = await askStudio(api, named, viewer.cookie, call);
        expectProblem(
          api,
          { status: refused.status, headers: refused.headers, body: refused.error?.problem },
          "insufficient_scope",
        );
      }
      if (takesId) {
        const missing = await askStudio(api, named, stranger.cookie, call);
        expect(missing.status).toBe(404);
        const over = await rest(
          named,
          call,
          fixtureOf(named).as === "live key" ? api.stranger.liveKey : api.stranger.key,
        );
        expect(withoutRequestId(missing.error?.problem)).toEqual(withoutRequestId(JSON.parse(over.text)));
      }
    });

  test("tRPC answers as REST does: the same bytes for reads, the same schema for writes", async () => {
    const { cookie } = fixtureOf(named).as === "person" ? await scene.person : owner;
    const answer = await askStudio(api, named, cookie, call);
    expect([answer.status, answer.error]).toEqual([200, null]);
    const checked = operation.output.safeParse(JSON.parse(answer.result ?? "null"));
    expect(checked.error?.issues ?? []).toEqual([]);
    expect(answer.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
    if (isRead && fixtureOf(named).differsForPeople !== true)
      expect((await rest(named, call)).text).toBe(answer.result);
  });
});

test("OpenAPI describes nothing that the registry does not have", () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = listOperations().map(({ operation }) => `${operation.method} ${operation.path}`);
  expect(described.toSorted()).toEqual(
    [
      ...declared,
      "GET /health",
      "GET /ready",
      ...Object.keys(RUNTIME_FILES).map((path) => `GET ${path}`),
      "GET /v1/openapi.json",
      "GET /v1/graphql",
      "POST /v1/graphql",
      "GET /v1/graphql/schema.graphql",
    ].toSorted(),
  );
});
