import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import {
  answers,
  echoesKey,
  fails,
  type Manner,
  type ModelServer,
  raw,
  type Script,
  startModelServer,
  type Turn,
} from "./model-server.fixture.ts";
import { openModels } from "./open-models.ts";
import {
  MODEL_PROVIDERS,
  type ModelAccess,
  type ModelAnswer,
  ModelFailure,
  type ModelProviderName,
  type ModelRequest,
} from "./port.ts";

const KEY = "sk-canary-7f3a9b2c4d5e6f70";
const outbound = createOutbound({
  allow: ["127.0.0.1/32"],
  own: { listenerPort: 1, publicUrl: "http://fabula.test", databaseUrls: [] },
});
const models = openModels(outbound);
afterAll(() => outbound.close());
const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serving(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  open.push(server);
  return server;
}

/** Asks once, and answers what came of it: an answer or the failure. */
async function ask(
  server: ModelServer,
  provider: ModelProviderName,
  request: Partial<ModelRequest> = {},
  access: Partial<ModelAccess> = {},
): Promise<ModelAnswer | ModelFailure> {
  const opened = models.open({ provider, key: KEY, base_url: server.url, ...access });
  try {
    return await opened.generate({
      model: "tale-1",
      system: "You write.",
      prompt: "Who keeps the light?",
      schema: null,
      maxOutputTokens: 500,
      seed: null,
      signal: AbortSignal.timeout(20_000),
      ...request,
    });
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFailure);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain(KEY);
    return error as ModelFailure;
  }
}

const asked = async (script: Script, provider: ModelProviderName, request: Partial<ModelRequest> = {}) =>
  ask(await serving(script), provider, request);

/** Forty kilobytes that unpack to forty megabytes. */
const bomb = () => gzipSync(Buffer.alloc(40_000_000));
const TEXT = "Mára keeps the light — “every night”, 灯台の灯, ever since the flood 🌊.";

