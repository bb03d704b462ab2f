import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { type ModelFailure, type ModelUsage, REFUSAL_CODES } from "../../adapters/llm/port.ts";
import { at } from "../../leases/leased-rows.ts";
import { insertRows } from "../../record/append.ts";
import { jsonb } from "../../record/database.ts";
import { changeWork, type LogLine } from "./rows.ts";
import type { InterruptReason } from "./session.ts";
import type { ChosenKey } from "./session-keys.ts";
import type { Outcome, StepContext } from "./step.ts";

/** Number of successive failed calls after which the step is given up. */
const CALLS = 4;
/** Smallest token budget of a context that is reduced because the model could not hold it. */
const LEAST_BUDGET = 200;
/** The code of a key's own budget, where it does not cover a call. */
const BUDGET_SPENT = "budget_spent";

/** Words of a call, as the trace of a session shows them. */
export interface SentCall {
  readonly system: string;
  readonly prompt: string;
  readonly schema: JsonObject | null;
}

/** Answer of a call, as the trace of a session shows it. */
export interface GivenAnswer {
  readonly text: string;
  readonly finish: string;
  readonly usage: ModelUsage;
  readonly responseId: string | null;
}

/** Writes that a call is made, before it is: one that nobody knows the end of is told as such. */
export async function beginCall(
  { services, work, attempt }: StepContext,
  key: ChosenKey,
  asked: SentCall,
): Promise<number> {
  const now = services.clock.now();
  return services.database.writes.transaction("write", async (db) => {
    const [{ count = 0 } = {}] = await db.execute<{ count: number }>(
      sql`SELECT coalesce(max(number), 0)::int AS count FROM session_calls
          WHERE project_id = ${work.project_id} AND session_id = ${work.id}`,
    );
    const number = count + 1;
    await changeWork(db, work, { attempts: 0 }, { lines: [callLine(number, "started")], now });
    await db.execute(
      sql`UPDATE session_calls SET status = 'unknown', finished_at = ${at(now)}
          WHERE project_id = ${work.project_id} AND session_id = ${work.id} AND status = 'started'`,
    );
    await db.execute(
      insertRows("session_calls", [
        {
          project_id: work.project_id,
          session_id: work.id,
          number,
          attempt,
          status: "started",
          key_id: key.byok_id,
          provider: key.provider,
          model: key.model,
          sent: { system: asked.system, prompt: asked.prompt, schema: asked.schema },
          started_at: new Date(now).toISOString(),
        },
      ]),
    );
    return number;
  });
}

/** Returns what is stored of a call that was answered, together with the outcome of its step. */
export function answeredCall(
  { work, services }: StepContext,
  number: number,
  { text, finish, usage, responseId }: GivenAnswer,
): Pick<Outcome, "rows" | "usage" | "lines"> {
  return {
    rows: [
      sql`UPDATE session_calls SET status = 'answered', answer = ${text}, finish = ${finish}, usage = ${jsonb(usage)},
            response_id = ${responseId}, finished_at = ${at(services.clock.now())}
          WHERE project_id = ${work.project_id} AND session_id = ${work.id} AND number = ${number}`,
    ],
    usage,
    lines: [callLine(number, "answered")],
  };
}

/**
 * Returns the outcome of a call that failed: a later call, a call with a smaller context, a question to a person, or
 * the end.
 */
export function failedCall(
  { session, work, services, timings, signal }: StepContext,
  number: number,
  failure: ModelFailure,
): Outcome {
  const { kind, message, retryAfterMs, usage } = failure;
  const now = services.clock.now();
  const tries = work.failures + 1;
  const isTransient = kind === "transient" || kind === "rate_limit" || (kind === "cancelled" && signal.aborted);
  const again = isTransient && tries < CALLS ? Math.max(jitter(tries, timings), retryAfterMs ?? 0) : null;
  const told = { kind, code: failure.code, status: failure.status, message };
  const rows: SQL[] = [
    sql`UPDATE session_calls SET status = 'failed', failure = ${jsonb(told)}, usage = ${usage === null ? sql`NULL` : jsonb(usage)},
          finished_at = ${at(now)}
        WHERE project_id = ${work.project_id} AND session_id = ${work.id} AND number = ${number}`,
  ];
  const written = {
    rows,
    lines: [callLine(number, "failed", again === null ? null : now + again)],
    ...(usage !== null && { usage }),
  };
  switch (kind) {
    case "transient":
    case "rate_limit":
    case "cancelled":
      if (again !== null) return { kind: "later", waitMs: again, ...written };
      return { kind: "end", error: { code: "provider_failed", message }, ...written };
    case "quota":
      return { ...askAboutKey(failure.code === BUDGET_SPENT ? "cost" : "provider_quota", message, [told]), ...written };
    case "key":
    case "destination":
      return { ...askAboutKey("provider_key", message, [told]), ...written };
    case "context_length":
    case "truncated_context": {
      const { memo } = work;
      if (memo.narrowed === true) return { kind: "end", error: { code: "context_length", message }, ...written };
      const token_budget = Math.max(LEAST_BUDGET, Math.floor((memo.token_budget ?? session.token_budget) / 2));
      return {
        kind: "back",
        output: told,
        to: "retrieve",
        memo: { ...memo, narrowed: true, token_budget },
        ...written,
      };
    }
    case "request": {
      const code = REFUSAL_CODES.includes(failure.code) ? "refused" : "provider_failed";
      return { kind: "end", error: { code, message }, ...written };
    }
  }
}

/** A question about the key: another one, none, the same again, or nothing. */
export function askAboutKey(
  reason: InterruptReason,
  message: string,
  evidence: JsonObject[],
): Extract<Outcome, { kind: "ask" }> {
  return {
    kind: "ask",
    ask: {
      reason,
      question: `${message} How shall it go on?`,
      options: [
        { action: "retry", label: "Try the key again", value_schema: null },
        {
          action: "choose",
          label: "Use another key, or none",
          value_schema: { type: "string", pattern: "^(builtin|byok_[0-9a-z]{26})$" },
        },
        { action: "cancel", label: "Cancel", value_schema: null },
      ],
      evidence,
      draft: null,
    },
  };
}

/** Full jitter between the shortest and a longest wait that doubles. */
function jitter(tries: number, { retryMs, longestRetryMs }: StepContext["timings"]): number {
  const longest = Math.min(longestRetryMs, retryMs * 4 ** tries);
  return retryMs + Math.random() * Math.max(0, longest - retryMs);
}

function callLine(call: number, state: string, retryAt: number | null = null): LogLine {
  return { type: "call", data: { call, state, retry_at: retryAt === null ? null : new Date(retryAt).toISOString() } };
}
