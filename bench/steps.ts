/**
 * The steps of docs/scaling.md on one machine: one process, more of them, and one through PgBouncer where that is installed, on three
 * databases of one server that writes to disk; creations and lists of 20 by 16 callers on 8 projects and by one, in interleaved rounds.
 *
 *   npm run bench -- steps [--processes=2] [--seconds=3] [--rounds=5]
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect, withDatabase } from "#server/postgres/connection.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { POOLER_PROGRAM, startPooler } from "#tests/support/pooler.ts";
import { creation, type FilledOptions, type FilledProduct, listOf, openFilled } from "./lists/filled-product.ts";
import { measure } from "./lists/measure.ts";
import { postmasterOf } from "./machine.ts";

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "2" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
  },
});
const PROJECTS = 8;
/** Connections of the pooler to the server: as many as a process has for reading and writing. */
const POOLED = 9;
const ROWS = [
  { title: "creations, 16 callers", request: creation, callers: 16 },
  { title: "lists of 20, 16 callers", request: listOf(20), callers: 16 },
  { title: "creations, 1 caller", request: creation, callers: 1 },
  { title: "lists of 20, 1 caller", request: listOf(20), callers: 1 },
];

const folder = mkdtempSync(join(tmpdir(), "fabula-bench-"));
chmodSync(folder, 0o755);
const cluster = await openEmbedded(folder);
const closing: (() => Promise<void>)[] = [];
try {
  const admin = connect(cluster.url);
  const [backend] = await admin<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const postmaster = postmasterOf(backend?.pid ?? 0);
  const create = async (database: string): Promise<string> => {
    await admin.unsafe(`CREATE DATABASE ${database}`);
    const url = withDatabase(cluster.url, database);
    await prepareDatabase(url);
    return url;
  };
  const open = async (url: string, options: FilledOptions): Promise<FilledProduct> => {
    const product = await openFilled(url, PROJECTS, options);
    closing.unshift(() => product.close());
    return product;
  };
  const sides = new Map([
    ["one process", await open(await create("steps_one"), {})],
    [`${values.processes} processes`, await open(await create("steps_more"), { processes: Number(values.processes) })],
  ]);
  if (POOLER_PROGRAM === null) console.log("without PgBouncer, which is not installed");
  else {
    const url = await create("steps_pooled");
    const pooler = await startPooler(url, POOLED);
    closing.unshift(() => pooler.stop());
    sides.set("through PgBouncer", await open(url, { pooledUrl: pooler.url }));
  }
  await admin.end();
  for (const { title, request, callers } of ROWS) {
    const cases = [...sides].map(([name, { server, projects }]) => ({
      name,
      ask: { server, requests: projects.map(request) },
      answer: null,
    }));
    const seen = await measure(cases, {
      connections: callers,
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      postmasters: [postmaster],
    });
    const base = seen.get("one process")?.perSecond ?? Number.NaN;
    console.log(title);
    for (const [name, { perSecond, median, app, pg }] of seen) {
      const processor = `${app.toFixed(2)} + ${pg.toFixed(2)} ms of processor`;
      console.log(
        `  ${name.padEnd(20)} ${perSecond.toFixed(0).padStart(6)}/s  ${median.toFixed(2)} ms  ${processor}  ` +
          (perSecond / base).toFixed(2),
      );
    }
  }
} finally {
  for (const close of closing) await close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