describe.each(MODEL_PROVIDERS)("%s", (provider) => {
  const isAnthropic = provider === "anthropic";

  it.each<[string, Manner]>([
    ["as it should", {}],
    ["with pings and comments between its parts", { chatter: true }],
    ["cut every 7 bytes, through the middle of letters", { bytes: 7, chatter: true }],
    ["packed by gzip, which nobody asked for", { gzip: true }],
    ["under another type of content", { headers: { "content-type": "text/plain" } }],
    ["with line ends of another kind", { events: (events) => events.map((each) => each.replaceAll("\n", "\r\n")) }],
  ])("reads an answer that comes %s", async (_how, manner) => {
    const server = await serving(answers(TEXT, { ...manner, usage: { input: 12, output: 34 } }));
    const told: string[] = [];
    const answer = await ask(server, provider, { onText: (text) => told.push(text) });
    expect(answer).toMatchObject({ text: TEXT, finish: "stop", model: "tale-1" });
    // A packed answer is read when it is whole.
    expect(told.join("")).toBe(manner.gzip === true ? "" : TEXT);
    expect(answer.usage).toEqual({ input_tokens: 12, output_tokens: 34, estimated: false });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.body).toMatchObject({ model: "tale-1", stream: true, max_tokens: 500 });
  });

  it("tells the text before the answer has ended, and never the key, however it is cut", async () => {
    const turn = answers(`so ${KEY} and ${KEY.slice(0, 9)}.`, { bytes: 5, end: "hang" });
    const left = new AbortController();
    let told = "";
    const onText = (text: string) => {
      told += text;
      if (told.endsWith(".")) left.abort();
    };
    const failure = await asked(turn, provider, { signal: left.signal, onText });
    expect(failure).toMatchObject({ kind: "cancelled" });
    expect(told).toBe(`so [key] and ${KEY.slice(0, 9)}.`);
  });

  it("counts tokens itself where nobody else does, and says so", async () => {
    const silent = isAnthropic ? { usage: { input: 0, output: 0 } } : { usage: null };
    const untrue = { usage: { input: -1_000_000, output: -1_000_000 } };
    for (const manner of [silent, untrue]) {
      const answer = await asked(answers(TEXT, manner), provider);
      expect(answer.usage?.estimated).toBe(true);
      expect(answer.usage?.input_tokens).toBeGreaterThan(5);
      expect(answer.usage?.output_tokens).toBeGreaterThan(10);
    }
  });

  it("lists models", async () => {
    const server = await serving(answers("x"));
    const opened = models.open({ provider, key: KEY, base_url: server.url });
    expect(await opened.models(AbortSignal.timeout(5_000))).toEqual([{ id: "tale-1" }, { id: "tale-1-mini" }]);
  });

  const middle = (events: string[], inserted: string) => events.toSpliced(3, 0, inserted);
  it.each<[string, Manner]>([
    ["has a garbled part in its middle", { events: (events) => middle(events, 'data: {"choices":[{"del\n\n') }],
    [
      "breaks off in the middle of a part",
      { events: (events) => [events.slice(0, 4).join("").slice(0, -9)], end: "drop" },
    ],
    ["ends without an end", { events: (events) => events.slice(0, 3) }],
    ["loses its connection", { events: (events) => events.slice(0, 3), end: "drop" }],
  ])("gives up an answer that %s, so that it is asked for anew", async (_what, manner) => {
    const server = await serving(answers("The lamp has been dark since the flood. ".repeat(9), manner));
    const failure = await ask(server, provider);
    expect(failure).toMatchObject({ kind: "transient" });
    // What was said until then was used up.
    expect(failure.usage).toMatchObject({ estimated: true });
    expect(failure.usage?.output_tokens).toBeGreaterThan(0);
    expect(server.calls).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ["an overload", "overloaded_error", "transient"],
    ["its rate limit", "rate_limit_error", "rate_limit"],
    ["a spent account", "billing_error", "quota"],
    ["something unheard of", `wrong key ${KEY}`, "transient"],
  ])("hears of %s in the middle of an answer", async (_what, type, kind) => {
    const said = { error: { type, message: `about ${KEY}` } };
    const sent = isAnthropic
      ? `event: error\ndata: ${JSON.stringify({ type: "error", ...said })}\n\n`
      : `data: ${JSON.stringify(said)}\n\n`;
    const turn = answers(TEXT, { events: (events) => middle(events, sent).slice(0, 4) });
    expect(await asked(turn, provider)).toMatchObject({ kind, usage: { estimated: true } });
  });

  const far = new Date(Date.now() + 3_600_000).toUTCString();
  it.each<[string, Turn, object]>([
    [
      "429 with seconds",
      fails(429, { type: "rate_limit_error" }, { "retry-after": "1" }),
      { kind: "rate_limit", retryAfterMs: 1_000 },
    ],
    ["429 with many seconds", fails(429, {}, { "retry-after": "120" }), { kind: "rate_limit", retryAfterMs: 120_000 }],
    [
      "429 with milliseconds",
      fails(429, {}, { "retry-after-ms": "1500.5", "retry-after": "9" }),
      { kind: "rate_limit", retryAfterMs: 1_501 },
    ],
    ["429 without a time", fails(429), { kind: "rate_limit", retryAfterMs: null }],
    [
      "429 with a time that is none",
      fails(429, {}, { "retry-after": "soon" }),
      { kind: "rate_limit", retryAfterMs: null },
    ],
    [
      "429 for want of money",
      fails(429, { code: "insufficient_quota" }, { "retry-after": "1" }),
      { kind: "quota", code: "insufficient_quota" },
    ],
    ["402", fails(402), { kind: "quota" }],
    [
      "400 for want of money",
      fails(400, { message: "Your credit balance is too low to access the API." }),
      { kind: "quota" },
    ],
    ["403", fails(403, { type: "permission_error" }), { kind: "key", code: "permission_error" }],
    ["400", fails(400), { kind: "request", code: "invalid_request_error" }],
    ["404", fails(404, { type: "not_found_error" }), { kind: "request", code: "not_found_error" }],
    ["413", fails(413, { type: "request_too_large" }), { kind: "context_length" }],
    [
      "400 for a long prompt",
      fails(400, { message: "prompt is too long: 9 tokens > 8 maximum" }),
      { kind: "context_length" },
    ],
    ["400 for a long prompt, by its code", fails(400, { code: "context_length_exceeded" }), { kind: "context_length" }],
    ["408", fails(408), { kind: "transient" }],
    ["500", fails(500, { type: "api_error" }), { kind: "transient" }],
    ["529", fails(529, { type: "overloaded_error" }), { kind: "transient", code: "overloaded_error" }],
    [
      "503 with a page",
      raw(503, { "content-type": "text/html", "retry-after": "7" }, "<h1>Down</h1>"),
      { kind: "transient", retryAfterMs: 7_000 },
    ],
    ["a redirect into a private network", raw(307, { location: "http://10.0.0.1/v1" }, ""), { kind: "destination" }],
    ["a page", raw(200, { "content-type": "text/html" }, "<!doctype html><p>Welcome"), { kind: "destination" }],
    [
      "a picture",
      raw(200, { "content-type": "image/png" }, Buffer.from("89504e470d0a1a0a", "hex")),
      { kind: "destination" },
    ],
    [
      "Ollama's own lines",
      raw(200, { "content-type": "application/x-ndjson" }, '{"message":{"content":"Hi"},"done":false}\n'),
      { kind: "destination", message: expect.stringContaining("/v1") },
    ],
    [
      "11 MB",
      answers("x", { events: () => [`data: ${"x".repeat(11_000_000)}\n\n`] }),
      { kind: "request", code: "answer_too_large" },
    ],
    [
      "a little that unpacks to much",
      raw(200, { "content-encoding": "gzip", "content-type": "text/event-stream" }, bomb()),
      { kind: "request", code: "answer_too_large" },
    ],
    ["nothing that unpacks", raw(200, { "content-encoding": "gzip" }, "not gzip"), { kind: "transient" }],
  ])("takes %s for what it is, and asks once", async (_what, turn, expected) => {
    const server = await serving(turn);
    expect(await ask(server, provider)).toMatchObject(expected);
    expect(server.calls).toHaveLength(1);
  });

  it("waits as long as a date says", async () => {
    const failure = (await asked(fails(429, {}, { "retry-after": far }), provider)) as ModelFailure;
    expect(failure.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(failure.retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });

  it("passes on no word of a refusal that repeats the key", async () => {
    const failure = await asked(echoesKey, provider);
    // `ask` looks for the key in every failure.
    expect(failure).toMatchObject({ kind: "key", status: 401 });
  });

  it("hides a key that comes back in an answer", async () => {
    const answer = (await asked(answers(`My key is ${KEY}.`), provider, { model: `x-${KEY}` })) as ModelAnswer;
    expect(answer.text).toBe("My key is [key].");
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it("is patient with a slow answer, and ends at once when it is told to", async () => {
    const controller = new AbortController();
    let pieces = 0;
    const onPiece = (sent: number) => {
      pieces = sent;
      if (sent === 60) controller.abort();
    };
    const server = await serving(answers("word ".repeat(400), { bytes: 50, pause: 10, onPiece }));
    const failure = await ask(server, provider, { signal: controller.signal });
    // The whole answer has some 1,000 pieces.
    expect(pieces).toBeLessThan(300);
    expect(failure).toMatchObject({ kind: "cancelled", usage: { estimated: true } });
    expect(failure.usage?.output_tokens).toBeGreaterThan(3);
  });

  it("takes back a call that has not left, without a charge", async () => {
    const server = await serving(answers("x"));
    const failure = await ask(server, provider, { signal: AbortSignal.abort() });
    expect(failure).toMatchObject({ kind: "cancelled", usage: null });
    expect(server.calls).toHaveLength(0);
  });

  it("tells an answer that was cut off from one that was refused", async () => {
    expect(await asked(answers("Once upon", { finish: "length" }), provider)).toMatchObject({
      finish: "length",
      text: "Once upon",
    });
    expect(await asked(answers("", { finish: "refused" }), provider)).toMatchObject({ finish: "refused", text: "" });
  });

  it("notices that a prompt was not read whole", async () => {
    const prompt = "Every clerk of the harbour remembers another version of the night. ".repeat(60);
    const failure = await asked(answers(TEXT, { usage: { input: 300, output: 9 } }), provider, { prompt });
    expect(failure).toMatchObject({
      kind: "truncated_context",
      usage: { input_tokens: 300, output_tokens: 9, estimated: false },
    });
    expect(await asked(answers(TEXT, { usage: { input: 700, output: 9 } }), provider, { prompt })).toMatchObject({
      finish: "stop",
    });
    const server = await serving(answers(TEXT, { usage: { input: 300, output: 9 } }));
    const counted = await ask(server, provider, { prompt }, { token_counts: "ignored" });
    expect(counted).toMatchObject({ finish: "stop", usage: { estimated: true } });
    expect(counted.usage?.input_tokens).toBeGreaterThan(600);
  });

  it("never goes where the guarded client does not", async () => {
    const failure = await ask({ url: "https://169.254.169.254/v1" } as ModelServer, provider);
    expect(failure).toMatchObject({ kind: "destination", code: "refused_address", usage: null });
  });

  const schema: JsonObject = z.toJSONSchema(
    z.object({
      name: z.string().min(1).max(50),
      mood: z.enum(["calm", "grim"]).optional(),
      lines: z.array(z.object({ text: z.string(), aside: z.string().optional() })).max(9),
    }),
  ) as JsonObject;
  const value = { name: "Mara", mood: null, lines: [{ text: "No.", aside: null }] };

  it.each(["json_schema", "tool", "json_object", "text"] as const)("asks for a form by %s", async (structured) => {
    const server = await serving(answers(value));
    const answer = (await ask(server, provider, { schema }, { structured })) as ModelAnswer;
    expect(JSON.parse(answer.text)).toEqual(value);
    expect(answer.finish).toBe("stop");
    const { body } = server.calls[0] ?? {};
    const everything = JSON.stringify(body);
    // Whatever the way, the schema is in the request.
    expect(everything).toContain("lines");
    const byPrompt = structured === "text" || (structured === "json_object" && !isAnthropic);
    expect(JSON.stringify(body.system ?? body.messages).includes("aside")).toBe(byPrompt);
    if (byPrompt) return;
    const sent = isAnthropic
      ? (body.output_config?.format.schema ?? body.tools[0].input_schema)
      : (body.response_format?.json_schema.schema ?? body.tools[0].function.parameters);
    expect(sent).toMatchObject({ required: ["name", "mood", "lines"], additionalProperties: false });
    expect(sent.properties.lines.items.required).toEqual(["text", "aside"]);
    expect(JSON.stringify(sent)).not.toContain("maxLength");
    if (structured === "json_schema" && !isAnthropic) expect(body.response_format.json_schema.strict).toBe(true);
  });

  it.each<[string, string]>([
    ["with a fence around it", '```json\n{"name": "Mara"}\n```'],
    ["that breaks the schema", '{"name": 7}'],
  ])("passes on a form %s as it came", async (_what, text) => {
    const answer = await asked(answers(text), provider, { schema });
    expect(answer).toMatchObject({ finish: "stop", text });
  });

  it("passes on a form that was cut off, and says that it was", async () => {
    const answer = await asked(answers('{"name": "Ma', { finish: "length" }), provider, { schema });
    expect(answer).toMatchObject({ finish: "length", text: '{"name": "Ma' });
  });
});

describe("openai_compatible", () => {
  it("bears a last part without choices", async () => {
    const events = (all: string[]) => all.map((each) => each.replace('"choices":[],"usage"', '"choices":null,"usage"'));
    const turn = answers(TEXT, { usage: { input: 5, output: 6 }, events });
    expect(await asked(turn, "openai_compatible")).toMatchObject({
      text: TEXT,
      finish: "stop",
      usage: { input_tokens: 5, output_tokens: 6, estimated: false },
    });
  });

  it("bounds an answer by the name that each server knows: OpenAI's own has a newer one", async () => {
    const server = await serving(answers(TEXT));
    await ask(server, "openai_compatible");
    const [like] = server.calls;
    expect(like?.body).toMatchObject({ max_tokens: 500 });
    expect(like?.body).not.toHaveProperty("max_completion_tokens");

    const sent: JsonObject[] = [];
    const redirected = openModels({
      request: (request) => {
        expect(request.url).toBe("https://api.openai.com/v1/chat/completions");
        sent.push(JSON.parse(String(request.body)) as JsonObject);
        return outbound.request({ ...request, url: `${server.url}/chat/completions` });
      },
    });
    const own = redirected.open({ provider: "openai_compatible", key: KEY, base_url: null });
    const signal = AbortSignal.timeout(20_000);
    await own.generate({
      model: "t",
      system: "",
      prompt: "Who?",
      schema: null,
      maxOutputTokens: 500,
      seed: null,
      signal,
    });
    expect(sent[0]).toMatchObject({ max_completion_tokens: 500 });
    expect(sent[0]).not.toHaveProperty("max_tokens");
  });

  it("takes a refusal that comes instead of a text for one", async () => {
    const events = (all: string[]) => all.map((each) => each.replace('"content":"I', '"refusal":"I'));
    expect(await asked(answers("I cannot do that.", { events }), "openai_compatible")).toMatchObject({
      finish: "refused",
    });
  });
});

describe("anthropic", () => {
  it("passes over events of kinds that it does not know", async () => {
    const unknown = 'event: weather\ndata: {"type":"weather","sun":true}\n\n';
    const turn = answers(TEXT, { events: (events) => events.flatMap((each) => [unknown, each]) });
    expect(await asked(turn, "anthropic")).toMatchObject({ text: TEXT, finish: "stop" });
  });

  it("gives up an answer that begins twice", async () => {
    const turn = answers(TEXT, { events: (events) => [...events.slice(0, 4), ...events] });
    expect(await asked(turn, "anthropic")).toMatchObject({ kind: "transient", code: "broken_stream" });
  });

  it("counts what was read from a cache as read", async () => {
    const prompt = "Every clerk of the harbour remembers another version of the night. ".repeat(60);
    const events = (all: string[]) =>
      all.map((each) => each.replace('"input_tokens":20', '"input_tokens":20,"cache_read_input_tokens":720'));
    const turn = answers(TEXT, { usage: { input: 20, output: 9 }, events });
    expect(await asked(turn, "anthropic", { prompt })).toMatchObject({ usage: { input_tokens: 740 } });
  });
});
