import { afterAll, afterEach, expect, test } from "vitest";
import { typeOfContent } from "../../artifacts/media-type.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import {
  draws,
  echoesKey,
  fails,
  type ModelServer,
  raw,
  silence,
  startModelServer,
  type Turn,
} from "../llm/model-server.fixture.ts";
import { ModelFailure } from "../llm/port.ts";
import { openaiPictures } from "./openai.ts";
import { drawPlaceholder } from "./placeholder.ts";
import type { Picture, PictureRequest } from "./port.ts";

const KEY = "sk-canary-91c2b3a4d5e6f708";
const PNG = Buffer.from(drawPlaceholder("Mara"));
const outbound = createOutbound({
  allow: ["127.0.0.1/32"],
  own: { listenerPort: 1, publicUrl: "http://fabula.test", databaseUrls: [] },
});
afterAll(() => outbound.close());
const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Draws once, and answers the picture or the failure with the server; the key is in neither. */
async function drawn(turn: Turn, request: Partial<PictureRequest> = {}) {
  const server = await startModelServer(turn);
  open.push(server);
  const provider = openaiPictures(outbound).open({ provider: "openai_compatible", key: KEY, base_url: server.url });
  const asked = { model: "gpt-image-1", prompt: "Mara on the mole", signal: AbortSignal.timeout(20_000), ...request };
  const outcome: Picture | ModelFailure = await provider.draw(asked).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ModelFailure);
    return error as ModelFailure;
  });
  expect(JSON.stringify([outcome, String(outcome), (outcome as Error).stack])).not.toContain(KEY);
  return { outcome, server };
}

test("a picture is asked for as documented, typed by its bytes, and counted as reported or by us", async () => {
  const { outcome, server } = await drawn(draws(PNG, { revised_prompt: `Mara, ${KEY}` }));
  expect(outcome).toMatchObject({
    bytes: PNG,
    mediaType: "image/png",
    revisedPrompt: "Mara, [key]",
    usage: { output_tokens: 1_056, estimated: true },
  });
  const [call] = server.calls;
  expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(call?.body).toEqual({ model: "gpt-image-1", prompt: "Mara on the mole", n: 1, size: "1024x1024" });
  const counted = { data: [{ b64_json: PNG.toString("base64") }], usage: { input_tokens: 9, output_tokens: 272 } };
  const other = await drawn(raw(200, { "content-type": "text/plain" }, JSON.stringify(counted)), { model: "dall-e-3" });
  expect(other.outcome).toMatchObject({ usage: { input_tokens: 9, output_tokens: 272, estimated: false } });
  expect(other.server.calls[0]?.body).toMatchObject({ response_format: "b64_json" });
});

const cut = PNG.toString("base64").slice(0, 101);
test.each<[string, Turn, object]>([
  ["429 with a time", fails(429, {}, { "retry-after": "7" }), { kind: "rate_limit", retryAfterMs: 7_000 }],
  ["500", fails(500), { kind: "transient" }],
  ["402", fails(402), { kind: "quota" }],
  ["a refused key that is repeated", echoesKey, { kind: "key" }],
  ["a refusal", fails(400, { code: "moderation_blocked" }), { kind: "request", code: "moderation_blocked" }],
  ["a redirect into a private network", raw(307, { location: "http://10.0.0.1/v1" }, ""), { kind: "destination" }],
  ["a page", raw(200, { "content-type": "text/html" }, "<!doctype html>"), { kind: "destination" }],
  ["bytes of no picture", draws(Buffer.from("<svg/>")), { kind: "request", code: "not_a_picture" }],
  ["a picture cut short", raw(200, {}, JSON.stringify({ data: [{ b64_json: cut }] })), { code: "not_a_picture" }],
  ["an address in place of a picture", raw(200, {}, '{"data":[{"url":"http://10.0.0.1/a.png"}]}'), { kind: "request" }],
  ["15 MB", raw(200, {}, Buffer.alloc(15_000_000)), { kind: "request", code: "answer_too_large" }],
  [
    "a body that breaks off",
    (_call, response) => {
      response.writeHead(200, { "content-length": "900" });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    },
    { kind: "transient" },
  ],
])("%s is taken for what it is, and asked for once", async (_what, turn, expected) => {
  const { outcome, server } = await drawn(turn);
  expect(outcome).toMatchObject(expected);
  expect(server.calls).toHaveLength(1);
});

test("a call ends when it is cancelled", async () => {
  expect((await drawn(silence, { signal: AbortSignal.timeout(80) })).outcome).toMatchObject({ kind: "cancelled" });
});

test("a placeholder is a picture, the same for the same name and another for another", () => {
  expect(typeOfContent("image", PNG)).toBe("image/png");
  expect(Buffer.from(drawPlaceholder("Mara")).equals(PNG)).toBe(true);
  expect(Buffer.from(drawPlaceholder("Ana")).equals(PNG)).toBe(false);
});
