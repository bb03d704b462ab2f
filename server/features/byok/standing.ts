import { sql } from "drizzle-orm";
import { type ModelFailure, STRUCTURED_MODES, type StructuredMode } from "../../adapters/llm/port.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import { boundTo } from "./address.ts";
import type { MADE, ProviderKeyState } from "./provider-key.ts";

/** Stored statuses of a key, as its provider gives them. */
export const KEPT_STATUSES = ["unverified", "active", "invalid", "quota_exhausted", "rate_limited"] as const;
type KeptStatus = (typeof KEPT_STATUSES)[number];

/** The same, and `disabled` for one that nothing is called with. */
export const STATUSES = [...KEPT_STATUSES, "disabled"] as const;
export type Status = (typeof STATUSES)[number];

/** Result of a probe of a model. */
export interface Capabilities {
  /** The strictest way in which it keeps to a form. */
  readonly structured: StructuredMode;
  /** Whether the provider counts tokens of streamed answers. */
  readonly stream_usage: boolean;
}

/** Status of a key beside the record. */
export interface ProviderKeyStatus {
  readonly status: KeptStatus;
  readonly usable_models: readonly string[];
  readonly found_model: string | null;
  readonly capabilities: Capabilities | null;
  readonly last_verified_at: string | null;
  readonly last_used_at: string | null;
  readonly last_error_code: string | null;
  readonly last_error: string | null;
  readonly retry_at: string | null;
  /** Null where there is no key: after a restoration, or at another address than the one it was stored for. */
  readonly secret: { readonly sealed: string; readonly bound_to: string; readonly fingerprint: string } | null;
}

interface StandingRow extends Record<string, unknown>, Omit<ProviderKeyStatus, "secret"> {
  byok_id: string;
  sealed: string | null;
  bound_to: string | null;
  fingerprint: string | null;
}

const NOTHING: ProviderKeyStatus = {
  status: "unverified",
  usable_models: [],
  found_model: null,
  capabilities: null,
  last_verified_at: null,
  last_used_at: null,
  last_error_code: null,
  last_error: null,
  retry_at: null,
  secret: null,
};

const moment = (value: string | null) => (value === null ? null : isoMoment(value));

/** Reads the statuses of a project's keys, by id. */
export async function readStandings(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<(id: string) => ProviderKeyStatus> {
  const rows = await db.execute<StandingRow>(
    sql`SELECT s.byok_id, s.status, s.usable_models, s.found_model, s.capabilities, s.last_verified_at, s.last_used_at,
          s.last_error_code, s.last_error, s.retry_at, k.sealed, k.bound_to, k.fingerprint
        FROM byok_states s LEFT JOIN byok_secrets k ON k.project_id = s.project_id AND k.byok_id = s.byok_id
        WHERE s.project_id = ${projectId} AND s.byok_id = ANY(${textArray(ids)})`,
  );
  const standings = new Map(
    rows.map(({ byok_id, sealed, bound_to, fingerprint, ...row }) => [
      byok_id,
      {
        ...row,
        last_verified_at: moment(row.last_verified_at),
        last_used_at: moment(row.last_used_at),
        retry_at: moment(row.retry_at),
        secret: sealed === null ? null : { sealed, bound_to: bound_to ?? "", fingerprint: fingerprint ?? "" },
      },
    ]),
  );
  return (id) => standings.get(id) ?? NOTHING;
}

/** Whether there is a key that may be sent where the record says. */
export function hasKey(state: ProviderKeyState, { secret }: ProviderKeyStatus): boolean {
  return secret !== null && secret.bound_to === boundTo(state);
}

/** The status that is told. */
export function statusOf(state: ProviderKeyState, standing: ProviderKeyStatus, now: number): Status {
  if (state.disabled || !hasKey(state, standing)) return "disabled";
  const isOver = standing.retry_at !== null && Date.parse(standing.retry_at) <= now;
  return standing.status === "rate_limited" && isOver ? "active" : standing.status;
}

/** Work that models are asked for. */
export type Trade = "text" | keyof typeof MADE;

/** The model that is asked for some work; null while none is known. */
export function modelOf(
  { models, provider }: ProviderKeyState,
  { found_model }: Pick<ProviderKeyStatus, "found_model">,
  trade: Trade = "text",
): string | null {
  if (trade === "text") return models.text ?? found_model;
  return provider === "openai_compatible" ? (models[trade] ?? null) : null;
}

/** Returns the way in which structured answers are requested. */
export function structuredOf({ capabilities }: ProviderKeyStatus): StructuredMode {
  return STRUCTURED_MODES.find((mode) => mode === capabilities?.structured) ?? "json_schema";
}

/** Pause for a provider that does not say how long to wait. */
const USUAL_PAUSE_MS = 30_000;

/** The status that a failure leaves a key in; null where it says nothing about the key. */
export function statusAfter({ kind, code }: ModelFailure): KeptStatus | null {
  if (kind === "key") return "invalid";
  if (kind === "quota") return code === BUDGET_SPENT || code === UNITS_SPENT ? null : "quota_exhausted";
  return kind === "rate_limit" ? "rate_limited" : null;
}

/** The code of a failure that is the project's own budget. */
export const BUDGET_SPENT = "budget_spent";

/** The code of a failure that is the bound of a project for one purpose. */
export const UNITS_SPENT = "units_spent";

type Noted = Pick<ProviderKeyStatus, "status" | "last_error_code" | "last_error" | "retry_at">;

/**
 * Writes down how a call went, unless another key has been stored meanwhile: what became of the one before is no news of it.
 *
 * @param failure null when there was an answer.
 */
export async function noteCall(
  db: Db,
  key: { projectId: string; byokId: string; sealed: string },
  failure: ModelFailure | null,
  now: number,
): Promise<void> {
  if (failure?.kind === "cancelled") return;
  const status = failure === null ? "active" : statusAfter(failure);
  const pause = failure?.kind === "rate_limit" ? (failure.retryAfterMs ?? USUAL_PAUSE_MS) : null;
  const noted: Omit<Noted, "status"> = {
    last_error_code: failure?.code ?? null,
    last_error: failure?.message ?? null,
    retry_at: pause === null ? null : new Date(now + pause).toISOString(),
  };
  await db.execute(
    sql`UPDATE byok_states s SET status = coalesce(${status}, s.status), last_used_at = ${new Date(now).toISOString()},
          last_error_code = ${noted.last_error_code}, last_error = ${noted.last_error},
          retry_at = CASE WHEN ${status}::text IS NULL THEN s.retry_at ELSE ${noted.retry_at}::timestamptz END
        WHERE ${sameKey(key)}`,
  );
}

/** Writes down what a verification found out, under the same condition as {@link noteCall}. */
export async function noteVerified(
  db: Db,
  key: { projectId: string; byokId: string; sealed: string },
  found: { models: readonly string[]; model: string | null; capabilities: Capabilities | null },
  now: number,
): Promise<void> {
  await db.execute(
    sql`UPDATE byok_states s SET usable_models = ${jsonb(found.models)}, found_model = ${found.model},
          capabilities = ${found.capabilities === null ? null : jsonb(found.capabilities)},
          last_verified_at = ${new Date(now).toISOString()}
        WHERE ${sameKey(key)}`,
  );
}

const sameKey = ({ projectId, byokId, sealed }: { projectId: string; byokId: string; sealed: string }) =>
  sql`s.project_id = ${projectId} AND s.byok_id = ${byokId} AND EXISTS (SELECT FROM byok_secrets k
    WHERE k.project_id = ${projectId} AND k.byok_id = ${byokId} AND k.sealed = ${sealed})`;
