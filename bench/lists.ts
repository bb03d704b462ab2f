/**
 * Lists over a large project: the engine against one statement with `count(*) over()`, in interleaved rounds, so that
 * the ratios hold on a busy machine.
 *
 *   node bench/lists.ts [--rows=100000] [--versions=2] [--rounds=11] [--gin=current|all]
 *
 * Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { parsePropertyFilter } from "#domain/filter/property-filter.ts";
import type { SortOrder } from "#domain/filter/sort.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { type Db, openDatabase } from "#server/record/database.ts";
import { filterSql } from "#server/record/list/filter-sql.ts";
import { type ListQuery, listVersions } from "#server/record/list/list.ts";
import { column } from "#server/record/list/row.ts";
import { compileSort, orderBy, parseSort, type Sort } from "#server/record/list/sort-sql.ts";
import { TotalsCache } from "#server/record/list/totals.ts";
import { holds } from "#server/record/versions.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    versions: { type: "string", default: "2" },
    rounds: { type: "string", default: "11" },
    gin: { type: "string", default: "current" },
  },
});
const rows = Number(values.rows);
const versions = Number(values.versions);
const rounds = Number(values.rounds);
const TABLE = "bench_versions";
const PROJECT = "prj_large";

interface Scenario {
  readonly title: string;
  readonly filter?: unknown;
  readonly where?: SQL[];
  readonly sortBy?: string;
  readonly order?: SortOrder;
  readonly offset?: number;
  readonly atSeq?: number;
}

const location = [sql`${column("type")} = 'location'`];
const SCENARIOS: Scenario[] = [
  { title: "all, by creation" },
  { title: "one type (20 %), by creation", where: location },
  { title: "all, by name", sortBy: "name" },
  { title: "$eq, 5 %, by name", filter: { faction: "f3" }, sortBy: "name" },
  { title: "$eq and $eq, 0.05 %, by name", filter: { faction: "f3", level: 13 }, sortBy: "name" },
  { title: "$eq, no match, by name", filter: { faction: "none" }, sortBy: "name" },
  { title: "$contains element, 1 %, by name", filter: { tags: { $contains: "t7" } }, sortBy: "name" },
  { title: "$in of 2, 10 %, by name", filter: { faction: { $in: ["f3", "f4"] } }, sortBy: "name" },
  { title: "$gt, 5 %, by name", filter: { level: { $gt: 94 } }, sortBy: "name" },
  { title: "$gt, 0.1 %, by name", filter: { gold: { $gt: 998 } }, sortBy: "name" },
  { title: "$ne, 95 %, by name", filter: { faction: { $ne: "f3" } }, sortBy: "name" },
  { title: "all, by a property", sortBy: "properties.gold" },
  { title: "$eq, 5 %, by a property, desc", filter: { faction: "f3" }, sortBy: "stats.hp", order: "desc" },
  { title: "all, by name, offset 50 %", sortBy: "name", offset: Math.floor(rows * 0.5) },
  { title: "all, by name, offset 90 %", sortBy: "name", offset: Math.floor(rows * 0.9) },
  { title: "at a sequence, all, by creation", atSeq: rows + 10 },
  { title: "at a sequence, one type, by creation", where: location, atSeq: rows + 10 },
  { title: "at a sequence, $eq, 5 %, by creation", filter: { faction: "f3" }, atSeq: rows + 10 },
  { title: "at a sequence, all, offset 90 %", offset: Math.floor(rows * 0.9), atSeq: rows + 10 },
];

/** Every entity has `versions` versions; version k of the i-th begins at (k - 1) * rows + i. */
async function load(db: Db): Promise<void> {
  const table = sql.identifier(TABLE);
  await db.execute(sql`CREATE EXTENSION IF NOT EXISTS btree_gin`);
  await db.execute(sql`CREATE TABLE ${table} (
    project_id text NOT NULL, id text COLLATE "C" NOT NULL, valid_from_seq bigint NOT NULL, valid_to_seq bigint NOT NULL,
    created_seq bigint NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    external_id text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
    properties jsonb NOT NULL, PRIMARY KEY (project_id, id, valid_from_seq))`);
  const fill = (project: string, count: number) => sql`INSERT INTO ${table}
    SELECT ${project}, 'ent_' || lpad(i::text, 26, '0'), (k - 1) * ${count}::bigint + i,
      CASE WHEN k = ${versions}::int THEN 9007199254740991 ELSE k * ${count}::bigint + i - 1 END, i,
      '2026-01-01Z', '2026-01-01Z', 'key-' || i, (ARRAY['location','npc','item','quest','faction'])[i % 5 + 1],
      'Name ' || md5(i::text), jsonb_build_object('faction', 'f' || (i * 7 % 20), 'level', i * 13 / 20 % 100,
        'gold', i * 7919 % 1000, 'tags', jsonb_build_array('t' || (i % 100), 'u' || (i % 37)),
        'stats', jsonb_build_object('hp', i * 31 % 500, 'mp', i % 50), 'version', k, 'note', repeat(md5(i::text), 4))
    FROM generate_series(1, ${count}::int) i, generate_series(1, ${versions}::int) k ORDER BY k, i`;
  await db.execute(fill(PROJECT, rows));
  for (let i = 0; i < 20; i++) await db.execute(fill(`prj_small_${i}`, 1_000));
  const current = sql.raw("WHERE valid_to_seq = 9007199254740991");
  const present = values.gin === "all" ? sql.raw("") : current;
  await db.execute(sql`CREATE INDEX ON ${table} USING gin (project_id, properties jsonb_path_ops) ${present}`);
  await db.execute(sql`CREATE UNIQUE INDEX ON ${table} (project_id, id) ${current}`);
  await db.execute(sql`CREATE INDEX ON ${table} (project_id, created_seq, id) ${current}`);
  await db.execute(sql`CREATE INDEX ON ${table} (project_id, type, created_seq, id) ${current}`);
  await db.execute(sql`CREATE INDEX ON ${table} (project_id, name, id) ${current}`);
  await db.execute(sql`CREATE INDEX ON ${table} (project_id, created_seq, id, valid_from_seq, valid_to_seq)`);
  await db.execute(sql`CREATE INDEX ON ${table} (project_id, type, created_seq, id, valid_from_seq, valid_to_seq)`);
}

