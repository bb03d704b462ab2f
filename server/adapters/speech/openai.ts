import { typeOfContent } from "../../artifacts/media-type.ts";
import { askProvider } from "../llm/ask-provider.ts";
import type { WayOut } from "../llm/exchange.ts";
import { OPENAI } from "../llm/openai-address.ts";
import { ModelFailure, type ModelUsage } from "../llm/port.ts";
import { countTokens } from "../llm/token-count.ts";
import { type Speech, type SpeechModels, type SpeechRequest, speechTokens } from "./port.ts";

/** Time from the name to the last byte, below that of a session's step. */
const DEADLINE_MS = 170_000;
/** Largest answer, in bytes: the longest text at the slowest speed, twice over. */
const MAX_SPEECH = 40 * 1_024 * 1_024;
/** Types of answers that hold sound. */
const SOUND = /^(audio\/|application\/octet-stream$|$)/;
/** Types of files that are kept of it. */
const KEPT: readonly (string | null)[] = ["audio/mpeg", "audio/wav"];
/** Sizes that a WAV file has in its head where it was sent before its end was known. */
const UNKNOWN_SIZES: readonly number[] = [0, 0x7fffffff, 0xffffffff];

/** Opens providers that have OpenAI's speech. */
export function openaiSpeech(outbound: WayOut): SpeechModels {
  return {
    open({ key, base_url }) {
      return {
        speak: (request) => speak(outbound, { key, url: `${base_url ?? OPENAI}/audio/speech` }, request),
      };
    },
  };
}

async function speak(
  outbound: WayOut,
  { key, url }: { key: string; url: string },
  { model, text, voice, speed, signal }: SpeechRequest,
): Promise<Speech> {
  const { bytes, headers, status } = await askProvider(outbound, {
    url,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "audio/mpeg" },
    body: Buffer.from(JSON.stringify({ model, input: text, voice, speed, response_format: "mp3" })),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_SPEECH,
    signal,
  });
  const said = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!SOUND.test(said)) {
    throw new ModelFailure("destination", "What answers at this address does not speak.", {
      code: "not_speech",
      status,
    });
  }
  const usage = {
    input_tokens: await countTokens(text),
    output_tokens: speechTokens({ text, speed }),
    estimated: true,
  };
  const mediaType = typeOfContent("audio", bytes);
  if (mediaType === null || !KEPT.includes(mediaType)) throw noSpeech(usage);
  if (mediaType === "audio/wav" && isCutShort(bytes)) {
    throw new ModelFailure("transient", "The provider's answer broke off.", { code: "cut_short", status, usage });
  }
  return { bytes, mediaType, usage };
}

function noSpeech(usage: ModelUsage): ModelFailure {
  return new ModelFailure("request", "The provider gave an answer that is neither MP3 nor WAV.", {
    code: "not_speech",
    status: 200,
    usage,
  });
}

/** Whether a WAV file is shorter than its head says. */
function isCutShort(bytes: Uint8Array): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true);
  return !UNKNOWN_SIZES.includes(size) && size + 8 > bytes.length;
}
