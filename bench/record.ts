/**
 * The record under load, each number beside the one it is to be compared with, in interleaved rounds of one run:
 * writes to one project together, each in a transaction of its own, as Emmett appends to one stream, and written by hand,
 * alone and behind plain node:http; batches beside a
 * hand-written COPY of the same rows; a neighbour's point read while a project is hot, and replay,
 * backup and restore of what was written. On a cluster that writes to disk as the embedded one does.
 *
 *   node bench/record.ts [--seconds=2] [--rounds=3] [--events=20000]
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { newId } from "#server/kernel/ids.ts";
import type { Services } from "#server/operation/context.ts";
import { registry } from "#server/operations.ts";
import { connect } from "#server/postgres/connection.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { splitLines } from "#server/record/backup/lines.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { FirstStatistics } from "#server/record/first-statistics.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { type QueuedWrite, type RunGroup, WriteQueue } from "#server/record/write-queue.ts";
import { resources } from "#server/resources.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { loadBetween, type MachineLoad, median, postmasterOf, processorTime, syncTime } from "./machine.ts";
import { type ByHand, openByHand } from "./record/by-hand.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    events: { type: "string", default: "20000" },
  },
});
const seconds = Math.min(Number(values.seconds), 20);
const rounds = Math.min(Number(values.rounds), 20);
const events = Math.min(Number(values.events), 1_000_000);
const WRITERS = 16;
const { entities, record } = registry;

/** Every write in a transaction of its own, as it was before they shared one. */
class AloneQueue extends WriteQueue {
  override join<Member extends QueuedWrite>(projectId: string, member: Member, run: RunGroup<Member>): void {
    super.join(projectId, { ...member, alone: true }, run);
  }
}

/** The server that is measured: its process, and how many bytes its log has. */
interface Meter {
  readonly postmaster: number;
  wal(): Promise<number>;
}

/** Interface of a peer in `bench/peers/`; null where its packages are not installed. */
interface Emmett {
  stream(): { append(): Promise<void> };
  close(): Promise<void>;
}

async function openPeer(url: string): Promise<Emmett | null> {
  try {
    const peer = await import(new URL("peers/emmett.mjs", import.meta.url).href);
    return (await peer.openEmmett(url)) as Emmett;
  } catch (error) {
    console.log(`without Emmett: ${(error as Error).message.split("\n")[0]} (npm install --prefix bench/peers)`);
    return null;
  }
}

const shown = (value: number, digits = 0): string => value.toLocaleString("en", { maximumFractionDigits: digits });

let counter = 0;
const creation = () => ({
  external_id: `place-${counter++}`,
  type: "location",
  name: "A place",
  properties: { n: counter },
});
const write = (bench: Workbench, projectId: string) =>
  bench.call(entities.create, { params: { project_id: projectId }, body: creation() });

/** Runs `callers` loops of `call` until `work` has ended; answers how many calls there were. */
async function during<T>(callers: number, call: () => Promise<unknown>, work: () => Promise<T>): Promise<[T, number]> {
  let going = true;
  let calls = 0;
  const loops = Array.from({ length: callers }, async () => {
    while (going) {
      await call();
      calls += 1;
    }
  });
  const result = await work();
  going = false;
  await Promise.all(loops);
  return [result, calls];
}

const forSeconds = () => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/** Milliseconds of point reads, one after the other. */
async function readsOf(bench: Workbench, projectId: string, entityId: string): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const begun = performance.now();
    await bench.call(entities.get, { params: { project_id: projectId, entity_id: entityId } });
    times.push(performance.now() - begun);
  }
  return times;
}

/** Measurement of a case in one round. */
interface Measured {
  /** Calls a second. */
  readonly rate: number;
  /** Milliseconds within which 99 of 100 were answered. */
  readonly p99: number;
  /** Milliseconds of the processor for each call, in this process and in PostgreSQL. */
  readonly app: number;
  readonly pg: number;
  /** Bytes of each call in the log that PostgreSQL syncs. */
  readonly wal: number;
  readonly machine: MachineLoad;
}

