import { faultWords, isUnanswered } from "../../ui/call-failure.ts";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { isRefusal, type StudioError } from "./client.ts";

/** An error as a person is told of it. */
export interface Failure {
  readonly kind: "unreachable" | "signed-out" | "forbidden" | "missing" | "busy" | "refused" | "broken" | "fault";
  /** Message of the server; empty for none. */
  readonly message: string;
  /** Leads to the failure in the server's log. */
  readonly requestId: string | null;
  /** The code whose page explains it. */
  readonly code: string | null;
  /** Seconds until another try makes sense, for `busy`. */
  readonly retryAfter: number | null;
}

const KINDS: Readonly<Record<number, Failure["kind"]>> = {
  401: "signed-out",
  403: "forbidden",
  404: "missing",
  410: "missing",
  429: "busy",
  503: "busy",
};
const DEFAULT_WAIT = 10;

/** Sorts out what a call threw: whether it arrived, what was said, and what can be done. */
export function failureOf(error: unknown): Failure {
  if (!isRefusal(error)) {
    const unsent = { requestId: null, code: null, retryAfter: null };
    if (isUnanswered(error)) return { kind: "unreachable", message: "", ...unsent };
    return { kind: "fault", message: error instanceof FormMistake ? error.message : faultWords(error), ...unsent };
  }
  const status = error.data?.httpStatus ?? 500;
  const kind = KINDS[status] ?? (status >= 500 ? "broken" : "refused");
  const problem = error.data?.problem ?? null;
  return {
    kind,
    message: problem?.message ?? (kind === "broken" ? "" : refusalOf(error)),
    requestId: problem?.request_id ?? null,
    code: problem?.code ?? null,
    retryAfter: kind === "busy" ? waitOf(error) : null,
  };
}

/** Returns a failure in one sentence or more, where nothing else says what kind it is of. */
export function failureWords(error: unknown): string {
  const { kind, message } = failureOf(error);
  if (kind === "unreachable") return "The service could not be reached.";
  return message || "Something went wrong on our side.";
}

/** Returns the mistake in a request, in the words of its first item. */
function refusalOf({ message, data }: StudioError): string {
  const item = data?.detail?.[0];
  if (item === undefined) return message;
  if (item.loc.at(-1) === "at_seq") return "The project’s history does not reach this moment.";
  return `${message} ${item.msg}.`;
}

function waitOf(error: StudioError): number {
  const seconds = Number(responseOf(error)?.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_WAIT;
}

/** Tells whether a request was refused for one of its fields. */
export function isAbout(error: unknown, field: string): boolean {
  return isRefusal(error) && (error.data?.detail?.some(({ loc }) => loc.at(-1) === field) ?? false);
}

/** HTTP status of a refusal; null when no answer came. */
export function statusOf(error: unknown): number | null {
  return isRefusal(error) ? (error.data?.httpStatus ?? null) : null;
}

/** Returns the id of the request in the server's log; null when no answer names it. */
export function requestIdOf(error: unknown): string | null {
  if (!isRefusal(error)) return null;
  return error.data?.problem?.request_id ?? responseOf(error)?.headers.get("x-request-id") ?? null;
}

/** The response an error came with; null when none came. */
export function responseOf(error: unknown): Response | null {
  const response = isRefusal(error) ? error.meta?.response : undefined;
  return response instanceof Response ? response : null;
}
