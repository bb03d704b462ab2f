import { afterAll, beforeAll, expect, test } from "vitest";
import { fails, type ModelServer, raw, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

const KEY = "sk-canary-a1b2c3d4e5f60718";
const MP3 = Buffer.from("\xff\xfb\x90\x00 sound", "latin1");

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
let server: ModelServer;
let base: string;
let nodes: string;
let node: string;

beforeAll(async () => {
  server = await startModelServer(raw(200, { "content-type": "audio/mpeg" }, MP3));
  api = await startTestApi({
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
  base = `/v1/projects/${await api.makeProject()}`;
  nodes = `${base}/game-narrative/dialogue-nodes`;
  const dialogue = await api.call<Loose>("POST", `${base}/game-narrative/dialogues`, { body: { name: "The gate" } });
  const body = { text: "The toll is {toll_cost}." };
  const path = `${base}/game-narrative/dialogues/${dialogue.body.id}/nodes`;
  node = (await api.call<Loose>("POST", path, { body })).body.id;
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const generate = (body: object = {}, id = node) => api.call<Loose>("POST", `${nodes}/${id}/audio/generate`, { body });

/** Speaks the node, and follows the session until it is none that is under way. */
async function spoken(body: object = {}): Promise<Loose> {
  const { status, body: accepted } = await generate(body);
  expect([status, accepted.status]).toEqual([202, "accepted"]);
  const id = accepted.session_id;
  return eventually(
    async () => (await api.call<Loose>("GET", `/v1/sessions/${id}/status`)).body,
    (session: Loose) => session.status !== "accepted",
    { about: id },
  );
}

const lines = async () =>
  (await api.call<Loose>("GET", `${base}/game-narrative/voice-lines?node_id=${node}`)).body.voice_lines;

/** The file of a voice line with its bytes. */
async function fileOf({ file: hash }: Loose) {
  const { body: file } = await api.call<Loose>("GET", `${base}/files/${hash}`);
  const opened = await api.fetch(file.url.slice(file.url.indexOf("/files/")));
  return { file, bytes: Buffer.from(await opened.arrayBuffer()) };
}

test("without a key a voice line is a placeholder that is no speech, kept once for the same words", async () => {
  const session = await spoken();
  expect(session).toMatchObject({ status: "completed", provider: { provider: "builtin", model: null } });
  const [line, ...others] = await lines();
  expect(others).toEqual([]);
  expect(session.result).toEqual({ voice_line_ids: [line.id] });
  expect(line).toMatchObject({
    text: "The toll is toll cost.",
    voice: "alloy",
    speed: 1,
    model: null,
    is_speech: false,
  });
  expect(line.source).toEqual({ kind: "session", session_id: session.session_id });
  const { file, bytes } = await fileOf(line);
  expect([file.media_type, file.is_quarantined, bytes.subarray(8, 12).toString()]).toEqual([
    "audio/wav",
    false,
    "WAVE",
  ]);
  expect((await spoken()).result).toEqual(session.result);
  expect((await generate({}, "node_00000000000000000000000000")).status).toBe(404);
});

test("a key with a model for speech speaks; it counts, fails and is refused as keys are", async () => {
  const stored = await api.call<Loose>("POST", `${base}/byok`, {
    body: { provider: "openai_compatible", key: KEY, base_url: server.url, models: { text: "tale-1" } },
  });
  const key = `${base}/byok/${stored.body.id}`;
  const unable = await generate({ provider: stored.body.id });
  expect([unable.status, unable.body.detail]).toMatchObject([422, [{ loc: ["body", "provider"] }]]);
  const able = await api.call<Loose>("PATCH", key, { body: { models: { speech: "tts-1" } } });
  expect(able.body.models).toEqual({ text: "tale-1", image: null, speech: "tts-1" });
  const other = await api.call<Loose>("POST", `${base}/byok`, {
    body: { provider: "anthropic", key: KEY, models: { speech: "none" } },
  });
  expect([other.status, other.body.detail]).toMatchObject([422, [{ loc: ["body", "models", "speech"] }]]);

  server.script([fails(500), raw(200, { "content-type": "audio/mpeg" }, MP3)]);
  const session = await spoken({ voice: "onyx", speed: 1.25 });
  expect(session).toMatchObject({ status: "completed", provider: { model: "tts-1", key_id: stored.body.id } });
  const line = (await lines()).find(({ id }: Loose) => id === session.result.voice_line_ids[0]);
  expect(line).toMatchObject({ voice: "onyx", speed: 1.25, model: "tts-1", is_speech: true });
  expect((await fileOf(line)).bytes.equals(MP3)).toBe(true);
  expect(server.calls.at(-1)?.body).toMatchObject({ input: "The toll is toll cost.", voice: "onyx", speed: 1.25 });
  const usage = await api.call<Loose>("GET", `${key}/usage?group_by=area`);
  expect(usage.body.groups).toMatchObject([{ name: "audio", calls: 2, failed_calls: 1, reserved_tokens: 0 }]);
  // The same words are not spoken again.
  expect((await spoken({ voice: "onyx", speed: 1.25 })).result).toEqual(session.result);
  expect(server.calls).toHaveLength(2);

  // Other words are; what was spoken before tells its own.
  await api.call("PATCH", `${nodes}/${node}`, { body: { text: "No toll today." } });
  const changed = await spoken({ voice: "onyx", speed: 1.25 });
  expect(changed.result).not.toEqual(session.result);
  expect(server.calls.at(-1)?.body.input).toBe("No toll today.");
  expect((await lines()).map(({ text }: Loose) => text)).toContain("The toll is toll cost.");
  await api.call("PATCH", `${nodes}/${node}`, { body: { text: "…" } });
  const wordless = await generate();
  expect([wordless.status, wordless.body.detail]).toMatchObject([422, [{ loc: ["path", "node_id"] }]]);
});
