/**
 * The map of a story and the names of choices in a project of many nodes: now and in the middle of the record, each beside
 * the statement that reads every branch, and what the indexes that serve them add to a write. Rounds are interleaved, so that
 * the ratios hold on a busy machine; the first round warms up and does not count.
 *
 *   npm run bench -- map [--nodes=100000] [--dialogues=200] [--rounds=7]
 *
 * Each node was changed once and has two choices; one in fifty leads into another dialogue, and one in a hundred is an ending that
 * does. Runs on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { parseArgs } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { BRANCH_DEFAULTS } from "#domain/dialogue/wire.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { dialogueLinks } from "#server/features/dialogues/dialogue-links.ts";
import { findPlaces } from "#server/features/dialogues/find-places.ts";
import { nodeCounts } from "#server/features/dialogues/read-graph.ts";
import { withDatabase } from "#server/postgres/connection.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { type Db, openDatabase, textArray } from "#server/record/database.ts";
import { holds } from "#server/record/versions.ts";
import { median } from "./machine.ts";

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "100000" },
    dialogues: { type: "string", default: "200" },
    rounds: { type: "string", default: "7" },
  },
});
const nodes = Number(values.nodes);
const dialogues = Number(values.dialogues);
const rounds = Number(values.rounds);
const PROJECT = "prj_large";
/** Sequence after everything was made and half of it was changed. */
const MIDDLE = nodes + Math.floor(nodes / 2);
/** Most ids that one call names. */
const ASKED = 200;
/** Number of versions of the measured write. */
const WRITTEN = 5_000;

