import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Deadline } from "#server/record/deadline.ts";
import { sampleOfEach } from "#test-size";
import { type Answer, startTestApi, type TestApi } from "#tests/support/api.ts";
import { type PlantedRefusal, type RefusingRelay, startRefusingRelay } from "#tests/support/refusing-relay.ts";

let api: TestApi;
let relay: RefusingRelay;
let base: string;

beforeAll(async () => {
  api = await startTestApi({
    through: async (databaseUrl) => {
      relay = await startRefusingRelay(databaseUrl);
      return relay.url;
    },
  });
  base = `/v1/projects/${await api.makeProject()}`;
});
afterAll(async () => {
  await api.close();
  await relay.close();
});

interface Asked {
  readonly status: number;
  readonly code: unknown;
}
const asked = ({ status, body }: Answer<Record<string, unknown>>): Asked => ({ status, code: body.code });
const has = (words: string) => (text: string) => text.includes(words);

let lastEntity = 0;
const entity = () => ({ external_id: `entity-${++lastEntity}`, type: "npc", name: "Odo" });

/** Each look-up that allows or refuses: its statement, and a request that is allowed by it. Made anew, for what is remembered. */
const LOOK_UPS: Record<string, { at: (text: string) => boolean; prepare: () => Promise<() => Promise<Asked>> }> = {
  "of a key": {
    at: has("k.hash = $1"),
    prepare: async () => {
      const key = await api.home.makeKey();
      return async () => asked(await api.call("GET", "/v1/me", { key }));
    },
  },
  "of a member": {
    at: has("JOIN memberships m ON m.user_id = u.id"),
    prepare: async () => {
      const { cookie } = await api.home.makeMember("owner");
      return async () => {
        const request = new Request("http://localhost/api/trpc/keys.me", { headers: { cookie } });
        const response = await api.fabula.studio.fetch(request);
        const body = (await response.json()) as { error?: { data?: { problem?: { code?: string } } } };
        return { status: response.status, code: body.error?.data?.problem?.code };
      };
    },
  },
  "of a project": {
    at: has("last_recorded_at, deleted_at, archived FROM project_heads"),
    prepare: async () => async () => asked(await api.call("GET", `${base}/entities`)),
  },
  "of a project that is written to": {
    at: (text) => text.includes("FROM project_heads") && text.endsWith("FOR UPDATE"),
    prepare: async () => async () => asked(await api.call("POST", `${base}/entities`, { body: entity() })),
  },
  "of a subject by its id": {
    at: (text) => text.includes("AS head_mode") && text.includes('"entity_versions" subject'),
    prepare: async () => {
      const { body } = await api.call<{ id: string }>("POST", `${base}/entities`, { body: entity() });
      return async () => asked(await api.call("GET", `${base}/entities/${body.id}`));
    },
  },
  "of a share link": {
    at: has("FROM share_tokens t"),
    prepare: async () => {
      const narrative = `${base}/game-narrative`;
      const { body: graph } = await api.call<{ id: string }>("POST", `${narrative}/dialogues`, {
        body: { name: "The gate" },
      });
      const node = { kind: "end", text: "In." };
      const { body: end } = await api.call<{ id: string }>("POST", `${narrative}/dialogues/${graph.id}/nodes`, {
        body: node,
      });
      await api.call("PATCH", `${narrative}/dialogues/${graph.id}`, { body: { start_node_id: end.id } });
      const { body } = await api.call<{ token: string }>("POST", `${base}/shares`, {
        body: { graph_id: graph.id, name: "Readers" },
      });
      return async () => asked(await api.call("GET", "/v1/shared/story", { key: body.token }));
    },
  },
  "of an answer that was given": {
    at: has("FROM idempotency_keys i"),
    prepare: async () => {
      const headers = { "idempotency-key": `look-up-${Math.random()}` };
      const body = entity();
      return async () => asked(await api.call("POST", `${base}/entities`, { body, headers }));
    },
  },
};

const HOW: readonly PlantedRefusal["how"][] = ["error", "close"];
const CASES = Object.keys(LOOK_UPS).flatMap((lookUp) => HOW.map((how) => ({ lookUp, how })));

describe("a look-up that fails", () => {
  test.each([...sampleOfEach(CASES, ({ lookUp }) => lookUp)])(
    "$lookUp ($how) is a 503 and no refusal, and the next one is right",
    async ({ lookUp, how }) => {
      const { at, prepare } = LOOK_UPS[lookUp] ?? expect.fail("no such look-up");
      const ask = await prepare();
      const refused = relay.plan({ at, when: "instead", how, sqlstate: "57014" });
      const first = await ask();
      await refused;
      expect(first).toEqual({ status: 503, code: how === "error" ? "busy" : "unavailable" });
      const next = await ask();
      expect([next.status < 300, next.code]).toEqual([true, undefined]);
    },
  );
});

describe("given the database falls silent under a request, when its time is up", () => {
  const write = () => api.call("POST", `${base}/entities`, { body: entity() });
  const head = async () => (await api.call("GET", base)).body.last_seq;

  /** Makes a request whose time is up when the database has fallen silent at a statement. */
  async function silenced(at: (text: string) => boolean, request: () => Promise<Answer<Record<string, unknown>>>) {
    const deadline = new Deadline(Number.POSITIVE_INFINITY);
    const silent = relay.plan({ at, when: "instead", how: "silence", sqlstate: "" });
    const answer = deadline.run(request);
    await silent;
    return { answer, pass: () => deadline.pass() };
  }

  test("then a write that waits for its project is refused, and the one behind it is written", async () => {
    const before = await head();
    const lock = (text: string) => text.includes("FROM project_heads") && text.endsWith("FOR UPDATE");
    const { answer, pass } = await silenced(lock, write);
    const behind = write();
    pass();
    await expect(answer).rejects.toMatchObject({ code: "busy", status: 503, headers: { "retry-after": "2" } });
    expect((await behind).status).toBe(201);
    expect(await head()).toBe(Number(before) + 1);
  });

  test("then a list is refused, and the next one is answered", async () => {
    const list = () => api.call("GET", `${base}/entities`, { query: { type: "npc" } });
    const { answer, pass } = await silenced(has("entity_versions"), list);
    pass();
    await expect(answer).rejects.toMatchObject({ code: "busy" });
    expect((await list()).status).toBe(200);
  });
});
