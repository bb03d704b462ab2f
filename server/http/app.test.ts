import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { WorkNotifier } from "#server/leases/work-notifier.ts";
import { testArtifacts } from "#tests/support/artifacts.ts";
import { testEnvelope } from "#tests/support/envelope.ts";
import { testJobs } from "#tests/support/jobs.ts";
import { noModels } from "../adapters/llm/port.ts";
import { noMail } from "../adapters/mail/port.ts";
import { embeddedBilling } from "../adapters/payments/port.ts";
import { openPerspective } from "../features/facts/public.ts";
import { retiredVoices } from "../features/npcs/public.ts";
import { playthroughs } from "../features/runs/public.ts";
import { systemClock } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";
import { type Caller, NO_PROJECT_ROLES } from "../kernel/scope.ts";
import { createLive } from "../live/live.ts";
import { createLogger } from "../log/log.ts";
import type { Services } from "../operation/context.ts";
import { KnownProjects } from "../operation/known-projects.ts";
import { read } from "../operation/operation.ts";
import { RequestTimes } from "../operation/request-times.ts";
import { noThreads } from "../operation/threads.ts";
import { noUsage } from "../operation/usage.ts";
import { noVisits } from "../operation/visits.ts";
import { createOutbound } from "../outbound/outbound.ts";
import type { Database } from "../record/database.ts";
import { TotalsCache } from "../record/list/totals.ts";
import { ResourceRegistry } from "../record/registry.ts";
import { WriteQueue } from "../record/write-queue.ts";
import { type AppParts, createApp } from "./app.ts";
import { ServedDocument } from "./openapi/served-document.ts";

const caller: Caller = {
  kind: "key",
  actor: "key:key_1",
  id: "key_1",
  workspaceId: "wsp_1",
  scopes: ["read"],
  modes: ["test"],
  projectIds: null,
  role: null,
  projectRoles: NO_PROJECT_ROLES,
  plan: "demo",
  sealKey: null,
  readsAs: null,
  player: null,
  sessionVersion: null,
};

/** An app of one operation, which throws. */
const nothing = { status: 204, headers: {}, body: null };

function appThatThrows(thrown: unknown, parts: Partial<AppParts> = {}) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  const pool = {
    execute: async () => [],
    transaction: async <T>(_: string, work: (db: never) => Promise<T>) => work({} as never),
  };
  const live = createLive({
    database: {} as Database,
    log: createLogger({ environment: "test", logLevel: "silent" }),
    playerKeys: { read: async () => new Map() },
    listenUrl: "",
  });
  const services: Services = {
    database: { reads: pool, writes: pool, close: async () => {} },
    resources: new ResourceRegistry([]),
    queue: new WriteQueue(),
    visits: noVisits,
    knownProjects: new KnownProjects(),
    artifacts: testArtifacts({} as Database, systemClock),
    totals: new TotalsCache(),
    openPerspective,
    retiredVoices,
    playthroughs,
    live,
    jobs: testJobs({} as Database, systemClock, live.calls),
    envelope: testEnvelope,
    playerKeys: { read: async () => new Map() },
    erasures: { note: async () => {} },
    work: new WorkNotifier(),
    clock: systemClock,
    log: createLogger({ environment: "test", logLevel: "debug" }, { write }),
    publicUrl: "https://fabula.example",
    outbound: createOutbound({
      allow: [],
      own: { listenerPort: 0, publicUrl: "https://fabula.example", databaseUrls: [] },
    }),
    models: noModels,
    pictures: noModels,
    speech: noModels,
    checkOutputs: true,
    threads: noThreads,
    usage: noUsage,
    requestTimes: new RequestTimes(),
    mailer: noMail,
    payments: embeddedBilling,
    currentCaller: async (caller) => caller,
    forgetCallers: () => {},
  };
  const operation = read({
    method: "GET",
    path: "/v1/broken",
    scope: "read",
    summary: "Break",
    params: z.object({}),
    output: z.object({}),
    handle: async () => {
      throw thrown;
    },
  });
  const app = createApp({
    services,
    operations: [operation],
    authenticator: { byHeader: async () => caller },
    limiter: { take: () => ({ allowed: true, headers: { ratelimit: "r" }, detail: null }), takeMessage: () => null },
    openapi: new ServedDocument(async () => "{}"),
    graphql: { load: async () => {}, answer: async () => nothing, page: () => nothing, assets: {} },
    runtime: { answer: async () => nothing },
    files: { answer: async () => nothing },
    isAvailable: () => true,
    readiness: async () => ({ checks: { database: "ok" }, oldest_transaction: null, longest_queue: null }),
    ...parts,
  });
  return { ask: (path = "/v1/broken") => app.fetch(new Request(`http://x${path}`)), lines };
}