const numbered = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`;
const graphIds = Array.from({ length: dialogues }, (_, n) => numbered("dlg", n));

/** Versions of the nodes `first` to `last`, as one statement. */
function versionsOf(first: number, last: number, versions: number): string {
  const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  const other = id("dlg", `(i * 31 + 7) % ${dialogues}`);
  const branch = (n: number, target: string) =>
    `${id("br", `i * 2 + ${n}`)}, '${JSON.stringify(BRANCH_DEFAULTS)}'::jsonb || jsonb_build_object('id', ${id("br", `i * 2 + ${n}`)},
       'choice_text', 'Choice ' || i || ' ' || left(md5(i::text), 20), 'conditions', '[]'::jsonb, 'effects', '[]'::jsonb,
       'extensions', '{}'::jsonb, 'order', ${n}, 'target_node_id', ${id("node", "i + 1")}, 'target_graph_id', ${target})`;
  return `INSERT INTO dialogue_node_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at, updated_at, graph_id,
      kind, text, text_search, more_search, tags, conditions, on_enter_effects, branches, exit_to, extensions, mentions, ordinal, target_ordinals)
    SELECT '${PROJECT}', ${id("node", "i")}, (k - 1) * ${nodes}::bigint + i, CASE k WHEN ${versions} THEN ${CURRENT}
        ELSE k * ${nodes}::bigint + i - 1 END, i, now(), now(), ${id("dlg", `i % ${dialogues}`)}, 'line', t, lower(t), '', '[]', '[]', '[]',
      CASE i % 100 WHEN 99 THEN '{}' ELSE
      jsonb_build_object(${branch(0, `CASE i % 50 WHEN 0 THEN ${other} END`)}, ${branch(1, "NULL")}) END,
      CASE i % 100 WHEN 99 THEN jsonb_build_object('graph_id', ${other}, 'node_id', NULL) END, '{}', '{}', i / ${dialogues}, '{}'
    FROM generate_series(${first}, ${last}) i, generate_series(1, ${versions}) k,
      LATERAL (SELECT 'What is said here, in words of ' || repeat(md5(i::text) || ' ', 3)) x(t) ORDER BY k, i`;
}

interface Way {
  readonly title: string;
  readonly run: (db: Db) => Promise<unknown>;
}

const statement = (title: string, text: SQL): Way => ({ title, run: (db) => db.execute(text) });
const branchIds = Array.from({ length: ASKED }, (_, n) => numbered("br", Math.floor((n * nodes * 2) / ASKED) + 2));

/** The ways between dialogues, by every branch of every node: these functions are in no index. */
const everyWay = (atSeq: number | null) =>
  sql`SELECT graph_id, target, count(*)::int, min(id) FROM (
        SELECT n.graph_id, n.exit_to->>'graph_id' AS target, n.id FROM dialogue_node_versions n
        WHERE n.project_id = ${PROJECT} AND ${holds(atSeq, "n")} AND jsonb_path_exists(n.exit_to, '$.graph_id')
        UNION ALL
        SELECT n.graph_id, b.value->>'target_graph_id', n.id FROM dialogue_node_versions n, jsonb_each(n.branches) b
        WHERE n.project_id = ${PROJECT} AND ${holds(atSeq, "n")} AND jsonb_path_exists(n.branches, '$.*.target_graph_id ? (@ != null)')) ways
      WHERE target IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`;
/** The nodes of branches, by every node. */
const everyNode = (ids: readonly string[], atSeq: number | null) =>
  sql`SELECT b.id, n.id AS node_id, n.graph_id, n.branches -> b.id ->> 'choice_text'
      FROM dialogue_node_versions n CROSS JOIN LATERAL unnest(${textArray(ids)}) AS b(id)
      WHERE n.project_id = ${PROJECT} AND ${holds(atSeq, "n")} AND jsonb_exists_any(n.branches, ${textArray(ids)})
        AND jsonb_exists(n.branches, b.id)`;

function comparisons(): readonly { title: string; ways: readonly Way[] }[] {
  const moments = [
    { when: "now", atSeq: null },
    { when: "in the middle", atSeq: MIDDLE },
  ];
  const one = branchIds.slice(0, 1);
  return moments.flatMap(({ when, atSeq }) => [
    {
      title: `ways between dialogues, ${when}`,
      ways: [
        { title: "product", run: (db: Db) => dialogueLinks(db, PROJECT, atSeq) },
        statement("every branch read", everyWay(atSeq)),
        { title: "counts of nodes beside them", run: (db: Db) => nodeCounts(db, PROJECT, graphIds, atSeq) },
      ],
    },
    {
      title: `names of choices, ${when}`,
      ways: [
        { title: "product, 1 id", run: (db: Db) => findPlaces(db, PROJECT, one, atSeq) },
        { title: `product, ${ASKED} ids`, run: (db: Db) => findPlaces(db, PROJECT, branchIds, atSeq) },
        statement("every node read, 1 id", everyNode(one, atSeq)),
        statement(`every node read, ${ASKED} ids`, everyNode(branchIds, atSeq)),
      ],
    },
  ]);
}

/** Medians of each of several works, interleaved. */
async function timed(works: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, work] of works.entries()) {
      const took = await work();
      if (round > 0) times[index]?.push(took);
    }
  }
  return times.map(median);
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function table(title: string, rows: readonly (readonly [name: string, ms: number])[]): void {
  console.log(`\n${title}`);
  for (const [name, ms] of rows) console.log(`  ${name.padEnd(44)} ${ms.toFixed(1).padStart(9)} ms`);
}

/** Measures writing versions with all indexes of the table, and without one or both of those in question. */
async function writes(client: postgres.Sql): Promise<void> {
  const [map, names] = ["dialogue_node_versions_leading_out", "dialogue_node_versions_branches"];
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["with both indexes", []],
    [`without ${map}`, [map]],
    [`without ${names}`, [names]],
    ["without both", [map, names]],
  ];
  const write = async (dropped: readonly string[]) => {
    await client.unsafe("BEGIN");
    for (const each of dropped) await client.unsafe(`DROP INDEX ${each}`);
    const took = await elapsed(async () => {
      await client.unsafe(versionsOf(nodes + 1, nodes + WRITTEN, 1));
      // What the index puts off is a part of the write.
      if (!dropped.includes(names)) await client.unsafe(`SELECT gin_clean_pending_list('${names}')`);
    });
    await client.unsafe("ROLLBACK");
    return took;
  };
  const times = await timed(
    cases.map(
      ([, dropped]) =>
        () =>
          write(dropped),
    ),
  );
  table(
    `${WRITTEN} nodes written in one statement`,
    cases.map(([title], index) => [title, times[index] ?? Number.NaN]),
  );
  for (const each of [map, names]) {
    const [size] = await client.unsafe<{ mib: number }[]>(`SELECT pg_relation_size('${each}') / 1048576.0 AS mib`);
    console.log(`  ${each}: ${Number(size?.mib).toFixed(1)} MiB`);
  }
}

const given = process.env.FABULA_TEST_CLUSTER;
const cluster = given === undefined ? await startThrowaway() : null;
const admin = given ?? cluster?.adminUrl ?? "";
const name = `bench_map_${process.pid}`;
const administrator = postgres(admin, { max: 1, onnotice: () => {} });
await administrator.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
const url = withDatabase(admin, name);
const database = openDatabase(url, { reads: 1, writes: 1 });
const client = postgres(url, { max: 1, onnotice: () => {} });
try {
  await prepareDatabase(url);
  const loaded = await elapsed(async () => {
    await client.unsafe(versionsOf(1, nodes, 2));
    await client.unsafe("VACUUM ANALYZE");
  });
  console.log(
    `${nodes} nodes of two versions in ${dialogues} dialogues, loaded in ${Math.round(loaded / 1_000)} s; medians of ${rounds} rounds`,
  );
  for (const { title, ways } of comparisons()) {
    await database.reads.transaction(
      "snapshot",
      async (db) => {
        const times = await timed(
          ways.map(
            ({ run }) =>
              () =>
                elapsed(() => run(db)),
          ),
        );
        table(
          title,
          ways.map((way, index) => [way.title, times[index] ?? Number.NaN]),
        );
      },
      { long: true },
    );
  }
  await writes(client);
} finally {
  await client.end();
  await database.close();
  await administrator.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  await administrator.end();
  await cluster?.stop();
}
