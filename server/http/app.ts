import { randomUUID } from "node:crypto";
import { FILES_PATH } from "../artifacts/signed-path.ts";
import { receiveEvent } from "../features/billing/public.ts";
import { STREAMS_PATH } from "../features/conversations/public.ts";
import { Problem } from "../kernel/problem.ts";
import type { ProblemDetail } from "../kernel/problem-details.ts";
import type { Caller } from "../kernel/scope.ts";
import type { Services } from "../operation/context.ts";
import { notForPlayers, requireScope } from "../operation/gate.ts";
import type { Operation } from "../operation/operation.ts";
import { countedRequest, type OperationClass, operationClass } from "../operation/usage.ts";
import { apartFromDeadline, withinDeadline } from "../record/deadline.ts";
import { REQUEST_MS } from "../record/time-limits.ts";
import { payloadTooLarge } from "./body.ts";
import { preflight } from "./cors.ts";
import { type ApiRequest, type ApiResponse, RequestAborted } from "./exchange.ts";
import { toApiRequest, toResponse } from "./fetch-mount.ts";
import { noSuchPath } from "./nearest-path.ts";
import type { ServedDocument } from "./openapi/served-document.ts";
import { answerOperation, answerPublic } from "./operation-request.ts";
import { health, type Readiness, ready } from "./probes.ts";
import { type Incident, json, refusalResponse, refuse, standardHeaders } from "./respond.ts";
import { Routes } from "./routes.ts";
import { RUNTIME_FILES, type RuntimeFiles } from "./runtime-files.ts";
import type { ServedFiles } from "./served-files.ts";
import { answerTicket } from "./served-streams.ts";

/** Resolves a key to its holder, or throws the 401 or 429 it deserves. */
export interface Authenticator {
  byHeader(authorization: string | null, from: Pick<ApiRequest, "clientAddress">): Promise<Caller>;
}

/** Counts a caller's request against the plan. */
export interface RateLimiter {
  /** A dearer request counts as several. */
  take(caller: Caller, cost?: number): Promise<Allowance> | Allowance;
  /** Counts what a player does; null for callers who are no players. */
  takeMessage(caller: Caller): Promise<Allowance> | Allowance | null;
}

/** A document to be executed for a caller who is known and was counted once. */
export interface GraphqlCall {
  readonly caller: Caller;
  readonly requestId: string;
  readonly incident: Incident;
  /** Takes more from the caller's allowance. */
  take(cost: number): Promise<Allowance>;
  /** Learns which project is asked about; the request is counted for the first. */
  about(projectId: string): void;
}

/** `/v1/graphql`. */
export interface Graphql {
  /** Makes the schema unless it is made. */
  load(): Promise<void>;
  /** Executes the document of a request. */
  answer(request: ApiRequest, call: GraphqlCall): Promise<ApiResponse>;
  /** The page for a browser: with the refusal of whoever could not show a key, it asks for one. */
  page(refused: ApiResponse | null): ApiResponse;
  /** Files that need no key, by their addresses: script and style of the page, and the schema. */
  readonly assets: Readonly<Record<string, (ifNoneMatch: string | null) => ApiResponse | Promise<ApiResponse>>>;
}

export interface Allowance {
  allowed: boolean;
  /** `RateLimit-Policy` and `RateLimit`, with `Retry-After` when the request is refused; lower-case names. */
  headers: Record<string, string>;
  /** For the 429's `detail`. */
  detail: ProblemDetail<"rate_limited"> | null;
}

export interface AppParts {
  services: Services;
  operations: readonly Operation[];
  authenticator: Authenticator;
  limiter: RateLimiter;
  openapi: ServedDocument;
  graphql: Graphql;
  /** The files that games play dialogues by. */
  runtime: Pick<RuntimeFiles, "answer">;
  /** Files of projects, by signed addresses. */
  files: Pick<ServedFiles, "answer">;
  /** False while it is known that nothing can be looked up. */
  isAvailable: () => boolean;
  /** Check behind `/ready`. */
  readiness: () => Promise<Readiness>;
}

/** The public API: `/v1`, `/health`, `/ready`, the files of the runtime, those of projects, and streams for tickets. */
export interface App {
  /** Makes what requests of all callers share, unless it is made: the schema of GraphQL and the description of the interface. */
  load(): Promise<void>;
  /** Answers a request of our own listener. Never throws. */
  answer(request: ApiRequest): Promise<ApiResponse>;
  /**
   * The same for anything that speaks `Request` and `Response`. `target` is the request's path and query as they were sent,
   * where its URL may differ.
   */
  fetch(request: Request, from?: { clientAddress?: string; target?: string | null }): Promise<Response>;
}

/** Whether the app, and not a page, answers this path. */
export function isApiPath(path: string): boolean {
  return (
    path.startsWith("/v1/") ||
    path.startsWith(FILES_PATH) ||
    path.startsWith(STREAMS_PATH) ||
    ["/v1", "/health", "/ready", PAYMENT_NOTICES].includes(path) ||
    isRuntimeFile(path)
  );
}

