import type { z } from "zod";
import { openaiPictures } from "#server/adapters/images/openai.ts";
import { openModels } from "#server/adapters/llm/open-models.ts";
import { noMail } from "#server/adapters/mail/port.ts";
import type { ObjectStore } from "#server/adapters/objects/port.ts";
import { embeddedBilling } from "#server/adapters/payments/port.ts";
import { openaiSpeech } from "#server/adapters/speech/openai.ts";
import { openPerspective } from "#server/features/facts/public.ts";
import { retiredVoices } from "#server/features/npcs/public.ts";
import { playerKeys } from "#server/features/players/public.ts";
import { createProject } from "#server/features/projects/operations/create-project.ts";
import { playthroughs } from "#server/features/runs/public.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { newId } from "#server/kernel/ids.ts";
import { type Caller, NO_PROJECT_ROLES, SCOPES } from "#server/kernel/scope.ts";
import { WorkNotifier } from "#server/leases/work-notifier.ts";
import { createLive } from "#server/live/live.ts";
import type { Services } from "#server/operation/context.ts";
import type { IdempotencyClaim } from "#server/operation/idempotency.ts";
import { KnownProjects } from "#server/operation/known-projects.ts";
import type { KeyedOperation } from "#server/operation/operation.ts";
import { RequestTimes } from "#server/operation/request-times.ts";
import { type RawRequest, run } from "#server/operation/run.ts";
import { noThreads } from "#server/operation/threads.ts";
import { noUsage } from "#server/operation/usage.ts";
import { noVisits } from "#server/operation/visits.ts";
import { createOutbound } from "#server/outbound/outbound.ts";
import { type Database, type Db, openDatabase } from "#server/record/database.ts";
import { TotalsCache } from "#server/record/list/totals.ts";
import type { ResourceRegistry } from "#server/record/registry.ts";
import { type ReplayReport, replayProject } from "#server/record/replay.ts";
import { WriteQueue } from "#server/record/write-queue.ts";
import { resources } from "#server/resources.ts";
import { createTestDatabase } from "#tests/database.ts";
import { testArtifacts } from "#tests/support/artifacts.ts";
import { testEnvelope } from "#tests/support/envelope.ts";
import { testJobs } from "#tests/support/jobs.ts";
import { patiently } from "#tests/support/patiently.ts";

/** Input of a call; all other parts are as a transport would fill them. */
export interface Input {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  caller?: Caller;
  ifMatch?: number | "*";
  /** An `Idempotency-Key`. */
  key?: string;
}

/** The body an operation answers with. */
export type BodyOf<O> = O extends { output: infer Schema extends z.ZodType } ? z.output<Schema> : never;
export type AnyOperation = Pick<KeyedOperation, "kind" | "path" | "output">;

export interface OperationAnswer<Body> {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

/** The operations of the product on a database of their own, without a transport. */
export interface Workbench {
  readonly services: Services;
  readonly database: Database;
  readonly url: string;
  readonly caller: Caller;
  /** Set it to stop the clock, or null for the machine's own. */
  time: number | null;
  call<O extends AnyOperation>(operation: O, input?: Input): Promise<OperationAnswer<BodyOf<O>>>;
  /** The answer's body alone. */
  ask<O extends AnyOperation>(operation: O, input?: Input): Promise<BodyOf<O>>;
  /** A fresh project's id. */
  newProject(name?: string): Promise<string>;
  /** Runs in one snapshot. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  replay(projectId: string): Promise<ReplayReport>;
  close(): Promise<void>;
}

export function newCaller(overrides: Partial<Caller> = {}): Caller {
  const id = newId("key");
  return {
    kind: "key",
    actor: `key:${id}`,
    id,
    workspaceId: newId("wsp"),
    scopes: SCOPES,
    modes: ["test"],
    projectIds: null,
    role: null,
    projectRoles: NO_PROJECT_ROLES,
    plan: "test",
    sealKey: null,
    readsAs: null,
    player: null,
    sessionVersion: null,
    ...overrides,
  };
}

/** Returns the claim that a transport would make for a request with a key. */
function claimOf({ path }: AnyOperation, { key, params, body }: Input): (() => IdempotencyClaim) | null {
  if (key === undefined) return null;
  return () => ({ key, operation: path, fingerprint: JSON.stringify([params, body]) });
}

/** Opens a workbench; `url` names an existing database instead of a new one. */
export async function openWorkbench(
  options: {
    url?: string;
    caller?: Caller;
    writes?: number;
    reads?: number;
    /** Store of the bytes of files; memory where it is absent. */
    objects?: ObjectStore;
    /** Resources instead of the product's. */
    resources?: ResourceRegistry;
  } = {},
): Promise<Workbench> {
  const own = options.url === undefined ? await createTestDatabase() : null;
  const url = options.url ?? own?.url ?? "";
  const database = openDatabase(url, { reads: options.reads ?? 4, writes: options.writes ?? 4, direct: true });
  const caller = options.caller ?? newCaller();
  const silent = () => {};
  const live = createLive({
    database,
    log: { request: silent, debug: silent, info: silent, warn: silent, error: silent },
    playerKeys: playerKeys(testEnvelope),
    listenUrl: url,
  });
  const outbound = createOutbound({
    allow: ["127.0.0.0/8"],
    own: { listenerPort: 0, publicUrl: "http://localhost", databaseUrls: [url] },
  });
  const clock = { now: () => bench.time ?? Date.now() };
  const services: Services = {
    database,
    resources: options.resources ?? resources,
    queue: new WriteQueue(),
    visits: noVisits,
    knownProjects: new KnownProjects(),
    artifacts: testArtifacts(database, clock, options.objects),
    totals: new TotalsCache(),
    openPerspective,
    retiredVoices,
    playthroughs,
    live,
    jobs: testJobs(database, systemClock, live.calls),
    envelope: testEnvelope,
    playerKeys: playerKeys(testEnvelope),
    erasures: { note: async () => {} },
    work: new WorkNotifier(),
    clock,
    log: { request: silent, debug: silent, info: silent, warn: silent, error: silent },
    publicUrl: "http://localhost",
    outbound,
    models: openModels(outbound),
    pictures: openaiPictures(outbound),
    speech: openaiSpeech(outbound),
    checkOutputs: true,
    threads: noThreads,
    usage: noUsage,
    requestTimes: new RequestTimes(),
    mailer: noMail,
    payments: embeddedBilling,
    currentCaller: async (caller) => caller,
    forgetCallers: silent,
  };
  const bench: Workbench = {
    services,
    database,
    url,
    caller,
    time: null,
    call: async (operation, input = {}) => {
      const request: RawRequest = {
        caller: input.caller ?? caller,
        requestId: newId("req"),
        params: input.params ?? {},
        query: input.query ?? {},
        laxQuery: false,
        body: async () => (input.body === undefined ? undefined : JSON.parse(JSON.stringify(input.body))),
        mistakes: [],
        ifMatch: input.ifMatch ?? null,
        idempotency: claimOf(operation, input),
      };
      const answer = await patiently(() => run(operation as unknown as KeyedOperation, services, request));
      return answer as OperationAnswer<never>;
    },
    ask: async (operation, input) => (await bench.call(operation, input)).body,
    newProject: async (name = "A project") => (await bench.ask(createProject, { body: { name } })).id,
    snapshot: (work) => database.reads.transaction("snapshot", work),
    replay: (projectId) => bench.snapshot((db) => replayProject(db, projectId, services.resources)),
    close: async () => {
      await services.jobs.close();
      await database.close();
      await own?.drop();
    },
  };
  return bench;
}
