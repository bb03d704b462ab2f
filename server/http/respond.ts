import { type ApiErrorBody, Problem, type ValidationErrorBody, ValidationProblem } from "../kernel/problem.ts";
import { VALIDATION } from "../kernel/problem-catalogue.ts";
import type { Log } from "../operation/context.ts";
import type { SentFile } from "../operation/file-answer.ts";
import type { JsonPieces } from "../operation/json-pieces.ts";
import { databaseProblem } from "../record/database-errors.ts";
import { contentDisposition } from "./content-disposition.ts";
import { CORS_HEADERS } from "./cors.ts";
import { type ApiResponse, RequestAborted } from "./exchange.ts";

/** A refusal, before a transport gives it its form. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  message: string;
  body: ApiErrorBody | ValidationErrorBody;
}

/** Identification of a request in errors and logs. */
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
  const { requestId, publicUrl } = incident;
  if (error instanceof ValidationProblem) {
    return { status: VALIDATION.status, headers: {}, message: error.message, body: error.body(requestId, publicUrl) };
  }
  const problem = error instanceof Problem ? error : (databaseProblem(error) ?? unexpected(error, incident));
  const headers = { ...problem.headers };
  if (problem.status === 401) headers["www-authenticate"] ??= challenge(problem);
  return { status: problem.status, headers, message: problem.message, body: problem.body(requestId, publicUrl) };
}

function unexpected(error: unknown, { requestId, operation, log }: Incident): Problem {
  // Nobody is left to be answered.
  if (!(error instanceof RequestAborted))
    log.error({ request_id: requestId, operation, error }, "a request failed unexpectedly");
  return new Problem("internal_error");
}

function challenge(problem: Problem): string {
  return problem.code === "invalid_api_key" ? 'Bearer realm="fabula", error="invalid_token"' : 'Bearer realm="fabula"';
}

/** A refusal as a response. */
export function refusalResponse(refusal: Refusal): ApiResponse {
  return json(refusal.status, refusal.body, { "cache-control": "no-store", ...refusal.headers });
}

/** Headers that every answer has: it may be read by scripts of any origin, and is found in the log by its id. */
export function standardHeaders(requestId: string): Record<string, string> {
  return { ...CORS_HEADERS, "x-request-id": requestId, "x-content-type-options": "nosniff" };
}

/** A JSON response. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** A JSON response whose body is made while it is sent. */
export function piecesResponse(status: number, pieces: JsonPieces, headers: Record<string, string>): ApiResponse {
  const { encoding } = pieces;
  return { status, headers: { "content-type": "application/json", ...headers }, body: null, pieces, encoding };
}

/** A response that is a file, to be saved under its name. */
export function fileResponse(
  status: number,
  { filename, mediaType, isBinary, text }: SentFile,
  headers: Record<string, string>,
): ApiResponse {
  const named = {
    "content-type": isBinary || mediaType === "application/json" ? mediaType : `${mediaType}; charset=utf-8`,
    "content-disposition": contentDisposition("attachment", filename),
    ...headers,
  };
  if (typeof text === "string") return { status, headers: named, body: text };
  return { status, headers: named, body: null, pieces: text() };
}
