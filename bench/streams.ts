/**
 * Streams of a project: many subscribers, commits at a steady pace, and connections that are cut again and again and come back
 * with `Last-Event-ID`. Beside it, in interleaved rounds, the least that does the same: plain `node:http` that inserts a row and
 * writes the same bytes to everybody. Then the product alone for longer, for its memory.
 *
 *   npm run bench -- streams [--subscribers=1000] [--commits=50] [--seconds=10] [--rounds=3] [--long=60] [--cut=10]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import postgres from "postgres";
import { readConfig } from "#server/config.ts";
import { createLogger } from "#server/log/log.ts";
import { startServer } from "#server/main.ts";
import { STREAMS_PER_WORKSPACE } from "#server/operation/streams.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import { median } from "./machine.ts";
import type { Ending, Opening, SubscriberCounts } from "./streams-subscribers.ts";

const { values } = parseArgs({
  options: {
    subscribers: { type: "string", default: "1000" },
    commits: { type: "string", default: "50" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
    long: { type: "string", default: "60" },
    cut: { type: "string", default: "10" },
  },
});
const subscribers = Math.min(Number(values.subscribers), STREAMS_PER_WORKSPACE);
const commitsPerSecond = Math.min(Number(values.commits), 500);
const seconds = Math.min(Number(values.seconds), 60);
const rounds = Math.min(Number(values.rounds), 10);
const long = Math.min(Number(values.long), 600);
/** Streams opened with one key, of the 64 that a caller may have. */
const STREAMS_OF_A_KEY = 50;
/** Commits under way at once: a machine that cannot keep the pace slows down rather than piling them up. */
const AT_ONCE = 4;
/** Commits before anything is timed. */
const WARM_COMMITS = 200;
/** Messages the peer keeps for those that come back. */
const KEPT = 5_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const now = () => Number(process.hrtime.bigint()) / 1e6;
const shown = (value: number, digits = 0): string => value.toLocaleString("en", { maximumFractionDigits: digits });

/** System under measurement. */
interface System {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** Commit time of each sequence; emptied at the beginning of a run. */
  readonly commits: Map<number, number>;
  commit(): Promise<unknown>;
  head(): number;
}

interface Memory {
  heap: number;
  resident: number;
}

interface Run {
  seen: SubscriberCounts;
  /** Microseconds of this process's processor time for each message that arrived. */
  cost: number;
  memory: Memory[];
}

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const config = readConfig({ ...ENVIRONMENT, FABULA_WORKER: "off" });
const log = createLogger(config, { write: () => {} });
const server = await startServer({ config, databaseUrl: database.url, web: false, log });
const workspace = await makeWorkspace(server.fabula.services.database, {
  name: "Bench",
  plan: "demo",
  sessions: config,
});
const keys = await Promise.all(
  Array.from({ length: Math.ceil(subscribers / STREAMS_OF_A_KEY) }, () => workspace.makeKey()),
);

async function call(method: string, path: string, body: object): Promise<{ id: string; seq: number }> {
  const headers = { authorization: `Bearer ${workspace.key}`, "content-type": "application/json" };
  const request = new Request(server.url + path, { method, headers, body: JSON.stringify(body) });
  const response = await server.fabula.app.fetch(request, { clientAddress: "127.0.0.1" });
  const answer = (await response.json()) as { id: string };
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return { id: answer.id, seq: Number(response.headers.get("x-project-seq")) };
}

/** The product, with one project of one person. */
async function openProduct(): Promise<System> {
  const project = await call("POST", "/v1/projects", { name: "Bench" });
  const path = `/v1/projects/${project.id}`;
  const person = await call("POST", `${path}/entities`, { external_id: "keeper", type: "character", name: "Anselm" });
  let [head, counter] = [person.seq, 0];
  const commits = new Map<number, number>();
  const { feed } = server.fabula.services.live;
  const committed = feed.committed.bind(feed);
  // Here a commit is made known: the moment from which the way to the subscribers counts. Those that shared a transaction are
  // made known with the last of them.
  let known = person.seq;
  feed.committed = (projectId, seq) => {
    if (projectId === project.id) for (; known < seq; known += 1) commits.set(known + 1, now());
    committed(projectId, seq);
  };
  return {
    name: "ours",
    port: Number(new URL(server.url).port),
    path: `${path}/events/stream`,
    commits,
    commit: async () => {
      counter += 1;
      const properties = { counter, notes: "Has crossed the river every day for thirty years. ".repeat(4) };
      const { seq } = await call("PATCH", `${path}/entities/${person.id}`, { properties });
      head = Math.max(head, seq);
    },
    head: () => head,
  };
}

