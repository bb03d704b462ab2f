/**
 * The record under load, each number beside the one it is to be compared with, in interleaved rounds of one run:
 * writes to one project with and without the queue, a neighbour's point read while a project is hot, and replay,
 * backup and restore of what was written. On a cluster that writes to disk as the embedded one does.
 *
 *   node bench/record.ts [--seconds=2] [--rounds=3] [--events=20000]
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { migrate } from "#drizzle/migrate.ts";
import { newId } from "#server/kernel/ids.ts";
import type { Services } from "#server/operation/context.ts";
import { registry } from "#server/operations.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { sealed, splitLines } from "#server/record/backup/lines.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { WriteQueue } from "#server/record/write-queue.ts";
import { resources } from "#server/resources.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

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

/** The queue as it would be without one: every writer takes a connection and waits for the lock in the database. */
class NoQueue extends WriteQueue {
  override run<T>(_: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const shown = (value: number, digits = 0): string => value.toLocaleString("en", { maximumFractionDigits: digits });

let counter = 0;
const write = (bench: Workbench, projectId: string) => {
  const body = { external_id: `place-${counter++}`, type: "location", name: "A place", properties: { n: counter } };
  return bench.call(entities.create, { params: { project_id: projectId }, body });
};

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

async function throughput(queued: Workbench, loose: Workbench): Promise<void> {
  const rates = { queued: [] as number[], loose: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, bench] of [
      ["queued", queued],
      ["loose", loose],
    ] as const) {
      const projectId = await bench.newProject();
      const [, calls] = await during(WRITERS, () => write(bench, projectId), forSeconds);
      // The first round warms connections, plans and compiled code.
      if (round > 0) rates[name].push(calls / seconds);
    }
  }
  const [withQueue, without] = [median(rates.queued), median(rates.loose)];
  console.log(
    `writes of ${WRITERS} callers to one project: ${shown(withQueue)}/s with the queue, ${shown(without)}/s without`,
  );
  console.log(`  ratio ${shown(withQueue / without, 2)}`);
}

async function neighbour(queued: Workbench, loose: Workbench): Promise<void> {
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
    ["16 writers, without a queue, one pool of 8 for all", loose, [[WRITERS, hotWrite]]],
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
  const base = median(times[0] ?? []);
  console.log("a neighbour's point read, median, beside");
  for (const [index, [name]] of cases.entries()) {
    const own = median(times[index] ?? []);
    console.log(`  ${name.padEnd(60)} ${shown(own, 2).padStart(8)} ms  ratio ${shown(own / base, 1)}`);
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
  await migrate(server.directUrl);
  const queued = await openWorkbench({ url: server.url, reads: 12, writes: 8 });
  const loose = await openWorkbench({ url: server.url, caller: queued.caller, reads: 8, writes: 1 });
  const onePool = { ...loose.database, writes: loose.database.reads };
  Object.assign(loose.services, { database: onePool, queue: new NoQueue() } satisfies Partial<Services>);
  // As in production, where one answer in a hundred is checked.
  for (const { services } of [queued, loose])
    Object.assign(services, { checkOutputs: false } satisfies Partial<Services>);
  await throughput(queued, loose);
  await neighbour(queued, loose);
  await history(queued);
  await loose.close();
  await queued.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
process.exit();
