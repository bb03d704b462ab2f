import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { PROBLEMS } from "#server/kernel/problem-catalogue.ts";
import { type Answer, type CallOptions, startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalid, expectInvalidAt, expectProblem, type Item, UUID, withoutRequestId } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS } from "./mount.ts";

type Body = Record<string, unknown>;

const MIB = 1024 * 1024;

describe.each(MOUNTS)("errors through the %s", (mount) => {
  let api: TestApi;
  let projectId: string;
  let strangers: string;

  beforeAll(async () => {
    api = await startTestApi({ mount });
    projectId = await api.makeProject();
    // Before the first request: a process takes what it may use for a while in advance.
    await api.database.writes.execute(
      sql`UPDATE workspaces SET rate_limit_per_minute = 5 WHERE id = ${api.stranger.id}`,
    );
    strangers = await api.makeProject({ key: api.stranger.key });
  }, BUILD_MS);
  afterAll(() => api.close());

  const project = (id = projectId) => `/v1/projects/${id}`;
  const create = (body: unknown, options: CallOptions = {}) =>
    api.call<Body>("POST", "/v1/projects", { ...options, body });

  describe(section("Error object"), () => {
    const answer = () => api.call<Body>("GET", project(newId("prj")));

    test.each([
      ["error", /^Not found$/],
      ["code", /^not_found$/],
      ["request_id", UUID],
      ["message", /^The resource does not exist or is not accessible\.$/],
      ["doc_url", /^https?:\/\/[^/]+\/docs\/errors\/not_found$/],
    ])("%s", async (field, form) => {
      expect((await answer()).body[field]).toMatch(form);
    });

    test.each(["detail", "feedback_id"])("%s is there even when it is null", async (field) => {
      expect((await answer()).body).toHaveProperty(field, null);
    });

    test("has no other field, and comes as JSON that nobody caches", async () => {
      const { body, headers } = await answer();
      expect(Object.keys(body)).toEqual(["error", "code", "request_id", "detail", "message", "doc_url", "feedback_id"]);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("cache-control")).toBe("no-store");
    });

    test("request_id is a UUID of this request alone, echoed as X-Request-Id", async () => {
      const [one, two] = [await answer(), await answer()];
      expect(one.body.request_id).toBe(one.headers.get("x-request-id"));
      expect(one.body.request_id).not.toBe(two.body.request_id);
    });

    // Without pages behind the listener, their sources must do.
    test("doc_url leads to a page about the code, for every code there is", async () => {
      for (const code of Object.keys(PROBLEMS)) {
        expect([code, existsSync(`docs/errors/${code}.md`)]).toEqual([code, true]);
        if (mount !== "next") continue;
        const page = await api.fetch(`/docs/errors/${code}`);
        expect([code, page.status, (await page.text()).includes(code)]).toEqual([code, 200, true]);
      }
    });
  });

  describe(section("Validation error"), () => {
    test("detail is an array of items with loc, msg and type; input and ctx where there are any", async () => {
      const { body } = await create({ name: "", no_such: 1 });
      expect(body).toMatchObject({
        code: "validation_error",
        detail: [
          {
            type: "string_too_short",
            loc: ["body", "name"],
            msg: "String should have at least 1 character",
            input: "",
            ctx: { min_length: 1 },
          },
          { type: "extra_forbidden", loc: ["body", "no_such"], msg: "Extra inputs are not permitted", input: 1 },
        ],
      });
    });

    test("loc holds strings and integers", async () => {
      const entities = [
        { external_id: "a", type: "t", name: "n" },
        { external_id: 1, type: "t", name: "n" },
      ];
      const answer = await api.call("POST", `${project()}/entities/batch`, { body: { entities } });
      expectInvalidAt(answer, ["body", "entities", 1, "external_id"], "string_type");
    });

    test.each<[string, string, Partial<Item>]>([
      [
        "limit=0",
        "greater_than_equal",
        { msg: "Input should be greater than or equal to 1", input: "0", ctx: { ge: 1 } },
      ],
      [
        "limit=501",
        "less_than_equal",
        { msg: "Input should be less than or equal to 500", input: "501", ctx: { le: 500 } },
      ],
      [
        "limit=x",
        "int_parsing",
        { msg: "Input should be a valid integer, unable to parse string as an integer", input: "x" },
      ],
      ["limit=1&limit=2", "extra_forbidden", { msg: "This parameter is given more than once" }],
    ])("?%s is %s, in FastAPI's words", async (query, type, item) => {
      const items = expectInvalid(await api.call("GET", `/v1/projects?${query}`));
      expect(items).toMatchObject([{ type, loc: ["query", "limit"], ...item }]);
    });

    test("a secret is never repeated", async () => {
      const person = { email: "a@b", role: "viewer", name: "A", password: "short-one" };
      for (const body of [
        person,
        { ...person, email: 5, password: 12_345_678 },
        { ...person, passwort: "short-one" },
      ]) {
        const { status, body: answer } = await api.call("POST", "/v1/invitations", { key: api.home.liveKey, body });
        expect(status).toBe(422);
        expect(JSON.stringify(answer)).not.toMatch(/short-one|12345678/);
      }
    });
  });

  describe(section("Statuses and codes"), () => {
    const table: [number, string, string, () => Promise<Answer<unknown>>][] = [
      [401, "unauthorized", "Unauthorized", () => api.call("GET", "/v1/projects", { key: null })],
      [401, "invalid_api_key", "Invalid API key", () => api.call("GET", "/v1/projects", { key: "sk_test_x" })],
      [403, "insufficient_scope", "Forbidden", () => create({ name: "x" }, { key: api.home.scoped.read })],
      [403, "forbidden", "Forbidden", () => create({ name: "x", mode: "live" })],
      [404, "not_found", "Not found", () => api.call("GET", project(newId("prj")))],
      [429, "rate_limited", "Rate limit exceeded", () => overLimit("GET", "/v1/projects")],
      [500, "internal_error", "Internal server error", () => broken()],
    ];

    /** A table is away while the request is made. */
    async function broken(): Promise<Answer<unknown>> {
      await api.database.writes.execute(sql`ALTER TABLE variable_versions RENAME TO away`);
      const answer = await api.call("GET", `${project()}/variables`, { query: { name: "in-the-statement" } });
      await api.database.writes.execute(sql`ALTER TABLE away RENAME TO variable_versions`);
      return answer;
    }

    test.each(table)("%i %s: %s", async (status, code, error, provoke) => {
      const answer = await provoke();
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ code, error });
      expectProblem(api, answer, code as keyof typeof PROBLEMS);
      expect(JSON.stringify(answer.body)).not.toMatch(/select|relation|variable_versions|in-the-statement|at .*\.ts/i);
    });

    test("429 tells in Retry-After how long to wait, and which policy", async () => {
      const answer = await overLimit("GET", "/v1/projects");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
      expect(answer.body).toMatchObject({ detail: { violated_policies: ["default"] } });
    });

    test("404 is the same, but for request_id, whether it does not exist or is not accessible", async () => {
      const live = await api.makeProject({ key: api.home.liveKey });
      const gone = await api.makeProject();
      await api.call("DELETE", project(gone));
      const answers = await Promise.all(
        [newId("prj"), live, strangers, gone].map((id) => api.call("GET", project(id))),
      );
      for (const answer of answers) {
        expectProblem(api, answer, "not_found");
        expect(withoutRequestId(answer.body)).toEqual(withoutRequestId(answers[0]?.body));
      }
      // Told by the text alone, whatever exists.
      for (const id of ["nothing", "%00", "prj_"]) {
        const answer = await api.call("GET", project(id));
        expectProblem(api, answer, "not_found");
        expect(answer.body.detail).toEqual(id === "%00" ? null : { parameter: "project_id", expected: "prj_…" });
      }
    });
  });

  /** Sends as a workspace that has used up its limit. */
  async function overLimit(method: string, path: string, options: CallOptions = {}): Promise<Answer<unknown>> {
    for (let tries = 0; tries < 20; tries++) {
      const answer = await api.call(method, path, { key: api.stranger.key, ...options });
      if (answer.status === 429) return answer;
    }
    throw new Error("the limit was never reached");
  }

  describe("the order of answers: 401, 429, 403, 413, 422, 404, 409 and 412", () => {
    const huge = { name: "x".repeat(MIB) };
    const nowhere = project(newId("prj"));

    test("401 goes before everything", async () => {
      const answer = await api.call("PATCH", `${nowhere}?junk=1`, { key: null, body: huge });
      expectProblem(api, answer, "unauthorized");
    });
    test("429 goes before 403", async () => {
      await overLimit("GET", "/v1/projects");
      const key = api.stranger.scoped.read;
      expectProblem(api, await api.call("PATCH", `${nowhere}?junk=1`, { key, body: huge }), "rate_limited");
    });
    test("403 goes before 413", async () => {
      const answer = await api.call("PATCH", `${nowhere}?junk=1`, { key: api.home.scoped.read, body: huge });
      expectProblem(api, answer, "insufficient_scope");
    });
    test("413 goes before 422", async () => {
      expectProblem(api, await api.call("PATCH", `${nowhere}?junk=1`, { body: huge }), "payload_too_large");
    });
    test("422 goes before 404", async () => {
      expectInvalidAt(await api.call("PATCH", `${nowhere}?junk=1`, { body: {} }), ["query", "junk"]);
      expectInvalidAt(await api.call("PATCH", project("%zz"), { body: { name: 1 } }), ["body", "name"]);
    });
    test("404 goes before 412", async () => {
      const headers = { "if-match": '"1"' };
      expectProblem(api, await api.call("PATCH", nowhere, { body: { name: "x" }, headers }), "not_found");
    });
    test("409 and 412 come last", async () => {
      const stale = { "if-match": '"999"' };
      expectProblem(
        api,
        await api.call("PATCH", project(), { body: { name: "x" }, headers: stale }),
        "precondition_failed",
      );
    });

    test("a project's id cannot be chosen, so nobody learns which ids are taken", async () => {
      const answers = await Promise.all(
        [projectId, strangers, newId("prj"), "nothing"].map((id) => create({ name: "x", id })),
      );
      for (const answer of answers) expectInvalidAt(answer, ["body", "id"], "extra_forbidden");
    });
  });
});
