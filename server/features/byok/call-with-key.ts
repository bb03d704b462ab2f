import {
  type ModelAnswer,
  ModelFailure,
  type ModelRequest,
  type ModelUsage,
  type StructuredMode,
} from "../../adapters/llm/port.ts";
import { UnopenedSecret } from "../../envelope/sealed-text.ts";
import type { Services } from "../../operation/context.ts";
import { reserve, settle } from "./budget.ts";
import { type CurrentKey, findKey } from "./current-key.ts";
import { type KeyUse, textUse, withoutKey } from "./key-use.ts";
import { openKey } from "./secrets.ts";
import { hasKey, noteCall, structuredOf } from "./standing.ts";

type Tools = Pick<Services, "database" | "envelope" | "clock" | "log">;

/** Purpose of a call, by which it is counted. */
export interface CallPurpose {
  readonly attemptId: string;
  /** The part of the product that asks. */
  readonly area: string;
  /** Tokens that this part may use a day in the project, with all of its keys; null or absent for no bound. */
  readonly perDay?: number | null;
}

/** Purpose of a call, a generation unless it says otherwise. */
export type AskedPurpose = Omit<CallPurpose, "area"> & Partial<Pick<CallPurpose, "area">>;

/**
 * Makes one call with a project's key: sets aside what the call may take, opens the key for it alone, puts what it took in place of
 * what was set aside, and keeps the key's status true. It holds no connection while the provider answers.
 *
 * @throws ModelFailure and, for a mistake of ours, anything else
 */
export async function withKey<Answer extends { readonly usage: ModelUsage }>(
  services: Tools,
  projectId: string,
  byokId: string,
  use: KeyUse<Answer>,
  { area = "generate", ...purpose }: AskedPurpose,
): Promise<Answer> {
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
  return callOnce(services, key, use, structuredOf(standing), { ...purpose, area });
}

/** Asks a model that writes once, as {@link withKey} does. */
export async function callWithKey(
  services: Tools & Pick<Services, "models">,
  projectId: string,
  byokId: string,
  request: ModelRequest,
  purpose: AskedPurpose,
): Promise<ModelAnswer> {
  return withKey(services, projectId, byokId, await textUse(services, request), purpose);
}

/** One call with a key that was looked up, whatever its status. */
export async function callOnce<Answer extends { readonly usage: ModelUsage }>(
  services: Tools,
  { project, version, standing }: CurrentKey,
  { model, tokens, ask }: KeyUse<Answer>,
  structured: StructuredMode,
  { attemptId, area, perDay = null }: CallPurpose,
): Promise<Answer> {
  const { database, clock, log } = services;
  const { secret } = standing;
  if (secret === null || !hasKey(version, standing)) throw withoutKey();
  const reservation = await reserve(
    database.writes,
    { projectId: project.id, byokId: version.id, model, area, tokens, budget: version.monthly_token_budget, perDay },
    clock.now(),
  );
  let answer: Answer | null = null;
  let failure: ModelFailure | null = null;
  try {
    const key = await openKey(services, project, version.id, secret);
    const { provider, base_url, token_counts } = version;
    answer = await ask({ provider, key, base_url, structured, token_counts });
    return answer;
  } catch (error) {
    if (error instanceof ModelFailure) failure = error;
    throw error instanceof UnopenedSecret ? withoutKey() : error;
  } finally {
    const usage = answer?.usage ?? failure?.usage ?? null;
    await settle(database.writes, reservation, usage, answer !== null);
    const called = { projectId: project.id, byokId: version.id, sealed: secret.sealed };
    if (answer !== null || failure !== null) await noteCall(database.writes, called, failure, clock.now());
    const outcome = answer === null ? (failure?.code ?? "error") : "answered";
    log.debug({ project_id: project.id, byok_id: version.id, attempt_id: attemptId, area, outcome }, "model called");
  }
}
