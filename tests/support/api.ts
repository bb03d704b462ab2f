import type { Fabula } from "#server/context.ts";
import type { PlanName } from "#server/features/access/plans.ts";
import type { SessionTimings } from "#server/features/generation/public.ts";
import type { DeliveryTimings } from "#server/features/webhooks/public.ts";
import type { Clock } from "#server/kernel/clock.ts";
import type { Services } from "#server/operation/context.ts";
import type { LiveTimings } from "#server/operation/streams.ts";
import type { Areas } from "#server/operations.ts";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { type Mount, openMount } from "./mounts.ts";
import { makeWorkspace, type TestWorkspace } from "./workspace.ts";

/** Options of an API that is started for tests. */
export interface TestApiOptions {
  /** `app` unless said otherwise: without a socket a test costs a millisecond. */
  mount?: Mount;
  /** Database that is there already; a new one where it is absent. */
  database?: TestDatabase;
  /** The workspaces' plan; `demo` is never in the way. */
  plan?: PlanName;
  clock?: Clock;
  /** Receiver of log lines; lines are dropped where it is absent. */
  log?: Services["log"];
  /** Failed authentications per minute and address; high, because tests fail on purpose. */
  failures?: number;
  /** Requests without a key an hour and address; high, because all tests have the same one. */
  visits?: number;
  /** Intervals and time limits of streams. */
  liveTimings?: Partial<LiveTimings>;
  /** Sends deliveries of webhooks, so patiently; without it none are sent. */
  deliveries?: Partial<DeliveryTimings>;
  /** Carries generation sessions on, so patiently; without it none are. */
  sessions?: Partial<SessionTimings>;
  /** Areas, where they are not the product's. */
  areas?: Areas;
  /** Opens the way by which the API reaches its database, such as a relay; answers its address. */
  through?: (databaseUrl: string) => Promise<string>;
  /** Further settings, by their environment variables. */
  environment?: Record<string, string>;
}

/** Parts of a request. */
export interface CallOptions {
  /** The workspace's key with every scope unless said otherwise; null sends none. */
  key?: string | null;
  /** Sent as JSON. */
  body?: unknown;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
}

/** Answer to a call. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; null when there was none. */
  readonly body: Body;
}

type Loose = Record<string, unknown>;

/** An API on a database of its own. */
export interface TestApi {
  readonly fabula: Fabula;
  readonly services: Services;
  readonly database: Services["database"];
  /** For another process on the same database. */
  readonly databaseUrl: string;
  /** Address to send requests to; without a socket it is only good for {@link TestApi.fetch}. */
  readonly url: string;
  /** The workspace that calls are made for. */
  readonly home: TestWorkspace;
  /** Workspace of a different owner. */
  readonly stranger: TestWorkspace;
  /** Sends a request as it is; the path is appended to {@link TestApi.url}. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON and reads JSON. */
  call<Body = Loose>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** Makes a project of the home workspace and answers its id. */
  makeProject(options?: { key?: string; name?: string }): Promise<string>;
  close(): Promise<void>;
}

/** Starts an API on a fresh database, with two workspaces and their keys. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await createTestDatabase());
  const mounted = await openMount(options.mount ?? "app", {
    databaseUrl: (await options.through?.(database.url)) ?? database.url,
    failures: options.failures ?? 1_000_000,
    visits: options.visits ?? 1_000_000,
    environment: options.environment ?? {},
    parts: {
      ...(options.clock !== undefined && { clock: options.clock }),
      ...(options.log !== undefined && { log: options.log }),
      ...(options.deliveries !== undefined && { deliveries: options.deliveries }),
      ...(options.sessions !== undefined && { sessions: options.sessions }),
      ...(options.areas !== undefined && { areas: options.areas }),
      ...(options.liveTimings !== undefined && { liveTimings: options.liveTimings }),
    },
  });
  const { fabula, url } = mounted;
  const sessions = { ...fabula.config, publicUrl: fabula.services.publicUrl };
  const plan = options.plan ?? "demo";
  const pools = fabula.services.database;
  const home = await makeWorkspace(pools, { name: "Home", plan, sessions });
  const stranger = await makeWorkspace(pools, { name: "Stranger", plan, sessions });

  const call = async <Body = Loose>(method: string, path: string, request: CallOptions = {}): Promise<Answer<Body>> => {
    const response = await mounted.fetch(path + queryOf(request.query), initOf(method, request, home.key));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? null : JSON.parse(text)) as Body,
    };
  };
  return {
    fabula,
    services: fabula.services,
    database: pools,
    databaseUrl: database.url,
    url,
    home,
    stranger,
    fetch: mounted.fetch,
    call,
    makeProject: async ({ key, name = "A project" } = {}) => {
      const made = await call<{ id: string }>("POST", "/v1/projects", {
        body: { name },
        ...(key !== undefined && { key }),
      });
      if (made.status !== 201) throw new Error(`no project was made: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body.id;
    },
    close: async () => {
      await mounted.close();
      await database.drop();
    },
  };
}

function queryOf(query: CallOptions["query"]): string {
  if (query === undefined) return "";
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `?${pairs.join("&")}`;
}

function initOf(method: string, request: CallOptions, defaultKey: string): RequestInit {
  const headers = new Headers(request.headers);
  const key = request.key === undefined ? defaultKey : request.key;
  if (key !== null) headers.set("authorization", `Bearer ${key}`);
  if (request.body === undefined) return { method, headers };
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  return { method, headers, body: JSON.stringify(request.body) };
}
