/**
 * Lists of a large project that no property decides: subtrees beside ltree and a recursive query, the past beside replaying
 * it, names and far pages beside what one would write first. Rounds are interleaved, so that the ratios hold on a busy
 * machine; beside them stands the time of the database's own process for one request.
 *
 *   node bench/places.ts [--rows=100000] [--versions=2] [--rounds=15]
 *
 * Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { nameContains } from "#server/features/entities/name-search.ts";
import { inSubtree, type Subtree, subtreeSource } from "#server/features/entities/subtree.ts";
import { withDatabase } from "#server/postgres/connection.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { type Db, openDatabase } from "#server/record/database.ts";
import { type ListQuery, listVersions } from "#server/record/list/list.ts";
import { column } from "#server/record/list/row.ts";
import { columnSort, creationSort } from "#server/record/list/sort-sql.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    versions: { type: "string", default: "2" },
    rounds: { type: "string", default: "15" },
  },
});
const rows = Number(values.rows);
const versions = Number(values.versions);
const rounds = Number(values.rounds);
const PROJECT = "prj_large";
/** Sequence after everything was made and half of it was changed. */
const MIDDLE = rows + Math.floor((rows * (versions - 1)) / 2);

/** The second of 100,000 places has 11,111 of them under it and itself. */
const FAN_OUT = 10;

interface Way {
  readonly title: string;
  readonly run: (db: Db) => Promise<unknown>;
}

interface Comparison {
  readonly title: string;
  readonly ways: readonly Way[];
}

async function load(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const id = (i: string) => `'ent_' || lpad((${i})::text, 26, '0')`;
  const current = "9007199254740991";
  await client.unsafe(`INSERT INTO entity_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at,
      updated_at, external_id, type, name, name_search, name_alnum, properties, parent_id, located)
    SELECT '${PROJECT}', ${id("i")}, (k - 1) * ${rows}::bigint + i, CASE k WHEN ${versions} THEN ${current} ELSE k * ${rows}::bigint
      + i - 1 END, i, now(), now(), 'key-' || i, ('{location,npc,item,quest,faction}'::text[])[i % 5 + 1], n, lower(n),
      CASE k WHEN ${versions} THEN translate(lower(n), ' ', '6') END, jsonb_build_object('faction', 'f' || (i * 7 % 20), 'level', i * 13 / 20 % 100,
      'tags', jsonb_build_array('t' || (i % 100), 'u' || (i % 37)), 'note', repeat(md5(i::text), 4)),
      CASE WHEN i > 1 THEN ${id(`1 + (i - 2) / ${FAN_OUT}`)} END, true
    FROM generate_series(1, ${rows}) i, generate_series(1, ${versions}) k,
      LATERAL (SELECT 'Name ' || left(md5(i::text), 16)) x(n) ORDER BY k, i`);
  await client.unsafe(`INSERT INTO entity_paths
    WITH RECURSIVE tree(i, path) AS (SELECT 1, '/key-1/' UNION ALL SELECT c, path || 'key-' || c || '/' FROM tree,
      generate_series(${FAN_OUT} * (i - 1) + 2, least(${FAN_OUT} * i + 1, ${rows})) c)
    SELECT '${PROJECT}', ${id("i")}, path, i, ${current} FROM tree`);
  await client.unsafe(
    `INSERT INTO project_heads VALUES ('${PROJECT}', 'wsp', 'test', ${rows * versions}, now(), now(), NULL)`,
  );
  await client.unsafe(`INSERT INTO events SELECT '${PROJECT}', s, s, 'evt_' || s, 1, 'entity.updated', 'entity', 'ent', '{}', NULL,
    'bench', NULL, NULL, now() FROM generate_series(1, ${rows * versions}) s`);
  // As the migration fills databases that are older than the numbers.
  const migration = readFileSync(new URL("../drizzle/migrations/0012_lists_at_speed.sql", import.meta.url), "utf8");
  for (const statement of migration.split("--> statement-breakpoint")) {
    if (statement.includes("INSERT INTO subject_counts")) await client.unsafe(statement);
  }
  await client.unsafe(`CREATE EXTENSION IF NOT EXISTS ltree;
    CREATE TABLE bench_trees AS SELECT project_id, entity_id, replace(trim(both '/' from replace(path, '-', '_')), '/', '.')::ltree AS path
      FROM entity_paths;
    CREATE INDEX ON bench_trees USING gist (path)`);
  await client.unsafe("VACUUM ANALYZE");
  await client.end();
}

