import { sql } from "drizzle-orm";
import { openaiPictures } from "./adapters/images/openai.ts";
import { openModels } from "./adapters/llm/open-models.ts";
import { tokenCounter } from "./adapters/llm/token-count.ts";
import { noMail } from "./adapters/mail/port.ts";
import { smtpMailer } from "./adapters/mail/smtp.ts";
import { openObjects } from "./adapters/objects/open-objects.ts";
import { loadedLater } from "./adapters/payments/loaded-later.ts";
import { type BillingProvider, embeddedBilling } from "./adapters/payments/port.ts";
import { openaiSpeech } from "./adapters/speech/openai.ts";
import { ArtifactStore } from "./artifacts/artifact-store.ts";
import type { SignInParts } from "./auth/next-auth-options.ts";
import { sessionCaller } from "./auth/session.ts";
import { type Config, readConfig } from "./config.ts";
import { requireDatabaseKey } from "./envelope/check-value.ts";
import { Envelope } from "./envelope/envelope.ts";
import { KeyEncryptionKeys } from "./envelope/key-encryption-keys.ts";
import { invitations, requirePlanRoom } from "./features/access/public.ts";
import { openPerspective } from "./features/facts/public.ts";
import type { SessionTimings } from "./features/generation/public.ts";
import { retiredVoices } from "./features/npcs/public.ts";
import { playerKeys } from "./features/players/public.ts";
import { playthroughs } from "./features/runs/public.ts";
import { UsageMeter } from "./features/usage/public.ts";
import type { DeliveryTimings } from "./features/webhooks/public.ts";
import { GraphqlEndpoint } from "./graphql/endpoint.ts";
import { type App, createApp } from "./http/app.ts";
import { type Authenticator, createAuthenticator } from "./http/authenticate.ts";
import type { FailureLimit } from "./http/failed-authentications.ts";
import { findCurrent, findMember } from "./http/find-callers.ts";
import { CLIENT_ADDRESS_HEADER, clientAddress, TARGET_HEADER } from "./http/forwarded-for.ts";
import { describeApi } from "./http/openapi/document.ts";
import { ServedDocument } from "./http/openapi/served-document.ts";
import type { Readiness } from "./http/probes.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { RuntimeFiles } from "./http/runtime-files.ts";
import { ServedFiles } from "./http/served-files.ts";
import { type Clock, systemClock } from "./kernel/clock.ts";
import type { Caller } from "./kernel/scope.ts";
import { StartProblem } from "./kernel/start-problem.ts";
import { WorkNotifier } from "./leases/work-notifier.ts";
import { createLive } from "./live/live.ts";
import { createLogger } from "./log/log.ts";
import type { Log, Services } from "./operation/context.ts";
import { KnownProjects } from "./operation/known-projects.ts";
import { RequestTimes } from "./operation/request-times.ts";
import { runYielding } from "./operation/run-yielding.ts";
import { Semaphore } from "./operation/semaphore.ts";
import type { LiveTimings } from "./operation/streams.ts";
import { noThreads } from "./operation/threads.ts";
import { Visits } from "./operation/visits.ts";
import { type Areas, areas, listKeyedOperations, listOperations } from "./operations.ts";
import { createOutbound, type Outbound, type OutboundParts } from "./outbound/outbound.ts";
import { ErasureFile } from "./process/erasure-file.ts";
import { ThreadPool } from "./process/thread-pool.ts";
import { JobQueue } from "./queue/job-queue.ts";
import { type Database, type Db, openDatabase } from "./record/database.ts";
import { Figures } from "./record/figures.ts";
import { TotalsCache } from "./record/list/totals.ts";
import { OldTransactions } from "./record/old-transactions.ts";
import { StorageWatch } from "./record/storage-watch.ts";
import { WriteQueue } from "./record/write-queue.ts";
import { resources, resourcesOf } from "./resources.ts";
import { createStudio, type Studio } from "./trpc/mount.ts";
import { createRouter } from "./trpc/router.ts";
import { Worker } from "./worker/worker.ts";

/** Composition of one process, apart from its listener. */
export interface Fabula {
  readonly config: Config;
  readonly services: Services;
  readonly authenticator: Authenticator;
  /** `/v1`, `/health` and `/ready`. */
  readonly app: App;
  /** The studio's own API. */
  readonly studio: Studio;
  /** Parts that signing in needs. */
  readonly signIn: SignInParts;
  /** Transactions and queues of the process. */
  readonly figures: Figures;
  /** The client's address from the headers of a request that came to a page or a route of Next. */
  addressOf(headers: Headers): string;
  /** Path and query of such a request as the client sent them; null where our listener does not stand in front. */
  targetOf(headers: Headers): string | null;
  /**
   * Loads what requests of all callers share and the first of them would otherwise wait for, in turns of the event loop between which
   * others are served.
   */
  load(): Promise<void>;
  /** Refuses readiness from now on, so that no balancer sends new requests. */
  drain(): void;
  /** Waits for writes under way, writes what is still in memory, and closes the pools. */
  close(): Promise<void>;
}

