import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { RateLimiter } from "../http/app.ts";
import type { Incident } from "../http/respond.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Services } from "../operation/context.ts";
import { requireSameOrigin, type StudioContext } from "./context.ts";
import type { AppRouter } from "./router.ts";

/** Where the studio's API is mounted. */
export const TRPC_PATH = "/api/trpc";

/** Largest batch of calls the studio sends, imports included. */
export const STUDIO_LIMIT_BYTES = 17 * 1024 * 1024;

/** Calls one batch may hold: a page asks for a handful of things at once. */
const MAX_BATCH = 20;

export interface StudioParts {
  services: Services;
  router: AppRouter;
  limiter: RateLimiter;
  /** Resolves the session a request's cookies name, or throws the 401 it deserves. */
  sessionOf: (headers: Headers) => Promise<Caller>;
}

/** What one request's procedures share. `guard` refuses what this caller may not do from there. */
export function studioContext(parts: StudioParts, who: () => Promise<Caller>, guard: () => void): StudioContext {
  const requestId = randomUUID();
  const headers: Record<string, string> = {};
  let caller: Promise<Caller> | null = null;
  return {
    requestId,
    headers,
    admit: async () => {
      caller ??= who();
      const found = await caller;
      const allowance = await parts.limiter.take(found);
      Object.assign(headers, allowance.headers);
      if (!allowance.allowed)
        throw new Problem("rate_limited", allowance.detail === null ? {} : { detail: allowance.detail });
      guard();
      return found;
    },
    incident: (operation): Incident => ({
      requestId,
      operation,
      log: parts.services.log,
      publicUrl: parts.services.publicUrl,
    }),
  };
}

/** Answers a request of the studio. */
export async function answerStudio(parts: StudioParts, request: Request): Promise<Response> {
  const guard = () => {
    if (request.method !== "GET") requireSameOrigin(request.headers, parts.services.publicUrl);
  };
  const context = studioContext(parts, () => parts.sessionOf(request.headers), guard);
  const response = await fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: request,
    router: parts.router,
    maxBatchSize: MAX_BATCH,
    createContext: () => context,
    // A refusal met while the body was read: tRPC knows it only as a failure.
    responseMeta: ({ errors }) => {
      const cause = errors[0]?.cause;
      return cause instanceof Problem ? { status: cause.status } : {};
    },
  });
  for (const [name, value] of Object.entries(context.headers)) response.headers.set(name, value);
  response.headers.set("x-request-id", context.requestId);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("cache-control", "no-store");
  return response;
}
