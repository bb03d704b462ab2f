/**
 * A page of entities through somebody's eyes beside the same page as an editor sees it, in a project of which some is withheld:
 * by the list engine alone, so that the ratio is that of the rows. Rounds are interleaved.
 *
 *   node bench/eyes.ts [--rows=20000] [--hidden=200] [--redacted=200] [--rounds=30]
 *
 * Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { entityResource } from "#server/features/entities/entity.ts";
import { openPerspective } from "#server/features/facts/perspective.ts";
import { withDatabase } from "#server/postgres/connection.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { type Db, openDatabase } from "#server/record/database.ts";
import { type ListQuery, listVersions } from "#server/record/list/list.ts";
import { column } from "#server/record/list/row.ts";
import { columnSort, creationSort } from "#server/record/list/sort-sql.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    hidden: { type: "string", default: "200" },
    redacted: { type: "string", default: "200" },
    rounds: { type: "string", default: "30" },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
const PROJECT = "prj_large";
const ID = (i: string) => `'ent_' || lpad((${i})::text, 26, '0')`;
const EYES = `ent_${"0".repeat(21)}19999`;

async function load(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const current = "9007199254740991";
  await client.unsafe(`INSERT INTO entity_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at,
      updated_at, external_id, type, name, name_search, properties, located)
    SELECT '${PROJECT}', ${ID("i")}, i, ${current}, i, now(), now(), 'key-' || i, 'npc', n, n,
      jsonb_build_object('level', i % 100, 'told', jsonb_build_object('name', md5(i::text)), 'note', repeat(md5(i::text), 4)), false
    FROM generate_series(1, ${rows}) i, LATERAL (SELECT 'name ' || md5(i::text)) x(n)`);
  const secret = (
    from: string,
    count: string,
    pointer: string,
  ) => `INSERT INTO secret_versions (project_id, id, valid_from_seq,
      created_seq, created_at, updated_at, subject_id, subject_type, pointer, known_by, note)
    SELECT '${PROJECT}', 'sec_' || ${from} || i, ${rows} + 1, ${rows} + 1, now(), now(), ${ID(`i * 37 % ${rows} + 1`)}, 'entity', ${pointer}, '[]', ''
    FROM generate_series(${from}, ${from} + ${count} - 1) i`;
  await client.unsafe(secret("1", values.hidden, "NULL"));
  await client.unsafe(secret(values.hidden, values.redacted, "'/properties/told/name'"));
  await client.unsafe(`INSERT INTO subject_counts VALUES ('${PROJECT}', 'entity', '', 1, ${rows}, 0, ${rows})`);
  await client.unsafe("VACUUM ANALYZE");
  await client.end();
}

const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;

/** The same page twice; the perspective is opened anew for each, as for a request. */
async function compare(db: Db, title: string, more: Partial<ListQuery>, counted = false): Promise<void> {
  const query = (own: Partial<ListQuery>): ListQuery => ({
    table: entityResource.table,
    projectId: PROJECT,
    atSeq: null,
    headSeq: rows + 1,
    sort: creationSort("asc"),
    limit: 50,
    offset: 0,
    ...more,
    ...own,
  });
  const ways = [
    () => listVersions(db, query(counted ? { counted: { subject: "entity", facet: "" } } : {}), null),
    async () => {
      const eyes = await openPerspective(db, { projectId: PROJECT, atSeq: null, as: EYES });
      return listVersions(db, query({ rows: eyes.rows(entityResource) }), null);
    },
  ];
  const times = ways.map((): number[] => []);
  for (const run of ways) await run();
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of ways.entries()) {
      const start = performance.now();
      await run();
      times[index]?.push(performance.now() - start);
    }
  }
  const [all = 0, seen = 0] = times.map(median);
  console.log(`${title.padEnd(40)} ${all.toFixed(2)} ms  as: ${seen.toFixed(2)} ms  ${(seen / all).toFixed(1)}×`);
}

const given = process.env.FABULA_TEST_CLUSTER;
const cluster = given === undefined ? await startThrowaway() : null;
const admin = given ?? cluster?.adminUrl ?? "";
const name = `bench_eyes_${process.pid}`;
const administrator = postgres(admin, { max: 1, onnotice: () => {} });
await administrator.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
const url = withDatabase(admin, name);
const database = openDatabase(url, { reads: 1, writes: 1 });
try {
  await prepareDatabase(url);
  await load(url);
  const parsed = parsePropertyFilter({ level: { $eq: 7 } });
  const ranged = parsePropertyFilter({ level: { $gte: 95 } });
  if (!parsed.ok || !ranged.ok) throw new Error("a filter of the bench cannot be read");
  await database.reads.transaction("snapshot", async (db) => {
    await compare(db, "50 of all, total kept", {}, true);
    await compare(db, "50 of all, counted", { where: [sql`${column("type")} = 'npc'`] });
    await compare(db, "50 by name, from 10,000", { sort: columnSort(["name", "id"], "asc"), offset: 10_000 });
    await compare(db, "by equality of a property", { filter: parsed.filter });
    await compare(db, "by range of a property", { filter: ranged.filter });
  });
} finally {
  await database.close();
  await administrator.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await administrator.end();
  await cluster?.stop();
}
