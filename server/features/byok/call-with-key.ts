import { type ModelAnswer, ModelFailure, type ModelRequest, type StructuredMode } from "../../adapters/llm/port.ts";
import { countTokens } from "../../adapters/llm/token-count.ts";
import { UnopenedSecret } from "../../envelope/sealed-text.ts";
import type { Services } from "../../operation/context.ts";
import { reserve, settle } from "./budget.ts";
import { type CurrentKey, findKey } from "./current-key.ts";
import { openKey } from "./secrets.ts";
import { hasKey, noteCall, structuredOf } from "./standing.ts";

type Tools = Pick<Services, "database" | "envelope" | "models" | "clock" | "log">;

/** Purpose of a call, by which it is counted. */
export interface CallPurpose {
  readonly attemptId: string;
  /** The part of the product that asks. */
  readonly area: string;
}

/**
 * Asks a model once with a project's key: sets aside what the call may take, opens the key for it alone, puts what it took in
 * place of what was set aside, and keeps the key's status true. It holds no connection while the provider answers.
 *
 * @throws ModelFailure and, for a mistake of ours, anything else
 */
export async function callWithKey(
  services: Tools,
  projectId: string,
  byokId: string,
  request: ModelRequest,
  attemptId: string,
  area = "generate",
): Promise<ModelAnswer> {
  const key = await findKey(services.database.reads, projectId, byokId);
  if (key === null) throw new ModelFailure("key", "The key was revoked.", { code: "key_revoked" });
  const { version, standing } = key;
  if (version.disabled) throw new ModelFailure("key", "The key is switched off.", { code: "key_disabled" });
  const leftMs = standing.retry_at === null ? 0 : Date.parse(standing.retry_at) - services.clock.now();
  if (standing.status === "rate_limited" && leftMs > 0) {
    throw new ModelFailure("rate_limit", "The provider asked to be left alone, and that is not over.", {
      code: "waiting",
      retryAfterMs: leftMs,
    });
  }
  return callOnce(services, key, request, structuredOf(standing), { attemptId, area });
}

/** One call with a key that was looked up, whatever its status. */
export async function callOnce(
  services: Tools,
  { project, version, standing }: CurrentKey,
  request: ModelRequest,
  structured: StructuredMode,
  { attemptId, area }: CallPurpose,
): Promise<ModelAnswer> {
  const { database, clock, log } = services;
  const { secret } = standing;
  if (secret === null || !hasKey(version, standing)) throw withoutKey();
  const reservation = await reserve(
    database.writes,
    {
      projectId: project.id,
      byokId: version.id,
      model: request.model,
      area,
      tokens: (await promptTokens(request)) + request.maxOutputTokens,
      budget: version.monthly_token_budget,
    },
    clock.now(),
  );
  let answer: ModelAnswer | null = null;
  let failure: ModelFailure | null = null;
  try {
    const key = await openKey(services, project, version.id, secret);
    const { provider, base_url, token_counts } = version;
    answer = await services.models.open({ provider, key, base_url, structured, token_counts }).generate(request);
    return answer;
  } catch (error) {
    if (error instanceof ModelFailure) failure = error;
    throw error instanceof UnopenedSecret ? withoutKey() : error;
  } finally {
    const usage = answer?.usage ?? failure?.usage ?? null;
    await settle(database.writes, reservation, usage, answer !== null);
    const called = { projectId: project.id, byokId: version.id, sealed: secret.sealed };
    if (answer !== null || failure !== null) await noteCall(database.writes, called, failure, clock.now());
    const outcome = answer?.finish ?? failure?.code ?? "error";
    log.debug({ project_id: project.id, byok_id: version.id, attempt_id: attemptId, area, outcome }, "model called");
  }
}

async function promptTokens({ system, prompt, schema }: ModelRequest): Promise<number> {
  return countTokens(`${system}\n${prompt}\n${schema === null ? "" : JSON.stringify(schema)}`);
}

function withoutKey(): ModelFailure {
  return new ModelFailure("key", "There is no key at this address: store one by rotating.", { code: "key_missing" });
}