const query = (more: Partial<ListQuery>): ListQuery => ({
  table: "entity_versions",
  projectId: PROJECT,
  atSeq: null,
  headSeq: rows * versions,
  sort: creationSort("asc"),
  limit: 50,
  offset: 0,
  ...more,
});
/** The engine without what a process remembers: every total is asked for. */
const engine = (title: string, more: Partial<ListQuery>): Way => ({
  title,
  run: (db) => listVersions(db, query(more), null),
});
/** Returns the way in which a list of entities searches for part of a name. */
const named = (title: string, q: string, atSeq: number | null): Way => ({
  title,
  run: async (db) => {
    const where = [await nameContains({ db, projectId: PROJECT, atSeq }, q)];
    return listVersions(db, query({ where, scans: true, atSeq }), null);
  },
});
const statements = (title: string, ...all: SQL[]): Way => ({
  title,
  run: async (db) => {
    for (const each of all) await db.execute(each);
  },
});

const all = { counted: { subject: "entity", facet: "" } };
const ofType = { where: [sql`${column("type")} = 'npc'`], counted: { subject: "entity", facet: "npc" } };
const byName = { sort: columnSort(["name", "id"], "asc") };
const now = sql.raw(`t.project_id = '${PROJECT}' AND t.valid_to_seq = 9007199254740991`);

/** The last versions at a sequence, as one finds them where versions do not say until when they held. */
const replayed = (order: string) =>
  sql.raw(`SELECT *, count(*) OVER () FROM (SELECT DISTINCT ON (id) * FROM entity_versions WHERE project_id = '${PROJECT}'
    AND valid_from_seq <= ${MIDDLE} ORDER BY id, valid_from_seq DESC) t WHERE type = 'npc' ORDER BY ${order} LIMIT 50`);

function comparisons(root: { id: string; path: string; label: string }): Comparison[] {
  const subtree = (atSeq: number | null): Subtree => ({ projectId: PROJECT, atSeq, path: root.path });
  const inOrder = (atSeq: number | null) => ({ atSeq, source: subtreeSource(subtree(atSeq), "asc") });
  const under = (atSeq: number | null) => ({
    atSeq,
    where: [inSubtree(subtree(atSeq))],
    source: subtreeSource(subtree(atSeq), null),
  });
  const members =
    sql.raw(`FROM bench_trees b JOIN entity_versions t ON t.project_id = b.project_id AND t.id = b.entity_id
    AND t.valid_to_seq = 9007199254740991 WHERE b.project_id = '${PROJECT}' AND b.path <@ '${root.label}'`);
  const below =
    sql.raw(`WITH RECURSIVE below AS (SELECT t.id, t.external_id AS path FROM entity_versions t WHERE t.project_id = '${PROJECT}'
      AND t.valid_to_seq = 9007199254740991 AND t.id = '${root.id}' UNION ALL SELECT t.id, below.path || '/' || t.external_id FROM below JOIN entity_versions t ON t.parent_id = below.id
      AND t.project_id = '${PROJECT}' AND t.valid_to_seq = 9007199254740991)`);
  return [
    {
      title: "subtree: total and first 50 in the order of paths",
      ways: [
        engine("product", inOrder(null)),
        engine("product, in the past", inOrder(MIDDLE)),
        engine("product, by creation", under(null)),
        statements(
          "ltree",
          sql.raw(`SELECT count(*) FROM bench_trees b WHERE b.project_id = '${PROJECT}' AND b.path <@ '${root.label}'`),
          sql`SELECT t.* ${members} ORDER BY b.path LIMIT 50`,
        ),
        statements(
          "recursive query",
          sql`${below} SELECT count(*) FROM below`,
          sql`${below} SELECT t.* FROM below JOIN entity_versions t ON ${now} AND t.id = below.id ORDER BY below.path LIMIT 50`,
        ),
      ],
    },
    {
      title: "50 of a type, total, by creation",
      ways: [
        engine("present", ofType),
        engine("past", { ...ofType, atSeq: MIDDLE }),
        statements("DISTINCT ON", replayed("created_seq, id")),
      ],
    },
    {
      title: "50 of a type, total, by name",
      ways: [
        engine("present", { ...ofType, ...byName }),
        engine("past", { ...ofType, ...byName, atSeq: MIDDLE }),
        statements("DISTINCT ON", replayed("name, id")),
      ],
    },
    {
      title: "50 of all, total, by name",
      ways: [engine("present", { ...all, ...byName }), engine("past", { ...all, ...byName, atSeq: MIDDLE })],
    },
    {
      title: "far behind: 50 of all by creation",
      ways: [
        engine("from 90 %", { ...all, offset: Math.floor(rows * 0.9) }),
        engine("from 50 %", { ...all, offset: Math.floor(rows * 0.5) }),
        engine("from 50 %, in the past", { ...all, offset: Math.floor(rows * 0.5), atSeq: MIDDLE }),
        statements(
          "OFFSET 90 %, count",
          sql`SELECT count(*) FROM entity_versions t WHERE ${now}`,
          sql`SELECT t.* FROM entity_versions t WHERE ${now} ORDER BY created_seq, id LIMIT 50 OFFSET ${Math.floor(rows * 0.9)}`,
        ),
      ],
    },
    {
      title: "part of a name",
      ways: [
        named("4 characters", "a0b1", null),
        named("3 characters", "a0b", null),
        named("2 characters", "a0", null),
        named("4 characters, in the past", "a0b1", MIDDLE),
        named("3 characters, in the past", "a0b", MIDDLE),
        engine("without the index", { where: [sql`strpos(${column("name_search")}, 'a0b') > 0`], scans: true }),
      ],
    },
  ];
}

