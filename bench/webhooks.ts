/**
 * Deliveries of webhooks beside queues of jobs: 5,000 events for two endpoints on this machine, each signed, sent and written
 * down. graphile-worker and pg-boss send the same bodies with the same signing, the same outbound client and an attempt's row
 * each, as many at once; their jobs are there before the clock starts, while ours are first planned from the record. Rounds
 * are interleaved. Then events one by one: how long after a commit is answered its POST arrives.
 *
 *   node bench/webhooks.ts [--events=5000] [--rounds=3] [--singles=200] [--without-peers]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { readConfig } from "#server/config.ts";
import { compose } from "#server/context.ts";
import { provisionWorkspace } from "#server/features/access/provision.ts";
import { DeliveryLoop } from "#server/features/webhooks/public.ts";
import { newSecret, sign } from "#server/features/webhooks/signature.ts";
import { newId } from "#server/kernel/ids.ts";
import { SCOPES } from "#server/kernel/scope.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { livePostmaster } from "#server/postgres/postmaster.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { median } from "./machine.ts";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "5000" },
    rounds: { type: "string", default: "3" },
    singles: { type: "string", default: "200" },
    "without-peers": { type: "boolean", default: false },
  },
});
const events = Math.min(Number(values.events), 50_000);
const rounds = Math.min(Number(values.rounds), 20);
const singles = Math.min(Number(values.singles), 5_000);
/** Deliveries in flight at once with two endpoints. */
const AT_ONCE = 64;
const BATCH = 1_000;

const shown = (value: number, digits = 0): string => value.toLocaleString("en", { maximumFractionDigits: digits });
const now = () => performance.timeOrigin + performance.now();

const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/var/tmp" : tmpdir(), "fabula-bench-"));
chmodSync(folder, 0o711);
const server = await openEmbedded(folder);
await prepareDatabase(server.directUrl);
const receiver = fork(fileURLToPath(new URL("webhooks-receiver.ts", import.meta.url)));
const [{ port }] = (await once(receiver, "message")) as [{ port: number }];
const config = readConfig({
  FABULA_ENV: "test",
  FABULA_DATA_DIR: folder,
  FABULA_WORKER: "off",
  FABULA_OUTBOUND_ALLOW: "127.0.0.0/8",
});
const fabula = compose(config, server.url, { publicUrl: "http://fabula.test" });
const { services } = fabula;
const made = await services.database.writes.transaction("write", (db) =>
  provisionWorkspace(db, Date.now(), {
    name: "Bench",
    plan: "studio",
    owner: { email: "bench@example.com", name: "Bench", passwordHash: "none" },
    key: { name: "Bench", mode: "test", scopes: SCOPES },
  }),
);

