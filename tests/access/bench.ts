import { randomUUID } from "node:crypto";
import type { Role } from "#domain/roles.ts";
import { noModels } from "#server/adapters/llm/port.ts";
import { noMail } from "#server/adapters/mail/port.ts";
import { embeddedBilling } from "#server/adapters/payments/port.ts";
import { provisionKey, provisionMember, provisionWorkspace } from "#server/features/access/provision.ts";
import { openPerspective } from "#server/features/facts/public.ts";
import { retiredVoices } from "#server/features/npcs/public.ts";
import { playerKeys } from "#server/features/players/public.ts";
import { createProject } from "#server/features/projects/operations/create-project.ts";
import { playthroughs } from "#server/features/runs/public.ts";
import { type Authenticator, createAuthenticator } from "#server/http/authenticate.ts";
import type { FailureLimit } from "#server/http/failed-authentications.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { type Caller, type Mode, SCOPES, type Scope } from "#server/kernel/scope.ts";
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
import { type Database, openDatabase } from "#server/record/database.ts";
import { TotalsCache } from "#server/record/list/totals.ts";
import { WriteQueue } from "#server/record/write-queue.ts";
import { resources } from "#server/resources.ts";
import { createTestDatabase } from "#tests/database.ts";
import { testArtifacts } from "#tests/support/artifacts.ts";
import { testEnvelope } from "#tests/support/envelope.ts";
import { testJobs } from "#tests/support/jobs.ts";
import { patiently } from "#tests/support/patiently.ts";

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** A success or a refusal, in the terms of HTTP. */
export interface Outcome<Body = Record<string, unknown>> {
  readonly status: number;
  readonly code: string | null;
  readonly body: Body;
  readonly headers: Record<string, string>;
}

