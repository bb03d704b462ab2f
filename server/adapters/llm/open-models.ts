import type { WayOut } from "./exchange.ts";
import type { ModelAccess, ModelProvider, Models } from "./port.ts";

const ADAPTERS = {
  openai_compatible: async (access: ModelAccess, outbound: WayOut) =>
    (await import("./openai-compatible.ts")).openaiCompatible(access, outbound),
  anthropic: async (access: ModelAccess, outbound: WayOut) =>
    (await import("./anthropic.ts")).anthropic(access, outbound),
};

/**
 * Opens providers through the guarded client. Their libraries are loaded with the first request, not with the process, which
 * would begin a quarter of a second later.
 */
export function openModels(outbound: WayOut): Models {
  return {
    open(access) {
      let loading: Promise<ModelProvider> | null = null;
      const provider = () => {
        loading ??= ADAPTERS[access.provider](access, outbound);
        return loading;
      };
      return {
        generate: async (request) => (await provider()).generate(request),
        models: async (signal) => (await provider()).models(signal),
      };
    },
  };
}