// biome-ignore lint/suspicious/noExplicitAny: what is answered is known to whoever asks.
async function call(method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${made.key}`, "content-type": "application/json" };
  for (;;) {
    const request = new Request(`http://fabula.test${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await fabula.app.fetch(request, { clientAddress: "127.0.0.1" });
    if (response.status === 429) {
      await pause(Number(response.headers.get("retry-after") ?? 1) * 1_000);
      continue;
    }
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

async function makeProject(): Promise<string> {
  const { id } = await call("POST", "/v1/projects", { name: "Bench" });
  for (const path of ["a", "b"]) {
    const body = { url: `http://127.0.0.1:${port}/${path}`, events: ["entity.created"] };
    await call("POST", `/v1/projects/${id}/webhooks`, body);
  }
  return id;
}

let counter = 0;
const entity = () => ({
  external_id: `place-${counter++}`,
  type: "location",
  name: "A place",
  properties: { counter },
});

async function tell(message: object): Promise<void> {
  receiver.send(message);
  await once(receiver, "message");
}

interface Rate {
  /** Deliveries a second, until the last attempt is written down. */
  rate: number;
  /** Microseconds of a processor for each, of this process and of PostgreSQL. */
  own: number;
  database: number;
}

/** Microseconds of a processor that PostgreSQL has used; Linux tells it in hundredths of a second. */
function databaseMicros(): number {
  const postmaster = livePostmaster(join(folder, "postgres", "data"))?.pid;
  if (process.platform !== "linux" || postmaster === undefined) return Number.NaN;
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = (readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ").map(Number);
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
      if (Number(name) === postmaster) ticks += user + system + endedUser + endedSystem;
      else if (fields[1] === postmaster) ticks += user + system;
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10_000;
}

async function rateOf(work: () => Promise<unknown>, written: () => Promise<number>): Promise<Rate> {
  await tell({ awaited: 2 * events });
  const arrived = once(receiver, "message");
  const begun = performance.now();
  const [cpu, databaseBefore] = [process.cpuUsage(), databaseMicros()];
  const ended = work();
  await arrived;
  while ((await written()) < 2 * events) await pause(5);
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const database = (databaseMicros() - databaseBefore) / (2 * events);
  await ended;
  return { rate: (2 * events) / seconds, own: (user + system) / (2 * events), database };
}

async function countOf(query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await services.database.reads.execute<{ n: number }>(query);
  return row?.n ?? 0;
}

/** Ours: the project has its events, and nobody has looked at them yet. */
async function ours(): Promise<{ rate: Rate; bodies: { id: string; url: string; body: string }[] }> {
  const projectId = await makeProject();
  for (let left = events; left > 0; left -= BATCH) {
    const entities = Array.from({ length: Math.min(left, BATCH) }, () => ({ op: "create", ...entity() }));
    await call("POST", `/v1/projects/${projectId}/entities/batch`, { entities });
  }
  const loop = new DeliveryLoop(services);
  const rate = await rateOf(
    async () => loop.start(),
    () => countOf(sql`SELECT count(*) AS n FROM webhook_attempts WHERE project_id = ${projectId}`),
  );
  await loop.close();
  const rows = await services.database.reads.execute<{ id: string; url: string; body: string }>(
    sql`SELECT d.id, a.url, d.body FROM webhook_deliveries d JOIN webhook_attempts a
        ON a.project_id = d.project_id AND a.delivery_id = d.id WHERE d.project_id = ${projectId}`,
  );
  return { rate, bodies: rows };
}

interface Payload {
  id: string;
  url: string;
  body: string;
}
const secrets = [newSecret()];
await services.database.writes.execute(
  sql`CREATE TABLE bench_attempts (id text PRIMARY KEY, url text, started_at timestamptz, took_ms int, signature text, status int)`,
);

/** Handles a queue's job: the same signing and sending, and a row with its result. */
async function handle({ id, url, body }: Payload): Promise<void> {
  const startedAt = Date.now();
  const bytes = Buffer.from(body);
  const { headers } = sign({ id, timestamp: Math.floor(startedAt / 1_000), body: bytes, secrets });
  const answer = await services.outbound.request({
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: bytes,
  });
  if (answer.kind !== "answer") throw new Error(answer.message);
  await services.database.writes.execute(
    sql`INSERT INTO bench_attempts VALUES (${id}, ${url}, ${new Date(startedAt).toISOString()}, ${answer.tookMs},
        ${headers["webhook-signature"]}, ${answer.status})`,
  );
}

interface Peer {
  add(payloads: Payload[]): Promise<unknown>;
  /** Works until everything that was added is done. */
  work(): Promise<unknown>;
  close(): Promise<unknown>;
}

async function openGraphile(): Promise<Peer | null> {
  try {
    const peer = await import(new URL("peers/graphile-worker.mjs", import.meta.url).href);
    return await peer.openGraphileWorker(server.url, handle, AT_ONCE);
  } catch (error) {
    console.log(
      `without graphile-worker: ${(error as Error).message.split("\n")[0]} (npm install --prefix bench/peers)`,
    );
    return null;
  }
}

async function openBoss(): Promise<Peer> {
  const boss = new PgBoss({
    connectionString: server.url,
    schema: "bench_boss",
    max: 10,
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => console.log(error.message));
  await boss.start();
  await boss.createQueue("deliver");
  // Its own workers ask twice a second at most: fetching again at once is as fast as it gets.
  const drain = async (): Promise<void> => {
    const jobs = await boss.fetch<Payload>("deliver", { batchSize: AT_ONCE / 4 });
    if (jobs.length === 0) return;
    await Promise.all(jobs.map(({ data }) => handle(data)));
    await boss.complete(
      "deliver",
      jobs.map(({ id }) => id),
    );
    return drain();
  };
  return {
    add: (payloads) =>
      boss.insert(
        "deliver",
        payloads.map((data) => ({ data })),
      ),
    work: () => Promise.all([drain(), drain(), drain(), drain()]),
    close: () => boss.stop(),
  };
}

async function rateOfPeer(peer: Peer, bodies: readonly Payload[]): Promise<Rate> {
  await services.database.writes.execute(sql`TRUNCATE bench_attempts`);
  for (let at = 0; at < bodies.length; at += BATCH) {
    await peer.add(bodies.slice(at, at + BATCH).map((each) => ({ ...each, id: newId("msg") })));
  }
  return rateOf(
    () => peer.work(),
    () => countOf(sql`SELECT count(*) AS n FROM bench_attempts`),
  );
}

/** Milliseconds from the answer of a commit to the arrival of its POST. */
async function latencies(): Promise<number[]> {
  const projectId = await makeProject();
  const loop = new DeliveryLoop(services);
  loop.start();
  await tell({ awaited: 2 * singles, timed: true });
  const arrived = once(receiver, "message");
  const answered: { seq: number; at: number }[] = [];
  for (let i = 0; i < singles; i++) {
    const before = answered.length === 0 ? 0 : (answered.at(-1)?.seq ?? 0);
    await call("POST", `/v1/projects/${projectId}/entities`, entity());
    const at = now();
    const { events: fresh } = await call("GET", `/v1/projects/${projectId}/events?after_seq=${before}&limit=50`);
    answered.push({ seq: fresh.at(-1).seq, at });
    await pause(10);
  }
  await arrived;
  const told = once(receiver, "message");
  receiver.send({ tell: true });
  const [{ moments }] = (await told) as [{ moments: Record<number, number> }];
  await loop.close();
  return answered.map(({ seq, at }) => (moments[seq] ?? Number.NaN) - at);
}

const isAlone = values["without-peers"];
const graphile = isAlone ? null : await openGraphile();
const boss = isAlone ? null : await openBoss();
const rates: Record<string, Rate[]> = { ours: [], "graphile-worker": [], "pg-boss": [] };
// The first round warms up and does not count.
for (let round = 0; round <= rounds; round++) {
  const mine = await ours();
  const result = [
    ["ours", mine.rate],
    ...(graphile === null ? [] : [["graphile-worker", await rateOfPeer(graphile, mine.bodies)] as const]),
    ...(boss === null ? [] : [["pg-boss", await rateOfPeer(boss, mine.bodies)] as const]),
  ] as const;
  console.log(
    `${round === 0 ? "warm-up" : `round ${round}`}: ${result.map(([n, { rate }]) => `${n} ${shown(rate)}/s`).join(", ")}`,
  );
  if (round > 0) for (const [name, rate] of result) rates[name]?.push(rate);
}
const of = (name: string, field: keyof Rate) => median((rates[name] ?? []).map((each) => each[field]));
for (const [name, list] of Object.entries(rates)) {
  if (list.length === 0) continue;
  const ratio = of("ours", "rate") / of(name, "rate");
  const cost = `${shown(of(name, "own"))} µs here and ${shown(of(name, "database"))} µs of PostgreSQL each`;
  console.log(
    `${name.padEnd(16)} ${shown(of(name, "rate")).padStart(7)}/s, ${cost}; ours is ${shown(ratio, 2)} times that`,
  );
}
const times = (await latencies()).toSorted((a, b) => a - b);
console.log(
  `commit to POST   p50 ${shown(median(times), 1)} ms, p99 ${shown(times[Math.floor(times.length * 0.99)] ?? Number.NaN, 1)} ms of ${singles}`,
);

await graphile?.close();
await boss?.close();
await fabula.close();
receiver.disconnect();
await server.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
process.exit();
