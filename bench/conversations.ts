/**
 * Conversations of ten projects with a thousand players, each of whom follows theirs by a stream that is cut again and again: messages at a
 * steady pace, a tenth of them whispered. Counts what was lost, came twice or was overheard, and how long a message takes from the request
 * that says it to everybody who hears it.
 *
 *   npm run bench -- conversations [--projects=10] [--listeners=1000] [--messages=20] [--seconds=60] [--cut=30]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readConfig } from "#server/config.ts";
import { createLogger } from "#server/log/log.ts";
import { startServer } from "#server/main.ts";
import { STREAMS_PER_WORKSPACE } from "#server/operation/streams.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import type { ListenerRecord, Opening } from "./conversations-listeners.ts";
import { ENVIRONMENT } from "./environment.ts";

const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "10" },
    listeners: { type: "string", default: "1000" },
    messages: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    cut: { type: "string", default: "30" },
  },
});
const projects = Math.min(Number(values.projects), 100);
const each = Math.floor(Math.min(Number(values.listeners), STREAMS_PER_WORKSPACE) / projects);
const perSecond = Math.min(Number(values.messages), 200);
const seconds = Math.min(Number(values.seconds), 600);
/** Requests under way at once while everything is made. */
const AT_ONCE = 8;
/** Part of the messages that is whispered, and those who hear one. */
const WHISPERED = 0.1;
const HEARERS = 5;
/** Messages of the warm-up, in all. */
const WARM_UP = 40;
/** Milliseconds that stragglers have. */
const PATIENCE_MS = 30_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const now = () => Number(process.hrtime.bigint()) / 1e6;
const shown = (value: number, digits = 0): string => value.toLocaleString("en", { maximumFractionDigits: digits });

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const config = readConfig({ ...ENVIRONMENT, FABULA_WORKER: "off" });
const log = createLogger(config, { write: () => {} });
const server = await startServer({ config, databaseUrl: database.url, web: false, log });
const pools = server.fabula.services.database;
const workspace = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: config });

async function call<Body = { id: string }>(path: string, body: object, key = workspace.key): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  return (await response.json()) as Body;
}

/** A player in a conversation. */
interface Speaker {
  readonly id: string;
  readonly token: string;
}
interface Room {
  readonly path: string;
  readonly speakers: Speaker[];
  /** Hearers of each message, by its number, and when it was sent. */
  readonly said: Map<number, { at: number; hearers: ReadonlySet<string> }>;
}

async function openRoom(): Promise<Room> {
  const project = await call("/v1/projects", { name: "Bench" });
  const conversation = await call(`/v1/projects/${project.id}/conversations`, { title: "Bench" });
  const path = `/v1/projects/${project.id}/conversations/${conversation.id}`;
  await call(`${path}/start`, {});
  const speakers: Speaker[] = [];
  for (let at = 0; at < each; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, each - at) }, async (_, n) => {
      const players = `/v1/projects/${project.id}/players`;
      const player = await call(players, { external_id: `player-${at + n}` });
      const { token } = await call<{ token: string }>(`${players}/${player.id}/tokens`, { messages_per_minute: 600 });
      const body = { kind: "player", player_id: player.id, name: `Player ${at + n}` };
      return { id: (await call(`${path}/participants`, body)).id, token };
    });
    speakers.push(...(await Promise.all(some)));
  }
  return { path, speakers, said: new Map() };
}

const rooms: Room[] = [];
for (let n = 0; n < projects; n += 1) rooms.push(await openRoom());
const port = Number(new URL(server.url).port);
const listeners = rooms.flatMap(({ path, speakers }) =>
  speakers.map(({ token }) => ({ path: `${path}/events`, token })),
);

const child = fork(fileURLToPath(new URL("conversations-listeners.ts", import.meta.url)));
async function ask<T>(message: { begin: Opening } | { finish: number }): Promise<T> {
  const answered = once(child, "message");
  child.send(message);
  const [answer] = (await answered) as [T];
  return answer;
}