function queryOf(scenario: Scenario): ListQuery {
  const parsed = parsePropertyFilter(scenario.filter ?? {});
  if (!parsed.ok) throw new Error(parsed.error.message);
  return {
    table: TABLE,
    projectId: PROJECT,
    atSeq: scenario.atSeq ?? null,
    headSeq: rows * versions,
    where: scenario.where ?? [],
    filter: parsed.filter,
    sort: sortOf(scenario),
    limit: 50,
    offset: scenario.offset ?? 0,
  };
}

function sortOf(scenario: Scenario): Sort {
  const sortable = { columns: { name: {} }, properties: true };
  if (scenario.sortBy === undefined) return compileSort(null, scenario.order ?? "asc");
  const parsed = parseSort(scenario.sortBy, sortable);
  if (!parsed.ok) throw new Error(parsed.message);
  return compileSort(parsed.key, scenario.order ?? "asc");
}

/** What one would write first. */
async function naive(db: Db, query: ListQuery): Promise<number> {
  const conditions = [
    sql`${column("project_id")} = ${query.projectId}`,
    holds(query.atSeq, "t"),
    ...(query.where ?? []),
    ...filterSql(query.filter ?? [], column("properties")).conditions,
  ];
  const found = await db.execute<{ total: number }>(sql`SELECT t.*, count(*) OVER () AS total
    FROM ${sql.identifier(TABLE)} t WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${orderBy(query.sort)} LIMIT ${query.limit} OFFSET ${query.offset}`);
  return found[0]?.total ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}

async function measure(db: Db, scenario: Scenario): Promise<void> {
  const query = queryOf(scenario);
  const totals = new TotalsCache();
  const { total } = await listVersions(db, query, totals);
  const wanted = await naive(db, query);
  if (total !== wanted) throw new Error(`${scenario.title}: ${total} and ${wanted} are counted`);
  const times: { naive: number[]; cold: number[]; warm: number[] } = { naive: [], cold: [], warm: [] };
  for (let round = 0; round < rounds; round++) {
    times.naive.push(await timed(() => naive(db, query)));
    times.cold.push(await timed(() => listVersions(db, query, null)));
    times.warm.push(await timed(() => listVersions(db, query, totals)));
  }
  const [first, cold, warm] = [median(times.naive), median(times.cold), median(times.warm)];
  const cells = [
    total,
    first.toFixed(1),
    cold.toFixed(1),
    warm.toFixed(1),
    (first / cold).toFixed(1),
    (first / warm).toFixed(1),
  ];
  console.log(`${scenario.title.padEnd(40)} ${cells.map((cell) => String(cell).padStart(9)).join(" ")}`);
}

const given = process.env.FABULA_TEST_CLUSTER;
const cluster = given === undefined ? await startThrowaway() : null;
const url = given ?? cluster?.adminUrl ?? "";
const database = openDatabase(url, { reads: 1, writes: 1 });
try {
  await database.writes.execute(sql`DROP TABLE IF EXISTS ${sql.identifier(TABLE)}`);
  await load(database.writes);
  // The product's own pool sends every statement within a transaction, where VACUUM is refused.
  const plain = postgres(url, { max: 1 });
  await plain.unsafe(`VACUUM ANALYZE ${TABLE}`);
  await plain.end();
  console.log(`${rows} entities, ${versions} versions each, 20 neighbours of 1000; median ms of ${rounds} rounds`);
  const heads = ["total", "naive", "engine", "cached", "n/engine", "n/cached"];
  console.log(`${"".padEnd(40)} ${heads.map((head) => head.padStart(9)).join(" ")}`);
  for (const scenario of SCENARIOS) await measure(database.reads, scenario);
  await database.writes.execute(sql`DROP TABLE ${sql.identifier(TABLE)}`);
} finally {
  await database.close();
  await cluster?.stop();
}
