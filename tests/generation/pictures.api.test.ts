import { afterAll, beforeAll, expect, test } from "vitest";
import { drawPlaceholder } from "#server/adapters/images/placeholder.ts";
import { draws, fails, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

const KEY = "sk-canary-e0b1c2d3e4f50617";
const PNG = Buffer.from(drawPlaceholder("a picture of a model"));

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
let server: ModelServer;
let base: string;
let mara: string;

beforeAll(async () => {
  server = await startModelServer(draws(PNG));
  api = await startTestApi({
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
  base = `/v1/projects/${await api.makeProject()}`;
  const body = { external_id: "mara", type: "character", name: "Mara", properties: { eyes: "grey" } };
  mara = (await api.call<Loose>("POST", `${base}/entities`, { body })).body.id;
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const generate = (body: object = {}, entity = mara) =>
  api.call<Loose>("POST", `${base}/entities/${entity}/images/generate`, { body });

/** Follows a session until it is none that is under way. */
const ended = (id: string): Promise<Loose> =>
  eventually(
    async () => (await api.call<Loose>("GET", `/v1/sessions/${id}/status`)).body,
    ({ status }) => status !== "accepted",
    { about: id },
  );

async function drawn(body: object = {}): Promise<Loose> {
  const { status, body: accepted } = await generate(body);
  expect([status, accepted.status]).toEqual([202, "accepted"]);
  return ended(accepted.session_id);
}

/** The image that a session made, with the bytes of its file. */
async function imageOf({ session_id, result }: Loose) {
  const [id] = result.image_ids;
  const { body: image } = await api.call<Loose>("GET", `${base}/images/${id}`);
  expect(image.source).toEqual({ kind: "session", session_id });
  const { body: file } = await api.call<Loose>("GET", `${base}/files/${image.file}`);
  const opened = await api.fetch(file.url.slice(file.url.indexOf("/files/")));
  return { image, file, bytes: Buffer.from(await opened.arrayBuffer()) };
}

test("without a key a picture is a placeholder that says so, the same every time", async () => {
  const session = await drawn();
  expect(session).toMatchObject({ status: "completed", provider: { provider: "builtin", model: null } });
  const { image, file, bytes } = await imageOf(session);
  expect(image).toMatchObject({ entity_id: mara, alt_text: "Placeholder for Mara, drawn without a model." });
  expect([file.media_type, file.is_quarantined]).toEqual(["image/png", false]);
  expect((await imageOf(await drawn())).bytes.equals(bytes)).toBe(true);
  expect((await generate({}, "ent_00000000000000000000000000")).status).toBe(404);
});

test("a key with a model for pictures draws from the profile; it counts, fails and is refused as keys are", async () => {
  const stored = await api.call<Loose>("POST", `${base}/byok`, {
    body: { provider: "openai_compatible", key: KEY, base_url: server.url, models: { text: "tale-1" } },
  });
  const key = `${base}/byok/${stored.body.id}`;
  expect(stored.body.models).toEqual({ text: "tale-1", image: null, speech: null });
  const unable = await generate({ provider: stored.body.id });
  expect([unable.status, unable.body.detail]).toMatchObject([422, [{ loc: ["body", "provider"] }]]);
  const able = await api.call<Loose>("PATCH", key, { body: { models: { image: "gpt-image-1" } } });
  expect(able.body.models).toEqual({ text: "tale-1", image: "gpt-image-1", speech: null });
  const other = await api.call<Loose>("POST", `${base}/byok`, {
    body: { provider: "anthropic", key: KEY, models: { image: "none" } },
  });
  expect([other.status, other.body.detail]).toMatchObject([422, [{ loc: ["body", "models", "image"] }]]);

  server.script([fails(500), draws(PNG, { revised_prompt: "A keeper" })]);
  const session = await drawn({ style: "ink drawing", prompt: "At low tide" });
  expect(session).toMatchObject({ status: "completed", provider: { model: "gpt-image-1", key_id: stored.body.id } });
  const { image, bytes } = await imageOf(session);
  expect(bytes.equals(PNG)).toBe(true);
  expect(image.alt_text).toBe("Mara (character). eyes: grey");
  const prompt: string = server.calls.at(-1)?.body.prompt;
  expect(prompt).toMatch(/A picture of Mara.*ink drawing.*At low tide.*eyes: grey/su);
  const trace = await api.call<Loose>("GET", `/v1/sessions/${session.session_id}/trace`);
  expect(trace.body.calls).toMatchObject([{ status: "failed" }, { status: "answered", answer: "A keeper" }]);
  const usage = await api.call<Loose>("GET", `${key}/usage?group_by=area`);
  expect(usage.body.groups).toMatchObject([{ name: "image", calls: 2, failed_calls: 1, reserved_tokens: 0 }]);

  server.script(fails(400, { code: "content_policy_violation" }));
  expect((await drawn()).error).toMatchObject({ code: "refused" });
  // What a person turns down with a comment is drawn anew.
  server.script(draws(PNG));
  const asked = await drawn({ review: true, alt_text: "Mara" });
  expect(asked).toMatchObject({ status: "awaiting_human", interrupt: { draft: { alt_text: "Mara" } } });
  const respond = { action: "reject", comment: "Older, please" };
  await api.call("POST", `/v1/sessions/${asked.session_id}/respond`, { body: respond });
  expect((await ended(asked.session_id)).status).toBe("awaiting_human");
  expect(server.calls.at(-1)?.body.prompt).toContain("Older, please");
  await api.call("POST", `/v1/sessions/${asked.session_id}/respond`, { body: { action: "approve" } });
  expect((await imageOf(await ended(asked.session_id))).image.alt_text).toBe("Mara");
});
