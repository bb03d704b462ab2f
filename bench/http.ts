/**
 * What our listener costs beside plain node:http: `node bench/http.ts [seconds]`. Requests per second depend on what else
 * the machine does; the processor time of the server's thread per request hardly does. Loopback only; the client runs in a
 * thread of its own.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { readConfig } from "#server/config.ts";
import { createLogger } from "#server/log.ts";
import { startServer } from "#server/main.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import type { ClientRun } from "./http-client.ts";

const SECONDS = Math.min(Number(process.argv[2] ?? 3), 30);
const ROUNDS = 2;
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
    worker.on("message", (answers: number) => resolve(answers));
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

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const config = readConfig({
  FABULA_ENV: "production",
  PORT: "0",
  FABULA_SECRET: "a secret that is only good for benchmarks",
  FABULA_ENCRYPTION_KEY: "00".repeat(32),
});
const log = createLogger(config, { write: () => {} });
const server = await startServer({ config, databaseUrl: database.url, web: false, log });
const { key } = await makeWorkspace(server.fabula.services.database, { name: "Bench", plan: "demo", sessions: config });
const authorization = `Bearer ${key}`;
const made = await fetch(`${server.url}/v1/projects`, {
  method: "POST",
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify({ name: "Bench" }),
});
const { id } = (await made.json()) as { id: string };
const sample = await fetch(`${server.url}/v1/projects/${id}`, { headers: { authorization } });
const skipped = new Set(["date", "connection", "keep-alive", "content-length"]);
const headers = Object.fromEntries([...sample.headers].filter(([name]) => !skipped.has(name)));
const plain = await plainServer(await sample.text(), headers);

const port = Number(new URL(server.url).port);
const runs = {
  "plain node:http, same bytes": { port: (plain.address() as AddressInfo).port, path: "/", headers: {} },
  "GET /health": { port, path: "/health", headers: {} },
  "keyed, nothing there (404)": { port, path: "/v1/nothing", headers: { authorization } },
  "keyed, one row": { port, path: `/v1/projects/${id}`, headers: { authorization } },
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
  console.log(name.padEnd(30) + cells.join("  "));
}
plain.closeAllConnections();
plain.close();
await server.close();
await database.drop();
await cluster.stop();
