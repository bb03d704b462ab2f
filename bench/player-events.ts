/**
 * Events of players over the interface: 16 callers that send as fast as they are answered, to one project whose players are known; beside
 * COPY by hand of the rows that these wrote, with the same indexes. In interleaved rounds of one run, over loopback.
 *
 *   npm run bench -- player-events [--requests=100] [--size=1000] [--players=2000] [--rounds=3]
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { readConfig } from "#server/config.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";
import { randomGame, randomNumbers } from "#tests/player-events/random-events.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import { startProduct } from "./lists/servers.ts";
import { cpuOf, median } from "./machine.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100" },
    size: { type: "string", default: "1000" },
    players: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
  },
});
const CALLERS = 16;
const requests = Math.min(Number(values.requests), 10_000);
const size = Math.min(Number(values.size), 1_000);
const rounds = Math.min(Number(values.rounds), 20);

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
const copies = postgres(database.url, { max: CALLERS, onnotice: () => {} });
const product = await startProduct(database.url, ENVIRONMENT);
const home = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
const headers = { authorization: `Bearer ${home.key}`, "content-type": "application/json" };

async function post<Body>(path: string, body: string): Promise<Body> {
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, { method: "POST", headers, body });
  // A busy machine may take longer than a request may; as a game does, it is sent again.
  if (answer.status === 503) return post(path, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return (await answer.json()) as Body;
}

/** Does work as so many callers, one piece after another. */
async function byCallers<Piece>(pieces: readonly Piece[], work: (piece: Piece) => Promise<unknown>): Promise<number> {
  const left = [...pieces];
  const from = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let piece = left.pop(); piece !== undefined; piece = left.pop()) await work(piece);
    }),
  );
  return performance.now() - from;
}

const TABLES = ["player_events", "player_event_shares", "player_event_counts"] as const;
const random = randomNumbers(7);
const { next } = randomGame(random, Number(values.players));
let sent = 0;
const bodiesOf = (count: number, perRequest: number) =>
  Array.from({ length: count }, () =>
    JSON.stringify({ events: Array.from({ length: perRequest }, () => next(`event-${sent++}`, Date.now())) }),
  );

async function prepare(): Promise<string> {
  const { id } = await post<{ id: string }>("/v1/projects", JSON.stringify({ name: "Bench" }));
  // Everybody is known before it is measured.
  for (let from = 0; from < Number(values.players); from += 500) {
    const events = Array.from({ length: 500 }, (_, at) => ({
      ...next(`known-${sent++}`, Date.now()),
      player: `player-${from + at}`,
    }));
    await post(`/v1/projects/${id}/events`, JSON.stringify({ events }));
  }
  return id;
}

/** The rows of a project as COPY reads them, of each table in as many parts as there were requests. */
async function rowsOf(project: string, parts: number) {
  const tables = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await copies.unsafe<{ line: string }[]>(
        `SELECT line FROM (SELECT ${table}::text AS line FROM ${table} WHERE project_id = $1) t`,
        [project],
      );
      return rows.map(({ line }) => line.slice(1, -1));
    }),
  );
  return Array.from({ length: parts }, (_, part) =>
    tables.map((lines) => lines.slice((lines.length * part) / parts, (lines.length * (part + 1)) / parts)),
  );
}

async function copyRound(project: string): Promise<number> {
  for (const table of TABLES) {
    await copies.unsafe(`DROP TABLE IF EXISTS copied_${table}`);
    await copies.unsafe(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`);
  }
  const parts = await rowsOf(project, requests);
  return byCallers(parts, (lines) =>
    copies.begin(async (tx) => {
      for (const [at, table] of TABLES.entries()) {
        const into = await tx.unsafe(`COPY copied_${table} FROM STDIN (FORMAT csv)`).writable();
        await pipeline(Readable.from([`${(lines[at] ?? []).join("\n")}\n`]), into);
      }
    }),
  );
}

const perSecond = (events: number, ms: number) => Math.round(events / (ms / 1_000));
const rates = new Map<string, number[]>();
const note = (name: string, rate: number) => rates.set(name, [...(rates.get(name) ?? []), rate]);

for (let round = 0; round < rounds; round++) {
  const project = await prepare();
  const before = cpuOf(product.pid);
  const bodies = bodiesOf(requests, size);
  const path = `/v1/projects/${project}/events`;
  note(`requests of ${size}`, perSecond(requests * size, await byCallers(bodies, (body) => post(path, body))));
  const cpu = (cpuOf(product.pid) - before) / (requests * size);
  note("COPY by hand of the rows that these wrote", perSecond(requests * size, await copyRound(project)));
  note(
    "requests of 1",
    perSecond(requests * 10, await byCallers(bodiesOf(requests * 10, 1), (body) => post(path, body))),
  );
  console.log(`round ${round + 1}: ${(cpu * 1_000).toFixed(0)} µs of the process an event`);
}
const copied = median(rates.get("COPY by hand of the rows that these wrote") ?? []);
for (const [name, each] of rates) {
  console.log(`${name}: ${each.join(", ")} events a second; ${(median(each) / copied).toFixed(2)} of COPY`);
}
await copies.end({ timeout: 5 });
await product.close();
await pools.close();
await database.drop();
await cluster.stop();
