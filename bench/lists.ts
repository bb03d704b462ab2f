/**
 * Lists of a large project over HTTP, each beside a peer that answers the same question from the same rows, in interleaved
 * rounds of one run: PostGraphile 5 with its connection-filter plugin, and SQL as one would write it first. Answers are
 * compared before they are timed. Everything but the load generator runs in processes of its own; what they cost is read
 * from /proc, so this runs on Linux.
 *
 *   npm run bench -- lists [--entities=100000] [--versions=2] [--seconds=3] [--rounds=3] [--rows=1,2,13] [--million]
 *
 * `--million` loads another project of a million entities, for rows 3 and 4.
 */
import { parseArgs } from "node:util";
import postgres from "postgres";
import { readConfig } from "#server/config.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import { type Answer, type Case, type Measurement, measure, type Server } from "./lists/measure.ts";
import { askGraph, graphQuery, startPostGraphile, startProduct } from "./lists/servers.ts";
import { type Call, makePeerTables, makeWorld, PEER_SCHEMA, untilIndexed, type World } from "./lists/world.ts";
import { postmasterOf } from "./machine.ts";

const { values } = parseArgs({
  options: {
    entities: { type: "string", default: "100000" },
    versions: { type: "string", default: "2" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    rows: { type: "string", default: "1,2,3,4,5,6,7,13" },
    million: { type: "boolean", default: false },
  },
});
const seconds = Math.min(Number(values.seconds), 30);
const rounds = Math.min(Number(values.rounds), 20);
const wanted = new Set(values.rows.split(",").map(Number));
/** Callers of a row about throughput; the others are asked by one caller, one request after the other. */
const CALLERS = 10;

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
const peer = postgres(database.url, { max: 1, onnotice: () => {} });
const product = await startProduct(database.url, ENVIRONMENT);
const { key } = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
const ours: Server = { ...product, headers: { authorization: `Bearer ${key}` } };
const [backend] = await peer<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
const postmaster = postmasterOf(backend?.pid ?? 0);

const call: Call = async <Body>(method: string, path: string, body?: unknown) => {
  const answer = await fetch(`http://127.0.0.1:${ours.port}${path}`, {
    method,
    headers: { ...ours.headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return (await answer.json()) as Body;
};

const begun = performance.now();
const main = await makeWorld(call, {
  entities: Number(values.entities),
  versions: Number(values.versions),
  isTree: true,
});
const worlds: World[] = [main];
if (values.million) worlds.push(await makeWorld(call, { entities: 1_000_000, versions: 1, isTree: false }));
for (const world of worlds) await untilIndexed(pools.reads, world);
const hasLtree = await makePeerTables(database.url, worlds);
const graph = await startPostGraphile(database.url, PEER_SCHEMA);
console.log(
  `${worlds.map(({ entities }) => entities).join(" and ")} entities, ${values.versions} versions, loaded in ${Math.round((performance.now() - begun) / 1_000)} s; ` +
    `${rounds} rounds of ${seconds} s\nDirectus and Payload are not among the packages that can be installed here.`,
);

type Query = Record<string, string | number>;
const pathOf = ({ projectId }: World, query: Query) =>
  `/v1/projects/${projectId}/entities?${new URLSearchParams({ limit: "50", ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) })}`;
const filtered = (filter: object, query: Query = {}): Query => ({ property_filter: JSON.stringify(filter), ...query });

/** A list that our API is asked for; several queries are asked in turn. */
function asked(name: string, world: World, queries: readonly Query[]): Case {
  const paths = queries.map((query) => pathOf(world, query));
  const answer = async () => {
    const { total, entities } = await call<{ total: number; entities: { id: string }[] }>("GET", paths[0] ?? "");
    return { total, ids: entities.map(({ id }) => id) };
  };
  return { name, ask: { server: ours, requests: paths.map((path) => ({ path })) }, answer };
}

/** The same of PostGraphile. */
function graphAsked(filters: readonly object[], offset = 0): Case[] {
  if (graph === null) return [];
  const bodies = filters.map((filter) => graphQuery(main.projectId, filter, offset));
  const requests = bodies.map((body) => ({ path: "/graphql", body }));
  return [{ name: "PostGraphile", ask: { server: graph, requests }, answer: () => askGraph(graph, bodies[0] ?? "") }];
}

interface PeerRow {
  id: string;
  total: number;
}

/** SQL sent to the database itself: rows with their ids, and the total beside each. `vary` makes the n-th parameters. */
function bySql(name: string, text: string, vary: (n: number) => (string | number)[]): Case {
  let n = 0;
  const run = async (parameters: (string | number)[]): Promise<Answer> => {
    const found = await peer.unsafe<(PeerRow & Record<string, unknown>)[]>(text, parameters);
    return { total: Number(found[0]?.total ?? 0), ids: found.map(({ id }) => id) };
  };
  return { name, ask: () => run(vary(n++)), answer: () => run(vary(0)) };
}

const shown = (value: number, digits: number) => value.toFixed(digits).padStart(9);

async function row(
  title: string,
  cases: readonly Case[],
  how: { callers?: number; between?: () => Promise<void> } = {},
): Promise<(name: string) => Measurement> {
  const { callers = 1, between } = how;
  console.log(`\n${title}; ${callers === 1 ? "one caller" : `${callers} callers`}`);
  console.log(
    `${"".padEnd(44)}${["a second", "median ms", "p99 ms", "app ms", "pg ms"].map((head) => head.padStart(11)).join("")}`,
  );
  const seen = await measure(cases, { connections: callers, seconds, rounds, postmasters: [postmaster], between });
  for (const [name, { perSecond, median, p99, app, pg }] of seen) {
    const cells = [shown(perSecond, 1), shown(median, 2), shown(p99, 1), shown(app, 2), shown(pg, 2)];
    console.log(`  ${name.padEnd(42)}${cells.map((cell) => cell.padStart(11)).join("")}`);
  }
  return (name) =>
    seen.get(name) ?? { perSecond: Number.NaN, median: Number.NaN, p99: Number.NaN, app: Number.NaN, pg: Number.NaN };
}

/** Prints what a number is of another, beside what it is to be. */
function ratio(what: string, value: number, aim: string): void {
  console.log(`  ${what}: ${value.toFixed(2)} (aim ${aim})`);
}

/** Changes one entity, so that no total and no tag of before holds. */
const change = async () => {
  await call("PATCH", `/v1/projects/${main.projectId}/entities/${main.anyone}`, {
    properties: { touched: Date.now() },
  });
};
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

try {
  const first = [filtered({ faction: "f3" }, { sort_by: "name" })];
  if (wanted.has(1)) {
    const of = await row(
      "Row 1: $eq, 5 %, by name",
      [
        asked("declared", main, first),
        asked("not declared", main, [filtered({ clan: "f3" }, { sort_by: "name" })]),
        ...graphAsked([{ clan: "f3" }]),
      ],
      { callers: CALLERS },
    );
    ratio("declared, of PostGraphile's rate", of("declared").perSecond / of("PostGraphile").perSecond, "3");
    ratio("not declared, of PostGraphile's rate", of("not declared").perSecond / of("PostGraphile").perSecond, "2.5");
  }
  if (wanted.has(2)) {
    const pairs = numbers(2_000).map((n) => [`f${n % 20}`, Math.floor(n / 20)] as const);
    const of = await row(
      "Row 2: two $eq, 0.05 %, by name, every total counted anew",
      [
        asked(
          "both declared",
          main,
          pairs.map(([faction, level]) => filtered({ faction, level }, { sort_by: "name" })),
        ),
        asked(
          "one declared",
          main,
          pairs.map(([clan, level]) => filtered({ clan, level }, { sort_by: "name" })),
        ),
        asked(
          "none declared",
          main,
          pairs.map(([clan, grade]) => filtered({ clan, grade }, { sort_by: "name" })),
        ),
        ...graphAsked(pairs.map(([clan, grade]) => ({ clan, grade }))),
      ],
      { callers: CALLERS, between: change },
    );
    ratio("both declared, of PostGraphile's rate", of("both declared").perSecond / of("PostGraphile").perSecond, "1.2");
    ratio("both declared, of none declared", of("both declared").perSecond / of("none declared").perSecond, "1");
    ratio("one declared, of none declared", of("one declared").perSecond / of("none declared").perSecond, "1");
  }
  if (wanted.has(3)) {
    // Each bound is another one, and all of them mean the same rows: every total is counted anew.
    const bounds = numbers(2_000).map((n) => 94 + n / 10_000);
    const above = (declared: string) => bounds.map(($gt) => filtered({ [declared]: { $gt } }, { sort_by: declared }));
    const of = await row(
      "Row 3: $gt, 5 %, sorted by the property, every total counted anew",
      [
        asked("declared", main, above("level")),
        asked("not declared", main, above("grade")),
        bySql(
          "SQL: ->>, count(*) over ()",
          `SELECT e.*, entity_id AS id, count(*) OVER () AS total FROM peer.entities e WHERE project_id = $1
             AND (properties->>'grade')::float8 > $2 ORDER BY (properties->>'grade')::float8, entity_id LIMIT 50`,
          (n) => [main.projectId, bounds[n % bounds.length] ?? 0],
        ),
        ...worlds.slice(1).map((large) => asked("declared, of a million", large, above("level"))),
      ].filter((one) => !one.name.includes("million")),
      { between: change },
    );
    ratio("SQL, of the time of declared", of("SQL: ->>, count(*) over ()").median / of("declared").median, "20");
    ratio("not declared, of the time of declared", of("not declared").median / of("declared").median, "more than 1");
    const [, large] = worlds;
    if (large !== undefined) {
      const both = await row("Row 3 at a million", [
        { ...asked("100,000", main, above("level")), answer: null },
        { ...asked("1,000,000", large, above("level")), answer: null },
      ]);
      ratio("a million, of the time of 100,000", both("1,000,000").median / both("100,000").median, "at most 3");
    }
  }
  if (wanted.has(4)) await operators(worlds.at(-1) ?? main);
  if (wanted.has(5)) {
    const offset = Math.floor(main.entities * 0.9);
    const of = await row("Row 5: offset 90 %, by name, with the total", [
      asked("ours", main, [{ sort_by: "name", offset }]),
      ...graphAsked([{}], offset),
    ]);
    ratio("PostGraphile, of our time", of("PostGraphile").median / of("ours").median, "5");
  }
  if (wanted.has(6)) await subtrees();
  if (wanted.has(7)) {
    const at_seq = main.middle;
    const of = await row("Row 7: one type by name in the middle of the record, with the total", [
      { ...asked("now", main, [{ type: "npc", sort_by: "name" }]), answer: null },
      asked("at a sequence", main, [{ type: "npc", sort_by: "name", at_seq }]),
      bySql(
        "SQL: DISTINCT ON, count(*) over ()",
        `SELECT v.*, count(*) OVER () AS total FROM (SELECT DISTINCT ON (id) * FROM peer.log
           WHERE project_id = $1 AND seq <= $2 ORDER BY id, seq DESC) v WHERE type = 'npc' ORDER BY name, id LIMIT 50`,
        () => [main.projectId, at_seq],
      ),
    ]);
    ratio("SQL, of our time", of("SQL: DISTINCT ON, count(*) over ()").median / of("at a sequence").median, "100");
    ratio("at a sequence, of the time now", of("at a sequence").median / of("now").median, "at most 2");
  }
  if (wanted.has(13)) {
    const path = pathOf(main, first[0] ?? {});
    const { headers } = await fetch(`http://127.0.0.1:${ours.port}${path}`, { headers: ours.headers });
    const tagged = { ...ours, headers: { ...ours.headers, "if-none-match": headers.get("etag") ?? "" } };
    const of = await row(
      "Row 13: the list of row 1, unchanged",
      [
        asked("whole", main, first),
        { name: "with If-None-Match", ask: { server: tagged, requests: [{ path }] }, answer: null },
      ],
      { callers: CALLERS },
    );
    ratio(
      "with If-None-Match, of the whole list's rate",
      of("with If-None-Match").perSecond / of("whole").perSecond,
      "3",
    );
  }
} finally {
  await peer.end({ timeout: 5 });
  await graph?.close();
  await product.close();
  await pools.close();
  await database.drop();
  await cluster.stop();
}

/** Every operator, each request with another operand, so that every total is counted anew. */
async function operators(world: World): Promise<void> {
  const naive = (condition: string) =>
    `SELECT e.*, entity_id AS id, count(*) OVER () AS total FROM peer.entities e WHERE project_id = $1
       AND ${condition} ORDER BY name, entity_id LIMIT 50`;
  const range = (operator: string, sign: string, bound: number) =>
    [
      operator,
      "level",
      "grade",
      naive(`(properties->>'grade')::float8 ${sign} $2`),
      (n: number) => bound + (n % 1_000) / 10_000,
    ] as const;
  const faction = (n: number) => `f${n % 20}`;
  const cases: (readonly [string, string, string, string, (n: number) => string | number])[] = [
    ["$eq", "faction", "clan", naive("properties->>'clan' = $2"), faction],
    ["$ne", "faction", "clan", naive("properties->>'clan' <> $2"), faction],
    range("$gt", ">", 94),
    range("$gte", ">=", 94.1),
    range("$lt", "<", 5.1),
    range("$lte", "<=", 5.1),
    [
      "$in",
      "faction",
      "clan",
      naive("properties->>'clan' = ANY(string_to_array($2, ','))"),
      (n) => `f${n % 20},f${(n + 7) % 20}`,
    ],
    ["$contains", "faction", "clan", naive("strpos(properties->>'clan', $2) > 0"), (n) => `1${n % 10}`],
  ];
  for (const [operator, declared, not, text, operandOf] of cases) {
    const query = (name: string) =>
      numbers(1_000).map((n) => {
        const operand = operandOf(n);
        return filtered(
          { [name]: { [operator]: operator === "$in" ? String(operand).split(",") : operand } },
          { sort_by: "name" },
        );
      });
    const of = await row(
      `Row 4: ${operator} of ${world.entities}, by name`,
      [
        asked("declared", world, query(declared)),
        asked("not declared", world, query(not)),
        bySql("SQL: ->>, count(*) over ()", text, (n) => [world.projectId, operandOf(n)]),
      ],
      { between: change },
    );
    ratio(
      "SQL, of the time of declared",
      of("SQL: ->>, count(*) over ()").median / of("declared").median,
      "more than 1",
    );
  }
}

/** A place with a ninth of all others under it. */
async function subtrees(): Promise<void> {
  const of = await row("Row 6: a large subtree in the order of its paths, with the total", [
    asked("ours", main, [{ under: `/e0/${main.place}`, sort_by: "location_path" }]),
    bySql(
      "SQL: recursive",
      `WITH RECURSIVE down AS (
         SELECT entity_id, external_id || '/' AS path FROM peer.entities WHERE project_id = $1 AND external_id = $2
         UNION ALL SELECT e.entity_id, down.path || e.external_id || '/' FROM down JOIN peer.entities e
           ON e.project_id = $1 AND e.parent_id = down.entity_id)
       SELECT e.*, p.entity_id AS id, (SELECT count(*) FROM down) AS total
       FROM (SELECT * FROM down ORDER BY path COLLATE "C" LIMIT 50) p
       JOIN peer.entities e ON e.project_id = $1 AND e.entity_id = p.entity_id ORDER BY p.path COLLATE "C"`,
      () => [main.projectId, main.place],
    ),
    ...(hasLtree
      ? [
          bySql(
            "SQL: ltree",
            `SELECT p.*, entity_id AS id, (SELECT count(*) FROM peer.places WHERE path <@ $1::text::ltree) AS total
             FROM peer.places p WHERE path <@ $1::text::ltree ORDER BY path LIMIT 50`,
            () => [`e0.${main.place}`],
          ),
        ]
      : []),
  ]);
  if (!hasLtree) console.log("  this PostgreSQL has no ltree");
  ratio("ltree, of our time", of("SQL: ltree").median / of("ours").median, "4");
  ratio("recursive SQL, of our time", of("SQL: recursive").median / of("ours").median, "6");
}