async function measure(meter: Meter, callers: number, call: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  const timed = async () => {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  };
  const wal = await meter.wal();
  const before = processorTime(meter.postmaster);
  const [, calls] = await during(callers, timed, forSeconds);
  const after = processorTime(meter.postmaster);
  times.sort((a, b) => a - b);
  return {
    rate: calls / ((after.at - before.at) / 1_000),
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    app: (after.app - before.app) / calls,
    pg: (after.pg - before.pg) / calls,
    wal: ((await meter.wal()) - wal) / calls,
    machine: loadBetween(before, after),
  };
}

/** Runs every case in each round, one after the other; answers all rounds but the first, which warms up. */
async function interleaved(
  meter: Meter,
  cases: readonly [name: string, callers: number, begin: () => Promise<() => Promise<unknown>>][],
): Promise<Map<string, Measured[]>> {
  const seen = new Map(cases.map(([name]) => [name, [] as Measured[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, callers, begin] of cases) {
      const result = await measure(meter, callers, await begin());
      if (round > 0) seen.get(name)?.push(result);
    }
  }
  return seen;
}

/** Prints medians; `scale` is how many writes a call is. Ratios are of rates and of processor time, to the peer's. */
function table(results: Map<string, Measured[]>, peer: string, scale = 1): void {
  const middle = (name: string, of: (one: Measured) => number) => median((results.get(name) ?? []).map(of));
  const processor = ({ app, pg }: Measured) => app + pg;
  for (const name of results.keys()) {
    const number = (of: (one: Measured) => number, digits: number) => shown(middle(name, of), digits);
    const ratio = middle(name, ({ rate }) => rate) / middle(peer, ({ rate }) => rate);
    const cost = middle(peer, processor) / middle(name, processor);
    console.log(
      `  ${name.padEnd(48)} ${number(({ rate }) => rate * scale, 0).padStart(7)}/s  p99 ${number(({ p99 }) => p99, 1).padStart(7)} ms` +
        `  ratio ${shown(ratio, 2).padStart(5)}, by processor ${shown(cost, 2).padStart(5)}` +
        `  ${number(({ app }) => app / scale, 3)} + ${number(({ pg }) => pg / scale, 3)} ms, ${number(({ wal }) => wal / scale, 0)} B of log` +
        `  load ${number(({ machine }) => machine.load, 1)}, others ${number(({ machine }) => machine.others, 1)}, stolen ${number(({ machine }) => machine.stolen, 1)}`,
    );
  }
}

async function oneProject(
  meter: Meter,
  grouped: Workbench,
  alone: Workbench,
  emmett: Emmett | null,
  hand: ByHand,
): Promise<void> {
  const to = (bench: Workbench) => async () => {
    const projectId = await bench.newProject();
    return () => write(bench, projectId);
  };
  const appending = async () => {
    const stream = emmett?.stream();
    return async () => stream?.append();
  };
  const byHand = async () => {
    const create = await hand.project();
    return () => create(creation());
  };
  const overHttp = async () => {
    const create = await hand.httpProject();
    return () => create(creation());
  };
  const peer = "Emmett, one stream, 1 caller";
  const results = await interleaved(meter, [
    ...(emmett === null
      ? []
      : [[peer, 1, appending] as const].map((each) => [...each] as [string, number, typeof appending])),
    ["one project, 1 caller", 1, to(grouped)],
    ["one project, 16 callers", 16, to(grouped)],
    ["one project, 64 callers", 64, to(grouped)],
    ["one project, 64 callers, a transaction each", 64, to(alone)],
    ["hand-written SQL, same rows, 1 caller", 1, byHand],
    ["hand-written SQL, same rows, 64 callers", 64, byHand],
    ["plain node:http + hand-written SQL, 64 callers", 64, overHttp],
  ]);
  console.log("durable creations of an entity; processor time here + in PostgreSQL; what others used, in processors");
  table(results, emmett === null ? "one project, 64 callers, a transaction each" : peer);
}

const BATCH = 1_000;
const BATCH_CALLERS = 4;

async function batches(meter: Meter, bench: Workbench, url: string): Promise<void> {
  const copies = postgres(url, { max: BATCH_CALLERS, onnotice: () => {} });
  await copies`CREATE TABLE copied_versions (LIKE entity_versions INCLUDING ALL)`;
  await copies`CREATE TABLE copied_events (LIKE events INCLUDING ALL)`;
  const columnsOf = async (name: string) =>
    (
      await copies<{ name: string }[]>`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = ${name}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
    ).map((row) => row.name);
  const [versionColumns, eventColumns] = [await columnsOf("entity_versions"), await columnsOf("events")];
  const entitiesOf = (round: number) =>
    Array.from({ length: BATCH }, (_, n) => ({
      external_id: `b${round}-${n}`,
      type: "location",
      name: `Place ${n}`,
      properties: { text: "x".repeat(200), n },
    }));
  const ours = async () => {
    const projects = await Promise.all(Array.from({ length: BATCH_CALLERS }, () => bench.newProject()));
    return () => {
      const projectId = projects[counter++ % BATCH_CALLERS] ?? "";
      return bench.call(entities.batch, { params: { project_id: projectId }, body: { entities: entitiesOf(counter) } });
    };
  };
  // The rows that the last batch of ours wrote, with other ids.
  const model = async () => {
    const projectId = await bench.newProject();
    await bench.call(entities.batch, { params: { project_id: projectId }, body: { entities: entitiesOf(0) } });
    const rows = (name: string) =>
      copies.unsafe<Record<string, unknown>[]>(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE project_id = $1`, [
        projectId,
      ]);
    const versions = (await rows("entity_versions")).map(({ row }) => row as Record<string, unknown>);
    const events = (await rows("events")).map(({ row }) => row as Record<string, unknown>);
    return { projectId, versions, events };
  };
  const source = await model();
  const byHand = async () => () => {
    counter += 1;
    const projectId = `prj_copy${counter}`;
    return copies.begin(async (tx) => {
      await tx`SELECT last_seq FROM project_heads WHERE project_id = ${source.projectId}`;
      for (const [name, columns, rows] of [
        ["copied_events", eventColumns, source.events],
        ["copied_versions", versionColumns, source.versions],
      ] as const) {
        const text = rows.map((row) =>
          columns.map((column) => copyText(column === "project_id" ? projectId : row[column])).join("\t"),
        );
        const into = await tx
          .unsafe(`COPY ${name} (${columns.map((column) => `"${column}"`).join(", ")}) FROM STDIN`)
          .writable();
        await pipeline(Readable.from([`${text.join("\n")}\n`]), into);
      }
    });
  };
  const peer = "hand-written COPY, 4 callers";
  const results = await interleaved(meter, [
    [peer, BATCH_CALLERS, byHand],
    ["batches of 1,000, 4 callers, a project each", BATCH_CALLERS, ours],
  ]);
  console.log("entities of batches, with their events");
  table(results, peer, BATCH);
  await copies.end({ timeout: 5 });
}