const isRuntimeFile = (path: string): path is keyof typeof RUNTIME_FILES => Object.hasOwn(RUNTIME_FILES, path);

/** Makes the app from the registry. */
export function createApp(parts: AppParts): App {
  const routes = new Routes(parts.operations);
  const answer = (request: ApiRequest) => answerRequest(parts, routes, request);
  return {
    load: async () => {
      await parts.graphql.load();
      await parts.openapi.load();
    },
    answer,
    fetch: async (request, from = {}) => toResponse(request, await answer(toApiRequest(request, from))),
  };
}

/** Facts about a request gathered while it is answered, for its headers and its log line. */
interface Trace extends Incident {
  actor: string | null;
  /** Caller of the request; null while unknown, in which case it is not counted. */
  caller: Caller | null;
  /** Class and project by which usage is counted. */
  asked: { class: OperationClass; projectId: string | null };
  limitHeaders: Record<string, string>;
}

/** Methods that an address of this service may have; whatever else is sent is refused without asking where. */
export const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const READING = ["GET", "HEAD"];

/** Path of the GraphQL endpoint. */
export const GRAPHQL_PATH = "/v1/graphql";
const GRAPHQL_METHODS = [...READING, "POST"];

/** Returns the answer for a client that went away: nobody receives it, and the log shows the number proxies use. */
const abandoned = (): ApiResponse => ({ status: 499, headers: {}, body: null });

async function answerRequest(parts: AppParts, routes: Routes, request: ApiRequest): Promise<ApiResponse> {
  const { log, publicUrl, usage, requestTimes, knownProjects } = parts.services;
  const started = performance.now();
  const trace: Trace = {
    requestId: randomUUID(),
    operation: request.method,
    log,
    publicUrl,
    actor: null,
    caller: null,
    asked: { class: "other", projectId: null },
    limitHeaders: {},
  };
  let response: ApiResponse;
  try {
    response = await withinDeadline(REQUEST_MS, () => dispatch(parts, routes, request, trace));
  } catch (error) {
    response = error instanceof RequestAborted ? abandoned() : refusalResponse(refuse(error, trace));
    if (response.status === 401 && isForBrowser(request)) response = parts.graphql.page(response);
  }
  const { caller, asked } = trace;
  if (caller !== null) usage.count(countedRequest({ caller, ...asked, status: response.status, knownProjects }));
  const ms = Math.round((performance.now() - started) * 10) / 10;
  requestTimes.note({ class: asked.class, status: response.status, ms });
  log.request({
    request_id: trace.requestId,
    operation: trace.operation,
    status: response.status,
    actor: trace.actor,
    ms,
  });
  // Nobody else holds the answer by now.
  Object.assign(response.headers, trace.limitHeaders, standardHeaders(trace.requestId));
  return response;
}

async function dispatch(parts: AppParts, routes: Routes, request: ApiRequest, trace: Trace): Promise<ApiResponse> {
  const keyless = keylessAt(parts, request);
  if (keyless !== null) {
    trace.operation = `${request.method} ${request.path}`;
    return answerKeyless(keyless, request.method);
  }
  if (request.path.startsWith(FILES_PATH)) {
    // Its address would open the file for whoever reads the log.
    trace.operation = `${request.method} ${FILES_PATH}…`;
    if (!parts.isAvailable()) throw unavailable();
    return answerKeyless(() => parts.files.answer(request), request.method);
  }
  if (request.path.startsWith(STREAMS_PATH)) {
    trace.operation = `${request.method} ${STREAMS_PATH}…`;
    if (!parts.isAvailable()) throw unavailable();
    if (request.method === "OPTIONS") return preflight(["GET"]);
    if (request.method !== "GET") throw methodNotAllowed(["GET"]);
    return answerTicket(parts.services, request, trace.requestId);
  }
  if (request.path === PAYMENT_NOTICES) {
    trace.operation = `${request.method} ${PAYMENT_NOTICES}`;
    return answerNotice(parts, request, trace.requestId);
  }
  if (!isApiPath(request.path))
    throw METHODS.has(request.method)
      ? noSuchPath(request.method, request.path, parts.operations)
      : methodNotAllowed(READING);
  const isGraphql = request.path === GRAPHQL_PATH;
  if (request.method === "OPTIONS") return preflight(isGraphql ? GRAPHQL_METHODS : routes.methodsAt(request.path));
  const route = routes.find(request.method, request.path);
  if (route.found === "operation" || route.found === "public")
    trace.operation = `${route.operation.method} ${route.operation.path}`;
  if (isGraphql) trace.operation = `${request.method} ${GRAPHQL_PATH}`;
  if (!parts.isAvailable()) throw unavailable();
  if (route.found === "path" && !route.needsKey) throw methodNotAllowed(route.methods);
  if (route.found === "public") return answerPublic(parts.services, request, { ...route, requestId: trace.requestId });
  // Nothing is said about an address, not even that it does not exist, before the key is known to be good.
  const caller = await parts.authenticator.byHeader(request.header("authorization"), request);
  trace.actor = caller.actor;
  trace.caller = caller;
  if (route.found === "operation")
    trace.asked = { class: operationClass(route.operation), projectId: route.params.project_id ?? null };
  else if (isGraphql) trace.asked = { class: "graphql", projectId: null };
  const taken = parts.limiter.take(caller);
  const allowance = taken instanceof Promise ? await taken : taken;
  trace.limitHeaders = allowance.headers;
  if (!allowance.allowed) throw rateLimited(allowance);
  if (isGraphql && caller.player !== null) throw notForPlayers();
  if (isGraphql) return answerGraphql(parts, request, trace, caller);
  if (route.found === "nothing") throw noSuchPath(request.method, request.path, parts.operations);
  if (route.found === "path") throw methodNotAllowed(route.methods);
  if (!READING.includes(request.method)) await admitMessage(parts, caller, trace);
  return answerOperation(parts.services, request, { ...route, caller, requestId: trace.requestId });
}