/** Parts that tests and the process's starter bring along. */
export interface Parts {
  log?: Log;
  clock?: Clock;
  /** Whether the database server is up, as far as whoever supervises it knows. */
  isDatabaseUp?: () => boolean;
  /** Public address of this service, when it differs from the configuration (a port the system chose). */
  publicUrl?: string;
  /** Whether every request comes through our own listener, so that what it says about the client can be believed. */
  hasListener?: boolean;
  /** Whether work that may take long runs in threads, where that differs from `hasListener`. */
  hasThreads?: boolean;
  /** The port our listener has, when it differs from the configuration. */
  listenerPort?: number;
  /** The port of the figures, when there is one. */
  metricsPort?: number | null;
  /** Name resolution for requests to tenants' URLs, and the certificate authorities that such requests trust. */
  outbound?: Pick<OutboundParts, "resolve" | "authorities">;
  /** Limit on failed authentications per address. */
  failureLimit?: FailureLimit;
  /** Requests allowed per address where no key is needed. */
  visits?: number;
  /** Timings of streams that differ from the default. */
  liveTimings?: Partial<LiveTimings>;
  /** Timings of deliveries that differ from the default; false sends none from this process. */
  deliveries?: Partial<DeliveryTimings> | false;
  /** Timings of generation sessions that differ from the default; false runs none in this process. */
  sessions?: Partial<SessionTimings> | false;
  /** Areas, where they are not the product's. */
  areas?: Areas;
  /** Interval at which counted usage is written, in milliseconds, where it differs from the default. */
  usageFlushMs?: number;
}

/**
 * Share of the reading connections that GraphQL documents may hold at once: each holds one until it is answered. Of five it leaves one
 * to other workspaces, and one to what else the same workspace asks for.
 */
const GRAPHQL_SHARE = 0.6;
/** Longest wait of `/ready` for the database. */
const PING_PATIENCE_MS = 2_000;

