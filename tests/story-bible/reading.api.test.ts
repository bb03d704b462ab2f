import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, fails, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { carryOn } from "#tests/generation/carry-on.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalid } from "../contract/expectations.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
let server: ModelServer;
beforeAll(async () => {
  api = await startTestApi({
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
  server = await startModelServer(answers("Nothing."));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

async function project() {
  const at = `/v1/projects/${await api.makeProject()}`;
  const post = (path: string, body: object) => api.call<Loose>("POST", `${at}${path}`, { body });
  const get = async (path: string) => (await api.call<Loose>("GET", `${at}${path}`)).body;
  const key = { provider: "openai_compatible", key: "sk-reader", base_url: server.url, models: { text: "tale-1" } };
  expect((await post("/byok", key)).status).toBe(201);
  const read = async (body: object) => {
    const asked = await post("/story-bible/generate", body);
    expect(asked.status).toBe(202);
    await carryOn(api, asked.body.session_id);
    return (await api.call<Loose>("GET", `/v1/sessions/${asked.body.session_id}/status`)).body;
  };
  return { post, get, read };
}

const TEXT = "Odo keeps the salt gate.\nHe owes Ines a lamp.";

test("a model reads notes: what it proves by words of theirs waits as proposals, and what it invents is left out", async () => {
  const { post, get, read } = await project();
  const properties = { aliases: ["Ines"] };
  await post("/entities", { type: "character", name: "Ines Vale", external_id: "ines", properties });
  const said = (at: string, quote: string) => [{ at, quote }];
  server.script(
    answers({
      entities: [
        { name: "Odo", type: "character", description: "Keeper", evidence: said("1", "Odo keeps the salt gate") },
        { name: "Bor", type: "character", description: "", evidence: said("1", "Bor sings") },
      ],
      relationships: [{ source: "Odo", type: "owes", target: "Ines", evidence: said("2", "owes Ines a lamp") }],
      facts: [{ text: "Odo owes Ines a lamp.", about: ["Odo", "Ines"], evidence: said("1", "owes Ines a lamp") }],
    }),
  );
  const { status, result } = await read({ text: TEXT });
  expect([status, result]).toMatchObject(["completed", { parts: 2, unproven: 2 }]);
  expect((await get("/entities")).total).toBe(1);
  const [id] = result.bible_extraction_ids;
  const { parts } = await get(`/story-bible/extractions/${id}`);
  expect(parts).toMatchObject([
    { kind: "entity", label: "Odo (character)", evidence: [{ line: 1, quote: "Odo keeps the salt gate" }] },
    { kind: "relationship", label: "Odo: owes Ines", evidence: [{ line: 2, quote: "owes Ines a lamp" }] },
  ]);
  expect((await post(`/story-bible/extractions/${id}/accept`, {})).status).toBe(200);
  expect((await get("/relationships")).total).toBe(1);
  expect((await read({ text: TEXT })).result).toMatchObject({ bible_extraction_ids: [], parts: 0, unchanged: 2 });
});

test("a model reads dialogues with their cards; one that fails or proves nothing writes nothing", async () => {
  const { post, get, read } = await project();
  expectInvalid(await post("/story-bible/generate", {}), "text");
  const graph = (await post("/game-narrative/dialogues", { name: "Gate" })).body;
  const at = `/game-narrative/dialogues/${graph.id}/nodes`;
  const node = (await post(at, { text: "The ferry runs at noon.", speaker_label: "Ines" })).body;
  const answer = (quote: string) => ({
    ...{ entities: [], relationships: [] },
    facts: [{ text: "The ferry runs at noon.", about: [], evidence: [{ at: node.id, quote }] }],
  });
  server.script([fails(500), answers(answer("The ferry runs at night.")), answers(answer("ferry runs at noon"))]);
  const { status, result } = await read({ graph_id: graph.id });
  expect([status, result?.parts]).toEqual(["completed", 1]);
  const { parts } = await get(`/story-bible/extractions/${result.bible_extraction_ids[0]}`);
  expect(parts).toMatchObject([{ kind: "fact", evidence: [{ node_id: node.id, quote: "ferry runs at noon" }] }]);
  server.script(answers(answer("It runs at night.")));
  expect((await read({ graph_id: graph.id })).status).toBe("awaiting_human");
  expect((await get("/story-bible/extractions")).total).toBe(1);
  expectInvalid(await post("/story-bible/generate", { text: TEXT, graph_id: graph.id }), "graph_id");
});
