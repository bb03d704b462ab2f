import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { entityResource } from "#server/features/entities/entity.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { connect } from "#server/postgres/connection.ts";
import type { Db } from "#server/record/database.ts";
import { FirstStatistics } from "#server/record/first-statistics.ts";
import { findEach } from "#server/record/versions.ts";
import { eventually } from "#tests/support/eventually.ts";
import { type AnyOperation, openWorkbench, type Workbench } from "./record/workbench.ts";

const { entities, locations } = registry;

/**
 * Number of rows from which the planner decides as it does for a hundred thousand: of each type more than a list ever
 * gathers.
 */
const COUNT = 10_000;
/** A sequence after everything was made and half of it was changed. */
const MIDDLE = COUNT * 1.5;
const TYPES = ["location", "npc", "item", "quest"];

/** One step of an executed plan, as EXPLAIN writes it. */
interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
}

let bench: Workbench;
let projectId: string;
let plans: Plan[] = [];
const entityIds = newId("ent").slice(0, -8);
const idOf = (i: number) => `${entityIds}${String(i).padStart(8, "0")}`;

beforeAll(async () => {
  bench = await openWorkbench({ reads: 1, writes: 1 });
  projectId = await bench.newProject();
  await load();
  const { reads } = bench.database;
  const explained = {
    execute: reads.execute.bind(reads),
    transaction: ((mode, work) =>
      reads.transaction(mode, (db) => work({ execute: explaining(db) } as never))) as typeof reads.transaction,
  };
  Object.assign(bench.services, { database: { ...bench.database, reads: explained } });
});
afterAll(() => bench.close());

/** A tree with nine children a place, each changed once, written past the record: only how it is read is tested. */
async function load(): Promise<void> {
  const id = (i: string) => `'${entityIds}' || lpad((${i})::text, 8, '0')`;
  const statements = [
    `INSERT INTO entity_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at, updated_at, external_id,
        type, name, name_search, name_alnum, properties, parent_id, located)
      SELECT '${projectId}', ${id("i")}, (k - 1) * ${COUNT} + i, CASE k WHEN 2 THEN ${CURRENT} ELSE ${COUNT} + i - 1 END, i, now(),
        now(), 'k' || i, ('{${TYPES}}'::text[])[(i + 2) % 4 + 1], n, lower(n), CASE k WHEN 2 THEN translate(lower(n), ' ', '6') END, '{}',
        CASE WHEN i > 1 THEN ${id("1 + (i - 2) / 9")} END, true
      FROM generate_series(1, ${COUNT}) i, generate_series(1, 2) k, LATERAL (SELECT 'Name ' || left(md5(i::text), 12)) x(n)
      ORDER BY k, i`,
    `INSERT INTO entity_paths
      WITH RECURSIVE tree(i, path) AS (SELECT 1, '/k1/' UNION ALL SELECT c, path || 'k' || c || '/' FROM tree,
        generate_series(9 * (i - 1) + 2, least(9 * i + 1, ${COUNT})) c)
      SELECT '${projectId}', ${id("i")}, path, i, ${CURRENT} FROM tree`,
    `INSERT INTO subject_counts SELECT project_id, 'entity', type, created_seq, created_seq, row_number() OVER types - 1,
        row_number() OVER types
      FROM entity_versions WHERE valid_to_seq = ${CURRENT} WINDOW types AS (PARTITION BY type ORDER BY created_seq)`,
    `INSERT INTO subject_counts VALUES ('${projectId}', 'entity', '', 1, ${COUNT}, 0, ${COUNT})`,
    `UPDATE project_heads SET last_seq = ${2 * COUNT} WHERE project_id = '${projectId}'`,
  ];
  const connection = connect(bench.url);
  try {
    for (const statement of statements) await connection.unsafe(statement);
    await requireFirstStatistics();
    // Outside transactions, as the product's own pool never is. An ANALYZE that the server began by itself hides rows from it until its
    // end, and by the planner's count every row of an index would be looked up in the table.
    await eventually(
      async () => {
        await connection.unsafe("VACUUM ANALYZE");
        const [pages] = await connection.unsafe(
          "SELECT relallvisible, relpages FROM pg_class WHERE relname = 'entity_versions'",
        );
        return pages;
      },
      (pages) => pages?.relallvisible === pages?.relpages,
      { about: "what VACUUM sees" },
    );
  } finally {
    await connection.end({ timeout: 5 });
  }
}

const EXPLAIN = "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)";

/** The tables were just made: from the first look at them on, look-ups go straight to their rows. */
async function requireFirstStatistics(): Promise<void> {
  const { reads } = bench.database;
  const ids = Array.from({ length: 30 }, (_, i) => `k${i * 7 + 1}`);
  await new FirstStatistics(bench.database, () => {}).take();
  plans = [];
  await findEach({ execute: explaining(reads) }, entityResource, projectId, "external_id", ids);
  expect(sum(plans.flatMap(steps).map(rowsRead))).toBe(ids.length);
}

/** Executes statements and keeps the plans by which they were executed. */
function explaining(db: Db): Db["execute"] {
  return async (query) => {
    const [explained] = await db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      "text" in query
        ? { text: `${EXPLAIN} ${query.text}`, values: query.values }
        : sql`${sql.raw(EXPLAIN)} ${query as SQL}`,
    );
    if (explained !== undefined) plans.push(explained["QUERY PLAN"][0].Plan);
    return db.execute(query);
  };
}

function steps(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(steps)];
}

