import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answers,
  echoesKey,
  fails,
  type ModelServer,
  startModelServer,
} from "#server/adapters/llm/model-server.fixture.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

const KEY = "sk-canary-a0b1c2d3e4f50617";
const SCHEMA = {
  type: "object",
  required: ["title", "lines"],
  properties: { title: { type: "string" }, lines: { type: "array", items: { type: "string" }, minItems: 1 } },
};
const GOOD = { title: "Low tide", lines: ["The gate is shut."] };

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Loose = any;

let api: TestApi;
let server: ModelServer;
let projectId: string;
let keyId: string;

beforeAll(async () => {
  api = await startTestApi({
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 30, retryMs: 5, longestRetryMs: 20 },
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  server = await startModelServer(answers("The tide is out."));
  projectId = await api.makeProject();
  const body = { provider: "openai_compatible", key: KEY, base_url: server.url, models: { text: "tale-1" } };
  const made = await api.call<Loose>("POST", `/v1/projects/${projectId}/byok`, {
    body,
  });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  keyId = made.body.byok_id ?? made.body.id;
});
afterEach(() => server.close());

async function start(body: object = {}): Promise<string> {
  const made = await api.call<Loose>("POST", `/v1/projects/${projectId}/generate`, {
    body: { prompt: "Describe the gate.", ...body },
  });
  expect([made.status, made.body.code]).toEqual([202, undefined]);
  return made.body.session_id;
}

const get = async (id: string, part = "/status"): Promise<Loose> =>
  (await api.call<Loose>("GET", `/v1/sessions/${id}${part}`)).body;

const ended = (id: string, ...statuses: string[]): Promise<Loose> =>
  eventually(
    () => get(id),
    ({ status }) => statuses.includes(status),
    { about: `${id} ${statuses.join(" or ")}` },
  );

const respond = (id: string, body: object) => api.call<Loose>("POST", `/v1/sessions/${id}/respond`, { body });

describe("a session with a provider key", () => {
  test("is answered by the model, says so, and counts what it took", async () => {
    const id = await start({ provider: keyId });
    expect(await ended(id, "completed", "error")).toMatchObject({
      status: "completed",
      result: { text: "The tide is out." },
      provider: { provider: "openai_compatible", key_id: keyId, deterministic: false },
      usage: { input_tokens: expect.toSatisfy((count: number) => count > 0) },
    });
    const trace = await get(id, "/trace");
    expect(trace.calls).toMatchObject([
      { status: "answered", answer: "The tide is out.", possible_double_charge: false },
    ]);
    expect(JSON.stringify(trace)).not.toContain(KEY);
  });

  test("an answer of a schema is repaired where that is safe: fences, talk around it, a comma too many", async () => {
    server.script(
      answers(`Here you are:\n\`\`\`json\n{"title": "Low tide", "lines": ["The gate is shut.",],}\n\`\`\``),
    );
    const id = await start({ schema: SCHEMA });
    expect((await ended(id, "completed", "error", "awaiting_human")).result).toEqual({ value: GOOD });
    const { steps } = await get(id, "/trace");
    expect(steps.find(({ step }: Loose) => step === "parse").output.repairs).toEqual([
      "fences_stripped",
      "json_repaired",
    ]);
  });

  test.each([
    ["a text", {}, "Low\u0000 \ud83d", { text: "Low\ufffd \ufffd" }],
    [
      "JSON",
      { schema: SCHEMA },
      '{"title":"\\u0000","lines":["\\ud83d"]}',
      { value: { title: "\ufffd", lines: ["\ufffd"] } },
    ],
  ])("%s with what the record cannot hold is kept with U+FFFD in its place", async (_, body, answer, result) => {
    server.script(answers(answer));
    const id = await start(body);
    expect((await ended(id, "completed", "error", "awaiting_human")).result).toEqual(result);
    const { steps } = await get(id, "/trace");
    expect(steps.find(({ step }: Loose) => step === "parse").output.repairs).toEqual(["unstorable_replaced"]);
  });

  test("an answer that is not valid is asked for once more, with what is wrong", async () => {
    server.script([answers({ title: 5, lines: [] }), answers(GOOD)]);
    const id = await start({ schema: SCHEMA });
    expect((await ended(id, "completed", "error", "awaiting_human")).result).toEqual({ value: GOOD });
    expect(server.calls).toHaveLength(2);
    expect(JSON.stringify(server.calls[1]?.body)).toMatch(/was not valid.*\/title/);
  });

  test("one that is not valid again is put to a person, who may write it", async () => {
    server.script(answers({ title: 5, lines: [] }));
    const id = await start({ schema: SCHEMA });
    const asked = await ended(id, "awaiting_human", "error");
    expect(asked.interrupt).toMatchObject({
      reason: "invalid_answer",
      evidence: expect.arrayContaining([expect.objectContaining({ pointer: "/title" })]),
    });
    expect(server.calls).toHaveLength(2);
    const wrong = await respond(id, { action: "provide", value: { title: "x", lines: "no list" } });
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ["body", "value", "lines"]]);
    expect((await respond(id, { action: "provide", value: GOOD })).status).toBe(200);
    const done = await ended(id, "completed", "error");
    expect(done.result).toEqual({ value: GOOD });
    expect(done.provider).toEqual({
      provider: "human",
      model: null,
      key_id: null,
      seed: null,
      deterministic: false,
      provided_by: expect.stringMatching(/^key:key_/),
    });
    expect(server.calls).toHaveLength(2);
  });

  test("a draft that a person changed is the model's still, and says who changed it", async () => {
    server.script(answers(GOOD));
    const id = await start({ schema: SCHEMA, review: true });
    await ended(id, "awaiting_human", "error");
    await respond(id, { action: "edit", value: { ...GOOD, title: "High tide" } });
    expect(await ended(id, "completed", "error")).toMatchObject({
      result: { value: { title: "High tide" } },
      provider: { provider: "openai_compatible", key_id: keyId, edited_by: expect.stringMatching(/^key:key_/) },
    });
  });

  test("what passes is tried again by the queue, four times at most", async () => {
    server.script([fails(503), fails(500), fails(529), answers("At last.")]);
    const id = await start();
    expect((await ended(id, "completed", "error")).result).toEqual({ text: "At last." });
    expect((await get(id, "/trace")).calls.map(({ status }: Loose) => status)).toEqual([
      "failed",
      "failed",
      "failed",
      "answered",
    ]);
    server.script(fails(503));
    const other = await start();
    expect((await ended(other, "completed", "error")).error.code).toBe("provider_failed");
    expect((await get(other, "/trace")).calls).toHaveLength(4);
  });

  test("Retry-After is the least it waits, as work that is due later and not as a worker that sleeps", async () => {
    server.script([fails(429, {}, { "retry-after": "1" }), answers("Later.")]);
    const before = Date.now();
    const id = await start();
    expect((await ended(id, "completed", "error")).result).toEqual({ text: "Later." });
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_000);
    expect(server.calls).toHaveLength(2);
  });

  test("no quota is a person's matter, and never the built-in's", async () => {
    server.script(fails(429, { code: "insufficient_quota" }));
    const id = await start();
    expect((await ended(id, "awaiting_human", "error", "completed")).interrupt.reason).toBe("provider_quota");
    expect(server.calls).toHaveLength(1);
    expect((await respond(id, { action: "choose", value: "builtin" })).status).toBe(200);
    expect((await ended(id, "completed", "error")).provider.provider).toBe("builtin");
  });

  test("a refused key is a person's matter: tried again once it was put right", async () => {
    server.script(echoesKey);
    const id = await start();
    const asked = await ended(id, "awaiting_human", "error", "completed");
    expect(asked.interrupt.reason).toBe("provider_key");
    expect(JSON.stringify([asked, await get(id, "/trace")])).not.toContain(KEY);
    server.script(answers("Good again."));
    await api.call("POST", `/v1/projects/${projectId}/byok/${keyId}/rotate`, { body: { key: `${KEY}9` } });
    expect((await respond(id, { action: "retry" })).status).toBe(200);
    expect((await ended(id, "completed", "error")).result).toEqual({ text: "Good again." });
  });

  test("a refusal is an error, and is not asked for again", async () => {
    server.script(answers("", { finish: "refused" }));
    const id = await start();
    expect((await ended(id, "completed", "error")).error.code).toBe("refused");
    expect(server.calls).toHaveLength(1);
  });

  test("an answer that is cut off at its longest is an outcome of its own", async () => {
    server.script(answers("The tide", { finish: "length" }));
    expect((await ended(await start(), "completed", "error")).error.code).toBe("truncated");
    expect(server.calls).toHaveLength(1);
  });

  test("a prompt that the model cannot hold is made smaller once", async () => {
    server.script([fails(400, { code: "context_length_exceeded" }), answers("Shorter.")]);
    const id = await start({ token_budget: 2_000 });
    expect((await ended(id, "completed", "error")).result).toEqual({ text: "Shorter." });
    expect((await get(id, "/context")).token_budget).toBe(1_000);
    server.script(fails(400, { code: "context_length_exceeded" }));
    expect((await ended(await start(), "completed", "error")).error.code).toBe("context_length");
  });

  test("a provider key that is not there is a 422", async () => {
    const answer = await api.call<Loose>("POST", `/v1/projects/${projectId}/generate`, {
      body: { prompt: "x", provider: "byok_00000000000000000000000000" },
    });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ["body", "provider"]]);
  });

  test("revoking a key tells which sessions wait on it", async () => {
    server.script(echoesKey);
    const id = await start({ provider: keyId });
    await ended(id, "awaiting_human");
    const { body } = await api.call<Loose>("DELETE", `/v1/projects/${projectId}/byok/${keyId}`);
    expect(JSON.stringify(body)).toContain(id);
  });
});
