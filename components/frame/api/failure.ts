import { TRPCClientError } from "@trpc/client";
import { isRefusal, type StudioError } from "./client.ts";

/** An error as a person is told of it. */
export interface Failure {
  readonly kind: "unreachable" | "signed-out" | "forbidden" | "missing" | "busy" | "refused" | "broken";
  /** What the server said; empty where it said nothing. */
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
    return { kind: "unreachable", message: "", requestId: null, code: null, retryAfter: null };
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

/** What was wrong with the request, in the words of its first item. */
function refusalOf({ message, data }: StudioError): string {
  const item = data?.detail?.[0];
  if (item === undefined) return message;
  if (item.loc.at(-1) === "at_seq") return "The project’s history does not reach the moment that is asked for.";
  return `${message} ${item.msg}.`;
}

function waitOf(error: TRPCClientError<never> | Error): number {
  if (!(error instanceof TRPCClientError)) return DEFAULT_WAIT;
  const response: unknown = error.meta?.response;
  const seconds = response instanceof Response ? Number(response.headers.get("retry-after")) : 0;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_WAIT;
}
