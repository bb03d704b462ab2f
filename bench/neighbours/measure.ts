import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/record/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "../environment.ts";
import { childrenOf, cpuOf, cpuOfThread, isComputing, median, postmasterOf, threadsOf } from "../machine.ts";
import type { AttackReport } from "../neighbours-attacker.ts";

const SETTINGS = { ...ENVIRONMENT, FABULA_OUTBOUND_ALLOW: "127.0.0.0/8", FABULA_LOG_LEVEL: "silent" };
const MIB = 1024 * 1024;
/** Clients of each workspace that is not hostile, and the longest time that one thinks between two requests, in milliseconds. */
const CLIENTS = 2;
const THINKING_MS = 400;
/** Time in which what the hostile workspace left is ended, in milliseconds. */
const SETTLING_MS = 6_000;
const PAGE_BYTES = 4_096;
const PROBE_EVERY_MS = 20;
const LOOK_EVERY_MS = 100;

/** Process of the service. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
}

/** Starts a process of the service on a database, with what requests share loaded. */
export async function startService(databaseUrl: string): Promise<ServiceProcess> {
  const child = fork(fileURLToPath(new URL("../../tests/support/bounded-server.ts", import.meta.url)), {
    env: { ...process.env, ...SETTINGS, DATABASE_URL: databaseUrl },
    execArgv: ["--disable-proto=delete"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  await told(child, "load");
  return { child, pid: child.pid ?? 0, url };
}

/** Sends a message to a child and waits for the answer. */
export async function told<Answer>(child: ChildProcess, message: string | number): Promise<Answer> {
  const answer = once(child, "message");
  child.send(message);
  return ((await answer) as [Answer])[0];
}

/** Ends a child and waits for its end. */
export async function ended(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  child.disconnect();
  await once(child, "exit");
}

/** Starts the hostile workspace, which attacks in the ways whose names begin as the pattern `ways` says. */
export async function startAttacker(urls: readonly string[], key: string, ways: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("../neighbours-attacker.ts", import.meta.url)), {
    execArgv: [],
    env: { ...process.env, ATTACK: JSON.stringify({ urls, key, ways }) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
}

/** Starts busy loops that together compute for so many processors. */
export function startLoops(processors: number): ChildProcess[] {
  const count = Math.ceil(processors);
  return Array.from({ length: count }, () =>
    fork(fileURLToPath(new URL("../neighbours-loop.ts", import.meta.url)), [String(processors / count)], {
      execArgv: [],
    }),
  );
}

/** Waits of requests, in milliseconds. */
export class Waits {
  readonly #all: number[] = [];

  async measure<T>(work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await work();
    this.#all.push(performance.now() - from);
    return result;
  }

  add({ all }: { all: readonly number[] }): void {
    for (const each of all) this.#all.push(each);
  }

  get all(): readonly number[] {
    return this.#all;
  }

  /** The wait that so many of hundred requests stay below. */
  at(share: number): number {
    const sorted = this.#all.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }
}

/** Asks for /health all the time; the answer stops it and returns the waits. */
export function watchHealth(url: string): () => Promise<Waits> {
  const waits = new Waits();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      await waits.measure(async () => (await fetch(`${url}/health`)).text());
      await pause(PROBE_EVERY_MS);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return waits;
  };
}

/** Resident memory of a process in MiB. */
function residentOf(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES) / MIB;
}

/** Workspace that uses the service as it is meant to be used. */
interface Neighbour {
  readonly key: string;
  readonly project: string;
  readonly entities: readonly string[];
  readonly graph: string;
}

/** Times of one phase. */
export interface Phase {
  /** Processors that both processes took, and their first threads alone, which answer requests. */
  readonly whole: number;
  readonly serving: number;
  readonly waits: Waits;
  /** Waits of /health, of both processes. */
  readonly health: Waits;
  /** Answers that were not as they should be. */
  readonly failures: readonly string[];
}

/** Result of a measurement. */
export interface NeighbourReport {
  readonly alone: Phase;
  readonly hostile: Phase;
  readonly control: Phase;
  /**
   * Busy loops in place of the hostile workspace: as many as threads and backends of the database that wanted to compute at a time, its
   * client's included, less those that the others want beside busy loops.
   */
  readonly processors: number;
  /** Resident memory of each process in MiB: medians of the thirds of the hostile phase. */
  readonly resident: readonly (readonly number[])[];
  readonly attack: AttackReport;
}

/** Options of a measurement. */
export interface NeighbourOptions {
  readonly databaseUrl: string;
  /** Workspaces, one of them hostile. */
  readonly workspaces: number;
  /** Length of the hostile phase, in seconds. */
  readonly seconds: number;
  /** Pattern for the beginning of the names of ways to attack; every way where it is absent. */
  readonly ways?: string;
  readonly say: (line: string) => void;
}

/**
 * Measures how long workspaces wait beside a hostile one, on two processes and one database, and beside as many busy loops as threads
 * and backends of that one computed at a time. The hostile phase stands between two phases of busy loops of a quarter of its length each.
 */
export async function measureNeighbours(options: NeighbourOptions): Promise<NeighbourReport> {
  const { databaseUrl, workspaces, seconds, ways = "", say } = options;
  const pools = openDatabase(databaseUrl, { reads: 1, writes: 1, direct: true });
  const services = [await startService(databaseUrl), await startService(databaseUrl)];
  const urls = services.map(({ url }) => url);
  let attacker: ChildProcess | null = null;
  try {
    const [backend] = await pools.reads.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const postmaster = postmasterOf(backend?.pid ?? 0);
    const sessions = readConfig(SETTINGS);
    const keys = await Promise.all(
      Array.from({ length: workspaces }, async (_, n) =>
        makeWorkspace(pools, { name: `W${n}`, plan: "demo", sessions }),
      ),
    );
    const neighbours: Neighbour[] = [];
    for (const { key } of keys.slice(1)) neighbours.push(await settleIn(urls[0] ?? "", key));
    say(`${neighbours.length} workspaces are settled; the hostile one prepares`);
    attacker = await startAttacker(urls, keys[0]?.key ?? "", ways);
    const begun = attacker;
    const attacked = async (length: number) => {
      begun.send("begin");
      const [memory, computing] = [watchMemory(services), watchComputing(services, begun, postmaster)];
      const phase = await ask(neighbours, services, length);
      const resident = memory();
      const wanted = computing();
      const attack = await told<AttackReport>(begun, "end");
      await pause(SETTLING_MS);
      return { phase, resident, attack, computing: wanted };
    };
    const beside = async (processors: number, length: number) => {
      const loops = startLoops(Math.max(0, processors));
      const computing = watchComputing(services, begun, postmaster);
      const phase = await ask(neighbours, services, length);
      const ofNeighbours = computing();
      await Promise.all(loops.map(ended));
      return { phase, ofNeighbours };
    };
    const [short, quarter] = [Math.min(15, seconds / 4), seconds / 4];
    const alone = await ask(neighbours, services, short);
    // What runs for the first time is compiled first.
    const warm = await attacked(short);
    // The neighbours' own backends want a processor three times as long where processors are short: they are counted beside loops.
    const { ofNeighbours } = await beside(warm.computing, short);
    const first = await beside(warm.computing - ofNeighbours, quarter);
    say("beside busy loops for the first time");
    const { phase: hostile, resident, computing, attack } = await attacked(seconds);
    say("beside the hostile workspace");
    const processors = computing - first.ofNeighbours;
    const second = await beside(processors, quarter);
    say("beside busy loops for the second time");
    for (const key of ["waits", "health"] as const) first.phase[key].add(second.phase[key]);
    return {
      alone,
      hostile,
      control: { ...first.phase, failures: [...first.phase.failures, ...second.phase.failures] },
      processors,
      resident,
      attack,
    };
  } finally {
    if (attacker !== null) await ended(attacker);
    await Promise.all(services.map(({ child }) => ended(child)));
    await pools.close();
  }
}

/**
 * Looks ten times a second how many threads and backends compute or wait for a processor, without the first threads of the service,
 * which answer everybody; the answer ends it and returns the mean.
 */
function watchComputing(services: readonly ServiceProcess[], attacker: ChildProcess, postmaster: number): () => number {
  const [first, seen] = [new Set(services.map(({ pid }) => pid)), { looks: 0, threads: 0 }];
  const timer = setInterval(() => {
    seen.looks += 1;
    for (const pid of [...first, attacker.pid ?? 0, ...childrenOf(postmaster)]) {
      const threads = threadsOf(pid);
      seen.threads += threads.filter((thread) => !first.has(thread) && isComputing(pid, thread)).length;
    }
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return seen.threads / Math.max(1, seen.looks);
  };
}

/** Looks at the memory of processes once a second; the answer ends it and returns the medians of the thirds. */
function watchMemory(services: readonly ServiceProcess[]): () => number[][] {
  const seen = services.map(({ pid }) => [residentOf(pid)]);
  const timer = setInterval(() => {
    for (const [at, { pid }] of services.entries()) seen[at]?.push(residentOf(pid));
  }, 1_000);
  return () => {
    clearInterval(timer);
    return seen.map((all) =>
      [0, 1, 2].map((third) => median(all.slice((all.length * third) / 3, (all.length * (third + 1)) / 3))),
    );
  };
}

async function request<Body>(
  url: string,
  key: string,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<Body> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Body;
}

/** Makes a project of two hundred entities and a dialogue of twenty nodes. */
async function settleIn(url: string, key: string): Promise<Neighbour> {
  const send = <Body>(path: string, body: object) => request<Body>(url, key, ["POST", path, body]);
  const { id: project } = await send<{ id: string }>("/v1/projects", { name: "Harbour" });
  const at = `/v1/projects/${project}`;
  const { entities } = await send<{ entities: { id: string }[] }>(`${at}/entities/batch`, {
    entities: Array.from({ length: 200 }, (_, n) => ({
      external_id: `keeper-${n}`,
      type: "character",
      name: `Keeper ${n}`,
      properties: { mood: n % 7, quay: `number ${n % 20}` },
    })),
  });
  const passages = Array.from(
    { length: 20 },
    (_, n) => `:: P${n}\nThe tide stands at mark ${n}.\n[[On->P${(n + 1) % 20}]]`,
  );
  const { graphs } = await send<{ graphs: { id: string }[] }>(`${at}/game-narrative/dialogues/import`, {
    format: "twee3",
    content: passages.join("\n\n"),
  });
  return { key, project, entities: entities.map(({ id }) => id), graph: graphs[0]?.id ?? "" };
}

/** The requests of a client, one after the other. */
function requestOf({ project, entities, graph }: Neighbour, nth: number): [string, string, object?] {
  const at = `/v1/projects/${project}`;
  const entity = entities[(nth * 13) % entities.length];
  switch (nth % 6) {
    case 0:
      return ["GET", `${at}/entities?limit=50&sort_by=name`];
    case 1:
      return ["PATCH", `${at}/entities/${entity}`, { properties: { mood: nth } }];
    case 2:
      return ["GET", `${at}/game-narrative/dialogues/${graph}/story`];
    case 3:
      return [
        "POST",
        "/v1/graphql",
        { query: `{ project(id: "${project}") { entities(first: 20) { nodes { id name } } } }` },
      ];
    case 4:
      return ["POST", `${at}/game-narrative/dialogues/${graph}/runs`, {}];
    default:
      return ["GET", `${at}/entities/${entity}`];
  }
}

/** Asks for all neighbours at once, each client as fast as it thinks, at one process and the other in turn. */
async function ask(
  neighbours: readonly Neighbour[],
  services: readonly ServiceProcess[],
  seconds: number,
): Promise<Phase> {
  const urls = services.map(({ url }) => url);
  const ofFirstThread = (pid: number) => cpuOfThread(pid, pid);
  const computed = (of: (pid: number) => number) => services.reduce((sum, { pid }) => sum + of(pid), 0);
  const [whole, serving, from] = [computed(cpuOf), computed(ofFirstThread), performance.now()];
  const waits = new Waits();
  const failures: string[] = [];
  const probes = urls.map(watchHealth);
  const end = performance.now() + seconds * 1_000;
  const clients = neighbours.flatMap((neighbour) => Array.from({ length: CLIENTS }, () => neighbour));
  await Promise.all(
    clients.map(async (neighbour, client) => {
      for (let nth = client; performance.now() < end; nth++) {
        await pause(Math.random() * THINKING_MS);
        const url = urls[nth % urls.length] ?? "";
        try {
          await waits.measure(() => request(url, neighbour.key, requestOf(neighbour, nth)));
        } catch (error) {
          failures.push(String(error));
        }
      }
    }),
  );
  const took = performance.now() - from;
  const health = new Waits();
  for (const stop of probes) health.add(await stop());
  return {
    waits,
    health,
    failures,
    whole: (computed(cpuOf) - whole) / took,
    serving: (computed(ofFirstThread) - serving) / took,
  };
}

/** Load of the machine over the last minute. */
export function loadOfMachine(): number {
  return Number(readFileSync("/proc/loadavg", "utf8").split(" ")[0]);
}
