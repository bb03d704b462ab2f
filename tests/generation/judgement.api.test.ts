import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
let server: ModelServer;

const grade = (name: string, quote: string) => ({ name, grade: 4, reason: "It is there.", quote });

beforeAll(async () => {
  api = await startTestApi({
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  server = await startModelServer(answers({ criteria: [grade("voice", "Nobody passes"), grade("pace", "not there")] }));
});
afterEach(() => server.close());

test("a model judges a dialogue and points at its lines; without a model nobody does", async () => {
  const at = `/v1/projects/${await api.makeProject()}`;
  const make = async (path: string, body: object): Promise<string> =>
    (await api.call<Loose>("POST", `${at}${path}`, { body })).body.id;
  const graph_id = await make("/game-narrative/dialogues", { name: "The gate" });
  await make(`/game-narrative/dialogues/${graph_id}/nodes`, { text: "Halt!" });
  const node_id = await make(`/game-narrative/dialogues/${graph_id}/nodes`, { text: "Nobody passes before the ebb." });
  const judge = () =>
    api.call<Loose>("POST", `${at}/scores/judge/generate`, { body: { of: { kind: "dialogue", graph_id } } });
  const alone = await judge();
  expect([alone.status, alone.body.code]).toEqual([409, "provider_key_missing"]);

  const key = {
    provider: "openai_compatible",
    key: "sk-loopback-key-0001",
    base_url: server.url,
    models: { text: "t" },
  };
  expect((await api.call("POST", `${at}/byok`, { body: key })).status).toBe(201);
  const { body } = await judge();
  const done = await eventually(
    async () => (await api.call<Loose>("GET", `/v1/sessions/${body.session_id}/status`)).body,
    ({ status }) => status !== "accepted",
    { about: "the judgement" },
  );
  expect(done).toMatchObject({
    status: "completed",
    result: {
      judgement: [
        { name: "voice", grade: 4, quote: "Nobody passes", span: { start: 0, end: 13, node_id } },
        { name: "pace", quote: "", span: null },
      ],
    },
  });
  expect(JSON.stringify(server.calls[0]?.body)).toContain("Nobody passes before the ebb.");

  // The beginning of a long text ends between two characters, some of which are two units.
  const of = { kind: "text", text: `!${"🌊".repeat(24_000)}` };
  expect((await api.call("POST", `${at}/scores/judge/generate`, { body: { of } })).status).toBe(202);
});
