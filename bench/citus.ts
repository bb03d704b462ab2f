/**
 * The product on the nodes of Citus, beside the product on a PostgreSQL alone: writes, lists of 20, one caller, and the same rows by
 * statements written by hand, in interleaved rounds of one run. The databases are its own, on the servers of the cluster, and stay for
 * the next run: the one of PostgreSQL alone is on the coordinator and does not have the extension. With all nodes on this machine,
 * the processor time of their backends is told, too.
 *
 *   npm run bench -- citus --url=postgres://user@coordinator/database [--seconds=3] [--rounds=3] [--rows=writes,lists,one,hand]
 */
import { parseArgs } from "node:util";
import { connect, quoted, withDatabase } from "#server/postgres/connection.ts";
import { distribute } from "#server/postgres/distribute.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { openDatabase } from "#server/record/database.ts";
import type { ClientRequest } from "./http-client.ts";
import { creation, ENTITIES, type FilledProduct, listOf, openFilled } from "./lists/filled-product.ts";
import { type Case, type Measurement, measure } from "./lists/measure.ts";
import { postmasterOf } from "./machine.ts";
import { type ByHand, openByHand } from "./record/by-hand.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    rows: { type: "string", default: "writes,lists,one,hand" },
  },
});
const seconds = Math.min(Number(values.seconds), 30);
const rounds = Math.min(Number(values.rounds), 50);
const wanted = new Set(values.rows.split(","));

const CALLERS = 16;
const PROJECTS = 8;
const PAGE = 20;
const DATABASE = "fabula_bench_citus";
const ALONE = "fabula_bench_alone";

/** Address of a node, as the coordinator knows it. */
interface Node extends Record<string, unknown> {
  readonly host: string;
  readonly port: number;
}

/** The product on one of the two databases, and statements by hand on the same. */
interface Side extends FilledProduct {
  readonly hand: ByHand;
}

async function nodesOf(url: string): Promise<Node[]> {
  const sql = connect(url);
  try {
    return (await sql.unsafe(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid",
    )) as unknown as Node[];
  } finally {
    await sql.end();
  }
}

function onNode(url: string, { host, port }: Node, database: string): string {
  const address = new URL(withDatabase(url, database));
  address.hostname = host;
  address.port = String(port);
  return address.href;
}

