import { jsonSchema, type LanguageModel, Output, streamText, type ToolSet } from "ai";
import type { JsonObject } from "#domain/json.ts";
import { storableText } from "../../kernel/validation/repair-json.ts";
import { Exchange, type WayOut, type WireFormat } from "./exchange.ts";
import {
  type ModelAnswer,
  ModelFailure,
  type ModelRequest,
  type ModelUsage,
  type StructuredMode,
  type TokenCounts,
} from "./port.ts";
import { TextStream } from "./text-stream.ts";
import { countTokens } from "./token-count.ts";
import { toWireSchema } from "./wire-schema.ts";

/** A vendor, as far as all of them are asked alike. */
export interface Vendor {
  readonly key: string;
  readonly outbound: WayOut;
  readonly format: WireFormat;
  /** Way in which structured answers are requested. */
  readonly structured: StructuredMode;
  readonly tokenCounts: TokenCounts;
  model(request: ModelRequest, fetch: Exchange["fetch"]): LanguageModel;
  /** Whether the library itself makes a tool of a schema. */
  readonly ownTool: boolean;
  readonly options?: Record<string, JsonObject>;
}

/** The name of the tool that a model answers by. */
const TOOL = "answer";
/** A prompt of which so much was not counted by the provider was not read whole. */
const TRUNCATED_BELOW = 0.8;
/** Shorter prompts are not judged: what surrounds them weighs too much. */
const JUDGED_FROM = 100;

// The library writes to the console what it cannot do; what that means for us is known and tested.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/**
 * Asks a model once. Nothing is tried again here, because whoever asks keeps count of attempts.
 *
 * @throws ModelFailure and nothing else
 */
export async function generateThrough(vendor: Vendor, request: ModelRequest): Promise<ModelAnswer> {
  const { onText } = request;
  const stream = onText === undefined ? null : new TextStream(vendor.format, vendor.key, onText);
  const exchange = new Exchange(vendor.outbound, vendor.format, request.signal, stream?.take);
  const asked = questionOf(request, vendor);
  try {
    if (request.signal.aborted) throw cancelled();
    const answer = await read(vendor, request, asked, exchange);
    return await judged(answer, asked, vendor);
  } catch (error) {
    const failure = request.signal.aborted ? cancelled() : (exchange.failure ?? error);
    if (!(failure instanceof ModelFailure)) throw new ModelFailure("request", "The provider's answer makes no sense.");
    throw await withUsage(failure, asked, exchange);
  }
}

interface PromptParts {
  readonly system: string;
  readonly prompt: string;
}

/** Returns the messages for the model: a schema that cannot be sent beside the prompt goes into it. */
function questionOf({ system, prompt, schema }: ModelRequest, { structured }: Vendor): PromptParts {
  if (schema === null || structured === "json_schema" || structured === "tool") return { system, prompt };
  const demand = `Answer with one JSON object and nothing else. It has to fit this JSON schema:\n${JSON.stringify(schema)}`;
  return { system: system === "" ? demand : `${system}\n\n${demand}`, prompt };
}

interface Form {
  readonly output?: Output.Output;
  readonly tools?: ToolSet;
  readonly toolChoice?: { readonly type: "tool"; readonly toolName: string };
}

/** Returns the request options for structured output. */
function formOf({ schema }: ModelRequest, { structured, ownTool }: Vendor): Form {
  if (schema === null || structured === "text") return {};
  if (structured === "json_object") return { output: unread(Output.json()) };
  const wire = jsonSchema(toWireSchema(schema));
  if (structured === "json_schema" || ownTool) return { output: unread(Output.object({ schema: wire })) };
  return {
    tools: { [TOOL]: { description: "Gives the answer.", inputSchema: wire } } as ToolSet,
    toolChoice: { type: "tool", toolName: TOOL },
  };
}

/** A form whose values the library does not read from each beginning of an answer, which takes time by the square of its length. */
function unread(output: Output.Output): Output.Output {
  return { ...output, parsePartialOutput: () => Promise.resolve(undefined) };
}

