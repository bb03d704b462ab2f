import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { typeOfContent } from "../../artifacts/media-type.ts";
import { storableText } from "../../kernel/validation/repair-json.ts";
import { askProvider } from "../llm/ask-provider.ts";
import { jsonOrNull } from "../llm/classify.ts";
import type { WayOut } from "../llm/exchange.ts";
import { OPENAI } from "../llm/openai-address.ts";
import { ModelFailure, type ModelUsage } from "../llm/port.ts";
import { countTokens } from "../llm/token-count.ts";
import { PICTURE_TOKENS, type Picture, type PictureModels, type PictureRequest } from "./port.ts";

/** Time from the name to the last byte, below that of a session's step. */
const DEADLINE_MS = 170_000;
/** Largest picture, in bytes, and the largest answer that holds one in base64. */
const MAX_PICTURE = 10 * 1_024 * 1_024;
const MAX_ANSWER = 14 * 1_024 * 1_024;
/** Pictures of this size are drawn by every model. */
const SIZE = "1024x1024";
/** Models that always answer in base64 and refuse the field that asks for it. */
const ALWAYS_BASE64 = /^(chat)?gpt-image/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_COUNTED = 100_000_000;

/** Opens providers that have OpenAI's image generations. */
export function openaiPictures(outbound: WayOut): PictureModels {
  return {
    open({ key, base_url }) {
      return {
        draw: (request) => draw(outbound, { key, url: `${base_url ?? OPENAI}/images/generations` }, request),
      };
    },
  };
}

async function draw(
  outbound: WayOut,
  { key, url }: { key: string; url: string },
  { model, prompt, signal }: PictureRequest,
): Promise<Picture> {
  const asked = {
    model,
    prompt,
    n: 1,
    size: SIZE,
    ...(ALWAYS_BASE64.test(model) ? {} : { response_format: "b64_json" }),
  };
  const { bytes: body, status } = await askProvider(outbound, {
    url,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json" },
    body: Buffer.from(JSON.stringify(asked)),
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER,
    signal,
  });
  const answer = jsonOrNull(Buffer.from(body).toString("utf8"));
  if (!isJsonObject(answer)) {
    throw new ModelFailure("destination", "What answers at this address does not draw pictures.", {
      code: "not_a_picture",
      status,
    });
  }
  const usage = await usageOf(answer.usage, prompt);
  const [first] = Array.isArray(answer.data) ? answer.data : [];
  const drawn = isJsonObject(first) ? first : {};
  const bytes = pictureOf(drawn, usage);
  const mediaType = typeOfContent("image", bytes);
  if (mediaType === null) throw noPicture("which is none that browsers show", usage);
  const revised = drawn.revised_prompt;
  return {
    bytes,
    mediaType,
    revisedPrompt: typeof revised === "string" ? storableText(revised.replaceAll(key, "[key]")) : null,
    usage,
  };
}

/** The bytes of an answer. An address in place of them is not opened: it may lead anywhere. */
function pictureOf({ b64_json: text }: JsonObject, usage: ModelUsage): Uint8Array {
  if (typeof text !== "string") throw noPicture("without a picture in base64", usage);
  if (!BASE64.test(text) || text.length % 4 !== 0) throw noPicture("whose picture is cut short", usage);
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > MAX_PICTURE) throw noPicture("with a picture of more than 10 MB", usage);
  return bytes;
}

function noPicture(how: string, usage: ModelUsage): ModelFailure {
  return new ModelFailure("request", `The provider gave an answer ${how}.`, {
    code: "not_a_picture",
    status: 200,
    usage,
  });
}

/** Tokens that the provider reports; counted from the prompt and the usual size of a picture where it reports none. */
async function usageOf(reported: Json | undefined, prompt: string): Promise<ModelUsage> {
  const { input_tokens, output_tokens } = isJsonObject(reported) ? reported : {};
  if (isCount(input_tokens) && isCount(output_tokens)) return { input_tokens, output_tokens, estimated: false };
  return { input_tokens: await countTokens(prompt), output_tokens: PICTURE_TOKENS, estimated: true };
}

function isCount(tokens: Json | undefined): tokens is number {
  return typeof tokens === "number" && Number.isInteger(tokens) && tokens >= 0 && tokens <= MAX_COUNTED;
}
