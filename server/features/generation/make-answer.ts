import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { JsonObject } from "#domain/json.ts";
import { type ModelAnswer, ModelFailure, type ModelRequest } from "../../adapters/llm/port.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import { storableText } from "../../kernel/validation/repair-json.ts";
import { at } from "../../leases/leased-rows.ts";
import { insertRows } from "../../record/append.ts";
import { jsonb } from "../../record/database.ts";
import { data, type PromptPart, request, writePrompt } from "./prompt.ts";
import { REPLACED } from "./read-answer.ts";
import { changeWork, type LogLine, type Memo } from "./rows.ts";
import type { InterruptReason } from "./session.ts";
import type { ChosenKey } from "./session-keys.ts";
import { groundOf, type Outcome, type StepContext } from "./step.ts";

/** Number of successive failed calls after which the step is given up. */
const CALLS = 4;
/** Tokens of an answer. */
const ANSWER_TOKENS = 8_192;
/** Smallest token budget of a context that is reduced because the model could not hold it. */
const LEAST_BUDGET = 200;
/** The code of a key's own budget, where it does not cover a call. */
const BUDGET_SPENT = "budget_spent";

/** Provider of an artefact that was made without a model. */
const BUILTIN: JsonObject = { provider: "builtin", model: null, key_id: null, seed: null, deterministic: true };

/** The result of a call: a model's text as it came, or what was made without one. */
export interface KeptAnswer {
  readonly text: string;
  readonly draft: JsonObject | null;
  readonly provider: JsonObject;
  /** Repairs without which the text could not be kept; absent for none. */
  readonly repairs?: readonly string[];
}

/**
 * Makes the answer with the chosen key, or without a model where there is none. A key that fails is never replaced by
 * another.
 */
export async function makeAnswer(context: StepContext): Promise<Outcome> {
  const { db, keys, session, work, services } = context;
  const asked = work.memo.chosen_key === undefined ? session.key_id : work.memo.chosen_key;
  // A person has chosen none.
  if (work.memo.chosen_key === null) return sketch(context);
  let key: ChosenKey | null;
  try {
    key = await keys.choose(db, session.project_id, asked, services.clock.now());
  } catch (error) {
    // A look-up that failed says nothing of the key.
    const isRefusal = (error instanceof Problem && error.status < 500) || error instanceof ValidationProblem;
    if (!isRefusal) throw error;
    return askAboutKey("provider_key", "The key that was asked for cannot be used.", []);
  }
  return key === null ? sketch(context) : askModel(context, key);
}

async function sketch(context: StepContext): Promise<Outcome> {
  const { generator, session, work, schemas } = context;
  const seed = seedOf(context);
  const draft = await generator.sketch(session.brief, await groundOf(context), seed, schemas);
  if (draft === null) {
    const message = "This cannot be made without a model: store a provider key, and try again.";
    return { kind: "end", error: { code: "sketch_impossible", message } };
  }
  return { kind: "done", output: { text: "", draft, provider: { ...BUILTIN, seed } }, memo: withoutNotes(work.memo) };
}

async function askModel(context: StepContext, key: ChosenKey): Promise<Outcome> {
  const { generator, keys, services, session, work, signal, outside } = context;
  const { task, parts } = generator.prompt(session.brief, await groundOf(context));
  const seed = Number.parseInt(seedOf(context).slice(0, 7), 16);
  const asked: ModelRequest = {
    model: key.model,
    ...writePrompt({ task, parts: [...parts, ...notesOf(work.memo)] }),
    schema: generator.answer.schema(session.brief),
    maxOutputTokens: ANSWER_TOKENS,
    seed,
    signal,
  };
  const number = await beginCall(context, key, asked);
  try {
    const answer = await outside(() =>
      keys.call(services, session.project_id, key.byok_id, asked, `${session.id}.${number}`),
    );
    return answered(context, { key, number, seed, answer });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return failed(context, number, error);
  }
}

/** Writes that a call is made, before it is: one that nobody knows the end of is told as such. */
async function beginCall(
  { services, work, attempt }: StepContext,
  key: ChosenKey,
  asked: ModelRequest,
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

/** Returns the outcome of a call that was answered. The row of the call is stored together with that outcome. */
function answered(
  context: StepContext,
  { key, number, seed, answer }: { key: ChosenKey; number: number; seed: number; answer: ModelAnswer },
): Outcome {
  const { work, services } = context;
  const { finish, usage, model, responseId } = answer;
  const text = storableText(answer.text);
  const repairs = text === answer.text ? {} : { repairs: [REPLACED] };
  const written = {
    rows: [
      sql`UPDATE session_calls SET status = 'answered', answer = ${text}, finish = ${finish}, usage = ${jsonb(usage)},
            response_id = ${responseId}, finished_at = ${at(services.clock.now())}
          WHERE project_id = ${work.project_id} AND session_id = ${work.id} AND number = ${number}`,
    ],
    usage,
    lines: [callLine(number, "answered")],
  };
  const provider = { provider: key.provider, model, key_id: key.byok_id, seed, deterministic: false };
  switch (finish) {
    case "stop":
      return {
        kind: "done",
        output: { text, draft: null, provider, ...repairs },
        memo: withoutNotes(work.memo),
        ...written,
      };
    case "refused":
      return { kind: "end", error: { code: "refused", message: "The model would not answer." }, ...written };
    case "length":
      return {
        kind: "end",
        error: { code: "truncated", message: `The answer was cut off after ${ANSWER_TOKENS} tokens: ask for less.` },
        ...written,
      };
  }
}

/**
 * Returns the outcome of a call that failed: a later call, a call with a smaller context, a question to a person, or
 * the end.
 */
function failed(
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
    case "request":
      return { kind: "end", error: { code: "provider_failed", message }, ...written };
  }
}

/** A question about the key: another one, none, the same again, or nothing. */
function askAboutKey(
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

/**
 * Returns the additions to the next prompt: the mistakes of the last answer, and a person's comment on the last draft.
 */
function notesOf({ reask, comment }: Memo): PromptPart[] {
  const issues = reask?.issues.map(({ pointer, message }) => `- ${pointer === "" ? "the whole" : pointer}: ${message}`);
  return [
    ...(reask === undefined || issues === undefined
      ? []
      : [
          "Your last answer was not valid.",
          data("mistakes", "what is wrong with your last answer", issues.join("\n")),
          data("answer", "your last answer", reask.text.slice(0, 20_000)),
        ]),
    ...(comment === undefined ? [] : ["Somebody turned your last draft down, and said:", request(comment, "comment")]),
  ];
}

function withoutNotes({ reask: _, comment: __, ...memo }: Memo): Memo {
  return memo;
}

/** The same for the same project, moment, kind and brief; another one for every draft that was turned down. */
function seedOf({ session, work }: StepContext): string {
  const { project_id, context_seq, kind, brief } = session;
  const given = { project_id, context_seq, kind, brief, draft: work.memo.rejections ?? 0 };
  return createHash("sha256").update(canonicalJson(given)).digest("hex").slice(0, 16);
}
