import { randomUUID } from "node:crypto";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { type RateLimiter, rateLimited } from "../http/app.ts";
import { payloadTooLarge } from "../http/body.ts";
import { asksForMessages } from "../http/conditions.ts";
import { readBody, toResponse } from "../http/fetch-mount.ts";
import type { Incident } from "../http/respond.ts";
import { eventStream } from "../http/sse.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Services } from "../operation/context.ts";
import type { Answer } from "../operation/idempotency.ts";
import { countedRequest } from "../operation/usage.ts";
import { requireSameOrigin, requireSameSite, requireSameWorkspace, type StudioContext } from "./context.ts";
import type { AppRouter } from "./router.ts";

/** Path of the studio's API. */
export const TRPC_PATH = "/api/trpc";

/** Largest batch of calls the studio sends, imports included. */
const STUDIO_LIMIT_BYTES = 17 * 1024 * 1024;

/** Calls one batch may hold: a page asks for a handful of things at once. */
const MAX_BATCH = 20;

export interface StudioParts {
  services: Services;
  router: AppRouter;
  limiter: RateLimiter;
  /** Resolves the session a request's cookies name, or throws the 401 it deserves. */
  sessionOf: (headers: Headers) => Promise<Caller>;
}

/** The studio's API as a process offers it: over HTTP, and to its own pages. */
export interface Studio extends StudioParts {
  /** `read` replaces the request's own body where a mount has a cheaper way to it. */
  fetch(request: Request, read?: ReadBody): Promise<Response>;
  /** The operations as whoever is signed in may call them, for pages that read before they are sent. */
  caller(headers: Headers): StudioCaller;
}

export type StudioCaller = ReturnType<AppRouter["createCaller"]>;

/** Reads a whole body; null as soon as it is known to be larger than the limit. */
type ReadBody = (limitBytes: number) => Promise<Uint8Array | null>;

/** Puts the studio's API together. */
export function createStudio(parts: StudioParts): Studio {
  return {
    ...parts,
    fetch: (request, read) => answerStudio(parts, request, read),
    // A page reads; whoever lets one write has to check where the request came from, as server actions do.
    caller: (headers) => parts.router.createCaller(studioContext(parts, headers, () => {}, NOT_FOLLOWED)),
  };
}

/** A call that a page makes before it is sent. */
const NOT_FOLLOWED = { gone: null, follow: null };

/** Returns the context shared by one request's procedures. `guard` refuses what this caller may not do from there. */
function studioContext(
  parts: StudioParts,
  requestHeaders: Headers,
  guard: () => void,
  { gone, follow }: Pick<StudioContext, "gone" | "follow">,
): StudioContext {
  const requestId = randomUUID();
  const headers: Record<string, string> = {};
  const { log, publicUrl, usage, requestTimes, knownProjects } = parts.services;
  const started = performance.now();
  let caller: Promise<Caller> | null = null;
  return {
    requestId,
    headers,
    admit: async () => {
      caller ??= parts.sessionOf(requestHeaders);
      const found = await caller;
      requireSameWorkspace(requestHeaders, headers, found);
      const allowance = await parts.limiter.take(found);
      Object.assign(headers, allowance.headers);
      if (!allowance.allowed) {
        const asked = { class: "other", projectId: null, status: 429 } as const;
        usage.count(countedRequest({ caller: found, ...asked, knownProjects }));
        requestTimes.note({ ...asked, ms: performance.now() - started });
        throw rateLimited(allowance);
      }
      guard();
      return found;
    },
    incident: (operation): Incident => ({ requestId, operation, log, publicUrl }),
    gone,
    follow,
  };
}

/** Answers a request of the studio. */
export async function answerStudio(
  parts: StudioParts,
  request: Request,
  read: ReadBody = (limitBytes) => readBody(request, limitBytes),
): Promise<Response> {
  const { headers, method } = request;
  const guard = () => {
    if (method !== "GET") requireSameOrigin(headers, parts.services.publicUrl);
    else requireSameSite(headers);
  };
  let stream: Answer | null = null;
  const isFollowed = method === "POST" && asksForMessages(headers.get("accept"));
  const follow = (opened: Answer) => {
    stream = opened;
  };
  const context = studioContext(parts, headers, guard, {
    gone: request.signal,
    follow: isFollowed ? follow : null,
  });
  const answered = await fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: withLateBody(request, read),
    router: parts.router,
    maxBatchSize: MAX_BATCH,
    createContext: () => context,
    // A refusal met while the body was read: tRPC knows it only as a failure.
    responseMeta: ({ errors }) => {
      const cause = errors[0]?.cause;
      return cause instanceof Problem ? { status: cause.status } : {};
    },
  });
  const { heartbeatMs } = parts.services.live.timings;
  const response =
    stream === null ? answered : toResponse(request, eventStream(stream, null, { heartbeatMs, headersOnly: false }));
  for (const [name, value] of Object.entries(context.headers)) response.headers.set(name, value);
  response.headers.set("x-request-id", context.requestId);
  response.headers.set("x-content-type-options", "nosniff");
  // A stream that is compressed on its way arrives late.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  response.headers.set("cache-control", isStream ? "no-store, no-transform" : "no-store");
  return response;
}

/** The request with a body that is read when a procedure asks for it: who sends a large one has to be somebody first. */
function withLateBody({ url, method, headers }: Request, read: ReadBody): Request {
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const bytes = await read(STUDIO_LIMIT_BYTES);
        if (bytes === null) throw payloadTooLarge(STUDIO_LIMIT_BYTES);
        if (bytes.length > 0) controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method, headers, body, duplex: "half" };
  return new Request(url, init);
}