interface ReadAnswer extends Omit<ModelAnswer, "usage"> {
  readonly usage: { readonly input: number | undefined; readonly output: number | undefined };
}

async function read(
  vendor: Vendor,
  request: ModelRequest,
  asked: PromptParts,
  exchange: Exchange,
): Promise<ReadAnswer> {
  const { stream } = streamText({
    model: vendor.model(request, exchange.fetch),
    ...(asked.system !== "" && { instructions: asked.system }),
    prompt: asked.prompt,
    maxOutputTokens: request.maxOutputTokens,
    ...(request.seed !== null && { seed: request.seed }),
    ...formOf(request, vendor),
    ...(vendor.options !== undefined && { providerOptions: vendor.options }),
    maxRetries: 0,
    streamRetries: 0,
    abortSignal: request.signal,
    // Said where it is thrown; the library would print it, with the provider's own words.
    onError: () => undefined,
  });
  const text: string[] = [];
  let end: ReadAnswer | null = null;
  for await (const part of stream) {
    if (part.type === "text-delta") text.push(part.text);
    else if (part.type === "tool-input-delta") text.push(part.delta);
    else if (part.type === "error") throw part.error;
    else if (part.type === "finish-step") {
      const { finishReason, usage, response } = part;
      const finish = finishReason === "content-filter" ? "refused" : finishReason === "length" ? "length" : "stop";
      const { inputTokens: input, outputTokens: output } = usage;
      end = { text: "", finish, usage: { input, output }, model: response.modelId, responseId: response.id ?? null };
    }
  }
  if (end === null) throw new ModelFailure("transient", "The provider's answer has no end.", { code: "broken_stream" });
  return { ...end, text: text.join("") };
}

/** The answer with what it took; a failure when a part of the prompt was not read. */
async function judged(answer: ReadAnswer, asked: PromptParts, { key, tokenCounts }: Vendor): Promise<ModelAnswer> {
  const { input, output } = answer.usage;
  // Those who do not count say nothing, or nought; what is no count is none.
  const isCounted = tokenCounts === "reported" && isCount(input) && input > 0;
  const promptTokens = await countTokens(asked.system + asked.prompt);
  const usage: ModelUsage = {
    input_tokens: isCounted ? input : promptTokens,
    output_tokens: isCounted && isCount(output) ? output : await countTokens(answer.text),
    estimated: !isCounted || !isCount(output),
  };
  if (isCounted && promptTokens >= JUDGED_FROM && input < TRUNCATED_BELOW * promptTokens) {
    throw new ModelFailure(
      "truncated_context",
      `The provider read ${input} tokens of a prompt of about ${promptTokens}.`,
      { status: 200, usage },
    );
  }
  const hide = (text: string) => text.replaceAll(key, "[key]");
  const hideInName = (name: string) => storableText(hide(name));
  return {
    ...answer,
    text: hide(answer.text),
    model: hideInName(answer.model),
    responseId: answer.responseId === null ? null : hideInName(answer.responseId),
    usage,
  };
}

/** Above any context window, and far from what a column of counts holds. */
const MAX_COUNTED = 100_000_000;

/** Whether a number that a provider reported can be a number of tokens. */
function isCount(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= MAX_COUNTED;
}

function cancelled(): ModelFailure {
  return new ModelFailure("cancelled", "The call was cancelled.");
}

/** The failure with what was used up: counted by us where an answer had begun. */
async function withUsage(failure: ModelFailure, asked: PromptParts, exchange: Exchange): Promise<ModelFailure> {
  const mayBeCounted = failure.kind === "cancelled" ? exchange.hasLeft : failure.status === 200;
  if (failure.usage !== null || !mayBeCounted) return failure;
  const usage: ModelUsage = {
    input_tokens: await countTokens(asked.system + asked.prompt),
    output_tokens: await countTokens(exchange.received),
    estimated: true,
  };
  const { kind, message, code, status, retryAfterMs } = failure;
  return new ModelFailure(kind, message, { code, status, retryAfterMs, usage });
}