/** Makes a database unless an earlier run did; answers whether it did. */
async function create(url: string, database: string): Promise<boolean> {
  const sql = connect(url);
  try {
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${database}`;
    if (found === undefined) await sql.unsafe(`CREATE DATABASE ${quoted(database)}`);
    return found === undefined;
  } finally {
    await sql.end();
  }
}

/** Makes a database on all nodes and tells the coordinator of them. */
async function createDistributed(url: string, nodes: readonly Node[]): Promise<void> {
  let isNew = false;
  for (const node of nodes) {
    isNew = await create(onNode(url, node, "postgres"), DATABASE);
    const sql = connect(onNode(url, node, DATABASE));
    await sql.unsafe("CREATE EXTENSION IF NOT EXISTS citus");
    await sql.end();
  }
  if (!isNew) return;
  const sql = connect(withDatabase(url, DATABASE));
  const [coordinator, ...workers] = nodes;
  await sql.unsafe(`SELECT citus_set_coordinator_host('${coordinator?.host}', ${coordinator?.port})`);
  for (const { host, port } of workers) await sql.unsafe(`SELECT citus_add_node('${host}', ${port})`);
  await sql.end();
}

/** The first process of a server on this machine; null where it is on another. */
async function postmaster(url: string): Promise<number | null> {
  const sql = connect(url);
  try {
    const [backend] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    return postmasterOf(backend?.pid ?? 0);
  } catch {
    return null;
  } finally {
    await sql.end();
  }
}

async function open(url: string, isDistributed: boolean): Promise<Side> {
  await prepareDatabase(url);
  if (isDistributed) {
    const pools = openDatabase(url, { reads: 1, writes: 1, direct: true, unlimited: true });
    await distribute(pools.writes);
    await pools.close();
  }
  const product = await openFilled(url, PROJECTS);
  const hand = await openByHand(url, 4, isDistributed);
  const close = async () => {
    await hand.close();
    await product.close();
  };
  return { ...product, hand, close };
}

/** One thing to be done on either side, and by how many callers. */
interface Row {
  readonly title: string;
  readonly kind: string;
  readonly callers: number;
  of(side: Side): Promise<Case["ask"]>;
}

function byHttp(request: (projectId: string) => ClientRequest): Row["of"] {
  return async ({ server, projects }) => ({ server, requests: projects.map(request) });
}
const writes = byHttp(creation);
const lists = byHttp(listOf(PAGE));

let counter = 0;
const writesByHand = async ({ hand }: Side) => {
  const creates = await Promise.all(Array.from({ length: PROJECTS }, () => hand.project()));
  return async () => {
    const n = counter++;
    const properties = { n };
    await creates[n % PROJECTS]?.({ external_id: `place-${n}`, type: "location", name: "A place", properties });
  };
};
const listsByHand = ({ hand }: Side) => hand.listed(ENTITIES, PAGE);
const pagesByHand = ({ hand }: Side) => hand.pages(ENTITIES, PAGE);

const all: readonly Row[] = [
  { title: "writes", kind: "writes", callers: CALLERS, of: writes },
  { title: `lists of ${PAGE}`, kind: "lists", callers: CALLERS, of: lists },
  { title: "writes", kind: "one", callers: 1, of: writes },
  { title: `lists of ${PAGE}`, kind: "one", callers: 1, of: lists },
  { title: "writes by hand", kind: "hand", callers: 1, of: writesByHand },
  { title: `lists of ${PAGE} by hand`, kind: "hand", callers: 1, of: listsByHand },
  { title: `pages of ${PAGE} by hand`, kind: "hand", callers: 1, of: pagesByHand },
];

function print({ title, callers }: Row, alone: Measurement, spread: Measurement): void {
  const cell = (value: number, digits: number) => value.toFixed(digits).padStart(9);
  const side = ({ perSecond, median, app, pg }: Measurement) =>
    `${cell(perSecond, 0)}/s ${cell(median, 2)} ms  ${cell(app, 2)} + ${pg.toFixed(2)} ms`;
  const processor = ({ app, pg }: Measurement) => app + pg;
  console.log(
    `  ${`${title}, ${callers === 1 ? "1 caller" : `${callers} callers`}`.padEnd(34)}${side(alone)}  ${side(spread)}` +
      `  ${(spread.perSecond / alone.perSecond).toFixed(2).padStart(6)}` +
      `  ${(processor(alone) / processor(spread)).toFixed(2).padStart(6)}`,
  );
}

async function run(url: string): Promise<void> {
  const nodes = await nodesOf(url);
  await createDistributed(url, nodes);
  await create(withDatabase(url, "postgres"), ALONE);
  const servers = (await Promise.all(nodes.map((node) => postmaster(onNode(url, node, DATABASE))))).filter(
    (pid) => pid !== null,
  );
  const alone = await open(withDatabase(url, ALONE), false);
  const spread = await open(withDatabase(url, DATABASE), true);
  console.log(
    `${nodes.length} nodes; ${rounds} rounds of ${seconds} s. Rate, median, processor time here + in PostgreSQL: alone, then Citus; ` +
      "ratios by rate and by processor",
  );
  try {
    for (const row of all.filter(({ kind }) => wanted.has(kind))) {
      const cases: Case[] = [
        { name: "alone", ask: await row.of(alone), answer: null },
        { name: "citus", ask: await row.of(spread), answer: null },
      ];
      const seen = await measure(cases, { connections: row.callers, seconds, rounds, postmasters: servers });
      const [first, second] = [seen.get("alone"), seen.get("citus")];
      if (first !== undefined && second !== undefined) print(row, first, second);
    }
  } finally {
    await alone.close();
    await spread.close();
  }
}

if (values.url === undefined) {
  console.error(
    "Give --url=postgres://user@coordinator/database: an administrator's address at the coordinator of Citus.",
  );
  process.exitCode = 1;
} else await run(values.url);