/** A value as COPY reads it. */
function copyText(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
}

async function neighbour(queued: Workbench): Promise<void> {
  const hot = await queued.newProject("Hot");
  for (let n = 0; n < 500; n++) await write(queued, hot);
  const quiet = await queued.newProject("Neighbour");
  const { id } = (await write(queued, quiet)).body;
  const read = (bench: Workbench) => bench.call(entities.get, { params: { project_id: quiet, entity_id: id } });
  const feed = (bench: Workbench) =>
    bench.call(record.events, { params: { project_id: hot }, query: { after_seq: 100, limit: 100 } });
  const follow = async (bench: Workbench) => {
    const head = Number(
      (await bench.call(record.events, { params: { project_id: hot }, query: { limit: 1 } })).headers["x-project-seq"],
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await bench.call(record.events, { params: { project_id: hot }, query: { after_seq: head, limit: 500 } });
  };
  const hotWrite = (bench: Workbench) => write(bench, hot);
  const cases: [
    name: string,
    bench: Workbench,
    load: [callers: number, call: (bench: Workbench) => Promise<unknown>][],
  ][] = [
    ["nothing else", queued, []],
    ["4 callers of point reads, without a pause", queued, [[4, read]]],
    ["4 readers of a change feed, without a pause, 100 at a time", queued, [[4, feed]]],
    ["16 writers, queued", queued, [[WRITERS, hotWrite]]],
    [
      "16 writers, queued, and 8 followers of their change feed",
      queued,
      [
        [WRITERS, hotWrite],
        [8, follow],
      ],
    ],
  ];
  const times = cases.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, bench, load]] of cases.entries()) {
      let work = () => readsOf(bench, quiet, id);
      for (const [callers, call] of load) {
        const inner = work;
        work = async () => (await during(callers, () => call(bench), inner))[0];
      }
      times[index]?.push(...(await work()));
    }
  }
  // Both take a processor and a half; what is beyond that is what the writers cost a neighbour.
  const base = median(times[1] ?? []);
  console.log("a neighbour's point read, median, beside; ratio to that beside point reads");
  for (const [index, [name]] of cases.entries()) {
    const own = median(times[index] ?? []);
    console.log(`  ${name.padEnd(60)} ${shown(own, 2).padStart(8)} ms  ratio ${shown(own / base, 2)}`);
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function history(bench: Workbench): Promise<void> {
  const projectId = await bench.newProject("Long");
  const params = { project_id: projectId };
  for (let made = 1; made < events; made += 500) {
    const batch = Array.from({ length: 500 }, (_, n) => {
      const external_id = `p${made + n}`;
      return {
        external_id,
        type: "location",
        name: external_id,
        properties: { text: "x".repeat(300), n },
        parent_id: null,
      };
    });
    await bench.call(entities.batch, { params, body: { entities: batch } });
  }
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    const took = (performance.now() - begun) / 1_000;
    console.log(`  ${name.padEnd(10)} ${shown(took, 1).padStart(6)} s  ${shown(events / took)} events/s`);
    return result;
  };
  console.log(`a project of ${shown(events)} events`);
  const { differences } = await timed("replay", () => bench.replay(projectId));
  if (differences.length > 0) throw new Error(JSON.stringify(differences[0]));
  const pieces = await timed("backup", () =>
    bench.snapshot((db) => all(sealed(backupLines(db, { projectId, now: 0 })))),
  );
  const workspaceId = newId("wsp");
  await bench.database.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${workspaceId}, 'Bench', 'studio', now())`,
  );
  const other = newId("prj");
  const renamed = pieces.map((text) => text.replaceAll(projectId, other)).slice(0, -1);
  const lines = Readable.from(renamed.map((text) => JSON.parse(text)));
  const copy = (await all(sealed(lines))).map((text) => Buffer.from(text));
  await timed("restore", () =>
    restoreBackup(bench.database, resources, () => splitLines(Readable.from(copy)), {
      projectId: null,
      workspaceId,
      intoEmpty: false,
    }),
  );
}

const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/var/tmp" : tmpdir(), "fabula-bench-"));
chmodSync(folder, 0o711);
const server = await openEmbedded(folder);
try {
  await prepareDatabase(server.directUrl);
  const queued = await openWorkbench({ url: server.url, reads: 12, writes: 8 });
  const alone = await openWorkbench({ url: server.url, caller: queued.caller, reads: 8, writes: 8 });
  Object.assign(alone.services, { queue: new AloneQueue() } satisfies Partial<Services>);
  // As in production, where one answer in a hundred is checked.
  for (const { services } of [queued, alone])
    Object.assign(services, { checkOutputs: false } satisfies Partial<Services>);
  const admin = connect(server.directUrl);
  const [backend] = await admin<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const meter: Meter = {
    postmaster: postmasterOf(backend?.pid ?? 0),
    wal: async () => {
      const [log] = await admin<{ bytes: number }[]>`SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`;
      return log?.bytes ?? Number.NaN;
    },
  };
  console.log(`a sync of 8 KiB takes ${shown(syncTime(folder), 2)} ms`);
  await admin`CREATE DATABASE emmett`;
  const address = new URL(server.url);
  address.pathname = "/emmett";
  const emmett = await openPeer(address.href);
  const hand = await openByHand(server.directUrl, 8);
  // As in production: without statistics, each look-up reads the whole project.
  const statistics = new FirstStatistics(queued.database, console.warn);
  statistics.start();
  await oneProject(meter, queued, alone, emmett, hand);
  await hand.close();
  await emmett?.close();
  await batches(meter, queued, server.directUrl);
  await neighbour(queued);
  await history(queued);
  await statistics.close();
  await admin.end({ timeout: 5 });
  await alone.close();
  await queued.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
process.exit();
