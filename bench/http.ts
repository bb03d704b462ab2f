/**
 * Benchmark of our listener and a read by id beside plain node:http and node:http with one prepared statement: `npm run
 * bench -- http [seconds]`. Requests per second depend on what else the machine does; the processor time of the
 * server's thread per request hardly does. Loopback only; the client runs in a thread of its own.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import postgres from "postgres";
import { readConfig } from "#server/config.ts";
import { createLogger } from "#server/log/log.ts";
import { startServer } from "#server/main.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import type { ClientResult, ClientRun } from "./http-client.ts";

const SECONDS = Math.min(Number(process.argv[2] ?? 3), 30);
const ROUNDS = 3;
const PLAIN = "plain node:http, same bytes";
const NOTHING = "keyed, nothing there (404)";
const PREPARED = "node:http + one prepared SELECT";
const ENTITY = "one entity";
const CONNECTIONS = 32;

interface Rate {
  perSecond: number;
  /** Microseconds of the server's thread for each request. */
  cost: number;
}

async function measure(what: Omit<ClientRun, "connections" | "milliseconds">, seconds: number): Promise<Rate> {
  const before = process.threadCpuUsage();
  const answers = await run(what, seconds);
  const { user, system } = process.threadCpuUsage(before);
  return { perSecond: answers / seconds, cost: (user + system) / answers };
}

function run(what: Omit<ClientRun, "connections" | "milliseconds">, seconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const data: ClientRun = { ...what, connections: CONNECTIONS, milliseconds: seconds * 1000 };
    const worker = new Worker(new URL("./http-client.ts", import.meta.url), { workerData: data });
    worker.on("message", ({ answers }: ClientResult) => resolve(answers));
    worker.on("error", reject);
  });
}

/** The least a server can do to send the same bytes. */
async function plainServer(body: string, headers: Record<string, string>): Promise<Server> {
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The least a server can do to send one row: a prepared statement that answers the body, ready made. */
async function plainReader(url: string, body: string, headers: Record<string, string>) {
  const sql = postgres(url, { max: 5, onnotice: () => {} });
  await sql`CREATE TABLE ready_made (project_id text, id text, body text, PRIMARY KEY (project_id, id))`;
  await sql`INSERT INTO ready_made SELECT 'p', 'e' || n, ${body} FROM generate_series(1, 10000) n`;
  await sql`ANALYZE ready_made`;
  const reader = createServer(async (_, outgoing) => {
    const [row] = await sql<
      { body: string }[]
    >`SELECT body FROM ready_made WHERE project_id = ${"p"} AND id = ${"e77"}`;
    const text = row?.body ?? "";
    outgoing.writeHead(200, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
  });
  await new Promise<void>((resolve) => reader.listen(0, "127.0.0.1", resolve));
  return { server: reader, stop: () => sql.end() };
}

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const config = readConfig(ENVIRONMENT);
const log = createLogger(config, { write: () => {} });
const server = await startServer({ config, databaseUrl: database.url, web: false, log });
const { key } = await makeWorkspace(server.fabula.services.database, { name: "Bench", plan: "demo", sessions: config });
const authorization = `Bearer ${key}`;

async function post(path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(server.url + path, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { id: string };
}

/** A body as our server sends it, with its headers but for those that every server writes by itself. */
async function sampleOf(path: string): Promise<{ body: string; headers: Record<string, string> }> {
  const answer = await fetch(server.url + path, { headers: { authorization } });
  const skipped = new Set(["date", "connection", "keep-alive", "content-length"]);
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !skipped.has(name)));
  return { body: await answer.text(), headers: sent };
}

const { id } = await post("/v1/projects", { name: "Bench" });
const person = {
  external_id: "ferry-keeper",
  type: "character",
  name: "Anselm the ferry keeper",
  properties: {
    faction: "river wardens",
    level: 7,
    alive: true,
    tags: ["ferry", "salt", "debt"],
    notes: "Has crossed the river every day for thirty years, and never once looked at the far bank. ".repeat(3),
  },
};
const entity = `/v1/projects/${id}/entities/${(await post(`/v1/projects/${id}/entities`, person)).id}`;
const nothing = await sampleOf("/v1/nothing");
const plain = await plainServer(nothing.body, nothing.headers);
const one = await sampleOf(entity);
const reader = await plainReader(database.url, one.body, one.headers);

const ports = [Number(new URL(server.url).port)];
const runs = {
  [PLAIN]: { ports: [(plain.address() as AddressInfo).port], requests: [{ path: "/" }], headers: {} },
  "GET /health": { ports, requests: [{ path: "/health" }], headers: {} },
  [NOTHING]: { ports, requests: [{ path: "/v1/nothing" }], headers: { authorization } },
  [PREPARED]: { ports: [(reader.server.address() as AddressInfo).port], requests: [{ path: "/" }], headers: {} },
  [ENTITY]: { ports, requests: [{ path: entity }], headers: { authorization } },
  "one project": { ports, requests: [{ path: `/v1/projects/${id}` }], headers: { authorization } },
};
const rates = new Map<string, Rate[]>();
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, what] of Object.entries(runs)) {
    // The first round warms everything up and is forgotten.
    const rate = await measure(what, round === 0 ? 1 : SECONDS);
    if (round > 0) rates.set(name, [...(rates.get(name) ?? []), rate]);
  }
}
for (const [name, measured] of rates) {
  const cells = measured.map(
    ({ perSecond, cost }) => `${Math.round(perSecond)}/s`.padStart(10) + `${cost.toFixed(1)} µs`.padStart(10),
  );
  console.log(name.padEnd(34) + cells.join("  "));
}

/** The middle of what the rounds gave. */
function middle(name: string, of: (rate: Rate) => number): number {
  const values = (rates.get(name) ?? []).map(of).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

const share = (part: number, whole: number) => (part / whole).toFixed(2);
const perSecond = (name: string) => middle(name, (rate) => rate.perSecond);
const cost = (name: string) => middle(name, (rate) => rate.cost);
console.log(`one entity: ${share(perSecond(ENTITY), perSecond(PREPARED))} of the peer's rate (aim 0.35 or more)`);
console.log(
  `a request that does nothing: ${share(cost(NOTHING), cost(PLAIN))} of the peer's processor time (aim 2.5 or less)`,
);
for (const peer of [plain, reader.server]) {
  peer.closeAllConnections();
  peer.close();
}
await reader.stop();
await server.close();
await database.drop();
await cluster.stop();
