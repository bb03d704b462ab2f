import type { TRPC_ERROR_CODE_KEY, TRPCDefaultErrorShape } from "@trpc/server";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { RequestAborted } from "../http/exchange.ts";
import { type Incident, type Refusal, refuse } from "../http/respond.ts";
import { type ApiErrorBody, Problem, type ValidationErrorBody } from "../kernel/problem.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";

/** Data of an error for the studio: the body of REST's answer, as `problem`, or as `detail` for a 422. */
export interface ErrorData {
  httpStatus: number;
  path: string | null;
  problem: ApiErrorBody | null;
  detail: ValidationItem[] | null;
}

/** An error as tRPC sends it. */
export interface ErrorShape {
  code: TRPCDefaultErrorShape["code"];
  message: string;
  data: ErrorData;
}

const CODES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  408: "TIMEOUT",
  409: "CONFLICT",
  // tRPC has no code for what is gone; the problem in the error has its own status.
  410: "NOT_FOUND",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** Carries a refusal through tRPC to {@link errorShape}. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Converts an error of an operation into tRPC's. */
export function trpcError(error: unknown, incident: Incident): TRPCError {
  const refusal = refuse(error, incident);
  const code = CODES[refusal.status] ?? "INTERNAL_SERVER_ERROR";
  return new TRPCError({ code, message: refusal.message, cause: new Refused(refusal) });
}

/** The error as it is sent. tRPC's own, such as an unknown procedure, become the nearest problem where there is one. */
export function errorShape(
  error: TRPCError,
  place: { code: ErrorShape["code"]; path: string | undefined; incident: Incident },
): ErrorShape {
  const path = place.path ?? null;
  const refusal = refusalOf(error, place.incident);
  if (refusal === null) {
    const data = { httpStatus: getHTTPStatusCodeFromError(error), path, problem: null, detail: null };
    return { code: place.code, message: error.message, data };
  }
  const { status, message, body } = refusal;
  const told = isValidation(body) ? { problem: null, detail: body.detail } : { problem: body, detail: null };
  return { code: place.code, message, data: { httpStatus: status, path, ...told } };
}

function isValidation(body: Refusal["body"]): body is ValidationErrorBody {
  return Array.isArray(body.detail);
}

function refusalOf(error: TRPCError, incident: Incident): Refusal | null {
  if (error.cause instanceof Refused) return error.cause.refusal;
  if (error.cause instanceof Problem) return refuse(error.cause, incident);
  // Nobody is left to read it, and nothing of ours went wrong.
  if (error.cause instanceof RequestAborted) return null;
  if (error.code === "NOT_FOUND") return refuse(new Problem("not_found"), incident);
  if (error.code === "METHOD_NOT_SUPPORTED") return refuse(new Problem("method_not_allowed"), incident);
  return error.code === "INTERNAL_SERVER_ERROR" ? refuse(error.cause ?? error, incident) : null;
}
