import { type ApiErrorBody, Problem, ValidationProblem } from "../kernel/problem.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import type { Log } from "../operation/context.ts";
import { databaseProblem } from "../record/database-errors.ts";
import type { ApiResponse } from "./exchange.ts";

/** A refusal, before a transport gives it its form. Either `problem` (spec.md 2.6) or `detail` (2.7) is its body. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  message: string;
  problem: ApiErrorBody | null;
  detail: ValidationItem[] | null;
}

/** What a request is known by when something goes wrong with it. */
export interface Incident {
  requestId: string;
  /** Method and path template; never the address itself, which may hold what people meant to keep. */
  operation: string;
  log: Log;
  publicUrl: string;
}

/**
 * Turns whatever was thrown into a refusal. Only problems are repeated to the caller: anything else is logged under the
 * request's id and answered as `internal_error` without a word about its cause.
 */
export function refuse(error: unknown, incident: Incident): Refusal {
  if (error instanceof ValidationProblem) {
    return { status: 422, headers: {}, message: error.message, problem: null, detail: error.items };
  }
  const problem = error instanceof Problem ? error : (databaseProblem(error) ?? unexpected(error, incident));
  const headers = { ...problem.headers };
  if (problem.status === 401) headers["www-authenticate"] ??= challenge(problem);
  const body = problem.body(incident.requestId, incident.publicUrl);
  return { status: problem.status, headers, message: problem.message, problem: body, detail: null };
}

function unexpected(error: unknown, { requestId, operation, log }: Incident): Problem {
  log.error({ request_id: requestId, operation, error }, "a request failed unexpectedly");
  return new Problem("internal_error");
}

function challenge(problem: Problem): string {
  return problem.code === "invalid_api_key" ? 'Bearer realm="fabula", error="invalid_token"' : 'Bearer realm="fabula"';
}

/** A refusal as a response. */
export function refusalResponse(refusal: Refusal): ApiResponse {
  return json(refusal.status, refusal.problem ?? { detail: refusal.detail }, {
    "cache-control": "no-store",
    ...refusal.headers,
  });
}

/** A JSON response. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