/** Puts a process together. Nothing connects before the first query. */
export function compose(config: Config, databaseUrl: string, parts: Parts = {}): Fabula {
  const log = parts.log ?? createLogger(config);
  const served = parts.areas ?? areas;
  const clock = parts.clock ?? systemClock;
  const storage = new StorageWatch(clock);
  const opened = openDatabase(databaseUrl, {
    direct: config.databaseDirectUrl === null || config.databaseDirectUrl === databaseUrl,
    reads: config.readConnections,
    writes: config.writeConnections,
  });
  const database = storage.watch(opened);
  const { failureLimit } = parts;
  const authenticator = createAuthenticator({
    database,
    clock,
    log,
    ...(failureLimit !== undefined && { failureLimit }),
  });
  const limiter = createRateLimiter({ database, clock, log });
  const threads = (parts.hasThreads ?? parts.hasListener) === true ? new ThreadPool() : null;
  const publicUrl = parts.publicUrl ?? config.publicUrl;
  const outbound = createOutbound({
    allow: config.outboundAllow,
    own: {
      listenerPort: parts.listenerPort ?? config.port,
      metricsPort: parts.metricsPort ?? null,
      publicUrl,
      databaseUrls: [databaseUrl, ...(config.databaseDirectUrl === null ? [] : [config.databaseDirectUrl])],
    },
    ...parts.outbound,
  });
  const usage = new UsageMeter(database, clock, (fields, message) => log.warn(fields, message));
  usage.start(parts.usageFlushMs);
  const envelope = new Envelope(new KeyEncryptionKeys(config), clock);
  const keysOfPlayers = playerKeys(envelope);
  const live = createLive({
    database,
    log,
    clock,
    playerKeys: keysOfPlayers,
    listenUrl: config.databaseDirectUrl ?? databaseUrl,
    ...(parts.liveTimings !== undefined && { timings: parts.liveTimings }),
  });
  const queue = new WriteQueue();
  const figures = new Figures(opened, queue);
  const oldTransactions = new OldTransactions(figures, (fields, message) => log.warn(fields, message));
  oldTransactions.start();
  const { visits } = parts;
  const services: Services = {
    database,
    resources: served === areas ? resources : resourcesOf(served),
    queue,
    visits: new Visits({
      database,
      queue,
      clock,
      secret: config.authSecret,
      ...(visits !== undefined && { requests: visits }),
    }),
    knownProjects: new KnownProjects(),
    artifacts: new ArtifactStore({
      database,
      objects: openObjects(config, outbound),
      clock,
      requireRoom: (db, workspaceId, bytes, count) => requirePlanRoom(db, workspaceId, "fileBytes", count, bytes),
      linkSecret: config.fileSecret,
    }),
    totals: new TotalsCache(),
    openPerspective,
    retiredVoices,
    playthroughs,
    live,
    jobs: new JobQueue({
      pool: database.reads,
      clock,
      calls: live.calls,
      warn: (fields, message) => log.warn(fields, message),
    }),
    envelope,
    playerKeys: keysOfPlayers,
    erasures: new ErasureFile(config.erasuresFile),
    work: new WorkNotifier(),
    clock,
    log,
    publicUrl,
    outbound,
    models: openModels(outbound),
    pictures: openaiPictures(outbound),
    speech: openaiSpeech(outbound),
    checkOutputs: config.environment !== "production",
    threads: threads ?? noThreads,
    usage,
    requestTimes: new RequestTimes(),
    mailer: config.smtp === null ? noMail : smtpMailer(config.smtp),
    payments: billingProvider(config, outbound),
    currentCaller: (caller) => currentCaller(database.reads, caller, clock.now()),
    forgetCallers: () => authenticator.forget(),
  };
  let draining = false;
  const isDatabaseUp = parts.isDatabaseUp ?? (() => true);
  const sessions = { authSecret: config.authSecret, cookiePrefix: config.cookiePrefix, publicUrl: services.publicUrl };
  const addressOf = (headers: Headers) =>
    parts.hasListener === true
      ? (headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown")
      : clientAddress("", headers.get("x-forwarded-for"), config.trustedProxies);
  const operations = listOperations(served);
  const app = createApp({
    services,
    operations: operations.map(({ operation }) => operation),
    authenticator,
    limiter,
    runtime: new RuntimeFiles(),
    files: new ServedFiles(services),
    graphql: new GraphqlEndpoint({
      services,
      operations: listKeyedOperations(served),
      semaphore: new Semaphore(Math.max(1, Math.floor(config.readConnections * GRAPHQL_SHARE))),
      hideSuggestions: config.environment === "production",
    }),
    openapi: new ServedDocument(async () =>
      JSON.stringify(await runYielding(describeApi(operations, services.publicUrl))),
    ),
    isAvailable: isDatabaseUp,
    readiness: async () => ({
      checks: {
        process: okWhere(!draining),
        database: okWhere(isDatabaseUp() && (await isAnswering(database))),
        storage: okWhere(!storage.isFull),
        transactions: okWhere(figures.areTransactionsInTime),
        queues: okWhere(figures.areQueuesMoving),
      },
      oldest_transaction: figures.oldestTransaction,
      longest_queue: figures.longestQueue,
    }),
  });
  const worker = config.worker ? new Worker(services, parts, threads === null ? null : { config, databaseUrl }) : null;
  worker?.start();
  return {
    config,
    services,
    authenticator,
    app,
    studio: createStudio({
      services,
      router: createRouter(services, listKeyedOperations(served)),
      limiter,
      sessionOf: (headers) => sessionCaller({ headers }, authenticator, sessions),
    }),
    signIn: {
      invitations,
      database,
      clock,
      log,
      authenticator,
      config: sessions,
      clientIp: (headers) => addressOf(new Headers(headers)),
    },
    figures,
    addressOf,
    targetOf: (headers) => (parts.hasListener === true ? headers.get(TARGET_HEADER) : null),
    load: async () => {
      await app.load();
      await tokenCounter();
    },
    drain: () => {
      draining = true;
      services.live.streams.drain();
    },
    close: async () => {
      draining = true;
      await Promise.all([worker?.close(), oldTransactions.close()]);
      await services.jobs.close();
      await services.live.close();
      await threads?.close();
      await services.queue.drained();
      await outbound.close();
      await Promise.all([authenticator.close(), limiter.close(), usage.close()]);
      await database.close();
    },
  };
}

/**
 * Puts a process together from its environment alone, for a Next server that runs without our listener.
 *
 * @throws StartProblem when the environment is wrong, or its key is not the database's
 */
export async function composeFromEnvironment(): Promise<Fabula> {
  const config = readConfig();
  if (config.databaseUrl === null) {
    throw new StartProblem("Without `npm start` there is no embedded database: set DATABASE_URL.");
  }
  const fabula = compose(config, config.databaseUrl, { hasThreads: true });
  try {
    await requireDatabaseKey(fabula.services.database.writes, new KeyEncryptionKeys(config));
  } catch (error) {
    await fabula.close();
    throw error;
  }
  return fabula;
}

/** People stay who they are when they sign out: what they started goes on in their name. */
async function currentCaller(db: Db, caller: Caller, now: number): Promise<Caller | null> {
  if (caller.kind === "user") return findMember(db, caller.id, caller.workspaceId);
  const [current = null] = await findCurrent(db, [caller], now);
  return current;
}

/** Stripe where its secrets are set; otherwise our own ledger. */
function billingProvider({ stripe }: Config, outbound: Outbound): BillingProvider {
  if (stripe === null) return embeddedBilling;
  const load = async () => (await import("./adapters/payments/stripe.ts")).stripeBilling(stripe, outbound);
  return { name: "stripe", remote: loadedLater(load) };
}

function okWhere(condition: boolean): Readiness["checks"][string] {
  return condition ? "ok" : "unavailable";
}

async function isAnswering(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_PATIENCE_MS);
  });
  const answered = database.reads.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([answered, patience]);
  clearTimeout(timer);
  return isAnswered;
}
