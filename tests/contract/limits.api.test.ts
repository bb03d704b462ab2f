import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLANS } from "#server/features/access/plans.ts";
import { inputSchemas } from "#server/operation/schemas.ts";
import { listOperations } from "#server/operations.ts";
import { expectInvalid, expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS, startTimed, type TimedApi } from "./mount.ts";
import type { OpenApi } from "./openapi.ts";
import { keyFor, nameOf, pathOf, Scene } from "./valid-call.ts";

const MIB = 1024 * 1024;

describe.each(MOUNTS)("limits and versions through the %s", (mount) => {
  let api: TimedApi;

  beforeAll(async () => {
    api = await startTimed(mount);
  }, BUILD_MS);
  afterAll(() => api.close());

  describe(`${section("Lists")}: limit and offset, in every list that has them`, () => {
    const lists = listOperations().filter(({ operation }) => "limit" in inputSchemas(operation).query.shape);

    test.each(lists.map((named) => [nameOf(named), named] as const))("%s", async (_, named) => {
      const { params, query } = await new Scene(api).validCall(named);
      const ask = (more: Record<string, string | number>) =>
        api.call(named.operation.method, pathOf(named, params), {
          key: keyFor(api, named),
          query: { ...query, ...more },
        });
      for (const limit of [1, 50, 500]) expect([limit, (await ask({ limit })).status]).toEqual([limit, 200]);
      expectInvalidAt(await ask({ limit: 0 }), ["query", "limit"], "greater_than_equal");
      expectInvalidAt(await ask({ limit: 501 }), ["query", "limit"], "less_than_equal");
      expect((await ask({})).body).toEqual((await ask({ limit: 50 })).body);
      // The change feed goes on from a sequence instead.
      if (!("offset" in inputSchemas(named.operation).query.shape)) return;
      expect((await ask({ offset: 0 })).body).toEqual((await ask({})).body);
      expect((await ask({ offset: 1_000_000 })).body).toMatchObject({ has_more: false });
      expectInvalidAt(await ask({ offset: -1 }), ["query", "offset"], "greater_than_equal");
    });
  });

  describe(`${section("Limits")}: requests, per plan and on every route`, () => {
    test.each(Object.entries(PLANS))(
      "the %s plan says its limit on every keyed answer",
      async (plan, { requestsPerMinute }) => {
        await api.database.writes.execute(sql`UPDATE workspaces SET plan = ${plan} WHERE id = ${api.stranger.id}`);
        await api.later(1000);
        for (const path of ["/v1/projects", "/v1/no/such/path", "/v1/projects?junk=1"]) {
          const { headers } = await api.call("GET", path, { key: api.stranger.key });
          expect([path, headers.get("ratelimit-policy")]).toEqual([path, `"default";q=${requestsPerMinute};w=60`]);
          expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
        }
      },
    );

    test("GET /v1/me tells the limits", async () => {
      const { body } = await api.call("GET", "/v1/me");
      expect(body.limits).toMatchObject({
        body_bytes: MIB,
        import_body_bytes: 16 * MIB,
        page_size: { default: 50, max: 500 },
      });
    });
  });

  describe(`${section("Limits")}: sizes`, () => {
    const nested = (depth: number) => `{"name":"x","metadata":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const send = (body: string, headers: Record<string, string> = {}) =>
      api.fetch("/v1/projects", {
        method: "POST",
        headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json", ...headers },
        body,
      });
    const padded = (bytes: number) => {
      const body = '{"name":"x"}';
      return body + " ".repeat(bytes - body.length);
    };

    test("a body may have 1 MiB, and not a byte more", async () => {
      expect((await send(padded(MIB))).status).toBe(201);
      const response = await send(padded(MIB + 1));
      const answer = { status: response.status, headers: response.headers, body: await response.json() };
      expectProblem(api, answer, "payload_too_large");
      expect(answer.body).toMatchObject({ detail: { limit_bytes: MIB } });
    });

    test("nor when its length is not told beforehand", async () => {
      const text = new TextEncoder().encode(padded(2 * MIB));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let at = 0; at < text.length; at += 65_536) controller.enqueue(text.slice(at, at + 65_536));
          controller.close();
        },
      });
      const headers = { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" };
      const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
      expect((await api.fetch("/v1/projects", init)).status).toBe(413);
      // The connection it came on is good for more.
      for (let more = 0; more < 5; more++) expect((await api.call("GET", "/v1/projects")).status).toBe(200);
    });

    test("JSON may be 64 levels deep", async () => {
      expect((await send(nested(62))).status).toBe(201);
      const response = await send(nested(63));
      const items = expectInvalid({ status: response.status, body: await response.json() });
      expect(items[0]?.ctx).toMatchObject({ max_depth: 64 });
    });

    test("every text of a request has a length limit", async () => {
      const projectId = await api.makeProject();
      const long = "x".repeat(300_000);
      for (const field of ["external_id", "type", "name"]) {
        const body = { external_id: "e", type: "t", name: "n", [field]: long };
        const answer = await api.call("POST", `/v1/projects/${projectId}/entities`, { body });
        expectInvalidAt(answer, ["body", field], "string_too_long");
      }
      const properties = { external_id: "e", type: "t", name: "n", properties: { long } };
      expectInvalidAt(
        await api.call("POST", `/v1/projects/${projectId}/entities`, { body: properties }),
        ["body", "properties"],
        "bytes_too_long",
      );
    });
  });

  describe(section("Versioning"), () => {
    test("the interface is described in OpenAPI 3.1, its version is 1.0.0, and no key is needed to read it", async () => {
      const { status, body } = await api.call<OpenApi>("GET", "/v1/openapi.json", { key: null });
      expect(status).toBe(200);
      expect(body.openapi).toMatch(/^3\.1\.\d+$/);
      expect(body.info.version).toBe("1.0.0");
      expect(body.servers).toEqual([{ url: api.services.publicUrl }]);
      expect(body.components.securitySchemes).toHaveProperty("bearerAuth");
    });

    test("every path carries the prefix /v1, and nothing answers without it", async () => {
      for (const { operation } of listOperations()) expect(operation.path).toMatch(/^\/v1\//);
      expect((await api.call("GET", "/v1", { key: api.home.key })).status).toBe(404);
      // Where there are pages, they say so.
      expect((await api.fetch("/v2/projects")).status).toBe(404);
    });
  });
});
