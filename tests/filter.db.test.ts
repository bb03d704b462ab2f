import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { matches } from "#domain/filter/match.ts";
import { type FilterOperator, type PropertyFilter, parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { propertyComparator, type SortOrder } from "#domain/filter/sort.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { type Database, type Db, openDatabase } from "#server/record/database.ts";
import { filterSql } from "#server/record/list/filter-sql.ts";
import { column } from "#server/record/list/row.ts";
import { compileSort, orderBy, parseSort } from "#server/record/list/sort-sql.ts";
import { rounds } from "#test-size";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { createListTable, fillListTable, type ListRow } from "#tests/list-table.ts";
import { filtersFor, randomPath, randomProperties, randomRecipes } from "#tests/random-properties.ts";

const runs = rounds({ gate: 16, full: 400 });
const OPERATORS: FilterOperator[] = ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$contains"];
const project = "prj_filter";

let own: TestDatabase;
let database: Database;
/** Tables without and with a reason for the planner to use the index over properties. */
let tables: { scanned: string; indexed: string };

beforeAll(async () => {
  own = await createTestDatabase({ template: null });
  database = openDatabase(own.url, { reads: 1, writes: 2 });
  tables = { scanned: await createListTable(database), indexed: await createListTable(database, "properties") };
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Answers the ids a condition selects, in the order given. */
type Select = (conditions: SQL[], order?: SQL) => Promise<string[]>;

/** Runs with documents stored as the only ones; their ids go up. */
async function withDocuments(
  documents: readonly Json[],
  access: keyof typeof tables,
  work: (select: Select, db: Db) => Promise<void>,
): Promise<void> {
  const table = tables[access];
  await database.writes.transaction("write", async (db) => {
    const rows = documents.map((properties, i): ListRow => {
      const id = idOf(i);
      return { id, valid_from_seq: 1, valid_to_seq: CURRENT, created_seq: i, name: id, parent_id: null, properties };
    });
    await fillListTable(db, table, project, rows);
    if (access === "indexed") await db.execute(sql`SET LOCAL enable_seqscan = off`);
    await work(async (conditions, order) => {
      const found = await db.execute<{ id: string }>(selectSql(table, conditions, order));
      return found.map(({ id }) => id);
    }, db);
  });
}

function selectSql(table: string, conditions: SQL[], order: SQL = column("id")): SQL {
  const all = [sql`t.project_id = ${project}`, sql`t.valid_to_seq = 9007199254740991`, ...conditions];
  return sql`SELECT t.id FROM ${sql.identifier(table)} t WHERE ${sql.join(all, sql` AND `)} ORDER BY ${order}`;
}

function conditions(filter: PropertyFilter): SQL[] {
  return filterSql(filter, column("properties")).conditions;
}

function idOf(index: number): string {
  return `ent_${String(index).padStart(4, "0")}`;
}

function expected(documents: readonly Json[], filter: PropertyFilter): string[] {
  return documents.flatMap((properties, i) => (matches(filter, properties) ? [idOf(i)] : []));
}

function parse(value: unknown): PropertyFilter {
  const parsed = parsePropertyFilter(value);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.filter;
}

describe("property filters in SQL", () => {
  it("agree with the oracle on random properties and filters", async () => {
    let compared = 0;
    let telling = 0;
    const operators = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomProperties, { minLength: 20, maxLength: 40 }),
        fc.array(randomRecipes, { minLength: 25, maxLength: 25 }),
        fc.boolean(),
        async (documents, recipes, indexed) => {
          await withDocuments(documents, indexed ? "indexed" : "scanned", async (select) => {
            for (const filter of filtersFor(documents, recipes)) {
              if (filter === null) continue;
              const wanted = expected(documents, filter);
              compared += 1;
              if (wanted.length > 0 && wanted.length < documents.length) {
                telling += 1;
                for (const { operator } of filter) operators.set(operator, (operators.get(operator) ?? 0) + 1);
              }
              expect(await select(conditions(filter)), JSON.stringify(filter)).toEqual(wanted);
            }
          });
        },
      ),
      { numRuns: runs },
    );
    // Agreement on nothing proves nothing: a good part of the filters must tell documents apart, with every operator.

    expect(telling / compared).toBeGreaterThan(0.1);
    expect([...operators.keys()].sort()).toEqual(OPERATORS.toSorted());
  });

  it("agree with the oracle on every operand against every value", async () => {
    const values: Json[] = [
      ...[
        null,
        true,
        false,
        0,
        1,
        1.5,
        -1,
        1e300,
        5e-324,
        "",
        "1",
        "a",
        "ab",
        "a%b",
        "_",
        "\\",
        "'",
        '"',
        "😀",
        "\uffff",
      ],
      ...[[], [[]], [{}], [1], [1, 1], [1, 2], [2, 1], [[1, 2]], [[1], 2], ["a"], ["ab", "a"], [null], [{ x: 1 }]],
      ...[
        {},
        { x: 1 },
        { x: 1, y: 2 },
        { x: [] },
        { x: [1] },
        { x: [1, 2] },
        { x: {} },
        { x: { y: 1, z: 2 } },
        { "0": 1 },
      ],
    ];
    const documents: JsonObject[] = [{}, ...values.map((value): JsonObject => ({ p: value }))];
    for (const access of ["scanned", "indexed"] as const) {
      await withDocuments(documents, access, async (select) => {
        for (const operand of values) {
          for (const operator of OPERATORS) {
            const parsed = parsePropertyFilter({
              p: { [operator]: operator === "$in" ? [operand, [1], "ab"] : operand },
            });
            if (!parsed.ok) continue;
            const wanted = expected(documents, parsed.filter);
            expect(await select(conditions(parsed.filter)), JSON.stringify(parsed.filter)).toEqual(wanted);
          }
        }
      });
    }
  });

  it("read numbers as PostgreSQL stores them, however they were written", async () => {
    await withDocuments([{}], "scanned", async (select, db) => {
      await db.execute(sql`UPDATE ${sql.identifier(tables.scanned)} SET properties = '{"a": 1.000, "b": 12e1, "c": -0.0}'
        WHERE project_id = ${project}`);
      for (const filter of [{ a: 1 }, { b: 120 }, { a: { $in: [2, 1] } }, { b: { $gte: 120, $lte: 120 } }, { c: 0 }]) {
        expect(await select(conditions(parse(filter))), JSON.stringify(filter)).toEqual([idOf(0)]);
      }
    });
  });

  it("take long lists of candidates, many predicates and deep paths", async () => {
    const deep = (leaf: Json) => Array.from({ length: 16 }).reduce<Json>((inner) => ({ k: inner }), leaf);
    const documents: JsonObject[] = [{ a: 700 }, { a: -1 }, deep(3) as JsonObject, { a: [1] }];
    await withDocuments(documents, "scanned", async (select) => {
      for (const filter of [
        { a: { $in: Array.from({ length: 900 }, (_, i) => i) } },
        { a: { $in: [[1], ...Array.from({ length: 40 }, (_, i) => i)] } },
        deep({ $gt: 2 }),
        deep({ $eq: 3 }),
        { a: Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`b${i}`, { $ne: i }])), k: { $ne: 1 } },
      ]) {
        const parsed = parse(filter);
        expect(await select(conditions(parsed))).toEqual(expected(documents, parsed));
      }
    });
  });

  it("use the GIN index where containment can answer", async () => {
    // Among a few rows the planner may as well read the whole project.
    const documents = Array.from({ length: 500 }, (_, i): Json => ({ a: i % 100, b: [i % 90] }));
    await withDocuments(documents, "indexed", async (_select, db) => {
      await db.execute(sql`ANALYZE ${sql.identifier(tables.indexed)}`);
      const filters = [
        { a: 1 },
        { a: { $eq: [1] } },
        { a: { $in: [1, 2] } },
        { a: { $contains: 1 } },
        { a: { $contains: { x: 1 } } },
      ];
      for (const filter of filters) {
        const plan = await db.execute(sql`EXPLAIN ${selectSql(tables.indexed, conditions(parse(filter)))}`);
        expect(filterSql(parse(filter), column("properties")).indexed).toBe(true);
        expect(JSON.stringify(plan), JSON.stringify(filter)).toMatch(/Index Cond: [^"]*properties @>/);
      }
    });
  });
});

describe("property sorting in SQL", () => {
  it("agrees with the comparator, both ways and backwards", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomProperties, { minLength: 10, maxLength: 40 }),
        fc.array(randomPath, { minLength: 5, maxLength: 5 }),
        async (documents, paths) => {
          await withDocuments(documents, "scanned", async (select) => {
            for (const path of paths) {
              for (const order of ["asc", "desc"] satisfies SortOrder[]) {
                const parsed = parseSort(`properties.${path.join(".")}`, { columns: {}, properties: true });
                // Nothing behind the prefix names no property; a stored empty key has no sort.
                if (!parsed.ok) continue;
                const compiled = compileSort(parsed.key, order);
                const wanted = documents
                  .map((properties, i) => ({ id: idOf(i), properties }))
                  .sort(propertyComparator(path, order))
                  .map(({ id }) => id);
                expect(await select([], orderBy(compiled)), `${path} ${order}`).toEqual(wanted);
                const backwards = await select([], orderBy(compiled, true));
                expect(backwards, `${path} ${order} backwards`).toEqual(wanted.toReversed());
              }
            }
          });
        },
      ),
      { numRuns: runs },
    );
  });
});