/** Counts what a player does, beside the requests of all players. */
async function admitMessage({ limiter }: AppParts, caller: Caller, trace: Trace): Promise<void> {
  const allowance = await limiter.takeMessage(caller);
  if (allowance === null) return;
  trace.limitHeaders = allowance.headers;
  if (!allowance.allowed) throw rateLimited(allowance);
}

/** Whether a person looks at `/v1/graphql`. */
function isForBrowser(request: ApiRequest): boolean {
  if (request.path !== GRAPHQL_PATH || !READING.includes(request.method)) return false;
  return request.header("accept")?.includes("text/html") === true;
}

function answerGraphql(
  parts: AppParts,
  request: ApiRequest,
  trace: Trace,
  caller: Caller,
): Promise<ApiResponse> | ApiResponse {
  if (!GRAPHQL_METHODS.includes(request.method)) throw methodNotAllowed(GRAPHQL_METHODS);
  if (isForBrowser(request)) {
    requireScope(caller, "read", null);
    return parts.graphql.page(null);
  }
  return parts.graphql.answer(request, {
    caller,
    requestId: trace.requestId,
    incident: trace,
    take: async (cost) => {
      const allowance = await parts.limiter.take(caller, cost);
      trace.limitHeaders = allowance.headers;
      return allowance;
    },
    about: (projectId) => {
      trace.asked = { class: trace.asked.class, projectId: trace.asked.projectId ?? projectId };
    },
  });
}

/**
 * Path for notices of the payment provider: outside of `/v1`, because it has no key of ours but signs what it sends.
 */
const PAYMENT_NOTICES = "/hooks/payments";
/** Notices have a few kilobytes. */
const NOTICE_BYTES = 1024 * 1024;

async function answerNotice(parts: AppParts, request: ApiRequest, requestId: string): Promise<ApiResponse> {
  if (request.method !== "POST") throw methodNotAllowed(["POST"]);
  if (!parts.isAvailable()) throw unavailable();
  const body = await apartFromDeadline(() => request.read(NOTICE_BYTES));
  if (body === null) throw payloadTooLarge(NOTICE_BYTES);
  const signature = request.header("stripe-signature");
  const outcome = await receiveEvent(parts.services, { body, signature, requestId });
  return json(200, { outcome }, { "cache-control": "no-store" });
}

/** Addresses that need no key; all of them are read with GET. */
function keylessAt(parts: AppParts, request: ApiRequest): (() => ApiResponse | Promise<ApiResponse>) | null {
  const { path } = request;
  if (isRuntimeFile(path)) return () => parts.runtime.answer(path, request.header("if-none-match"));
  switch (path) {
    case "/health":
      return health;
    case "/ready":
      return () => ready(parts.readiness);
    case "/v1/openapi.json":
      return () => parts.openapi.answer(request.header("if-none-match"));
    default: {
      const asset = parts.graphql.assets[request.path];
      return asset === undefined ? null : () => asset(request.header("if-none-match"));
    }
  }
}

function answerKeyless(
  answer: () => ApiResponse | Promise<ApiResponse>,
  method: string,
): ApiResponse | Promise<ApiResponse> {
  if (method === "OPTIONS") return preflight(READING);
  if (!READING.includes(method)) throw methodNotAllowed(READING);
  return answer();
}

/** The refusal of a caller whose limit is spent. */
export function rateLimited({ detail }: Pick<Allowance, "detail">): Problem {
  return new Problem("rate_limited", detail === null ? {} : { detail });
}

function unavailable(): Problem {
  return new Problem("unavailable", { headers: { "retry-after": "2" } });
}

function methodNotAllowed(methods: readonly string[]): Problem {
  return new Problem("method_not_allowed", { headers: { allow: [...methods, "OPTIONS"].join(", ") } });
}
