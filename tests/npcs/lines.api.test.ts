import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { expectInvalidAt, expectProblem } from "../contract/expectations.ts";

const CANARY = "canary-under-the-third-stone";

type Json = Record<string, unknown>;
interface Session {
  session_id: string;
  status: string;
  brief: Json;
  as: string;
  result: { lines: { text: string; emotion: string | null; fact_ids: string[] }[] };
}

let api: TestApi;
let server: ModelServer;
let at: string;
let odo: string;
let npc: string;
let gate: string;

async function make(path: string, body: Json, method = "POST"): Promise<string> {
  const answer = await api.call<{ id: string }>(method, `${at}${path}`, { body });
  expect([path, answer.status < 300 || answer.body]).toEqual([path, true]);
  return answer.body.id;
}

const ask = (body: Json) => api.call<{ session_id: string }>("POST", `${at}/npcs/${npc}/dialogue/generate`, { body });

async function generate(body: Json): Promise<Session> {
  const { session_id } = (await ask(body)).body;
  const get = async () => (await api.call<Session>("GET", `/v1/sessions/${session_id}`)).body;
  return eventually(get, ({ status }) => status === "completed" || status === "error", { about: session_id });
}

beforeAll(async () => {
  api = await startTestApi({
    mount: "listener",
    sessions: { pollMs: 50 },
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
  });
  server = await startModelServer(answers("{}"));
  at = `/v1/projects/${await api.makeProject()}`;
  odo = await make("/entities", { type: "character", name: "Odo", external_id: "odo" });
  const mara = await make("/entities", { type: "character", name: "Mara", external_id: "mara" });
  gate = await make("/facts", { text: "The salt gate opens at low tide.", known_by: [odo] });
  await make("/facts", { text: `The key of the salt gate lies at ${CANARY}.`, known_by: [mara] });
  npc = await make("/npcs", { entity_id: odo, role: "ferryman", style: "Gruff." });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

test("lines without a model are directions with the facts they tell, none of them one it may not know", async () => {
  const { session_id, status, as, result } = await generate({
    situation: "Somebody asks for the salt gate and its key.",
    count: 3,
  });
  expect([status, as]).toEqual(["completed", odo]);
  expect(result.lines).toHaveLength(3);
  expect(result.lines[0]).toMatchObject({ fact_ids: [gate], emotion: null });
  const trace = await api.call("GET", `/v1/sessions/${session_id}/trace`);
  expect(trace.status).toBe(200);
  expect(JSON.stringify([result, trace.body])).not.toContain(CANARY);
});

test("a model writes lines in its voice, as it was written when the session began, out of what it knows", async () => {
  const lines = [
    { text: "At low tide. Not before.", emotion: "anger", fact_ids: [gate, "fact_01k9hq3v5e0w8q2n6yc4rk1m7t"] },
  ];
  server.script(answers(JSON.stringify({ lines })));
  const body = { provider: "openai_compatible", key: "sk-canary-a0b1c2d3e4f50617", base_url: server.url };
  const byok = await make("/byok", { ...body, models: { text: "tale-1" } });
  const { brief, result } = await generate({
    situation: "Somebody asks for the key of the salt gate.",
    provider: byok,
  });
  expect(result.lines).toEqual([{ ...lines[0], fact_ids: [gate] }]);
  expect(brief).toMatchObject({ npc_id: npc, voice: expect.stringContaining("Gruff.") });
  const sent = JSON.stringify(server.calls.at(-1)?.body);
  expect(sent).toContain("The salt gate opens at low tide.");
  expect(sent).not.toContain(CANARY);
});

test("it cannot be asked through other eyes, nor of an npc that is gone", async () => {
  expectInvalidAt(await ask({ situation: "Rain.", as: odo }), ["body", "as"]);
  await make(`/npcs/${npc}`, { retired: true }, "PATCH");
  expectProblem(api, await ask({ situation: "Rain." }), "npc_unavailable");
});