/** Milliseconds of processor time that a process of PostgreSQL has taken, or null where the system does not tell. */
function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // User and system time, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

function median(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}

async function compare(db: Db, { title, ways }: Comparison): Promise<void> {
  const [backend] = await db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  const times = ways.map((): number[] => []);
  const cpu = ways.map(() => 0);
  for (const { run } of ways) await run(db);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of ways.entries()) {
      const before = cpuOf(backend?.pid ?? 0);
      // Several in a row: the system counts processor time in hundredths of a second.
      for (let i = 0; i < 5; i++) {
        const start = performance.now();
        await run(db);
        times[index]?.push(performance.now() - start);
      }
      cpu[index] = (cpu[index] ?? 0) + ((cpuOf(backend?.pid ?? 0) ?? 0) - (before ?? 0));
    }
  }
  const first = median(times[0] ?? []);
  console.log(`\n${title}`);
  for (const [index, way] of ways.entries()) {
    const each = median(times[index] ?? []);
    const spent = (cpu[index] ?? 0) / rounds / 5;
    const cells = [`${each.toFixed(2)} ms`, `${spent.toFixed(2)} ms CPU`, `${(each / first).toFixed(2)}×`];
    console.log(`  ${way.title.padEnd(30)} ${cells.map((cell) => cell.padStart(14)).join("")}`);
  }
}

const given = process.env.FABULA_TEST_CLUSTER;
const cluster = given === undefined ? await startThrowaway() : null;
const admin = given ?? cluster?.adminUrl ?? "";
const name = `bench_places_${process.pid}`;
const administrator = postgres(admin, { max: 1, onnotice: () => {} });
await administrator.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
const url = withDatabase(admin, name);
const database = openDatabase(url, { reads: 1, writes: 1 });
try {
  await prepareDatabase(url);
  await load(url);
  const [root] = await database.reads.execute<{ id: string; path: string }>(
    sql`SELECT p.entity_id AS id, p.path FROM entity_paths p WHERE p.project_id = ${PROJECT} AND p.path = '/key-1/key-2/'`,
  );
  if (root === undefined) throw new Error("there is no subtree");
  console.log(`${rows} entities with ${versions} versions each; medians of ${rounds} rounds of 5`);
  const label = root.path.slice(1, -1).replaceAll("-", "_").replaceAll("/", ".");
  for (const each of comparisons({ ...root, label })) {
    await database.reads.transaction("snapshot", (db) => compare(db, each), { long: true });
  }
} finally {
  await database.close();
  await administrator.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  await administrator.end();
  await cluster?.stop();
}
