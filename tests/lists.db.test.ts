import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareCodePoints } from "#domain/code-points.ts";
import { matches } from "#domain/filter/match.ts";
import { type PropertyFilter, parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { splitPath } from "#domain/filter/property-path.ts";
import { propertyComparator, type SortOrder } from "#domain/filter/sort.ts";
import type { JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { type Database, type Db, openDatabase } from "#server/record/database.ts";
import { type ListQuery, type ListTuning, listVersions } from "#server/record/list/list.ts";
import { PAGE_BYTES } from "#server/record/list/page-bytes.ts";
import { column } from "#server/record/list/row.ts";
import { compileSort, parseSort, type Sort, type Sortable } from "#server/record/list/sort-sql.ts";
import { TotalsCache } from "#server/record/list/totals.ts";
import { rounds } from "#test-size";
import { createTestDatabase, type TestDatabase } from "#tests/database.ts";
import { createListTable, fillListTable, type ListRow } from "#tests/list-table.ts";
import { randomProperties } from "#tests/random-properties.ts";

const runs = rounds({ gate: 8, full: 200 });
const project = "prj_list";
const sortable: Sortable = { columns: { id: {}, name: {}, parent_id: { nullable: true } }, properties: true };

/** Each way of fetching a page, and the one in which the size of the result chooses. */
const TUNINGS: Record<string, ListTuning> = {
  gather: { gatherUpTo: 1_000_000, idsFirstFrom: 0, pageBytes: PAGE_BYTES },
  index: { gatherUpTo: 0, idsFirstFrom: 1_000_000, pageBytes: PAGE_BYTES },
  "ids first": { gatherUpTo: 0, idsFirstFrom: 0, pageBytes: PAGE_BYTES },
  chosen: { gatherUpTo: 5, idsFirstFrom: 4, pageBytes: PAGE_BYTES },
};

type Row = ListRow & { properties: JsonObject };

let own: TestDatabase;
let database: Database;
let table: string;

beforeAll(async () => {
  own = await createTestDatabase({ template: null });
  database = openDatabase(own.url, { reads: 2, writes: 2 });
  table = await createListTable(database);
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

/** Lifetimes of versions: gaps between the versions of one subject are deletions. */
const subject = fc.record({
  start: fc.nat(12),
  lengths: fc.array(fc.record({ gap: fc.nat(2), length: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  lives: fc.boolean(),
  name: fc.constantFrom("Ada", "ada", "Ádám", "", "😀", "\uffff"),
  parent: fc.constantFrom(null, null, "ent_a", "ent_b"),
  versions: fc.array(randomProperties, { minLength: 4, maxLength: 4 }),
});

const history = fc.array(subject, { minLength: 5, maxLength: 40 }).map((subjects): Row[] =>
  subjects.flatMap((one, index) => {
    let from = one.start;
    return one.lengths.map(({ gap, length }, i): Row => {
      const valid_from_seq = from + gap + 1;
      from = valid_from_seq + length - 1;
      const last = i === one.lengths.length - 1;
      return {
        id: `ent_${String((index * 7) % 101).padStart(3, "0")}`,
        valid_from_seq,
        valid_to_seq: last && one.lives ? CURRENT : from,
        created_seq: one.start + (one.lengths[0]?.gap ?? 0) + 1,
        name: one.name,
        parent_id: one.parent,
        properties: one.versions[i] ?? {},
      };
    });
  }),
);

const filters: [PropertyFilter, unknown][] = [
  {},
  { a: { $ne: 1 } },
  { b: { $gt: 0 } },
  { "a.b": 1 },
  { "0": { $contains: "a" } },
].map((value) => [parse(value), value]);

const request = fc.record({
  sortBy: fc.constantFrom(null, "id", "name", "parent_id", "a", "properties.b", "a.b"),
  order: fc.constantFrom<SortOrder>("asc", "desc"),
  atSeq: fc.option(fc.nat(35)),
  scans: fc.boolean(),
  named: fc.option(fc.constantFrom("Ada", "")),
  filter: fc.nat(filters.length - 1),
  limit: fc.integer({ min: 0, max: 15 }),
  offset: fc.nat(30),
  tuning: fc.constantFrom(...Object.keys(TUNINGS)),
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

function parse(value: unknown): PropertyFilter {
  const parsed = parsePropertyFilter(value);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.filter;
}

function sortOf(sortBy: string | null, order: SortOrder): Sort {
  if (sortBy === null) return compileSort(null, order);
  const parsed = parseSort(sortBy, sortable);
  if (!parsed.ok) throw new Error(parsed.message);
  return compileSort(parsed.key, order);
}

function queryOf(asked: Request): ListQuery {
  return {
    table,
    projectId: project,
    atSeq: asked.atSeq,
    headSeq: 40,
    scans: asked.scans,
    where: asked.named === null ? [] : [sql`${column("name")} = ${asked.named}`],
    filter: filters[asked.filter]?.[0] ?? [],
    sort: sortOf(asked.sortBy, asked.order),
    limit: asked.limit,
    offset: asked.offset,
    derived: { upper: sql`upper(${column("id")})` },
  };
}

/** All that a request asks for, in order, computed without the database. */
function model(history: readonly Row[], asked: Request): Row[] {
  const { atSeq } = asked;
  const held = history.filter((row) =>
    atSeq === null ? row.valid_to_seq === CURRENT : row.valid_from_seq <= atSeq && row.valid_to_seq >= atSeq,
  );
  const filter = filters[asked.filter]?.[0] ?? [];
  return held
    .filter((row) => (asked.named === null || row.name === asked.named) && matches(filter, row.properties))
    .sort(comparator(asked.sortBy, asked.order));
}

function comparator(sortBy: string | null, order: SortOrder): (a: Row, b: Row) => number {
  const direction = order === "asc" ? 1 : -1;
  const byId = (a: Row, b: Row) => direction * compareCodePoints(a.id, b.id);
  switch (sortBy) {
    case null:
      return (a, b) => direction * (a.created_seq - b.created_seq) || byId(a, b);
    case "id":
      return byId;
    case "name":
      return (a, b) => direction * compareCodePoints(a.name, b.name) || byId(a, b);
    case "parent_id":
      return (a, b) => {
        if (a.parent_id === null || b.parent_id === null) {
          return Number(a.parent_id === null) - Number(b.parent_id === null) || byId(a, b);
        }
        return direction * compareCodePoints(a.parent_id, b.parent_id) || byId(a, b);
      };
    default:
      return propertyComparator(splitPath(sortBy.replace(/^properties\./, "")), order);
  }
}

const keys = (rows: readonly { id: string; valid_from_seq: number }[]) =>
  rows.map((row) => `${row.id}@${row.valid_from_seq}`);

describe("lists", () => {
  it("answer what a list in memory answers, at every sequence, sort, page and way of fetching", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(request, { minLength: 20, maxLength: 20 }), async (rows, requests) => {
        await database.writes.transaction("write", async (db) => {
          await fillListTable(db, table, project, rows);
          const totals = new TotalsCache(8);
          for (const asked of requests) {
            const wanted = model(rows, asked);
            const page = wanted.slice(asked.offset, asked.offset + asked.limit);
            const got = await listVersions<Row>(db, queryOf(asked), totals, TUNINGS[asked.tuning]);
            expect(keys(got.rows)).toEqual(keys(page));
            expect(got.total).toBe(wanted.length);
            expect(got.has_more).toBe(asked.offset + page.length < wanted.length);
            expect(got.rows.map((row) => row.properties)).toEqual(page.map(({ properties }) => asStored(properties)));
          }
        });
      }),
      { numRuns: runs },
    );
  });

  it("page without overlap or omission", async () => {
    await fc.assert(
      fc.asyncProperty(history, request, fc.integer({ min: 1, max: 9 }), async (rows, asked, limit) => {
        await database.writes.transaction("write", async (db) => {
          await fillListTable(db, table, project, rows);
          for (const tuning of Object.values(TUNINGS)) {
            const walked: string[] = [];
            for (let offset = 0, more = true; more; offset += limit) {
              const page = await listVersions<Row>(db, queryOf({ ...asked, limit, offset }), null, tuning);
              walked.push(...keys(page.rows));
              more = page.has_more;
            }
            expect(walked).toEqual(keys(model(rows, asked)));
          }
        });
      }),
      { numRuns: runs },
    );
  });

  it("go on behind the last row as they go on by offset, whatever was written since", async () => {
    await fc.assert(
      fc.asyncProperty(history, request, fc.integer({ min: 1, max: 9 }), async (rows, asked, limit) => {
        await database.writes.transaction("write", async (db) => {
          await fillListTable(db, table, project, rows);
          const query = queryOf({ ...asked, limit, offset: 0 });
          if (query.sort.columns === null) return;
          for (const tuning of Object.values(TUNINGS)) {
            const walked: string[] = [];
            let after: ListQuery["after"] = null;
            for (let more = true; more; ) {
              const page = await listVersions<Row>(db, { ...query, offset: walked.length, after }, null, tuning);
              walked.push(...keys(page.rows));
              const last = page.rows.at(-1) as Record<string, string | number> | undefined;
              after = query.sort.columns.map((name) => last?.[name] ?? "");
              more = page.has_more;
            }
            expect(walked).toEqual(keys(model(rows, { ...asked, limit })));
          }
        });
      }),
      { numRuns: runs },
    );
  });

  it("are cut by their bytes, with more to follow, and give one row however large it is", async () => {
    await database.writes.transaction("write", async (db) => {
      const large = Array.from({ length: 12 }, (_, i) => ({
        ...row(`ent_${String(i).padStart(2, "0")}`, i + 1),
        properties: { text: "x".repeat(i === 7 ? 40_000 : 4_000) },
      }));
      await fillListTable(db, table, project, large);
      // Repeated text is stored compressed: what counts is what is sent.
      for (const tuning of Object.values(TUNINGS)) {
        const sizes: number[] = [];
        for (let offset = 0, more = true; more; ) {
          const page = await listVersions<Row>(db, { ...base(), offset }, null, { ...tuning, pageBytes: 10_000 });
          sizes.push(page.rows.length);
          offset += page.rows.length;
          more = page.has_more;
        }
        expect(sizes).toEqual([2, 2, 2, 1, 1, 2, 2]);
      }
    });
  });

  it("are empty at sequence 0, beyond the end and in another project", async () => {
    await database.writes.transaction("write", async (db) => {
      await fillListTable(db, table, project, [row("ent_1", 3)]);
      const ask = (change: Partial<ListQuery>) => listVersions<Row>(db, { ...base(), ...change }, null);
      expect(await ask({ atSeq: 0 })).toEqual({ rows: [], total: 0, has_more: false });
      expect(await ask({ atSeq: 2 })).toEqual({ rows: [], total: 0, has_more: false });
      expect(await ask({ offset: 1 })).toEqual({ rows: [], total: 1, has_more: false });
      expect(await ask({ offset: 1_000_000 })).toEqual({ rows: [], total: 1, has_more: false });
      expect(await ask({ limit: 0 })).toEqual({ rows: [], total: 1, has_more: true });
      expect(await ask({ projectId: "prj_other" })).toEqual({ rows: [], total: 0, has_more: false });
    });
  });

  it("give versions with their derived columns", async () => {
    await database.writes.transaction("write", async (db) => {
      await fillListTable(db, table, project, [row("ent_1", 3)]);
      for (const tuning of Object.values(TUNINGS)) {
        const derived = { twice: sql`${column("valid_from_seq")} * 2`, nothing: sql`NULL::text` };
        const page = await listVersions<Row>(db, { ...base(), derived }, null, tuning);
        expect(page.rows[0]).toMatchObject({
          id: "ent_1",
          valid_from_seq: 3,
          valid_to_seq: CURRENT,
          twice: 6,
          nothing: null,
        });
        expect(page.rows[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
      }
    });
  });

  it("count once per state: the present until the next write, the past for good", async () => {
    await database.writes.transaction("write", async (db) => {
      await fillListTable(db, table, project, [row("ent_1", 3)]);
      const totals = new TotalsCache();
      const counted = counting(db);
      const ask = (change: Partial<ListQuery>) => listVersions<Row>(counted.db, { ...base(), ...change }, totals);
      const count = async (change: Partial<ListQuery>) => {
        const before = counted.counts();
        await ask(change);
        return counted.counts() - before;
      };
      expect(await count({})).toBe(1);
      expect(await count({ offset: 5, limit: 3, sort: sortOf("name", "desc") })).toBe(0);
      expect(await count({ headSeq: 11 })).toBe(1);
      expect(await count({ filter: parse({ a: 1 }) })).toBe(1);
      expect(await count({ filter: parse({ a: "1" }) })).toBe(1);
      expect(await count({ filter: parse({ a: 1 }) })).toBe(0);
      expect(await count({ filter: parse({ a: { $gt: 0 } }) })).toBe(1);
      expect(await count({ filter: parse({ a: { $gt: 0 } }), offset: 1 })).toBe(0);
      expect(await count({ projectId: "prj_other" })).toBe(1);
      expect(await count({ where: [sql`${column("name")} = 'x'`] })).toBe(1);
      expect(await count({ atSeq: 3 })).toBe(1);
      expect(await count({ atSeq: 3, headSeq: 12 })).toBe(0);
      expect(await count({ atSeq: 4 })).toBe(1);
    });
  });

  it("drop the totals used longest ago", () => {
    const totals = new TotalsCache(2);
    const matches = (total: number, ids: string[] | null = null) => ({ total, ids });
    const kept = () => ["a", "b", "c", "d"].filter((key) => totals.get(key) !== undefined);
    totals.set("a", matches(1));
    totals.set("b", matches(2));
    totals.get("a");
    totals.set("c", matches(3));
    expect(kept()).toEqual(["a", "c"]);
    totals.set("d", matches(1, ["ent_1"]));
    expect(kept()).toEqual(["d"]);
    totals.set("d", matches(4));
    totals.set("a", matches(5));
    expect(kept()).toEqual(["a", "d"]);
    totals.set("b", matches(2, ["ent_1", "ent_2"]));
    expect(kept()).toEqual([]);
  });
});

describe("sort_by", () => {
  it("takes a column before a property, and properties.x as a property always", () => {
    const keysOf = (sortBy: string) => sortOf(sortBy, "asc").terms.length;
    expect(keysOf("name")).toBe(2);
    expect(keysOf("properties.name")).toBe(3);
    expect(keysOf("constructor")).toBe(3);
    expect(keysOf("id")).toBe(1);
  });

  it("is refused where it can mean nothing", () => {
    const refused = (sortBy: string, target: Sortable) => !parseSort(sortBy, target).ok;
    expect(refused("", sortable)).toBe(true);
    expect(refused("properties.", sortable)).toBe(true);
    expect(refused("a\0", sortable)).toBe(true);
    expect(refused("\ud800", sortable)).toBe(true);
    expect(refused(Array(17).fill("a").join("."), sortable)).toBe(true);
    expect(refused("nope", { columns: { name: {} }, properties: false })).toBe(true);
    expect(refused("properties.name", { columns: { name: {} }, properties: false })).toBe(true);
  });
});

function asStored(properties: JsonObject): unknown {
  return JSON.parse(JSON.stringify(properties));
}

function base(): ListQuery {
  return {
    table,
    projectId: project,
    atSeq: null,
    headSeq: 10,
    sort: sortOf(null, "asc"),
    limit: 50,
    offset: 0,
  };
}

function row(id: string, from: number): Row {
  const properties = { a: 1 };
  return { id, valid_from_seq: from, valid_to_seq: CURRENT, created_seq: from, name: id, parent_id: null, properties };
}

/** A database that counts the counting statements sent to it. */
function counting(db: Db): { db: Db; counts(): number } {
  let counts = 0;
  const execute: Db["execute"] = (query: SQL) => {
    if (JSON.stringify(query.queryChunks).includes("count(*)")) counts += 1;
    return db.execute(query);
  };
  return { db: { execute }, counts: () => counts };
}