/** Rows that a scan of a table or an index came upon, whether it kept them or not. */
function rowsRead(step: Plan): number {
  if (!/^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(step["Node Type"])) return 0;
  const removed = (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0);
  return (step["Actual Rows"] + removed) * step["Actual Loops"];
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const PAGE = 50;
/** Rows of a page with their paths, its total, and some that are passed over. */
const PAGE_ROWS = 5 * PAGE;
/** Number of rows below the place under which lists are read. */
const SUBTREE = 3_439;

interface ListCase {
  operation: AnyOperation;
  query: () => Record<string, unknown>;
  /** Rows that may be read besides those of the page, all of them in an index alone. */
  beside?: number;
}

const LISTS: Record<string, ListCase> = {
  "all by creation": { operation: entities.list, query: () => ({}) },
  "a type by creation": { operation: entities.list, query: () => ({ type: "npc" }) },
  "all by name": { operation: entities.list, query: () => ({ sort_by: "name" }) },
  "a type by name": { operation: entities.list, query: () => ({ type: "npc", sort_by: "name", sort_order: "desc" }) },
  "all, in the middle": { operation: entities.list, query: () => ({ offset: COUNT / 2 }), beside: COUNT / 2 },
  "all, far behind": { operation: entities.list, query: () => ({ offset: COUNT - 1_000 }), beside: 1_000 },
  "part of a name": { operation: entities.list, query: () => ({ q: "a0b" }) },
  "part of a name of a type": {
    operation: entities.list,
    query: () => ({ q: "A0B", type: "npc" }),
  },
  "a place and everything under it": { operation: locations.subtree, query: () => ({}), beside: SUBTREE },
  "everything under a place, by creation": {
    operation: entities.list,
    query: () => ({ under: idOf(2) }),
    beside: 2 * SUBTREE,
  },
  "everything under a place, by paths": {
    operation: entities.list,
    query: () => ({ under: idOf(2), sort_by: "location_path" }),
    beside: SUBTREE,
  },
};
const ASKED = Object.entries(LISTS).flatMap(([title, asked]) =>
  [null, MIDDLE].map((atSeq) => [title, atSeq === null ? "now" : "in the past", { ...asked, atSeq }] as const),
);

describe("the plan of a list", () => {
  test.each(ASKED)("of %s, %s, reads what its page and its total need", async (_title, _moment, asked) => {
    const { operation, query, beside = 0, atSeq } = asked;
    plans = [];
    const params = { project_id: projectId, ...(operation === locations.subtree && { entity_id: idOf(2) }) };
    const moment = atSeq === null ? {} : { at_seq: atSeq };
    const { body } = await bench.call(operation, { params, query: { ...query(), ...moment, limit: PAGE } });
    expect((body as { total: number }).total).toBeGreaterThan(0);
    const all = plans.flatMap(steps);
    const tables = all.filter((step) => step["Node Type"] === "Seq Scan").map((step) => step["Relation Name"]);
    expect(tables.filter((table) => table !== "project_heads")).toEqual([]);
    const windows = all.filter((step) => step["Node Type"] === "WindowAgg").map((step) => step["Actual Rows"]);
    expect(Math.max(0, ...windows)).toBeLessThanOrEqual(PAGE);
    expect(sum(all.map(rowsRead))).toBeLessThanOrEqual(PAGE_ROWS + beside);
    const whole = all.filter((step) => step["Node Type"] !== "Index Only Scan");
    expect(sum(whole.map(rowsRead))).toBeLessThanOrEqual(PAGE_ROWS);
  });
});

describe("a page far behind", () => {
  const ask = async (query: Record<string, unknown>) => {
    const params = { project_id: projectId };
    const { body } = await bench.call(entities.list, { params, query: { limit: PAGE, ...query } });
    return body.entities.map(({ id }) => id);
  };

  test.each([
    ["now", {}],
    ["in the past", { at_seq: MIDDLE }],
  ])("goes on where another one ended, %s: what lies before is not counted off again", async (_moment, moment) => {
    const query = { sort_by: "name", ...moment };
    await ask({ ...query, offset: COUNT / 2 - 2 * PAGE });
    plans = [];
    await ask({ ...query, offset: COUNT / 2 });
    expect(sum(plans.flatMap(steps).map(rowsRead))).toBeLessThanOrEqual(PAGE_ROWS);
  });

  test.each([
    [{}, "created_seq, id"],
    [{ sort_order: "desc", at_seq: MIDDLE + 1 }, "created_seq DESC, id DESC"],
    [{ sort_by: "type", type: "npc" }, "id"],
    [{ sort_by: "name", sort_order: "desc" }, "name DESC, id DESC"],
    [{ q: "name", sort_by: "name" }, "name, id"],
  ])("of %j is the same wherever others ended before", async (query, order) => {
    const { type, q, at_seq } = { type: "", q: "", at_seq: 2 * COUNT, ...query };
    const all = await bench.database.reads.execute<{ id: string }>(
      sql`SELECT id FROM entity_versions WHERE project_id = ${projectId} AND valid_from_seq <= ${at_seq} AND valid_to_seq >= ${at_seq}
          AND ${type} IN ('', type) AND strpos(name_search, ${q}) > 0 ORDER BY ${sql.raw(order)}`,
    );
    const wanted = all.map(({ id }) => id);
    const far = wanted.length - 1_000;
    const offsets = Array.from({ length: 40 }, (_, i) =>
      i < 20 ? 960 + i * 30 : 1_000 + ((i * 7_919) % Math.max(1, far)),
    );
    for (const offset of offsets) {
      expect({ offset, ids: await ask({ ...query, offset }) }).toEqual({
        offset,
        ids: wanted.slice(offset, offset + PAGE),
      });
    }
  });
});