export const SILENT = { request: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Operations without a transport, on a database and a clock of their own. */
export interface Bench {
  readonly database: Database;
  readonly url: string;
  readonly services: Services;
  readonly authenticator: Authenticator;
  /** Starts at the real time; moves only when told to. */
  readonly clock: { time: number; now(): number };
  /** Runs an operation for a caller; whatever is refused becomes an outcome, anything else is thrown. */
  call<Body = Record<string, unknown>>(
    operation: unknown,
    caller: Caller,
    input?: Input,
    idempotency?: IdempotencyClaim,
  ): Promise<Outcome<Body>>;
  /** The caller of a key, as a request would get it. */
  as(key: string): Promise<Caller>;
  /** Makes an authenticator for a second process on the same database. */
  otherProcess(options?: { failureLimit?: FailureLimit }): Authenticator;
  makeWorkspace(name?: string): Promise<BenchWorkspace>;
  close(): Promise<void>;
}

export interface BenchWorkspace {
  readonly id: string;
  readonly ownerId: string;
  readonly owner: Caller;
  makeKey(mode?: Mode, scopes?: readonly Scope[]): Promise<{ id: string; key: string }>;
  makeMember(role: Role): Promise<{ userId: string; email: string; caller: Caller }>;
  makeProject(mode?: Mode): Promise<string>;
}

/** A password hash nobody's password has; hashing one for each member would take most of the tests' time. */
const NO_PASSWORD = "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export async function openBench(): Promise<Bench> {
  const own = await createTestDatabase();
  const database = openDatabase(own.url, { reads: 6, writes: 6 });
  const clock = { time: Date.now(), now: () => clock.time };
  const failureLimit = { failures: 1_000_000, windowSeconds: 60 };
  const authenticator = createAuthenticator({ database, clock, log: SILENT, failureLimit });
  const live = createLive({ database, log: SILENT, playerKeys: playerKeys(testEnvelope), listenUrl: own.url });
  const services: Services = {
    database,
    resources,
    queue: new WriteQueue(),
    visits: noVisits,
    knownProjects: new KnownProjects(),
    artifacts: testArtifacts(database, clock),
    totals: new TotalsCache(),
    openPerspective,
    retiredVoices,
    playthroughs,
    live,
    jobs: testJobs(database, clock, live.calls),
    envelope: testEnvelope,
    playerKeys: playerKeys(testEnvelope),
    erasures: { note: async () => {} },
    work: new WorkNotifier(),
    clock,
    log: SILENT,
    publicUrl: "http://fabula.test",
    outbound: createOutbound({
      allow: [],
      own: { listenerPort: 0, publicUrl: "http://fabula.test", databaseUrls: [own.url] },
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
    forgetCallers: () => authenticator.forget(),
  };
  const others: { authenticator: Authenticator; database: Database }[] = [];

  const call = async <Body>(
    operation: unknown,
    caller: Caller,
    input: Input = {},
    idempotency?: IdempotencyClaim,
  ): Promise<Outcome<Body>> => {
    try {
      const request: RawRequest = {
        caller,
        requestId: randomUUID(),
        params: input.params ?? {},
        query: input.query ?? {},
        laxQuery: true,
        body: async () => input.body,
        mistakes: [],
        ifMatch: null,
        idempotency: idempotency === undefined ? null : () => idempotency,
      };
      const answer = await patiently(() => run(operation as KeyedOperation, services, request));
      return { status: answer.status, code: null, body: answer.body as Body, headers: answer.headers };
    } catch (error) {
      return refusalOf<Body>(error);
    }
  };

  const makeWorkspace = async (name = "Lantern Street"): Promise<BenchWorkspace> => {
    const email = `${randomUUID()}@example.com`;
    const owner = { email, name: "Owner", passwordHash: NO_PASSWORD };
    const made = await database.writes.transaction("write", (db) =>
      provisionWorkspace(db, clock.now(), { name, plan: "demo", owner, key: null }),
    );
    const id = made.workspaceId;
    const member = (userId: string) => authenticator.byUser(userId, id, 1);
    return {
      id,
      ownerId: made.userId,
      owner: await member(made.userId),
      makeKey: (mode = "test", scopes = SCOPES) =>
        provisionKey(database.writes, clock.now(), id, { name: "k", mode, scopes }),
      makeMember: async (role) => {
        const person = { email: `${randomUUID()}@example.com`, name: role, passwordHash: NO_PASSWORD };
        const { userId } = await provisionMember(database.writes, clock.now(), id, person, role);
        return { userId, email: person.email, caller: await member(userId) };
      },
      makeProject: async (mode = "test") => {
        const project = await call<{ id: string }>(createProject, await member(made.userId), {
          body: { name: "P", mode },
        });
        return project.body.id;
      },
    };
  };

  return {
    database,
    url: own.url,
    services,
    authenticator,
    clock,
    call,
    as: (key) => authenticator.byHeader(`Bearer ${key}`, { clientAddress: "127.0.0.1" }),
    otherProcess: (options = {}) => {
      const pools = openDatabase(own.url, { reads: 3, writes: 1 });
      const other = createAuthenticator({ database: pools, clock, log: SILENT, failureLimit, ...options });
      others.push({ authenticator: other, database: pools });
      return other;
    },
    makeWorkspace,
    close: async () => {
      await Promise.all([authenticator.close(), ...others.map((other) => other.authenticator.close())]);
      await services.jobs.close();
      await Promise.all([database.close(), ...others.map((other) => other.database.close())]);
      await own.drop();
    },
  };
}

function refusalOf<Body>(error: unknown): Outcome<Body> {
  if (error instanceof ValidationProblem) {
    return { status: 422, code: null, body: { detail: error.items } as Body, headers: {} };
  }
  if (!(error instanceof Problem)) throw error;
  const body = { code: error.code, message: error.message, detail: error.detail } as Body;
  return { status: error.status, code: error.code, body, headers: error.headers };
}

/** Returns the refusal that a promise ends in. */
export async function refusal(promise: Promise<unknown>): Promise<Outcome> {
  return promise.then(
    () => ({ status: 200, code: null, body: {}, headers: {} }),
    (error: unknown) => refusalOf(error),
  );
}
