import fc from "fast-check";
import type { Operation } from "#server/operation/operation.ts";
import type { TestApi } from "#tests/support/api.ts";
import { type Plan, plans, settled } from "./plans.ts";
import { askedToWaitMs, type RawAnswer, RawClient, type RawRequest } from "./raw-client.ts";
import { World } from "./world.ts";

const CONNECTIONS = 16;
/** Far beyond what any request takes beside sixteen others on a busy machine: an answer that never comes is what it finds. */
const PATIENCE_MS = 60_000;
/** Number of plans that are made at once. */
const CHUNK = 250;

/** Words of our insides, which no answer may hold; nothing that is sent contains them. */
const INSIDES =
  /\bat [^\n]*\.[cm]?[jt]sx?:\d+|node:internal|node_modules|\/server\/|DrizzleQuery|PostgresError|Failed query|syntax error at or near|violates \w+ constraint|relation "\w+" does not|\b(select|insert into|update|delete from) [\w"]+[^"]* (from|values|set|where) /i;

/** Mutations that touch how a request is told from the next. */
const FRAMING = new Set(["header", "many headers", "method", "gone half-way", "two lengths"]);

/** A request that was answered as none may be, with what is needed to send it again. */
export interface Finding {
  why: string;
  /** Seed and number of the plan. */
  place: string;
  mutation: string | null;
  request: string;
  answer: string;
}

/** Slow requests that a campaign reports of each kind. */
const SLOWEST_SHOWN = 4;

/** A request and how long its answer took, in milliseconds. */
interface Timed {
  readonly request: string;
  readonly ms: number;
}

export interface Outcome {
  sent: number;
  succeeded: number;
  /** Number of answers by status; 0 stands for connections that ended without an answer. */
  statuses: Map<number, number>;
  /** The same for plans that nothing was done to. */
  unmutated: Map<number, number>;
  /** The slowest requests, the slowest first: of operations known to be large, and of all others. */
  slowest: { large: Timed[]; others: Timed[] };
  /** Operations that succeeded at least once. */
  reached: Set<string>;
  findings: Finding[];
}

interface Tenant {
  api: TestApi;
  key: string;
  /** For what test keys may not do. */
  liveKey: string;
  /** Ids of keys that must stay good: revoking its own would end the campaign. */
  keyIds: readonly string[];
  /** Values of the `Authorization` header that are not the campaign's, and none at all. */
  credentials: readonly string[];
}

/**
 * Sends `runs` requests over a few connections at once. The requests depend on the seed and on the subjects that the
 * answers showed to exist.
 */
