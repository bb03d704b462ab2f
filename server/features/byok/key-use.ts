import {
  type ModelAccess,
  type ModelAnswer,
  ModelFailure,
  type ModelRequest,
  type ModelUsage,
} from "../../adapters/llm/port.ts";
import { countTokens } from "../../adapters/llm/token-count.ts";
import type { Services } from "../../operation/context.ts";

/** One call that is made with a key. */
export interface KeyUse<Answer extends { readonly usage: ModelUsage }> {
  readonly model: string;
  /** Most tokens that the call may take. */
  readonly tokens: number;
  /** @throws ModelFailure */
  ask(access: ModelAccess): Promise<Answer>;
}

/** The call of a model that writes. */
export async function textUse(
  { models }: Pick<Services, "models">,
  request: ModelRequest,
): Promise<KeyUse<ModelAnswer>> {
  const { system, prompt, schema, maxOutputTokens, model } = request;
  const read = await countTokens(`${system}\n${prompt}\n${schema === null ? "" : JSON.stringify(schema)}`);
  return { model, tokens: read + maxOutputTokens, ask: (access) => models.open(access).generate(request) };
}

/** The failure of a key that was not stored, or does not open. */
export function withoutKey(): ModelFailure {
  return new ModelFailure("key", "There is no key at this address: store one by rotating.", { code: "key_missing" });
}
