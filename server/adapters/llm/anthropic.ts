import { createAnthropic } from "@ai-sdk/anthropic";
import { anthropicWire } from "./anthropic-wire.ts";
import type { WayOut } from "./exchange.ts";
import { generateThrough, type Vendor } from "./generate.ts";
import { listModels } from "./list-models.ts";
import type { ModelAccess, ModelProvider } from "./port.ts";

const ANTHROPIC = "https://api.anthropic.com/v1";
const VERSION = "2023-06-01";

/** Speaks to Anthropic's messages, and to what imitates them. */
export function anthropic({ key, base_url, structured, token_counts }: ModelAccess, outbound: WayOut): ModelProvider {
  const baseURL = base_url ?? ANTHROPIC;
  const mode = structured === undefined || structured === "json_object" ? "json_schema" : structured;
  const vendor: Vendor = {
    key,
    outbound,
    format: anthropicWire,
    structured: mode,
    tokenCounts: token_counts ?? "reported",
    ownTool: true,
    model: ({ model }, fetch) => createAnthropic({ baseURL, apiKey: key, fetch })(model),
    options: { anthropic: { structuredOutputMode: mode === "tool" ? "jsonTool" : "outputFormat" } },
  };
  return {
    generate: (request) => generateThrough(vendor, request),
    models: (signal) =>
      listModels(outbound, {
        url: `${baseURL}/models?limit=1000`,
        headers: { "x-api-key": key, "anthropic-version": VERSION },
        key,
        signal,
      }),
  };
}