export async function campaign(tenant: Tenant, { seed, runs }: { seed: number; runs: number }): Promise<Outcome> {
  const world = new World(tenant.keyIds);
  for (let count = 0; count < 4; count++) world.addProject(await tenant.api.makeProject({ key: tenant.key }));
  const outcome: Outcome = {
    sent: 0,
    succeeded: 0,
    statuses: new Map(),
    unmutated: new Map(),
    slowest: { large: [], others: [] },
    reached: new Set(),
    findings: [],
  };
  let queue: { plan: Plan; place: string }[] = [];
  let made = 0;
  const next = (): { plan: Plan; place: string } | undefined => {
    if (queue.length === 0 && made < runs) {
      const chunkSeed = seed + made;
      const chunk = fc.sample(plans, { seed: chunkSeed, numRuns: Math.min(CHUNK, runs - made) });
      queue = chunk.map((plan, index) => ({ plan, place: `seed ${seed}, request ${made + index}` })).reverse();
      made += chunk.length;
    }
    return queue.pop();
  };
  const worker = async (): Promise<void> => {
    const client = new RawClient(Number(new URL(tenant.api.url).port), PATIENCE_MS);
    for (let item = next(); item !== undefined && outcome.findings.length < 20; item = next()) {
      await sendOne(tenant, world, client, outcome, item);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return outcome;
}

function noteSlow(slowest: Timed[], { method, target, body }: RawRequest, ms: number): void {
  if (slowest.length === SLOWEST_SHOWN && ms <= (slowest.at(-1)?.ms ?? 0)) return;
  slowest.push({ request: `${method} ${target.slice(0, 120)} ${body?.length ?? 0} B`, ms });
  slowest.sort((a, b) => b.ms - a.ms).splice(SLOWEST_SHOWN);
}

async function sendOne(
  tenant: Tenant,
  world: World,
  client: RawClient,
  outcome: Outcome,
  { plan, place }: { plan: Plan; place: string },
): Promise<void> {
  const { project, request: right } = toRequest(plan, world, tenant);
  const request = plan.mutation === null ? right : plan.mutation.apply(right, tenant.credentials);
  outcome.sent += 1;
  let answer: RawAnswer;
  try {
    answer = await client.send(request);
  } catch (error) {
    outcome.findings.push(finding(String(error), place, plan, request, null));
    return;
  }
  // After these, the server and we may disagree about where the next request begins.
  if (plan.mutation !== null && FRAMING.has(plan.mutation.name)) client.close();
  count(outcome.statuses, answer.status);
  if (plan.mutation === null) count(outcome.unmutated, answer.status);
  noteSlow(plan.operation.long ? outcome.slowest.large : outcome.slowest.others, request, answer.ms);
  const wrong = wrongAnswer(answer, request);
  if (wrong !== null) outcome.findings.push(finding(wrong, place, plan, request, answer));
  if (answer.status < 200 || answer.status > 299) return;
  outcome.succeeded += 1;
  if (plan.mutation === null) outcome.reached.add(`${plan.operation.method} ${plan.operation.path}`);
  const body = parsed(answer.body);
  if (request.method === "DELETE") {
    const id = decodeURIComponent(right.target.split("?")[0]?.split("/").at(-1) ?? "");
    if (id.startsWith("prj_")) world.removeProject(id);
    else world.forget(project, id);
  } else if (plan.mutation?.name !== "credentials") {
    world.learn(project, body);
  }
}

/** Returns the reason why an answer is not allowed, or null. */
function wrongAnswer(answer: RawAnswer, request: RawRequest): string | null {
  const { status, headers, body, ms } = answer;
  if (status >= 500 && !(status === 503 && headers.has("retry-after"))) return `answered ${status}`;
  if (status === 0 && request.framing !== "cut") return "the connection was closed without an answer";
  // A long poll takes as long as it asks; what it takes beyond that is ours.
  if (ms - askedToWaitMs(request.target) > PATIENCE_MS) return `answered after ${Math.round(ms)} ms`;
  if (INSIDES.test(body)) return "shows its insides";
  const isJson = headers.get("content-type") === "application/json";
  if (isJson && body !== "" && headers.get("content-encoding") === undefined && parsed(body) === undefined)
    return "answered JSON that is none";
  if (status < 400 || !isJson || body === "") return null;
  if (!/"code":"[a-z_]+"/.test(body)) return `a ${status} without a code`;
  return status === 422 && !namesMistakes(body) ? "a 422 of another form" : null;
}

/** A failed validation lists at least one mistake, each with its place, sentence and type. */
function namesMistakes(body: string): boolean {
  const { code, detail } = parsed(body) as { code?: unknown; detail?: unknown };
  return (
    code === "validation_error" &&
    Array.isArray(detail) &&
    detail.length > 0 &&
    detail.every(({ loc, msg, type }) => Array.isArray(loc) && typeof msg === "string" && typeof type === "string")
  );
}

function chooseProject(world: World, { method, path }: Operation, choice: number): string {
  if (path === "/v1/projects/{project_id}/restore") return world.deletedProject(choice);
  return method === "DELETE" && path === "/v1/projects/{project_id}"
    ? world.dispensableProject()
    : world.project(choice);
}

function toRequest(plan: Plan, world: World, tenant: Tenant): { project: string; request: RawRequest } {
  const params = plan.params as Record<string, { choice?: number }>;
  const project = chooseProject(world, plan.operation, params.project_id?.choice ?? 0);
  const settle = (value: unknown) =>
    settled(value, (pick) => (pick.prefix === "prj" ? project : world.id(project, pick)));
  const given = settle(plan.params) as Record<string, string>;
  const path = plan.operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
  const query = Object.entries(settle(plan.query) as Record<string, unknown>)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join("&");
  // What is one for live and test data is not for test keys.
  const isWorkspaceWide = /^\/v1\/(members|invitations|workspace$)/.test(plan.operation.path);
  const key = isWorkspaceWide ? tenant.liveKey : tenant.key;
  const body = plan.body === undefined ? null : Buffer.from(JSON.stringify(settle(plan.body)));
  const headers: [string, string][] = [
    ["host", "127.0.0.1"],
    ["authorization", `Bearer ${key}`],
    ...(body === null ? [] : ([["content-type", "application/json"]] as [string, string][])),
    ...plan.headers,
  ];
  const target = query === "" ? path : `${path}?${query}`;
  return { project, request: { method: plan.operation.method, target, headers, body, framing: "length" } };
}

function finding(why: string, place: string, plan: Plan, request: RawRequest, answer: RawAnswer | null): Finding {
  const headers = request.headers
    .filter(([name]) => name !== "authorization")
    .map(([name, value]) => `${name}: ${value}`.slice(0, 200));
  const body = request.body === null ? "" : Buffer.from(request.body).toString("utf8").slice(0, 1500);
  return {
    why,
    place,
    mutation: plan.mutation?.name ?? null,
    request: `${request.method} ${request.target.slice(0, 500)}\n${headers.join("\n")}\n${body}`,
    answer: answer === null ? "" : `${answer.status} ${answer.body.slice(0, 800)}`,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function count(tally: Map<number, number>, status: number): void {
  tally.set(status, (tally.get(status) ?? 0) + 1);
}