describe("an unexpected failure", () => {
  it("is answered without a word about its cause, and logged under the request's id", async () => {
    const { ask, lines } = appThatThrows(new Error("the cause"));
    const response = await ask();
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      code: "internal_error",
      doc_url: "https://fabula.example/docs/errors/internal_error",
    });
    expect(text).not.toMatch(/the cause|at .*\.ts/);
    const logged = lines.find((line) => line.msg === "a request failed unexpectedly");
    expect(logged).toMatchObject({ request_id: response.headers.get("x-request-id"), operation: "GET /v1/broken" });
    expect(JSON.stringify(logged)).toContain("the cause");
  });

  it("never logs the parameters of a statement", async () => {
    const { ask, lines } = appThatThrows(new DrizzleQueryError("SELECT $1", ["canary"], new Error("cause")));
    expect((await ask()).status).toBe(500);
    expect(JSON.stringify(lines)).not.toContain("canary");
  });

  it("of the connection to the database is a 503 that says when to come back", async () => {
    const lost = new DrizzleQueryError("SELECT 1", [], Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
    const response = await appThatThrows(lost).ask();
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "unavailable" });
  });

  it("in what is not an error is survived too", async () => {
    expect((await appThatThrows("a text").ask()).status).toBe(500);
    expect((await appThatThrows(undefined).ask()).status).toBe(500);
  });
});

describe("the order of answers", () => {
  const noKey = { byHeader: () => Promise.reject(new Problem("unauthorized")) };
  const noMore = {
    take: () => ({
      allowed: false,
      headers: { ratelimit: "r", "retry-after": "7" },
      detail: { violated_policies: ["default"] },
    }),
    takeMessage: () => null,
  };

  it("is 401, 429, 404", async () => {
    for (const path of ["/v1/broken", "/v1/nothing"]) {
      const without = await appThatThrows(null, { authenticator: noKey, limiter: noMore }).ask(path);
      expect(without.status).toBe(401);
      expect(without.headers.get("ratelimit")).toBeNull();
      const spent = await appThatThrows(null, { limiter: noMore }).ask(path);
      expect(spent.status).toBe(429);
      expect(spent.headers.get("retry-after")).toBe("7");
      expect(spent.headers.get("ratelimit")).toBe("r");
      expect(await spent.json()).toMatchObject({ code: "rate_limited", detail: { violated_policies: ["default"] } });
    }
    const { ask } = appThatThrows(null);
    expect((await ask("/v1/nothing")).status).toBe(404);
  });

  it("puts a missing scope after the limit", async () => {
    const scopeless = { byHeader: async () => ({ ...caller, scopes: [] }) };
    expect((await appThatThrows(null, { authenticator: scopeless, limiter: noMore }).ask()).status).toBe(429);
    expect((await appThatThrows(null, { authenticator: scopeless }).ask()).status).toBe(403);
  });

  it("answers 503 while the database is known to be away, except to probes of life", async () => {
    const { ask } = appThatThrows(null, {
      isAvailable: () => false,
      readiness: async () => ({
        checks: { database: "unavailable" },
        oldest_transaction: { operation: "GET /v1/broken", seconds: 61 },
        longest_queue: null,
      }),
    });
    expect((await ask()).status).toBe(503);
    expect((await ask("/health")).status).toBe(200);
    const ready = await ask("/ready");
    expect(ready.status).toBe(503);
    expect(ready.headers.get("retry-after")).not.toBeNull();
    expect(await ready.json()).toMatchObject({
      code: "unavailable",
      detail: { checks: { database: "unavailable" }, oldest_transaction: { operation: "GET /v1/broken", seconds: 61 } },
    });
  });
});

describe("the log", () => {
  it("has a line for each request that holds neither address nor query", async () => {
    const { ask, lines } = appThatThrows(new Problem("not_found"));
    await ask("/v1/broken?canary=1");
    await ask("/v1/canary");
    expect(lines.filter((line) => line.msg === "request")).toMatchObject([
      { operation: "GET /v1/broken", status: 422, actor: "key:key_1" },
      { operation: "GET", status: 404 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("canary");
  });
});
