import { isJsonObject, type Json } from "#domain/json.ts";
import type { FailureKind } from "../../outbound/failures.ts";
import { ModelFailure, type ModelFailureKind, REFUSAL_CODES } from "./port.ts";

/** Error of a provider, as far as its words are from a known list: any other text may hold anything, a key included. */
interface ProviderError {
  readonly type: string | null;
  readonly code: string | null;
  /** Is looked into and never passed on. */
  readonly message: string;
}

/** Codes and types of both formats that mean one thing wherever they appear. */
const KINDS: Readonly<Record<string, ModelFailureKind>> = {
  insufficient_quota: "quota",
  billing_error: "quota",
  billing_not_active: "quota",
  billing_hard_limit_reached: "quota",
  quota_exceeded: "quota",
  credit_balance_too_low: "quota",
  spend_limit_reached: "quota",
  usage_limit_reached: "quota",
  invalid_api_key: "key",
  authentication_error: "key",
  permission_error: "key",
  rate_limit_exceeded: "rate_limit",
  rate_limit_error: "rate_limit",
  context_length_exceeded: "context_length",
  request_too_large: "context_length",
  model_not_found: "request",
  not_found_error: "request",
  overloaded_error: "transient",
  api_error: "transient",
  server_error: "transient",
  timeout_error: "transient",
};
/** Words that are told, besides those that decide. */
const TOLD = new Set([...Object.keys(KINDS), "invalid_request_error", ...REFUSAL_CODES]);

const TOO_LONG = /context (length|window)|maximum context|prompt is too long|too many (input )?tokens/i;
const NO_MONEY = /credit balance is too low|exceeded your current quota/i;

const WORDS: Readonly<Record<ModelFailureKind, string>> = {
  transient: "The provider could not answer just now",
  rate_limit: "The provider asks for fewer requests",
  quota: "The provider says that the key has no money left",
  key: "The provider refuses the key",
  request: "The provider refuses the request",
  context_length: "The prompt is longer than the model can read",
  truncated_context: "The provider read only a part of the prompt",
  cancelled: "The call was cancelled",
  destination: "There is no model at this address",
};

/** Reads the error from a body of either format. */
function readError(body: Json): ProviderError {
  const whole = isJsonObject(body) ? (body.error ?? body) : body;
  const error = isJsonObject(whole) ? whole : { message: whole };
  const word = (value: unknown) => (typeof value === "string" && TOLD.has(value) ? value : null);
  return {
    type: word(error.type),
    code: word(error.code),
    message: typeof error.message === "string" ? error.message : "",
  };
}

/** Returns the kind of failure for a status alone. */
function kindOfStatus(status: number): ModelFailureKind {
  if (status === 401 || status === 403) return "key";
  if (status === 402) return "quota";
  if (status === 413) return "context_length";
  if (status === 429) return "rate_limit";
  if (status === 408 || status === 409 || status >= 500) return "transient";
  return status >= 300 && status < 400 ? "destination" : "request";
}

function kindOf(status: number | null, { type, code, message }: ProviderError): ModelFailureKind {
  const known = KINDS[code ?? ""] ?? KINDS[type ?? ""];
  // Some say so of a spent account with any status, and with the type of any mistake.
  if (known === "quota" || (status !== 401 && NO_MONEY.test(message))) return "quota";
  if (TOO_LONG.test(message) && (status === null || status < 500)) return "context_length";
  if (status === null) return known ?? "transient";
  const byStatus = kindOfStatus(status);
  // A status says more than a word, except that mistakes of every kind come as 400.
  return byStatus === "request" ? (known ?? byStatus) : byStatus;
}

/**
 * Returns the wait that a provider asks for, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a
 * date (RFC 9110 §10.2.3). Null when it does not say.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const exact = headers["retry-after-ms"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(exact)) return Math.ceil(Number(exact));
  const value = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = value === "" ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The failure that an answer with a status other than 200 is. */
export function failureOfAnswer(
  answer: { status: number; headers: Readonly<Record<string, string>>; text: string },
  now: number,
): ModelFailure {
  const { status, headers, text } = answer;
  const error = readError(jsonOrNull(text));
  const kind = kindOf(status, error);
  const code = error.code ?? error.type ?? kind;
  const word = code === kind ? "" : `, ${code}`;
  return new ModelFailure(kind, `${WORDS[kind]} (${status}${word}).`, {
    code,
    status,
    retryAfterMs: retryAfter(headers, now),
  });
}

/** The failure that is told in the middle of a stream. */
export function failureInStream(body: Json): ModelFailure {
  const error = readError(body);
  const kind = kindOf(null, error);
  const code = error.code ?? error.type ?? "stream_error";
  return new ModelFailure(kind, `${WORDS[kind]}: its answer broke off (${code}).`, { code, status: 200 });
}

/** Failures of the way there that no second attempt will change. */
const FOR_GOOD: ReadonlySet<FailureKind> = new Set(["refused_address", "tls"]);

/** The failure that a request without a whole answer is. */
export function failureOfWay({ failure, status }: { failure: FailureKind; status?: number }): ModelFailure {
  const kind = FOR_GOOD.has(failure) ? "destination" : "transient";
  const words = kind === "destination" ? "The provider's address is not one to send a key to" : WORDS.transient;
  return new ModelFailure(kind, `${words} (${failure}).`, { code: failure, status: status ?? null });
}

/** Parses a text as JSON; null when it is none. */
export function jsonOrNull(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
