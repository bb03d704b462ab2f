import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOperations } from "#server/operations.ts";
import { expectInvalid, expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS, startTimed, type TimedApi } from "./mount.ts";
import { nameOf, pathOf } from "./valid-call.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
type Loose = any;

const URL_OF_RECEIVER = "https://hooks.example.com/fabula";
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(MOUNTS)("webhooks through the %s", (mount) => {
  let api: TimedApi;
  let projectId: string;

  beforeAll(async () => {
    api = await startTimed(mount);
    projectId = await api.makeProject();
  }, BUILD_MS);
  afterAll(() => api.close());

  const call = (method: string, path: string, options: object = {}) =>
    api.call<Loose>(method, `/v1/projects/${projectId}/webhooks${path}`, options);
  const create = async (fields: object = {}): Promise<Loose> => {
    const body = { url: URL_OF_RECEIVER, events: ["entity.created"], ...fields };
    const answer = await call("POST", "", { body });
    expect([answer.status, answer.status === 201 ? "" : answer.body]).toEqual([201, ""]);
    return answer.body;
  };

  describe(section("Webhook subscription"), () => {
    test("has every field, and its secret only when it is created or rotated", async () => {
      const { secret, ...created } = await create({ description: "The build server" });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(created).toEqual({
        webhook_id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
        project_id: projectId,
        url: URL_OF_RECEIVER,
        events: ["entity.created"],
        active: true,
        description: "The build server",
        delivers: "event",
        created_at: expect.stringMatching(MOMENT),
        updated_at: created.created_at,
        disabled_at: null,
        disabled_reason: null,
        last_delivered_at: null,
        last_error: null,
        consecutive_failures: 0,
        failing_since: null,
        disables_at: null,
        warning: null,
        valid_from_seq: expect.any(Number),
        valid_to_seq: null,
      });
      const { body: got } = await call("GET", `/${created.webhook_id}`);
      expect(got).toEqual(created);
      const { body: list } = await call("GET", "");
      expect(list.webhooks).toContainEqual(created);
      const rotated = await call("POST", `/${created.webhook_id}/rotate-secret`);
      expect([rotated.status, rotated.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(rotated.body.secret).toMatch(/^whsec_/);
      expect(rotated.body.secret).not.toBe(secret);
      const texts = [list, got, (await call("PATCH", `/${created.webhook_id}`, { body: { description: "" } })).body];
      const feed = await api.call<Loose>("GET", `/v1/projects/${projectId}/events?limit=500&include=resource`);
      for (const each of [...texts, feed.body]) expect(JSON.stringify(each)).not.toMatch(/whsec_|"secret"/);
    });

    test("takes addresses that can be sent to, and events that there are", async () => {
      const refused = async (fields: object) =>
        call("POST", "", { body: { url: URL_OF_RECEIVER, events: ["*"], ...fields } });
      for (const url of [
        "http://hooks.example.com/",
        "https://127.0.0.1/",
        "https://10.0.0.8/x",
        "https://localhost/",
      ]) {
        expectInvalidAt(await refused({ url }), ["body", "url"]);
      }
      const secretive = await refused({ url: "https://user:hunter2@hooks.example.com/" });
      expect(JSON.stringify(expectInvalid(secretive))).not.toContain("hunter2");
      expectInvalidAt(await refused({ url: "no url" }), ["body", "url"], "url_parsing");
      expectInvalidAt(await refused({ events: [] }), ["body", "events"], "too_short");
      const unknown = await refused({ events: ["entity.created", "entity.creatd", "beast.*"] });
      expectInvalidAt(unknown, ["body", "events", 1]);
      expectInvalidAt(unknown, ["body", "events", 2]);
      expect(JSON.stringify(unknown.body.detail)).toContain("entity.created");
      // A name that nobody knows yet may be known when something is sent.
      await create({ url: "https://not-yet.example.com/hook", events: ["*", "entity.*", "dialogue_node.moved"] });
    });

    test("is recorded but for how deliveries fare: in the past that is null", async () => {
      const { webhook_id, valid_from_seq } = await create();
      await call("PATCH", `/${webhook_id}`, { body: { url: "https://other.example.com/" } });
      const past = await call("GET", `/${webhook_id}?at_seq=${valid_from_seq}`);
      expect(past.body).toMatchObject({ url: URL_OF_RECEIVER, consecutive_failures: null, last_delivered_at: null });
      const { body } = await api.call<Loose>("GET", `/v1/projects/${projectId}/events?subject_id=${webhook_id}`);
      expect(body.events.map(({ kind }: Loose) => kind)).toEqual(["webhook.created", "webhook.updated"]);
      expect(Object.keys(body.events[0].change.set[""]).sort()).toEqual(
        ["active", "delivers", "description", "disabled_at", "disabled_reason", "events", "url"].sort(),
      );
    });
  });

  describe(section("States of a webhook"), () => {
    test("inactive → active by PATCH with active true, which says what was missed; and back, with when and why", async () => {
      const { webhook_id } = await create();
      const off = await call("PATCH", `/${webhook_id}`, { body: { active: false } });
      expect(off.body).toMatchObject({
        active: false,
        disabled_at: expect.stringMatching(MOMENT),
        disabled_reason: "manual",
        resumes_after_seq: null,
        missed: null,
      });
      const on = await call("PATCH", `/${webhook_id}`, { body: { active: true } });
      expect(on.body).toMatchObject({ active: true, disabled_at: null, disabled_reason: null, missed: null });
      expect(on.body.resumes_after_seq).toBe(on.body.valid_from_seq);
      await call("PATCH", `/${webhook_id}`, { body: { active: false } });
      await api.call("POST", `/v1/projects/${projectId}/entities`, {
        body: { external_id: `e-${webhook_id}`, type: "person", name: "Ana" },
      });
      const later = await call("PATCH", `/${webhook_id}`, { body: { active: true } });
      const { resumes_after_seq: seq } = later.body;
      expect(later.body.missed).toEqual({ from_seq: seq - 1, to_seq: seq - 1 });
      const born = await create({ active: false });
      expect(born).toMatchObject({ active: false, disabled_reason: "manual" });
    });

    test("switching on what is on says nothing happened: no event, nothing missed", async () => {
      const { webhook_id, valid_from_seq } = await create();
      const { status, body } = await call("PATCH", `/${webhook_id}`, { body: { active: true } });
      expect([status, body.valid_from_seq, body.resumes_after_seq]).toEqual([200, valid_from_seq, null]);
    });
  });

  describe(section("Updating a webhook"), () => {
    test("only the fields sent change; each of the four alone, all of them, and none", async () => {
      const { webhook_id, secret: _, ...created } = await create();
      let now: Loose = created;
      for (const body of [
        { url: "https://two.example.com/" },
        { events: ["*"] },
        { active: false },
        { description: "Two" },
        { url: "https://three.example.com/", events: ["entity.*"], active: true, description: "" },
      ]) {
        const answer = await call("PATCH", `/${webhook_id}`, { body });
        expect([answer.status, "secret" in answer.body]).toEqual([200, false]);
        expect(answer.body).toMatchObject(body);
        for (const field of ["url", "events", "active", "description"]) {
          if (!(field in body)) expect([field, answer.body[field]]).toEqual([field, now[field]]);
        }
        now = answer.body;
      }
      const nothing = await call("PATCH", `/${webhook_id}`, { body: {} });
      expect([nothing.status, nothing.body.valid_from_seq]).toEqual([200, now.valid_from_seq]);
    });

    test("other fields, wrong types, unknown events and addresses of our own are a 422 that names each", async () => {
      const { webhook_id } = await create();
      const patch = (body: object) => call("PATCH", `/${webhook_id}`, { body });
      const wrong = await patch({ url: 4, events: "entity.created", active: "yes", description: null });
      for (const field of ["url", "events", "active", "description"]) expectInvalidAt(wrong, ["body", field]);
      for (const extra of [
        { secret: "whsec_mine" },
        { webhook_id },
        { delivers: "commit" },
        { disabled_reason: "x" },
      ]) {
        expectInvalidAt(await patch(extra), ["body", Object.keys(extra)[0] ?? ""], "extra_forbidden");
      }
      expectInvalidAt(await patch({ events: ["entity.created", "nothing"] }), ["body", "events", 1]);
      expectInvalidAt(await patch({ url: "https://169.254.169.254/latest" }), ["body", "url"]);
    });

    test("the description has every answer that the interface lists, with the forms of errors", async () => {
      const document = (await (await api.fetch("/v1/openapi.json")).json()) as Loose;
      const { patch } = document.paths["/v1/projects/{project_id}/webhooks/{webhook_id}"];
      const described = (code: string) => {
        const { $ref, ...own } = patch.responses[code];
        return $ref === undefined ? own : document.components.responses[$ref.split("/").at(-1)];
      };
      for (const code of ["401", "403", "404", "429", "500"]) {
        expect([code, JSON.stringify(described(code))]).toEqual([code, expect.stringContaining("APIError")]);
      }
      expect(JSON.stringify(described("422"))).toContain("HTTPValidationError");
      expect(Object.keys(described("429").headers)).toContain("Retry-After");
    });

    test("a stranger's, a deleted one and none are the same 404; If-Match of another version is a 412", async () => {
      const { webhook_id } = await create();
      const { headers } = await call("GET", `/${webhook_id}`);
      const body = { description: "Matched" };
      const stale = await call("PATCH", `/${webhook_id}`, { body, headers: { "if-match": '"1"' } });
      expectProblem(api, stale, "precondition_failed");
      const fresh = await call("PATCH", `/${webhook_id}`, { body, headers: { "if-match": headers.get("etag") ?? "" } });
      expect(fresh.status).toBe(200);
      expectProblem(api, await call("PATCH", `/${webhook_id}`, { body, key: api.stranger.key }), "not_found");
      expectProblem(api, await call("PATCH", "/whk_00000000000000000000000000", { body }), "not_found");
      expect((await call("DELETE", `/${webhook_id}`)).status).toBe(200);
      expectProblem(api, await call("PATCH", `/${webhook_id}`, { body }), "not_found");
      expect((await call("POST", `/${webhook_id}/restore`)).status).toBe(200);
      expect((await call("PATCH", `/${webhook_id}`, { body })).body).toMatchObject(body);
    });
  });

  describe(section("Scope of webhooks"), () => {
    const all = listOperations().filter(({ area }) => area === "webhooks");

    test.each(all.map((named) => [nameOf(named), named] as const))(
      "%s requires it, and admin holds it",
      async (_, named) => {
        const { webhook_id } = await create();
        const params = { project_id: projectId, webhook_id, delivery_id: "msg_00000000000000000000000000" };
        const send = (key: string) =>
          api.call<Loose>(named.operation.method, pathOf(named, params), { key, query: { no_such: 1 } });
        for (const scope of ["read", "write", "generate", "byok:write"] as const) {
          expectProblem(api, await send(api.home.scoped[scope]), "insufficient_scope");
        }
        // Whoever holds it gets as far as the mistake.
        for (const scope of ["webhooks:manage", "admin"] as const) {
          expect((await send(api.home.scoped[scope])).status).toBe(422);
        }
      },
    );

    test("no other way brings one back or sets it back without it", async () => {
      const { webhook_id } = await create();
      const restore = (key: string) =>
        api.call<Loose>("POST", `/v1/projects/${projectId}/subjects/${webhook_id}/restore`, { key, body: {} });
      await call("DELETE", `/${webhook_id}`);
      expectProblem(api, await restore(api.home.scoped.write), "insufficient_scope");
      expect((await call("GET", `/${webhook_id}`)).status).toBe(404);
    });
  });

  describe(section("Limits of webhooks"), () => {
    test("a page of webhooks or deliveries has 1 to 500 of them, 50 unless said otherwise, from an offset of 0 on", async () => {
      const { webhook_id } = await create();
      const { body: all } = await call("GET", "");
      expect(all.total).toBeGreaterThan(1);
      const { body: page } = await call("GET", "?limit=1&offset=1");
      expect([page.webhooks.length, page.total]).toEqual([1, all.total]);
      expect(page.webhooks[0].webhook_id).toBe(all.webhooks[1].webhook_id);
      for (const path of ["", `/${webhook_id}/deliveries`]) {
        for (const limit of [1, 500]) expect((await call("GET", `${path}?limit=${limit}`)).status).toBe(200);
        for (const limit of [0, 501]) expectInvalidAt(await call("GET", `${path}?limit=${limit}`), ["query", "limit"]);
        expectInvalidAt(await call("GET", `${path}?offset=-1`), ["query", "offset"]);
        const { get } = ((await (await api.fetch("/v1/openapi.json")).json()) as Loose).paths[
          `/v1/projects/{project_id}/webhooks${path === "" ? "" : "/{webhook_id}/deliveries"}`
        ];
        const limits = get.parameters.find(({ name }: Loose) => name === "limit").schema;
        expect(limits).toMatchObject({ default: 50, minimum: 1, maximum: 500 });
      }
    });

    test("fields have theirs: 500 patterns of 100 characters, more than there are types, and a description of 1,000", async () => {
      const refused = (fields: object) =>
        call("POST", "", { body: { url: URL_OF_RECEIVER, events: ["*"], ...fields } });
      expectInvalidAt(
        await refused({ events: Array.from({ length: 501 }, () => "*") }),
        ["body", "events"],
        "too_long",
      );
      expectInvalidAt(await refused({ events: ["x".repeat(101)] }), ["body", "events", 0], "string_too_long");
      expectInvalidAt(await refused({ description: "x".repeat(1_001) }), ["body", "description"], "string_too_long");
      await create({ description: "x".repeat(1_000) });
      const { event_kinds } = (await api.call<Loose>("GET", "/v1/event-kinds")).body;
      await create({ events: event_kinds.map(({ kind }: Loose) => kind) });
    });
  });

  describe(section("Events of webhooks"), () => {
    test("GET /v1/webhook-events lists every kind with a schema and an example, and OpenAPI has them all", async () => {
      const { body } = await api.call<Loose>("GET", "/v1/webhook-events");
      const { body: kinds } = await api.call<Loose>("GET", "/v1/event-kinds");
      const types = body.webhook_events.map(({ type }: Loose) => type);
      expect(types).toEqual([...kinds.event_kinds.map(({ kind }: Loose) => kind), "commit"]);
      for (const { type, schema, example } of body.webhook_events) {
        expect([schema.properties.type.const, example.type]).toEqual([type, type]);
        expect(example).toMatchObject({ timestamp: expect.any(String), data: expect.any(Object) });
        for (const name of schema.properties.data.required) expect([type, example.data]).toHaveProperty(["1", name]);
      }
      const document = await (await api.fetch("/v1/openapi.json")).json();
      expect(Object.keys((document as Loose).webhooks)).toEqual(types);
    });
  });
});
