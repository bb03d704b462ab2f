import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type CallOptions, startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS } from "./mount.ts";

type Body = Record<string, unknown>;

// Rules that hold for every operation: the registry loop shows that each obeys them, these tests show their details.
describe.each(MOUNTS)(`${section("Requests")} through the %s`, (mount) => {
  let api: TestApi;
  let projectId: string;

  beforeAll(async () => {
    api = await startTestApi({ mount });
    projectId = await api.makeProject();
  }, BUILD_MS);
  afterAll(() => api.close());

  const path = (rest = "") => `/v1/projects/${projectId}${rest}`;
  let count = 0;
  const entity = (more: object = {}) => ({ external_id: `e-${++count}`, type: "item", name: "Salt", ...more });
  const make = async () =>
    (await api.call<{ id: string; name: string }>("POST", path("/entities"), { body: entity() })).body;
  const total = async () =>
    (await api.call<{ total: number }>("GET", path("/entities"), { query: { limit: 1 } })).body.total;

  describe("Idempotency-Key", () => {
    const send = (
      key: string,
      body: object,
      options: CallOptions = {},
      at = path("/entities"),
    ): Promise<Answer<Body>> => api.call("POST", at, { ...options, body, headers: { "idempotency-key": key } });

    test("the same request again is answered from memory, byte by byte, and done once", async () => {
      const body = entity();
      const first = await send("again", body);
      const before = await total();
      const second = await send("again", body);
      expect([second.status, second.body]).toEqual([201, first.body]);
      expect(second.headers.get("idempotent-replayed")).toBe("true");
      expect(second.headers.get("original-request-id")).toBe(first.headers.get("x-request-id"));
      expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
      expect(await total()).toBe(before);
    });

    test("another body, query or content under the same key is 409 idempotency_key_reused", async () => {
      const body = entity();
      await send("other", body);
      expectProblem(api, await send("other", { ...body, name: "Pepper" }), "idempotency_key_reused");
    });

    test("keys are apart by operation, project and caller", async () => {
      const second = await api.makeProject();
      const writer = api.home.scoped.write;
      const answers = [
        await send("apart", entity()),
        await send("apart", entity(), {}, `/v1/projects/${second}/entities`),
        await send("apart", { name: "courage", type: "integer" }, {}, path("/variables")),
        await send("apart", entity(), { key: writer }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(answers.every(({ headers }) => headers.get("idempotent-replayed") === null)).toBe(true);
    });

    test("twins at the same time have one effect and one answer", async () => {
      const body = entity();
      const before = await total();
      const answers = await Promise.all(Array.from({ length: 12 }, () => send("twins", body)));
      expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body])))).toHaveLength(1);
      expect(answers[0]?.status).toBe(201);
      expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
      expect(await total()).toBe(before + 1);
    });

    test("twins that make a project have one effect", async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => send("twins", { name: "Twin" }, {}, "/v1/projects")),
      );
      expect(new Set(answers.map(({ body }) => body.id))).toHaveLength(1);
    });

    test("a refused request is forgotten: its key is good for another", async () => {
      expect((await send("refused", { name: 5 })).status).toBe(422);
      const taken = entity();
      await api.call("POST", path("/entities"), { body: taken });
      expect((await send("refused", taken)).status).toBe(409);
      expect((await send("refused", entity())).status).toBe(201);
    });

    test("PATCH takes it as well; DELETE and GET refuse what they would not honour", async () => {
      const { id } = await make();
      const headers = { "idempotency-key": "patch-1" };
      const patch = (name: string) => api.call<Body>("PATCH", path(`/entities/${id}`), { body: { name }, headers });
      expect((await patch("Pepper")).body.name).toBe("Pepper");
      expect((await patch("Pepper")).headers.get("idempotent-replayed")).toBe("true");
      expectProblem(api, await patch("Sugar"), "idempotency_key_reused");
      for (const method of ["DELETE", "GET"]) {
        const answer = await api.call(method, path(`/entities/${id}`), { headers });
        expectInvalidAt(answer, ["header", "idempotency-key"], "value_error");
      }
    });

    test("a day later the key is free", async () => {
      const body = entity();
      await send("yesterday", body);
      await api.database.writes.execute(
        sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'yesterday'`,
      );
      expect((await send("yesterday", entity())).headers.get("idempotent-replayed")).toBeNull();
    });

    test.each(["", "two words", "é", "x".repeat(256)])("%j is no key", async (key) => {
      expectInvalidAt(await send(key, entity()), ["header", "idempotency-key"], "value_error");
    });
  });

  describe("ETag, If-Match, If-None-Match", () => {
    test("the ETag of a resource is the sequence of its last change", async () => {
      const { id } = await make();
      const changed = await api.call("PATCH", path(`/entities/${id}`), { body: { name: "Pepper" } });
      expect(changed.headers.get("etag")).toBe(`"${changed.body.valid_from_seq}"`);
      const read = await api.call("GET", path(`/entities/${id}`));
      expect(read.headers.get("etag")).toBe(changed.headers.get("etag"));
    });

    test("that of a located entity names its path's sequence too, and moving its parent changes it", async () => {
      const parent = await api.call<{ id: string }>("POST", path("/entities"), { body: entity({ parent_id: null }) });
      const child = await api.call<{ id: string }>("POST", path("/entities"), {
        body: entity({ parent_id: parent.body.id }),
      });
      const tag = async () => (await api.call("GET", path(`/entities/${child.body.id}`))).headers.get("etag");
      const before = (await tag()) ?? "";
      expect(before).toMatch(/^"\d+\.\d+"$/);
      await api.call("PATCH", path(`/entities/${parent.body.id}`), { body: { external_id: `moved-${count}` } });
      expect(await tag()).not.toBe(before);
      const headers = { "if-match": before };
      expect(
        (await api.call("PATCH", path(`/entities/${child.body.id}`), { body: { name: "N" }, headers })).status,
      ).toBe(200);
    });

    test("If-None-Match: 304 without a body while it holds, 200 once it does not", async () => {
      const { id } = await make();
      for (const at of [path(`/entities/${id}`), path("/entities"), path(), path("/events")]) {
        const etag = (await api.call("GET", at)).headers.get("etag") ?? "none";
        const spared = await api.call("GET", at, { headers: { "if-none-match": etag } });
        expect([at, spared.status, spared.body, spared.headers.get("etag")]).toEqual([at, 304, null, etag]);
        expect((await api.call("GET", at, { headers: { "if-none-match": `"x", W/${etag}` } })).status).toBe(304);
        await api.call("PATCH", path(`/entities/${id}`), { body: { name: `n-${++count}` } });
        expect([at, (await api.call("GET", at, { headers: { "if-none-match": etag } })).status]).toEqual([at, 200]);
      }
    });

    test("If-None-Match spares the making of a list, and holds for no other question than its own", async () => {
      for (let n = 0; n < 2; n++) await make();
      const at = path("/entities?limit=1");
      const whole = await api.call("GET", at);
      const headers = { "if-none-match": whole.headers.get("etag") ?? "none" };
      const spared = await api.call("GET", at, { headers });
      // Where the next page begins is known to whoever makes the list.
      expect([whole.headers.has("x-next-offset"), spared.headers.has("x-next-offset")]).toEqual([true, false]);
      const seq = (of: typeof whole) => of.headers.get("x-project-seq");
      expect([spared.status, seq(spared)]).toEqual([304, seq(whole)]);
      for (const [other, status] of [
        ["/entities?limit=1&offset=1", 200],
        [`/entities?limit=1&at_seq=${seq(whole)}`, 200],
        ["/entities?limit=1&under=/nowhere", 422],
        ["/game-narrative/dialogues?limit=1", 200],
      ] as const) {
        expect([other, (await api.call("GET", path(other), { headers })).status]).toEqual([other, status]);
      }
    });

    test("If-Match: 412 with the current sequence, and nothing written", async () => {
      const { id } = await make();
      const first = (await api.call("GET", path(`/entities/${id}`))).headers.get("etag") ?? "";
      const patch = (name: string) =>
        api.call("PATCH", path(`/entities/${id}`), { body: { name }, headers: { "if-match": first } });
      const changed = await patch("One");
      expect(changed.status).toBe(200);
      const stale = await patch("Two");
      expectProblem(api, stale, "precondition_failed");
      expect(stale.body.detail).toMatchObject({ current: changed.body.valid_from_seq });
      expect((await api.call("GET", path(`/entities/${id}`))).body.name).toBe("One");
      const gone = await api.call("DELETE", path(`/entities/${id}`), { headers: { "if-match": first } });
      expectProblem(api, gone, "precondition_failed");
    });
  });

  describe("methods and browsers", () => {
    test("HEAD is GET without its body", async () => {
      const get = await api.call("GET", path("/entities"));
      const head = await api.fetch(path("/entities"), {
        method: "HEAD",
        headers: { authorization: `Bearer ${api.home.key}` },
      });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      for (const name of ["etag", "x-project-seq", "content-type"])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    });

    test("405 names the methods there are", async () => {
      const answer = await api.call("PUT", path("/entities"), { body: {} });
      expectProblem(api, answer, "method_not_allowed");
      expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    });

    test("CORS: any origin may ask with a key, none with cookies", async () => {
      const preflight = await api.fetch(path("/entities"), {
        method: "OPTIONS",
        headers: { origin: "https://game.example", "access-control-request-method": "POST" },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
      for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"]) {
        expect(preflight.headers.get("access-control-allow-headers")).toContain(name);
      }
      for (const answer of [
        preflight,
        await api.fetch("/v1/projects", { headers: { origin: "https://game.example" } }),
      ]) {
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      }
    });
  });

  describe("values that cannot be kept", () => {
    test.each([
      ["NUL", '{"external_id":"a\\u0000b","type":"t","name":"n"}', ["body", "external_id"]],
      ["a lone surrogate", '{"external_id":"a","type":"t","name":"\\udc00"}', ["body", "name"]],
      [
        "NUL in a property's name",
        '{"external_id":"a","type":"t","name":"n","properties":{"\\u0000":1}}',
        ["body", "properties", "\ufffd", "[key]"],
      ],
      [
        "an infinite number",
        '{"external_id":"a","type":"t","name":"n","properties":{"x":1e999}}',
        ["body", "properties", "x"],
      ],
      [
        "an integer that would be changed",
        '{"external_id":"a","type":"t","name":"n","properties":{"x":9007199254740993}}',
        ["body", "properties", "x"],
      ],
      [
        "__proto__",
        '{"external_id":"a","type":"t","name":"n","properties":{"__proto__":1}}',
        ["body", "properties", "__proto__", "[key]"],
      ],
    ])("%s is a 422 naming the field", async (_, body, loc) => {
      const headers = { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" };
      const response = await api.fetch(path("/entities"), { method: "POST", headers, body });
      expectInvalidAt({ status: response.status, body: await response.json() }, loc);
    });

    test.each([0, -0.5, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
      "the number %d comes back as it was",
      async (x) => {
        const made = await api.call<{ properties: { x: number } }>("POST", path("/entities"), {
          body: entity({ properties: { x } }),
        });
        expect(made.body.properties.x).toBe(x);
      },
    );
  });

  test("PATCH is RFC 7396: null removes a property, absence leaves it, and {} is no event", async () => {
    const properties = { a: 1, b: { c: 2, d: [1] }, e: "x" };
    const made = await api.call<{ id: string }>("POST", path("/entities"), { body: entity({ properties }) });
    const patch = async (body: object) =>
      (await api.call<Body>("PATCH", path(`/entities/${made.body.id}`), { body })).body;
    const changed = await patch({ properties: { a: null, b: { c: null, d: [] }, f: {} } });
    expect(changed.properties).toEqual({ b: { d: [] }, e: "x", f: {} });
    expect(await patch({})).toEqual(changed);
    expect(await patch({ properties: {} })).toEqual(changed);
  });
});
