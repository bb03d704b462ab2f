import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { WayOut } from "./exchange.ts";
import { generateThrough, type Vendor } from "./generate.ts";
import { listModels } from "./list-models.ts";
import { OPENAI } from "./openai-address.ts";
import { openaiWire } from "./openai-wire.ts";
import type { ModelAccess, ModelProvider } from "./port.ts";

/** Speaks to everything that has OpenAI's chat completions. */
export function openaiCompatible(
  { key, base_url, structured, token_counts }: ModelAccess,
  outbound: WayOut,
): ModelProvider {
  const baseURL = base_url ?? OPENAI;
  const vendor: Vendor = {
    key,
    outbound,
    format: openaiWire,
    structured: structured ?? "json_schema",
    tokenCounts: token_counts ?? "reported",
    ownTool: false,
    model: ({ model, schema }, fetch) =>
      createOpenAICompatible({
        name: "provider",
        baseURL,
        apiKey: key,
        includeUsage: true,
        // Without it the schema is left out of the request altogether.
        supportsStructuredOutputs: schema !== null && (structured ?? "json_schema") === "json_schema",
        // OpenAI's own models that reason refuse the field's old name; the servers that are like it know no other.
        ...(base_url === null ? { transformRequestBody: withCompletionTokens } : {}),
        fetch,
      })(model),
  };
  return {
    generate: (request) => generateThrough(vendor, request),
    models: (signal) =>
      listModels(outbound, { url: `${baseURL}/models`, headers: { authorization: `Bearer ${key}` }, key, signal }),
  };
}

/** Renames the bound of an answer to what OpenAI's own interface calls it today. */
function withCompletionTokens({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