/** The least that sends the same: a row is inserted, then everybody is written the same bytes. */
async function openPlain(message: (seq: number) => string): Promise<System & { close(): Promise<void> }> {
  const sql = postgres(database.url, { max: 5, onnotice: () => {} });
  await sql`CREATE TABLE plain_events (seq bigint PRIMARY KEY, body text)`;
  const open = new Set<ServerResponse>();
  const kept = new Map<number, string>();
  const commits = new Map<number, number>();
  let [head, taken] = [0, 0];
  const plain = createServer((incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" });
    const after = Number(incoming.headers["last-event-id"] ?? head);
    outgoing.write(`retry: 2000\nid: ${after}\nevent: ready\ndata: ${JSON.stringify({ seq: after, head })}\n\n`);
    for (let seq = after + 1; seq <= head; seq += 1) outgoing.write(kept.get(seq) ?? "");
    open.add(outgoing);
    outgoing.once("close", () => open.delete(outgoing));
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  let last = Promise.resolve();
  const commit = async () => {
    taken += 1;
    const seq = taken;
    const body = message(seq);
    await sql`INSERT INTO plain_events VALUES (${seq}, ${body})`;
    commits.set(seq, now());
    kept.set(seq, body);
    kept.delete(seq - KEPT);
    head = seq;
    for (const outgoing of open) outgoing.write(body);
  };
  return {
    name: "plain node:http",
    port: (plain.address() as AddressInfo).port,
    path: "/",
    commits,
    // One after the other, so that they are told of in their order.
    commit: () => {
      last = last.then(commit);
      return last;
    },
    head: () => head,
    close: async () => {
      plain.closeAllConnections();
      plain.close();
      await sql.end();
    },
  };
}

const child = fork(fileURLToPath(new URL("streams-subscribers.ts", import.meta.url)));
async function ask<T>(message: { begin: Opening } | { finish: Ending }): Promise<T> {
  const answered = once(child, "message");
  child.send(message);
  const [answer] = (await answered) as [T];
  return answer;
}

function memoryNow(): Memory {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}

/** Follows a system with everybody for a while. Memory is looked at when they are there, in the middle and at the end. */
async function follow(system: System, lasting: number): Promise<Run> {
  system.commits.clear();
  const { port, path } = system;
  await ask({ begin: { port, path, keys, subscribers, cutEveryMs: Number(values.cut) * 1_000 } });
  const total = Math.round(lasting * commitsPerSecond);
  const memory: Memory[] = [];
  const under = new Set<Promise<unknown>>();
  const cpu = process.cpuUsage();
  const begun = now();
  for (let n = 0; n < total; n += 1) {
    if ([Math.floor(total / 10), Math.floor(total / 2), Math.floor((total * 9) / 10)].includes(n)) {
      memory.push(memoryNow());
    }
    const work: Promise<unknown> = system.commit().finally(() => under.delete(work));
    under.add(work);
    if (under.size >= AT_ONCE) await Promise.race(under);
    const rest = begun + ((n + 1) * 1_000) / commitsPerSecond - now();
    if (rest > 0) await pause(rest);
  }
  await Promise.all(under);
  const took = (now() - begun) / 1_000;
  const seen = await ask<SubscriberCounts>({ finish: { last: system.head(), commits: [...system.commits] } });
  const { user, system: kernel } = process.cpuUsage(cpu);
  if (took > lasting * 1.1) console.log(`${system.name}: only ${shown(total / took)} commits a second`);
  return { seen, cost: (user + kernel) / seen.arrivals, memory };
}

const ours = await openProduct();
await ours.commit();
const feed = (await (
  await fetch(`${server.url}${ours.path.replace("/stream", "")}?limit=500`, {
    headers: { authorization: `Bearer ${workspace.key}` },
  })
).json()) as { events: { seq: number }[] };
const event = feed.events.at(-1);
const plain = await openPlain((seq) => `id: ${seq}\nevent: event\ndata: ${JSON.stringify({ ...event, seq })}\n\n`);

/** Microseconds of a commit that nobody follows: what it costs is no part of telling of it. */
async function costOfCommit(system: System): Promise<number> {
  for (let n = 0; n < WARM_COMMITS; n += 1) await system.commit();
  const before = process.cpuUsage();
  for (let n = 0; n < WARM_COMMITS; n += 1) await system.commit();
  const { user, system: kernel } = process.cpuUsage(before);
  return (user + kernel) / WARM_COMMITS;
}

const results = new Map<string, Run[]>();
for (const system of [ours, plain]) {
  console.log(`${system.name.padEnd(16)} a commit that nobody follows: ${shown(await costOfCommit(system))} µs`);
}
for (let round = 0; round <= rounds; round += 1) {
  for (const system of [ours, plain]) {
    // The first round warms everything up and is forgotten.
    const run = await follow(system, round === 0 ? Math.min(3, seconds) : seconds);
    const { p50, p99, lost, late, duplicates, reconnects, refusals, arrivals } = run.seen;
    console.log(
      `${round === 0 ? "warm-up" : `round ${round}`} ${system.name.padEnd(16)} p50 ${shown(p50, 1)} ms, p99 ${shown(p99, 1)} ms, ` +
        `${shown(run.cost, 1)} µs each of ${shown(arrivals)}; ${reconnects} reconnects (${refusals} refused at first), ${lost} lost, ${late} late, ${duplicates} twice`,
    );
    if (round > 0) results.set(system.name, [...(results.get(system.name) ?? []), run]);
  }
}
const of = (name: string, what: (run: Run) => number) => median((results.get(name) ?? []).map(what));
for (const { name } of [ours, plain]) {
  console.log(
    `${name.padEnd(16)} p50 ${shown(
      of(name, ({ seen }) => seen.p50),
      1,
    )} ms, p99 ${shown(
      of(name, ({ seen }) => seen.p99),
      1,
    )} ms, ${shown(
      of(name, ({ cost }) => cost),
      1,
    )} µs`,
  );
}
const ratio = (what: (run: Run) => number) => shown(of(ours.name, what) / of(plain.name, what), 2);
console.log(`ours to plain: p50 ${ratio(({ seen }) => seen.p50)}, p99 ${ratio(({ seen }) => seen.p99)}`);
if (long > 0) {
  const { memory, seen } = await follow(ours, long);
  const [start, middle, end] = memory.map(({ heap, resident }) => `${shown(heap, 1)} (${shown(resident)} resident)`);
  console.log(
    `${long} s: memory ${start}, ${middle}, ${end} MiB; p50 ${shown(seen.p50, 1)} ms, p99 ${shown(seen.p99, 1)} ms, ${seen.reconnects} reconnects, ${seen.lost} lost, ${seen.late} late, ${seen.duplicates} twice`,
  );
}
child.disconnect();
await plain.close();
await server.close();
await database.drop();
await cluster.stop();
process.exit();
