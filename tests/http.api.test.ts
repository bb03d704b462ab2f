import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KnowledgeVector } from "#domain/offline/knowledge-vector.ts";
import { PROBLEMS } from "#server/kernel/problem-catalogue.ts";
import { listKeyedOperations } from "#server/operations.ts";
import type { ReadDialogue, StoryParts } from "../packages/runtime/src/index.ts";
import { startTestApi, type TestApi } from "./support/api.ts";
import { MOUNTS } from "./support/mounts.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface ErrorBody {
  error: string;
  code: string;
  request_id: string;
  detail: Record<string, unknown> | null;
  message: string;
  doc_url: string;
  feedback_id: null;
}
type Runtime = typeof import("../packages/runtime/src/index.ts");
type Offline = typeof import("../packages/runtime/src/offline.ts");
type PlayableStory = { dialogue: ReadDialogue } & StoryParts;
interface InvalidBody {
  detail: { type: string; loc: (string | number)[]; msg: string; input?: unknown; ctx?: Record<string, unknown> }[];
}

describe.each(MOUNTS)("the API through the %s", (mount) => {
  let api: TestApi;
  let projectId: string;
  const project = () => `/v1/projects/${projectId}`;

  beforeAll(async () => {
    api = await startTestApi({ mount });
    projectId = await api.makeProject({ name: "The Salt Gate" });
    // The pages may have to be built first.
  }, 600_000);
  afterAll(() => api.close());

  it("serves the runtime as a module that any page may import, and it plays a story that was read", async () => {
    const served = await api.fetch("/runtime.js", { headers: { origin: "https://game.example" } });
    expect(served.status).toBe(200);
    expect(served.headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(served.headers.get("access-control-allow-origin")).toBe("*");
    const code = await served.text();
    const tag = { "if-none-match": served.headers.get("etag") ?? "" };
    expect((await api.fetch("/runtime.js", { headers: tag })).status).toBe(304);
    expect(await (await api.fetch("/runtime.d.ts")).text()).toContain("export declare function choose(");
    const vectors = (await (await api.fetch("/runtime-vectors.json")).json()) as { rule: string; steps: object[] }[];
    expect(vectors.length).toBeGreaterThan(300);
    expect(vectors.filter(({ rule, steps }) => rule === "" || steps.length === 0)).toEqual([]);
    const offline = await (await api.fetch("/offline.js", { headers: { origin: "https://game.example" } })).text();
    const { knownFacts } = (await import(`data:text/javascript,${encodeURIComponent(offline)}`)) as Offline;
    const known = (await (await api.fetch("/knowledge-vectors.json")).json()) as KnowledgeVector[];
    for (const { title, story, state, expect: wanted } of known) {
      const answers = Object.keys(wanted.knows).map((who) => [who, knownFacts(story, state, who)]);
      expect([title, Object.fromEntries(answers)]).toEqual([title, wanted.knows]);
    }
    expect(await (await api.fetch("/offline.d.ts")).text()).toContain("export declare function knownFacts(");
    const runtime = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Runtime;
    const dialogues = `${project()}/game-narrative/dialogues`;
    const { body: dialogue } = await api.call<{ id: string }>("POST", dialogues, {
      body: { name: "At the gate" },
    });
    await api.call("POST", `${dialogues}/${dialogue.id}/nodes`, { body: { kind: "end", text: "Halt!" } });
    const { body: story } = await api.call<PlayableStory>("GET", `${dialogues}/${dialogue.id}/story`);
    const page = runtime.begin(runtime.readDialogue(story.dialogue, story), { seed: 7 });
    expect([page.halt.kind, page.nodes]).toEqual(["ending", story.dialogue.nodes.map(({ id }) => id)]);
  });

  describe("authentication and the order of answers", () => {
    it.each([
      ["no header", undefined, "unauthorized"],
      ["another scheme", "Basic c2s6", "unauthorized"],
      ["no key", "Bearer ", "unauthorized"],
      ["an unknown key", "Bearer sk_test_pm1_0123456789ABCDEFGHIJKLMNOPQRSTUV21nyfF", "invalid_api_key"],
      ["nonsense", "Bearer nonsense", "invalid_api_key"],
    ])("answers 401 to %s, before it says whether a path exists", async (_, authorization, code) => {
      for (const path of ["/v1/projects", "/v1/nothing", "/v1", "/v1/projects/%zz"]) {
        const response = await api.fetch(path, authorization === undefined ? {} : { headers: { authorization } });
        expect(response.status).toBe(401);
        expect(((await response.json()) as ErrorBody).code).toBe(code);
        expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
      }
    });

    it("answers a missing scope with 403 before it looks at body, query or path", async () => {
      const answer = await api.call<ErrorBody>("POST", "/v1/projects?junk=1", {
        key: api.home.scoped.read,
        body: { no: 1 },
      });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: "insufficient_scope",
        detail: { required: "write", granted: ["read"] },
      });
    });

    it("answers 413 before 422, and 422 before 404", async () => {
      const big = { name: "x".repeat(1024 * 1024) };
      const unknown = "/v1/projects/prj_00000000000000000000000000";
      expect((await api.call("PATCH", `${unknown}?junk=1`, { body: big })).status).toBe(413);
      expect((await api.call("PATCH", unknown, { body: { name: 5 } })).status).toBe(422);
      expect((await api.call("PATCH", unknown, { body: { name: "x" } })).status).toBe(404);
      expect((await api.call("PATCH", "/v1/projects/%zz", { body: { name: 5 } })).status).toBe(422);
      expect((await api.call("PATCH", "/v1/projects/%zz", { body: { name: "x" } })).status).toBe(404);
    });
  });

  describe("what every answer carries", () => {
    it("names the request with a UUID of its own, on errors as well", async () => {
      const sent = { "x-request-id": "chosen-by-the-client" };
      const good = await api.call("GET", "/v1/projects", { headers: sent });
      const bad = await api.call<ErrorBody>("GET", "/v1/nothing", { headers: sent });
      expect(good.headers.get("x-request-id")).toMatch(UUID);
      expect(bad.headers.get("x-request-id")).toMatch(UUID);
      expect(bad.body.request_id).toBe(bad.headers.get("x-request-id"));
      expect(good.headers.get("x-request-id")).not.toBe(bad.headers.get("x-request-id"));
    });

    it("gives errors every field of the error object, and a page of ours to read on", async () => {
      const { body } = await api.call<ErrorBody>("GET", "/v1/nothing");
      expect(body).toEqual({
        error: PROBLEMS.not_found.error,
        code: "not_found",
        request_id: expect.stringMatching(UUID),
        detail: null,
        message: "No operation has this path.",
        doc_url: `${api.services.publicUrl}/docs/errors/not_found`,
        feedback_id: null,
      });
    });

    it("tells caches to keep nothing without asking, and browsers not to guess types", async () => {
      const good = await api.call("GET", project());
      expect(good.headers.get("cache-control")).toBe("private, no-cache");
      expect(good.headers.get("content-type")).toBe("application/json");
      expect(good.headers.get("x-content-type-options")).toBe("nosniff");
      expect((await api.call("GET", "/v1/nothing")).headers.get("cache-control")).toBe("no-store");
    });

    it("shows the plan's limit on every keyed answer", async () => {
      for (const path of ["/v1/projects", "/v1/nothing"]) {
        const { headers } = await api.call("GET", path);
        expect(headers.get("ratelimit-policy")).toMatch(/^"default";q=\d+;w=60$/);
        expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
      }
    });
  });

  describe("methods", () => {
    it("answers 405 with Allow where a path knows other methods", async () => {
      const answer = await api.call<ErrorBody>("PUT", "/v1/projects");
      expect(answer.status).toBe(405);
      expect(answer.body.code).toBe("method_not_allowed");
      expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    });

    it("answers HEAD as GET, without a body", async () => {
      const get = await api.call("GET", project());
      const head = await api.fetch(project(), { method: "HEAD", headers: { authorization: `Bearer ${api.home.key}` } });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe("");
      expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    });

    it("answers a preflight without a key, on any path", async () => {
      const asking = { origin: "https://game.example", "access-control-request-method": "PATCH" };
      for (const path of [project(), "/v1/nothing", "/v1/openapi.json", "/health"]) {
        const response = await api.fetch(path, { method: "OPTIONS", headers: asking });
        expect(response.status).toBe(204);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      }
      const response = await api.fetch(project(), { method: "OPTIONS" });
      expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, PATCH, DELETE, OPTIONS");
      expect(response.headers.get("access-control-allow-headers")).toContain("Authorization");
    });

    it("lets scripts of other origins read its headers", async () => {
      const { headers } = await api.call("GET", "/v1/projects", { headers: { origin: "https://game.example" } });
      const exposed = headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
      for (const name of [
        "etag",
        "ratelimit",
        "ratelimit-policy",
        "retry-after",
        "x-project-seq",
        "x-request-id",
        "idempotent-replayed",
      ]) {
        expect(exposed.split(", ")).toContain(name);
      }
    });
  });

  describe("bodies", () => {
    const post = (body: string | undefined, contentType: string | null) =>
      api.fetch("/v1/projects", {
        method: "POST",
        headers: {
          authorization: `Bearer ${api.home.key}`,
          ...(contentType !== null && { "content-type": contentType }),
        },
        // A string would bring a content type of its own.
        ...(body !== undefined && { body: new TextEncoder().encode(body) }),
      });
    const detail = async (response: Response) => ((await response.json()) as InvalidBody).detail;

    it.each([
      "application/json",
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/merge-patch+json",
      "application/vnd.fabula.v1+json;q=1",
    ])("takes %s for JSON", async (type) => {
      expect((await post('{"name":"x"}', type)).status).toBe(201);
    });

    it.each([
      null,
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "text/json",
      "application/json; charset=utf-16",
    ])("refuses a body sent as %s, and says which header is wanted", async (type) => {
      const response = await post('{"name":"x"}', type);
      expect(response.status).toBe(415);
      expect(response.headers.get("accept")).toBe("application/json");
      expect(await response.json()).toMatchObject({
        code: "unsupported_media_type",
        detail: { content_type: type, expected: "application/json" },
      });
    });

    const packed = (bytes: Uint8Array<ArrayBuffer>, encoding: string, key?: string) =>
      api.fetch("/v1/projects", {
        method: "POST",
        headers: {
          authorization: `Bearer ${api.home.key}`,
          "content-type": "application/json",
          "content-encoding": encoding,
          ...(key !== undefined && { "idempotency-key": key }),
        },
        body: bytes,
      });
    const gzipped = (text: string) => new Uint8Array(gzipSync(text));

    it("takes a body compressed with gzip, and knows it again without", async () => {
      const response = await packed(gzipped('{"name":"Packed"}'), "gzip", "packed");
      expect(response.status).toBe(201);
      const made = (await response.json()) as { id: string; name: string };
      expect(made.name).toBe("Packed");
      const again = await packed(new TextEncoder().encode('{"name":"Packed"}'), "identity", "packed");
      expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([201, made.id]);
    });

    it("unpacks no more than the limit", async () => {
      const response = await packed(gzipped(JSON.stringify({ name: "x".repeat(4 * 1024 * 1024) })), "gzip");
      expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([413, "payload_too_large"]);
    });

    it("refuses what is not the compression it says, and compressions it does not know", async () => {
      const plain = await packed(new TextEncoder().encode('{"name":"x"}'), "gzip");
      expect(plain.status).toBe(422);
      expect(await detail(plain)).toMatchObject([{ type: "value_error", loc: ["body"] }]);
      const cut = await packed(gzipped('{"name":"x"}').slice(0, 20), "gzip");
      expect(cut.status).toBe(422);
      await cut.arrayBuffer();
      const brotli = await packed(new TextEncoder().encode("x"), "br");
      expect([brotli.status, brotli.headers.get("accept-encoding")]).toEqual([415, "gzip, identity"]);
      expect(await brotli.json()).toMatchObject({ code: "unsupported_media_type", detail: { content_encoding: "br" } });
    });

    it("says where JSON breaks, and that a body is missing", async () => {
      expect(await detail(await post('{"name" "x"}', "application/json"))).toMatchObject([
        { type: "json_invalid", loc: ["body", 8], ctx: { error: "Expecting ':' delimiter" } },
      ]);
      expect(await detail(await post(undefined, "application/json"))).toEqual([
        { type: "missing", loc: ["body"], msg: "Field required", input: null },
      ]);
    });

    it("refuses a body where none belongs", async () => {
      const answer = await api.call<InvalidBody>("DELETE", project(), { body: { sure: true } });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ type: "extra_forbidden", loc: ["body"] }]);
    });

    it("tells the limit a body passes, with or without its length", async () => {
      const bytes = new TextEncoder().encode(JSON.stringify({ name: "x".repeat(1024 * 1024) }));
      const streamed = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536));
          controller.close();
        },
      });
      const headers = { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" };
      for (const body of [bytes, streamed]) {
        const response = await api.fetch("/v1/projects", {
          method: "POST",
          headers,
          body,
          duplex: "half",
        } as RequestInit);
        expect(response.status).toBe(413);
        expect(await response.json()).toMatchObject({
          code: "payload_too_large",
          detail: { limit_bytes: 1024 * 1024 },
        });
      }
    });
  });

  describe("query strings", () => {
    it.each([
      ["limit=%zz", "limit"],
      ["limit=%ff", "limit"],
      ["limit=%c3%28", "limit"],
      ["lim%zzit=1", "lim%zzit"],
    ])("names the parameter that is not UTF-8: %s", async (query, name) => {
      const answer = await api.call<InvalidBody>("GET", `/v1/projects?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ type: "value_error", loc: ["query", name] }]);
    });

    it.each([
      ["limit=0", "greater_than_equal"],
      ["limit=501", "less_than_equal"],
      ["limit=x", "int_parsing"],
      ["limit=1&limit=2", "extra_forbidden"],
      ["unknown=1", "extra_forbidden"],
      ["sort_order=%00", "value_error"],
    ])("refuses %s", async (query, type) => {
      const answer = await api.call<InvalidBody>("GET", `/v1/projects?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.detail.map((item) => item.type)).toContain(type);
    });

    it("reads + as a space and finds nothing wrong in empty parts", async () => {
      expect((await api.call("GET", "/v1/projects?&limit=+5+&&offset=%30&")).status).toBe(200);
    });
  });

  describe("paths", () => {
    it("mean the same with unreserved characters escaped", async () => {
      const plain = await api.call("GET", project());
      // Next finds its folder `v1` by these letters only, and answers others with a page; what is behind is read as by us.
      const isNext = mount === "next";
      const v1 = isNext ? "/v1" : "/%76%31";
      const escaped = `${v1}/%70rojects/${projectId.replace("prj_", "prj%5F")}`;
      expect((await api.call("GET", escaped)).body).toEqual(plain.body);
      expect((await api.call("GET", "/v1/%70rojects")).status).toBe(200);
      for (const other of ["/v1/%2570rojects", "/v1/%zzprojects", ...(isNext ? [] : ["/v1%2Fprojects"])])
        expect((await api.call("GET", other)).status, other).toBe(404);
    });
  });

  describe("conditional requests", () => {
    it("spares answers from outside projects as well", async () => {
      for (const path of ["/v1/me", "/v1/projects", "/v1/keys", "/v1/members"]) {
        const first = await api.call("GET", path);
        const etag = first.headers.get("etag") ?? "none";
        const again = await api.call("GET", path, { headers: { "if-none-match": etag } });
        expect([path, again.status, again.headers.get("etag")]).toEqual([path, 304, etag]);
      }
      const before = (await api.call("GET", "/v1/projects")).headers.get("etag");
      await api.makeProject();
      expect((await api.call("GET", "/v1/projects")).headers.get("etag")).not.toBe(before);
    });

    it("answers 304 with the headers of the answer it spares", async () => {
      const first = await api.call("GET", project());
      const etag = first.headers.get("etag") ?? "";
      expect(etag).not.toBe("");
      for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await api.call("GET", project(), { headers: { "if-none-match": sent } });
        expect(again.status).toBe(304);
        expect(again.body).toBeNull();
        expect(again.headers.get("etag")).toBe(etag);
        expect(again.headers.get("x-project-seq")).toBe(first.headers.get("x-project-seq"));
      }
      expect((await api.call("GET", project(), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    });

    it("writes only from the version If-Match names", async () => {
      const id = await api.makeProject();
      const rename = (match: string) =>
        api.call<ErrorBody>("PATCH", `/v1/projects/${id}`, {
          body: { name: `by ${match}` },
          headers: { "if-match": match },
        });
      expect((await rename('"7"')).body).toMatchObject({ code: "precondition_failed", detail: { current: 1 } });
      expect((await rename('W/"1"')).status).toBe(200);
      expect((await rename('"2.15"')).status).toBe(200);
      expect((await rename("*")).status).toBe(200);
    });

    it.each(["12", '"s12"', '"1", "2"', "", '"1'])("refuses If-Match: %s", async (match) => {
      const answer = await api.call<InvalidBody>("PATCH", project(), { body: {}, headers: { "if-match": match } });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ type: "value_error", loc: ["header", "if-match"] }]);
    });
  });

  describe("Idempotency-Key", () => {
    const create = (key: string, body: object, path = "/v1/projects") =>
      api.call<ErrorBody & { id: string }>("POST", path, { body, headers: { "idempotency-key": key } });

    it("does the same request once, and says so", async () => {
      const first = await create("first", { name: "Once" });
      const again = await create('"first"', { name: "Once" });
      expect(first.status).toBe(201);
      expect(again.status).toBe(201);
      expect(again.body.id).toBe(first.body.id);
      expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.headers.get("original-request-id")).toBe(first.headers.get("x-request-id"));
      expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    });

    it("refuses another request with the same key", async () => {
      await create("second", { name: "One" });
      expect((await create("second", { name: "Two" })).body.code).toBe("idempotency_key_reused");
    });

    it("keeps no answer of a refused request", async () => {
      expect((await create("third", { name: 5 })).status).toBe(422);
      expect((await create("third", { name: "Five" })).status).toBe(201);
    });

    it.each(["", "a b", "é", '""', "x".repeat(256)])("refuses the key %j", async (key) => {
      const answer = await api.call<InvalidBody>("POST", "/v1/projects", {
        body: { name: "x" },
        headers: { "idempotency-key": key },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ type: "value_error", loc: ["header", "idempotency-key"] }]);
    });
  });

  describe("what needs no key", () => {
    it("answers /health and /ready", async () => {
      expect((await api.call("GET", "/health", { key: null })).body).toEqual({ status: "ok" });
      expect((await api.call("GET", "/ready", { key: null })).body).toMatchObject({
        status: "ready",
        checks: { process: "ok", database: "ok", storage: "ok", transactions: "ok", queues: "ok" },
      });
      expect((await api.call("POST", "/health", { key: null })).status).toBe(405);
    });

    it("serves its description, once to those who keep it", async () => {
      const first = await api.call<{ openapi: string; info: { version: string }; servers: unknown }>(
        "GET",
        "/v1/openapi.json",
        { key: null },
      );
      expect(first.body).toMatchObject({
        openapi: "3.1.0",
        info: { version: "1.0.0" },
        servers: [{ url: api.services.publicUrl }],
      });
      const etag = first.headers.get("etag") ?? "";
      expect(
        (await api.call("GET", "/v1/openapi.json", { key: null, headers: { "if-none-match": etag } })).status,
      ).toBe(304);
    });
  });

  it("reaches every operation of the registry", async () => {
    for (const { operation } of listKeyedOperations()) {
      const path = operation.path.replace(/\{\w+\}/g, "nothing");
      const response = await api.fetch(path, { method: operation.method });
      expect([operation.path, response.status]).toEqual([operation.path, 401]);
      const allowed = (await api.fetch(path, { method: "OPTIONS" })).headers.get("allow")?.split(", ");
      expect(allowed, operation.path).toContain(operation.method);
    }
  });
});
