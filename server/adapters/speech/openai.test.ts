import { afterAll, afterEach, expect, test } from "vitest";
import { typeOfContent } from "../../artifacts/media-type.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import {
  echoesKey,
  fails,
  type ModelServer,
  raw,
  silence,
  startModelServer,
  type Turn,
} from "../llm/model-server.fixture.ts";
import { ModelFailure } from "../llm/port.ts";
import { openaiSpeech } from "./openai.ts";
import { speakPlaceholder } from "./placeholder.ts";
import type { Speech, SpeechRequest } from "./port.ts";

const KEY = "sk-canary-0d1e2f3a4b5c6d7e";
const TEXT = "Hold hard. The tide has turned.";
const WAV = Buffer.from(speakPlaceholder({ text: TEXT, speed: 1 }));
const MP3 = Buffer.from("\xff\xfb\x90\x00 sound", "latin1");
const outbound = createOutbound({
  allow: ["127.0.0.1/32"],
  own: { listenerPort: 1, publicUrl: "http://fabula.test", databaseUrls: [] },
});
afterAll(() => outbound.close());
const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Speaks once, and answers the speech or the failure with the server; the key is in neither. */
async function spoken(turn: Turn, request: Partial<SpeechRequest> = {}) {
  const server = await startModelServer(turn);
  open.push(server);
  const provider = openaiSpeech(outbound).open({ provider: "openai_compatible", key: KEY, base_url: server.url });
  const asked = {
    model: "tts-1",
    text: TEXT,
    voice: "alloy",
    speed: 1.5,
    signal: AbortSignal.timeout(20_000),
    ...request,
  };
  const outcome: Speech | ModelFailure = await provider.speak(asked).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ModelFailure);
    return error as ModelFailure;
  });
  expect(JSON.stringify([outcome, String(outcome), (outcome as Error).stack])).not.toContain(KEY);
  return { outcome, server };
}

test("words are spoken as documented; the answer is typed by its bytes", async () => {
  const { outcome, server } = await spoken(raw(200, { "content-type": "audio/mpeg" }, MP3));
  expect(outcome).toMatchObject({ bytes: MP3, mediaType: "audio/mpeg", usage: { output_tokens: 29, estimated: true } });
  const [call] = server.calls;
  expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(call?.body).toEqual({ model: "tts-1", input: TEXT, voice: "alloy", speed: 1.5, response_format: "mp3" });
  const other = await spoken(raw(200, { "content-type": "application/octet-stream" }, WAV));
  expect(other.outcome).toMatchObject({ bytes: WAV, mediaType: "audio/wav" });
});

const SOUND = { "content-type": "audio/mpeg" };
test.each<[string, Turn, object]>([
  ["429 with a time", fails(429, {}, { "retry-after": "7" }), { kind: "rate_limit", retryAfterMs: 7_000 }],
  ["500", fails(500), { kind: "transient" }],
  ["a refused key that is repeated", echoesKey, { kind: "key" }],
  ["a redirect into a private network", raw(307, { location: "http://10.0.0.1/v1" }, ""), { kind: "destination" }],
  ["a page", raw(200, { "content-type": "text/html" }, "<!doctype html>"), { kind: "destination" }],
  ["an object", raw(200, { "content-type": "application/json" }, "{}"), { kind: "destination", code: "not_speech" }],
  ["bytes of no sound", raw(200, SOUND, "<svg/>"), { kind: "request", code: "not_speech" }],
  ["nothing", raw(200, SOUND, ""), { kind: "request", code: "not_speech" }],
  ["a WAV file cut short", raw(200, SOUND, WAV.subarray(0, -9)), { kind: "transient", code: "cut_short" }],
  ["42 MB", raw(200, SOUND, Buffer.alloc(42_000_000)), { kind: "request", code: "answer_too_large" }],
  [
    "a body that breaks off",
    (_call, response) => {
      response.writeHead(200, { ...SOUND, "content-length": "900" });
      response.write(MP3);
      setTimeout(() => response.destroy(), 20);
    },
    { kind: "transient" },
  ],
])("%s is taken for what it is, and asked for once", async (_what, turn, expected) => {
  const { outcome, server } = await spoken(turn);
  expect(outcome).toMatchObject(expected);
  expect(server.calls).toHaveLength(1);
});

test("a call ends when it is cancelled", async () => {
  expect((await spoken(silence, { signal: AbortSignal.timeout(80) })).outcome).toMatchObject({ kind: "cancelled" });
});

test("a placeholder is a WAV file as long as its words take, the same for the same words", () => {
  expect(typeOfContent("audio", WAV)).toBe("audio/wav");
  expect(WAV).toHaveLength(44 + 2 * Math.floor((TEXT.length / 15) * 8_000));
  expect(WAV.readUInt32LE(4)).toBe(WAV.length - 8);
  expect(Buffer.from(speakPlaceholder({ text: TEXT, speed: 1 })).equals(WAV)).toBe(true);
  expect(Buffer.from(speakPlaceholder({ text: TEXT.toUpperCase().slice(0, 15), speed: 2 }))).toHaveLength(44 + 8_000);
  expect(speakPlaceholder({ text: "tide ".repeat(800), speed: 0.25 })).toHaveLength(44 + 2 * 60 * 8_000);
});