function memoryNow(): string {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return `${shown((heapUsed + external) / 2 ** 20, 1)} MiB (${shown(rss / 2 ** 20)} resident)`;
}

let sent = 0;
async function say(): Promise<void> {
  const room = rooms[sent % rooms.length] as Room;
  sent += 1;
  const pick = () => room.speakers[Math.floor(Math.random() * room.speakers.length)] as Speaker;
  const speaker = pick();
  const whispered = Math.random() < WHISPERED ? Array.from({ length: HEARERS }, () => pick().id) : null;
  const at = now();
  const text = `Message ${sent}: the ferry leaves at low tide, and the toll is a lantern and a word.`;
  const body = { text, client_id: `m-${sent}`, ...(whispered !== null && { audience: [...new Set(whispered)] }) };
  const { number, audience } = await call<{ number: number; audience: string[] }>(
    `${room.path}/messages`,
    body,
    speaker.token,
  );
  room.said.set(number, { at, hearers: new Set(audience) });
}

await ask({ begin: { port, listeners, cutEveryMs: Number(values.cut) * 1_000 } });
for (let n = 0; n < WARM_UP; n += 1) await say();
await pause(1_000);
const numbersBefore = new Set(
  rooms.flatMap(({ said }, index) => [...said.keys()].map((number) => `${index} ${number}`)),
);
const total = perSecond * seconds;
const memory: string[] = [];
const under = new Set<Promise<unknown>>();
const cpu = process.cpuUsage();
const begun = now();
for (let n = 0; n < total; n += 1) {
  if ([Math.floor(total / 10), Math.floor(total / 2), Math.floor((total * 9) / 10)].includes(n))
    memory.push(memoryNow());
  const work: Promise<unknown> = say().finally(() => under.delete(work));
  under.add(work);
  const rest = begun + ((n + 1) * 1_000) / perSecond - now();
  if (rest > 0) await pause(rest);
}
await Promise.all(under);
const took = (now() - begun) / 1_000;
const { user, system } = process.cpuUsage(cpu);
const records = await ask<ListenerRecord[]>({ finish: PATIENCE_MS });

let [lost, twice, overheard, reconnects, arrived] = [0, 0, 0, 0, 0];
const waits: number[] = [];
for (const [index, { arrivals, reconnects: again }] of records.entries()) {
  const at = Math.floor(index / each);
  const room = rooms[at] as Room;
  const own = room.speakers[index % each]?.id ?? "";
  reconnects += again;
  const seen = new Map<number, number>();
  for (const [number, when, isLive] of arrivals) {
    arrived += 1;
    seen.set(number, (seen.get(number) ?? 0) + 1);
    const said = room.said.get(number);
    if (said === undefined || !said.hearers.has(own)) overheard += 1;
    else if (isLive && !numbersBefore.has(`${at} ${number}`)) waits.push(when - said.at);
  }
  for (const count of seen.values()) twice += count - 1;
  for (const [number, { hearers }] of room.said) if (hearers.has(own) && !seen.has(number)) lost += 1;
}
const sorted = Float64Array.from(waits).sort();
const part = (share: number) => shown(sorted[Math.floor(sorted.length * share)] ?? Number.NaN, 1);
console.log(
  `${shown(total / took, 1)} messages a second in ${projects} projects, ${records.length} listeners, ${shown(took)} s: ` +
    `${shown(arrived)} arrivals, ${reconnects} reconnects, ${lost} lost, ${twice} twice, ${overheard} overheard`,
);
console.log(`from the request to a listener: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, p99 ${part(0.99)} ms`);
console.log(`memory ${memory.join(", ")}; ${shown((user + system) / arrived, 1)} µs of the process an arrival`);
child.disconnect();
await server.close();
await database.drop();
await cluster.stop();
process.exit();
