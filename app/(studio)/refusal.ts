/** Refusal of a call. */
export interface Refusal {
  code: string;
  message: string;
  requestId: string | null;
}

interface Told {
  refusal?: { body?: { code?: unknown; message?: unknown; request_id?: unknown } | null };
}

/**
 * Reads a refusal off what a call threw. By its shape, not its class: pages and the process's core each have their own
 * copy of every module, so `instanceof` says no here to what the core made.
 */
export function refusalOf(error: unknown): Refusal {
  const cause = error instanceof Error ? (error.cause as Told | undefined) : undefined;
  const body = cause?.refusal?.body;
  if (body === null || body === undefined) throw error;
  return {
    code: String(body.code),
    message: String(body.message ?? ""),
    requestId: typeof body.request_id === "string" ? body.request_id : null,
  };
}
