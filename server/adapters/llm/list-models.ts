import { isJsonObject } from "#domain/json.ts";
import { askProvider } from "./ask-provider.ts";
import { jsonOrNull } from "./classify.ts";
import type { WayOut } from "./exchange.ts";
import { ModelFailure } from "./port.ts";

/** Limits of a provider's list of models: some list hundreds with all their properties. */
const MAX_BYTES = 8 * 1_024 * 1_024;
const MAX_MODELS = 1_000;
const MAX_NAME = 200;

/**
 * The models that a key may use, of an answer that both formats give alike: `{"data": [{"id": …}]}`.
 *
 * @throws ModelFailure and nothing else
 */
export async function listModels(
  outbound: WayOut,
  asked: { url: string; headers: Readonly<Record<string, string>>; key: string; signal: AbortSignal },
): Promise<{ id: string }[]> {
  const { url, headers, key, signal } = asked;
  const { bytes, status } = await askProvider(outbound, { url, method: "GET", headers, maxBytes: MAX_BYTES, signal });
  const body = jsonOrNull(Buffer.from(bytes).toString("utf8"));
  if (!isJsonObject(body) || !Array.isArray(body.data)) {
    throw new ModelFailure("destination", "The answer of this address is not a list of models.", {
      code: "not_a_list",
      status,
    });
  }
  return body.data.slice(0, MAX_MODELS).flatMap((model) => {
    const id = isJsonObject(model) ? model.id : null;
    return typeof id === "string" && id !== "" && id.length <= MAX_NAME && !id.includes(key) ? [{ id }] : [];
  });
}
