import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listKeyedOperations } from "#server/operations.ts";
import { studio } from "#server/trpc/caller.ts";
import { startTestApi, type TestApi } from "./support/api.ts";
import { MOUNTS } from "./support/mounts.ts";
import type { TestMember } from "./support/workspace.ts";

interface Failure {
  error: {
    message: string;
    data: {
      httpStatus: number;
      path: string | null;
      problem: { code: string; request_id: string; doc_url: string } | null;
      detail: { type: string; loc: (string | number)[] }[] | null;
    };
  };
}
interface Success {
  result: { data: Record<string, unknown> };
}

describe.each(MOUNTS.filter((mount) => mount !== "app"))("through the %s", (mount) => {
  let api: TestApi;
  let owner: TestMember;
  let viewer: TestMember;

  beforeAll(async () => {
    api = await startTestApi({ mount });
    owner = await api.home.makeMember("owner");
    viewer = await api.home.makeMember("viewer");
    // The pages may have to be built first.
  }, 600_000);
  afterAll(() => api.close());

  const fromStudio = { "x-fabula-studio": "1", "sec-fetch-site": "same-origin" };

  async function query(name: string, input: unknown, headers: Record<string, string> = { cookie: owner.cookie }) {
    const sent = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const response = await api.fetch(`/api/trpc/${name}${sent}`, { headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Success & Failure };
  }

  async function mutate(
    name: string,
    input: unknown,
    headers: Record<string, string> = { cookie: owner.cookie, ...fromStudio },
  ) {
    const response = await api.fetch(`/api/trpc/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof input === "string" ? input : JSON.stringify(input),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Success & Failure };
  }

  describe("the studio's API", () => {
    it("names the commit of a change, by which it is taken back; none where nothing changed", async () => {
      const project_id = String(
        (await mutate("projects.create", { name: "Undone", mode: "test" })).body.result.data.id,
      );
      const commitOf = ({ headers }: { headers: Headers }) => headers.get("x-fabula-commit");
      const made = await mutate("variables.create", { project_id, name: "tide", type: "integer", default: 1 });
      const variable_id = String(made.body.result.data.id);
      const changed = await mutate("variables.update", { project_id, variable_id, default: 2 });
      expect(Number(commitOf(changed))).toBeGreaterThan(Number(commitOf(made)));
      expect(commitOf(await mutate("variables.update", { project_id, variable_id, default: 2 }))).toBeNull();
      expect(commitOf(await query("variables.get", { project_id, variable_id }))).toBeNull();
      const back = await mutate("record.takeBack", { project_id, commit_seq: commitOf(changed) });
      expect(back.body.result.data).toMatchObject({ total: 1, left: [], seq: Number(commitOf(back)) });
      expect((await query("variables.get", { project_id, variable_id })).body.result.data).toMatchObject({
        default: 1,
      });
    });

    it("tells of a call that is followed, and refuses it as any other", async () => {
      const made = await mutate("projects.create", { name: "Told", mode: "test" });
      const project_id = String(made.body.result.data.id);
      const entity = await mutate("entities.create", {
        project_id,
        external_id: "odo",
        type: "character",
        name: "Odo",
      });
      const entity_id = String(entity.body.result.data.id);
      const npc = await mutate("npcs.create", { project_id, entity_id, greetings: ["You again."] });
      const follow = (npc_id: unknown) =>
        api.fetch("/api/trpc/npcs.talk", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "text/event-stream",
            cookie: owner.cookie,
            ...fromStudio,
          },
          body: JSON.stringify({ project_id, npc_id, text: "Hello." }),
        });
      const stream = await follow(npc.body.result.data.id);
      expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      const events = [...(await stream.text()).matchAll(/event: (\w+)\ndata: (.*)\n/g)];
      expect(events.map(([, type]) => type)).toEqual(["begin", "text", "answer"]);
      expect(JSON.parse(events[2]?.[2] ?? "{}")).toMatchObject({ text: "You again.", entity_id });
      const refused = await follow("npc_01k9hq3tx8v2m5rbz4nd7wcfje");
      const { error } = (await refused.json()) as Failure;
      expect([refused.status, error.data.problem?.code]).toEqual([404, "not_found"]);
    });

    it("answers what REST answers", async () => {
      const made = await mutate("projects.create", { name: "Made in the studio", mode: "test" });
      expect(made.status).toBe(200);
      const id = String(made.body.result.data.id);
      const rest = await api.call("GET", `/v1/projects/${id}`);
      expect((await query("projects.get", { project_id: id })).body.result.data).toEqual(rest.body);
      const list = await query("projects.list", { limit: 1, sort_by: "name" });
      expect(list.body.result.data).toEqual((await api.call("GET", "/v1/projects?limit=1&sort_by=name")).body);
      expect((await query("projects.list", undefined)).status).toBe(200);
    });

    it("travels in time where the operation does", async () => {
      const id = await api.makeProject({ name: "Before" });
      await mutate("projects.update", { project_id: id, name: "After" });
      expect((await query("projects.get", { project_id: id, at_seq: 1 })).body.result.data.name).toBe("Before");
      const beyond = await query("projects.get", { project_id: id, at_seq: 99 });
      expect(beyond.status).toBe(422);
      expect(beyond.body.error.data.detail).toMatchObject([{ loc: ["query", "at_seq"] }]);
      const refused = await mutate("projects.update", { project_id: id, at_seq: 1 });
      expect(refused.body.error.data.detail).toMatchObject([{ type: "extra_forbidden", loc: ["body", "at_seq"] }]);
    });

    it("has a procedure for every operation, of the right kind", async () => {
      for (const { area, name, operation } of listKeyedOperations()) {
        const path = `${area}.${name}`;
        // A stream says so inside itself: an EventSource cannot read the body of a refusal.
        if (operation.kind === "project-stream") continue;
        const answer = operation.method === "GET" ? await query(path, {}, {}) : await mutate(path, {}, fromStudio);
        expect([path, answer.status, answer.body.error.data.problem?.code]).toEqual([path, 401, "unauthorized"]);
      }
    });
  });

  describe("errors", () => {
    it("carry the body of REST's", async () => {
      const unknown = "prj_00000000000000000000000000";
      const { status, body, headers } = await query("projects.get", { project_id: unknown });
      expect(status).toBe(404);
      const rest = await api.call("GET", `/v1/projects/${unknown}`);
      const requestId = headers.get("x-request-id");
      expect(body.error.data).toEqual({
        httpStatus: 404,
        path: "projects.get",
        problem: { ...rest.body, request_id: requestId },
        detail: null,
      });
      expect(JSON.stringify(body)).not.toContain("stack");
    });

    it("of validation carry REST's list", async () => {
      const sent = { nam: 1, metadata: "x" };
      const { status, body } = await mutate("projects.create", sent);
      expect(status).toBe(422);
      const rest = await api.call("POST", "/v1/projects", { body: sent });
      expect(body.error.data.detail).toEqual(rest.body.detail);
      expect(body.error.data.problem).toBeNull();
    });

    it("name what cannot be kept: NUL, lone surrogates, parameters of another type", async () => {
      for (const name of ["a\0b", "\ud800"]) {
        const { status, body } = await mutate("projects.create", { name });
        expect([status, body.error.data.detail?.[0]?.loc]).toEqual([422, ["body", "name"]]);
      }
      expect((await query("projects.get", { project_id: 5 })).status).toBe(404);
      expect((await query("projects.list", { limit: "5" })).status).toBe(422);
      expect((await query("projects.list", ["x"])).status).toBe(422);
    });

    it("of the protocol are refusals, never 500s", async () => {
      expect((await query("projects.nothing", {})).body.error.data.problem?.code).toBe("not_found");
      expect((await mutate("projects.list", {})).body.error.data.problem?.code).toBe("method_not_allowed");
      expect((await mutate("projects.create", "{broken")).status).toBe(400);
      const batch = Array.from({ length: 21 }, () => "projects.list").join(",");
      expect((await query(`${batch}`, undefined)).status).toBeLessThan(500);
      const tooMany = await api.fetch(`/api/trpc/${batch}?batch=1`, { headers: { cookie: owner.cookie } });
      expect(tooMany.status).toBe(400);
      await tooMany.arrayBuffer();
    });
  });

  describe("bodies", () => {
    const large = new Uint8Array(18 * 1024 * 1024);

    it("are not read for nobody", async () => {
      const answer = await api.fetch("/api/trpc/projects.create", {
        method: "POST",
        headers: { "content-type": "application/json", ...fromStudio },
        body: large,
      });
      expect(answer.status).toBe(401);
      await answer.arrayBuffer();
    });

    it("have a limit", async () => {
      const answer = await api.fetch("/api/trpc/projects.create", {
        method: "POST",
        headers: { "content-type": "application/json", cookie: owner.cookie, ...fromStudio },
        body: large,
      });
      expect(answer.status).toBe(413);
      const { error } = (await answer.json()) as Failure;
      expect(error.data).toMatchObject({ httpStatus: 413, problem: { code: "payload_too_large" } });
    });
  });

  describe("sessions", () => {
    it("hold what the member's role holds", async () => {
      const cookie = viewer.cookie;
      expect((await query("projects.list", {}, { cookie })).status).toBe(200);
      const refused = await mutate("projects.create", { name: "x" }, { cookie, ...fromStudio });
      expect(refused.status).toBe(403);
      expect(refused.body.error.data.problem?.code).toBe("insufficient_scope");
    });

    it("are counted, and the count is shown", async () => {
      const remaining = ({ headers }: { headers: Headers }) =>
        Number(/^"default";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      const before = remaining(await query("projects.list", {}));
      const calls = Array.from({ length: 5 }, () => "projects.list").join(",");
      await (await api.fetch(`/api/trpc/${calls}?batch=1`, { headers: { cookie: owner.cookie } })).arrayBuffer();
      expect(before - remaining(await query("projects.list", {}))).toBe(6);
    });

    it("are nobody's without a good cookie, and keys are no session", async () => {
      expect((await query("projects.list", {}, { cookie: "fabula=nonsense" })).status).toBe(401);
      expect((await query("projects.list", {}, { authorization: `Bearer ${api.home.key}` })).status).toBe(401);
    });

    it.each([
      ["another site", { "x-fabula-studio": "1", "sec-fetch-site": "cross-site" }],
      ["a sibling host", { "x-fabula-studio": "1", "sec-fetch-site": "same-site" }],
      ["another origin", { "x-fabula-studio": "1", origin: "https://evil.example" }],
      ["nobody knows where", { "x-fabula-studio": "1" }],
      ["a form, which cannot send our header", { "sec-fetch-site": "same-origin" }],
    ])("change nothing for a request from %s", async (_, headers) => {
      const answer = await mutate("projects.create", { name: "x" }, { cookie: owner.cookie, ...headers });
      expect(answer.status).toBe(403);
      expect(answer.body.error.data.problem?.code).toBe("forbidden");
    });

    it("change things for our own origin, where browsers say no more than that", async () => {
      const headers = { cookie: owner.cookie, "x-fabula-studio": "1", origin: new URL(api.url).origin };
      expect((await mutate("projects.create", { name: "x", mode: "test" }, headers)).status).toBe(200);
    });

    it.runIf(mount === "listener")("serve pages on the server without HTTP", async () => {
      const caller = await studio(new Headers({ cookie: owner.cookie }));
      const list = await caller.projects.list({});
      expect(list.total).toBeGreaterThan(0);
      const stranger = await studio(new Headers());
      await expect(stranger.projects.list({})).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    });
  });
});
