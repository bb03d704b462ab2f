import { isJsonObject, type JsonObject } from "#domain/json.ts";
import {
  type ModelAnswer,
  ModelFailure,
  type ModelRequest,
  STRUCTURED_MODES,
  type StructuredMode,
} from "../../adapters/llm/port.ts";
import { UnopenedSecret } from "../../envelope/sealed-text.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import { callOnce } from "./call-with-key.ts";
import type { CurrentKey } from "./current-key.ts";
import { textUse } from "./key-use.ts";
import { openKey } from "./secrets.ts";
import { type Capabilities, hasKey, noteCall, noteVerified, statusAfter } from "./standing.ts";

/** Longest a provider is waited for, for all that it is asked together. */
const PATIENCE_MS = 45_000;
/** Enough for models that think before they speak. */
const PROBE_TOKENS = 1_000;

/** Names of models that do other things than write; lists tell nothing else of what a model is for. */
const OTHER_TRADES =
  /embed|whisper|tts|audio|speech|transcri|realtime|image|dall-e|moderation|rerank|sora|video|vision-preview|guard|search|computer-use/i;

/** A form that no model fills in by chance. */
const FORM: JsonObject = {
  type: "object",
  properties: { harbour: { type: "string" }, berths: { type: "integer" } },
  required: ["harbour", "berths"],
  additionalProperties: false,
};

function fits(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      isJsonObject(value) &&
      Object.keys(value).sort().join() === "berths,harbour" &&
      typeof value.harbour === "string" &&
      Number.isInteger(value.berths)
    );
  } catch {
    return false;
  }
}

/**
 * Asks a provider what a key is good for: which models it lists, and how the one that will write keeps to a form. Everything is
 * written down beside the record. What the provider refuses is the result, not an error.
 *
 * @throws Problem `provider_key_missing` when there is no key to try
 */
export async function verifyKey(services: Services, key: CurrentKey): Promise<void> {
  const { project, version, standing } = key;
  const { secret } = standing;
  const { database, clock } = services;
  if (secret === null || !hasKey(version, standing)) throw new Problem("provider_key_missing");
  const tried = { projectId: project.id, byokId: version.id, sealed: secret.sealed };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const found = {
    models: [] as readonly string[],
    model: version.models.text,
    capabilities: null as Capabilities | null,
  };
  let failure: ModelFailure | null = null;
  try {
    found.models = await usableModels(services, key, signal);
    found.model ??= found.models[0] ?? null;
    if (found.model === null) throw nothingToWriteWith();
    found.capabilities = await probe(services, key, found.model, signal);
  } catch (error) {
    failure = failureOf(error, signal);
  }
  await noteVerified(database.writes, tried, found, clock.now());
  await noteCall(database.writes, tried, failure, clock.now());
}

function failureOf(error: unknown, signal: AbortSignal): ModelFailure {
  if (error instanceof UnopenedSecret) throw new Problem("provider_key_missing");
  if (!(error instanceof ModelFailure)) throw error;
  return error.kind === "cancelled" && signal.aborted
    ? new ModelFailure("transient", "The provider took too long.", { code: "timeout" })
    : error;
}

function nothingToWriteWith(): ModelFailure {
  return new ModelFailure("request", "The provider lists no model that writes: name one in `models.text`.", {
    code: "no_model",
  });
}

/** Models that write, as far as their names tell. A server without a list is good for a model that the key names itself. */
async function usableModels(services: Services, { project, version, standing }: CurrentKey, signal: AbortSignal) {
  const { provider, base_url, id } = version;
  if (standing.secret === null) throw new UnopenedSecret();
  const key = await openKey(services, project, id, standing.secret);
  try {
    const listed = await services.models.open({ provider, key, base_url }).models(signal);
    return listed.map((model) => model.id).filter((name) => !OTHER_TRADES.test(name));
  } catch (error) {
    const isWithoutList = error instanceof ModelFailure && error.status === 404 && version.models.text !== null;
    if (isWithoutList) return [];
    throw error;
  }
}

/** The strictest way in which a model fills in a form. Servers take every way and ignore some, so each is tried. */
async function probe(services: Services, key: CurrentKey, model: string, signal: AbortSignal): Promise<Capabilities> {
  const request: ModelRequest = {
    model,
    system: "",
    prompt: "Name a harbour of your invention, and how many berths it has.",
    schema: FORM,
    maxOutputTokens: PROBE_TOKENS,
    seed: null,
    signal,
  };
  let last: ModelAnswer | null = null;
  for (const structured of STRUCTURED_MODES) {
    const answer = await attempt(services, key, request, structured);
    if (answer === null) continue;
    last = answer;
    if (structured === "text" || fits(answer.text)) return { structured, stream_usage: !answer.usage.estimated };
  }
  return { structured: "text", stream_usage: last?.usage.estimated === false };
}

/** One way; null when the provider refuses the way and not the key. */
async function attempt(services: Services, key: CurrentKey, request: ModelRequest, structured: StructuredMode) {
  const attemptId = newId("att", services.clock.now());
  try {
    return await callOnce(services, key, await textUse(services, request), structured, { attemptId, area: "verify" });
  } catch (error) {
    const isWay = error instanceof ModelFailure && error.kind === "request" && statusAfter(error) === null;
    if (isWay && structured !== "text") return null;
    throw error;
  }
}
