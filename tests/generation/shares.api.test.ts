import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { SessionLoop } from "#server/features/generation/public.ts";
import { storedKeys } from "#server/features/generation/session-keys.ts";
import { generators } from "#server/worker/generators.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

const PLACES = { inProject: 4, inWorkspace: 2, inProcess: 4 };

let api: TestApi;
let silent: ModelServer;
let model: ModelServer;

beforeAll(async () => {
  api = await startTestApi({ environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  silent = await startModelServer(() => {});
  model = await startModelServer(answers("The tide is out."));
});
afterAll(async () => {
  await Promise.all([api.close(), model.close()]);
});

test("sessions of one workspace that hang keep neither its built-in ones waiting nor those of another", async () => {
  const projectWith = async (key: string, server: ModelServer): Promise<string> => {
    const id = await api.makeProject({ key });
    const body = {
      provider: "openai_compatible",
      key: "sk-canary-a0b1c2d3e4f50617",
      base_url: server.url,
      models: { text: "tale-1" },
    };
    expect((await api.call("POST", `/v1/projects/${id}/byok`, { key, body })).status).toBe(201);
    return id;
  };
  const start = async (key: string, projectId: string): Promise<string> => {
    const body = { prompt: "Describe the gate." };
    const made = await api.call<{ session_id: string }>("POST", `/v1/projects/${projectId}/generate`, { key, body });
    expect(made.status).toBe(202);
    return made.body.session_id;
  };
  const isDone = (key: string, id: string) =>
    eventually(
      async () => (await api.call("GET", `/v1/sessions/${id}/status`, { key })).body,
      ({ status }) => status === "completed",
      { about: id },
    );
  const { home, stranger } = api;
  const hanging = await projectWith(home.key, silent);
  for (let n = 0; n < PLACES.inProcess; n++) await start(home.key, hanging);
  const loop = new SessionLoop(api.services, generators, { pollMs: 20 }, storedKeys, { places: PLACES });
  loop.start();
  await eventually(
    async () => silent.calls.length,
    (calls) => calls === PLACES.inWorkspace,
  );
  const builtIn = await start(home.key, await api.makeProject());
  const foreign = await start(stranger.key, await projectWith(stranger.key, model));
  expect((await isDone(home.key, builtIn)).provider).toMatchObject({ provider: "builtin" });
  expect((await isDone(stranger.key, foreign)).provider).toMatchObject({ provider: "openai_compatible" });
  expect(silent.calls).toHaveLength(PLACES.inWorkspace);
  await silent.close();
  await loop.close();
});
