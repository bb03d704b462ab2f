import { isRefusal } from "../../frame/api/client.ts";

/** HTTP status of a refusal; null when no answer came. */
export function statusOf(error: unknown): number | null {
  return isRefusal(error) ? (error.data?.httpStatus ?? null) : null;
}

/** What the request is known by in the server's log; null when nothing came back that says so. */
export function requestIdOf(error: unknown): string | null {
  if (!isRefusal(error)) return null;
  return error.data?.problem?.request_id ?? responseOf(error)?.headers.get("x-request-id") ?? null;
}

/** The response an error came with; null when none came. */
export function responseOf(error: unknown): Response | null {
  const response = isRefusal(error) ? error.meta?.response : undefined;
  return response instanceof Response ? response : null;
}
