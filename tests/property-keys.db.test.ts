import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareCodePoints } from "#domain/code-points.ts";
import { matches } from "#domain/filter/match.ts";
import { type PropertyFilter, parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { splitPath } from "#domain/filter/property-path.ts";
import { propertyComparator, type SortOrder } from "#domain/filter/sort.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { IndexFiller } from "#server/features/entities/property-keys/index-filler.ts";
import { indexSource } from "#server/features/entities/property-keys/index-source.ts";
import { indexedOperand, indexedValue } from "#server/features/entities/property-keys/indexed-value.ts";
import type { ProjectReadContext } from "#server/operation/context.ts";
import { registry } from "#server/operations.ts";
import type { Db } from "#server/record/database.ts";
import { type ListTuning, listVersions } from "#server/record/list/list.ts";
import { PAGE_BYTES } from "#server/record/list/page-bytes.ts";
import { column } from "#server/record/list/row.ts";
import { compileSort, type SortKey } from "#server/record/list/sort-sql.ts";
import { TotalsCache } from "#server/record/list/totals.ts";
import { rounds } from "#test-size";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { refusal } from "./record/refusal.ts";
import { Story } from "./record/story.ts";
import { openWorkbench, type Workbench } from "./record/workbench.ts";

const runs = rounds({ gate: 3, full: 60 });
const { entities, propertyKeys } = registry;
/** Ways of fetching a page, and of finding what several conditions ask: at the rows of one key, or in all indexes. */
const TUNINGS: [ListTuning, Parameters<typeof indexSource>[2]][] = [
  [
    { gatherUpTo: 1_000_000, idsFirstFrom: 0, pageBytes: PAGE_BYTES },
    { rechecked: 1_000, few: 1_000 },
  ],
  [
    { gatherUpTo: 0, idsFirstFrom: 1_000_000, pageBytes: PAGE_BYTES },
    { rechecked: 3, few: -1 },
  ],
];

let bench: Workbench;
let filler: IndexFiller;

beforeAll(async () => {
  bench = await openWorkbench();
  filler = new IndexFiller(bench.database, () => {});
});
afterAll(() => bench.close());

/** Texts of 256 bytes and more that differ behind what an index keeps, or within. */
const long = (tail: string) => `${"é".repeat(127)}x${tail}`;
const value: fc.Arbitrary<Json | undefined> = fc.constantFrom<(Json | undefined)[]>(
  undefined,
  undefined,
  null,
  true,
  false,
  0,
  -1,
  1,
  2,
  1.5,
  1e300,
  5e-324,
  "",
  "a",
  "b",
  "ab",
  "😀",
  "\uffff",
  "x".repeat(252),
  long("a"),
  long("b"),
  [],
  [1],
  {},
  { b: 1 },
  { b: "a" },
);
const short = value.filter((one) => typeof one !== "string" || one.length < 100);
const properties = (of: fc.Arbitrary<Json | undefined>) =>
  fc
    .record({ a: of, b: of, c: of })
    .map((given) => Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)) as JsonObject);
const step = (of: fc.Arbitrary<Json | undefined>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ verb: fc.constant("create" as const), properties: properties(of) }) },
    {
      weight: 4,
      arbitrary: fc.record({ verb: fc.constant("update" as const), at: fc.nat(100), properties: properties(of) }),
    },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant("retype" as const), at: fc.nat(100) }) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant("delete" as const), at: fc.nat(100) }) },
  );
const history = fc.constantFrom(value, short).chain((of) => fc.array(step(of), { minLength: 15, maxLength: 30 }));
type Step = typeof history extends fc.Arbitrary<(infer S)[]> ? S : never;

const operand = value.filter((one) => one !== undefined);
const condition = fc.oneof(
  fc.tuple(
    fc.constantFrom("$gt", "$gte", "$lt", "$lte"),
    operand.filter((one) => ["number", "string"].includes(typeof one)),
  ),
  fc.tuple(fc.constantFrom("$eq", "$eq", "$ne", "$contains"), operand),
  fc.tuple(fc.constant("$in"), fc.array(operand, { maxLength: 3 })),
);
const request = fc.record({
  // Nothing declares c.
  conditions: fc.array(fc.tuple(fc.constantFrom("a", "b", "a.b", "c"), condition), { maxLength: 3 }),
  named: fc.constantFrom(null, null, null, "scanned", "narrow"),
  sortBy: fc.option(fc.constantFrom("a", "b", "a.b")),
  order: fc.constantFrom<SortOrder>("asc", "desc"),
  type: fc.constantFrom(null, null, "npc", "item"),
  atSeq: fc.option(fc.nat(100)),
  offset: fc.nat(6),
  limit: fc.integer({ min: 1, max: 6 }),
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

interface Row {
  id: string;
  type: string;
  name: string;
  created_seq: number;
  valid_from_seq: number;
  valid_to_seq: number;
  properties: JsonObject;
}

async function tell(story: Story, steps: readonly Step[]): Promise<void> {
  const ids: string[] = [];
  for (const [n, one] of steps.entries()) {
    if (one.verb === "create" || ids.length === 0) {
      const given = "properties" in one ? one.properties : {};
      const body = { external_id: `e${n}`, type: n % 2 === 0 ? "npc" : "item", name: `E ${n}`, properties: given };
      ids.push((await story.ask(entities.create, { body })).id);
      continue;
    }
    const at = one.at % ids.length;
    const id = ids[at] ?? "";
    if (one.verb === "delete") {
      await story.remove(id);
      ids.splice(at, 1);
    } else if (one.verb === "retype") await story.patch(id, { type: n % 2 === 0 ? "npc" : "item" });
    else await story.patch(id, { properties: { a: null, b: null, c: null, ...one.properties } });
  }
}

function filterOf(asked: Request): PropertyFilter {
  return asked.conditions.flatMap(([path, [operator, operandOf]]) => {
    const parsed = parsePropertyFilter({ [path]: { [operator]: operandOf } });
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.filter;
  });
}

function model(rows: readonly Row[], asked: Request): Row[] {
  const { atSeq } = asked;
  const direction = asked.order === "asc" ? 1 : -1;
  const held = rows.filter((row) =>
    atSeq === null ? row.valid_to_seq === CURRENT : row.valid_from_seq <= atSeq && row.valid_to_seq >= atSeq,
  );
  const filter = filterOf(asked);
  const found = held.filter(
    (row) =>
      (asked.type === null || row.type === asked.type) &&
      (asked.named === null || row.name.includes("1")) &&
      matches(filter, row.properties),
  );
  const byCreation = (a: Row, b: Row) => direction * (a.created_seq - b.created_seq || compareCodePoints(a.id, b.id));
  return found.sort(asked.sortBy === null ? byCreation : propertyComparator(splitPath(asked.sortBy), asked.order));
}

/** Asks as a list does; answers whether the index was used. */
async function ask(db: Db, projectId: string, lastSeq: number, asked: Request, rows: readonly Row[]): Promise<boolean> {
  const atSeq = asked.atSeq === null ? null : Math.min(asked.atSeq, lastSeq);
  const sort: SortKey | null =
    asked.sortBy === null ? null : { kind: "property", path: splitPath(asked.sortBy), near: null };
  const filter = filterOf(asked);
  const context = { db, project: { id: projectId, lastSeq }, atSeq } as ProjectReadContext;
  const { order, type, named } = asked;
  const hasOne = sql`strpos(${column("name")}, '1') > 0`;
  const where = named === null ? [] : [hasOne];
  const wanted = model(rows, { ...asked, atSeq });
  let used = false;
  for (const [tuning, indexTuning] of TUNINGS) {
    const narrow = named === "narrow" ? hasOne : null;
    const source = await indexSource(context, { filter, sort, order, type, where, narrow }, indexTuning);
    used ||= source !== null;
    const got = await listVersions<Row>(
      db,
      {
        table: "entity_versions",
        projectId,
        atSeq,
        headSeq: lastSeq,
        where: type === null ? where : [...where, sql`${column("type")} = ${type}`],
        filter,
        sort: compileSort(sort, order),
        limit: asked.limit,
        offset: asked.offset,
        source,
      },
      new TotalsCache(),
      tuning,
    );
    const page = wanted.slice(asked.offset, asked.offset + asked.limit);
    expect(
      got.rows.map(({ id }) => id),
      JSON.stringify(asked),
    ).toEqual(page.map(({ id }) => id));
    expect([got.total, got.has_more]).toEqual([wanted.length, asked.offset + page.length < wanted.length]);
  }
  return used;
}

describe("declared property keys", () => {
  test("never change an answer: undeclared, half filled, behind, complete and undeclared again, at every sequence", async () => {
    const used = { never: 0, half: 0, behind: 0, complete: 0 };
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(request, { minLength: 25, maxLength: 25 }),
        fc.integer({ min: 1, max: 20 }),
        async (steps, requests, piece) => {
          const story = await Story.begin(bench);
          await tell(story, steps);
          const compare = async (stage: keyof typeof used) => {
            const lastSeq = await story.seq();
            await bench.snapshot(async (db) => {
              const rows = await db.execute<Row & Record<string, unknown>>(
                sql`SELECT id, type, name, created_seq, valid_from_seq, valid_to_seq, properties FROM entity_versions
                    WHERE project_id = ${story.projectId}`,
              );
              for (const asked of requests) {
                if (await ask(db, story.projectId, lastSeq, asked, rows)) used[stage] += 1;
              }
            });
          };
          await compare("never");
          const declared: string[] = [];
          for (const path of ["a", "properties.b", "a.b"]) {
            declared.push((await story.ask(propertyKeys.create, { body: { path } })).id);
          }
          await filler.fillPiece(story.projectId, piece);
          await compare("half");
          while (await filler.fillPiece(story.projectId, piece));
          await compare("complete");
          await story.ask(entities.create, {
            body: { external_id: "late", type: "npc", name: "Late", properties: { a: 1, b: "ab" } },
          });
          await compare("behind");
          while (await filler.fillPiece(story.projectId, 1_000));
          await compare("complete");
          for (const id of declared) await story.ask(propertyKeys.delete, { params: { property_key_id: id } });
          await filler.fillPiece(story.projectId, 1);
          await compare("half");
          while (await filler.fillPiece(story.projectId, 7));
          const [left] = await bench.database.reads.execute<{ n: number }>(
            sql`SELECT count(*) AS n FROM entity_property_values WHERE project_id = ${story.projectId}`,
          );
          expect(left?.n).toBe(0);
          await compare("never");
          expect((await bench.replay(story.projectId)).differences).toEqual([]);
        },
      ),
      { numRuns: runs },
    );
    // Agreement proves nothing where the index was not asked.
    expect(used.never).toBe(0);
    for (const stage of ["half", "behind", "complete"] as const) expect(used[stage], stage).toBeGreaterThan(runs);
  });

  test("keep one interval while a value stays, and end it when it or the type changes or the entity goes", async () => {
    const story = await Story.begin(bench);
    const id = await story.place("one", { properties: { rank: 1, other: 1 } });
    await story.ask(propertyKeys.create, { body: { path: "rank" } });
    await story.patch(id, { properties: { other: 2 } });
    await story.patch(id, { name: "Renamed" });
    await story.patch(id, { properties: { rank: 2 } });
    await story.patch(id, { type: "npc" });
    await story.remove(id);
    while (await filler.fillPiece(story.projectId, 2));
    const rows = await bench.database.reads.execute(
      sql`SELECT type, number, valid_from_seq AS since, valid_to_seq AS until FROM entity_property_values
          WHERE project_id = ${story.projectId} ORDER BY valid_from_seq`,
    );
    expect(rows).toEqual([
      { type: "location", number: 1, since: 2, until: 5 },
      { type: "location", number: 2, since: 6, until: 6 },
      { type: "npc", number: 2, since: 7, until: 7 },
    ]);
  });

  test("are filled on by another process where one was killed, with the same answers all along", async () => {
    const story = await Story.begin(bench);
    const entitiesOf = (from: number) =>
      Array.from({ length: 150 }, (_, n) => ({
        ...{ external_id: `e${from + n}`, type: "npc", name: "One" },
        properties: { rank: (from + n) % 7, twin: (from + n) % 7 },
      }));
    for (const from of [0, 150]) await story.ask(entities.batch, { body: { entities: entitiesOf(from) } });
    await story.ask(propertyKeys.create, { body: { path: "rank" } });
    const filledTo = async () => {
      const [row] = await bench.database.reads.execute<{ n: number }>(
        sql`SELECT filled_to_seq AS n FROM property_indexes WHERE project_id = ${story.projectId}`,
      );
      return row?.n ?? 0;
    };
    const last = await story.seq();
    const answer = async (name: string, at?: number) => {
      const query = { property_filter: JSON.stringify({ [name]: { $gte: 3 } }), limit: 100, ...(at && { at_seq: at }) };
      const page = await story.ask(entities.list, { query });
      return [page.total, page.entities.map(({ id }) => id)];
    };
    const agrees = async () => {
      for (const at of [undefined, 200]) expect(await answer("rank", at)).toEqual(await answer("twin", at));
    };
    const child = fork(
      fileURLToPath(new URL("record/filler-process.ts", import.meta.url)),
      [bench.url, story.projectId, "2"],
      {
        execArgv: [...PRODUCT_FLAGS],
      },
    );
    let pieces = 0;
    child.on("message", () => {
      pieces += 1;
      if (pieces === 3) child.kill("SIGKILL");
    });
    await once(child, "exit");
    const left = await filledTo();
    expect([child.signalCode, left > 0, left < last]).toEqual(["SIGKILL", true, true]);
    await agrees();
    // Until the database has seen that the other is gone, nobody else may fill.
    while ((await filledTo()) < last) await filler.fillPiece(story.projectId, 40);
    await agrees();
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("are at most 32 of different paths, recorded like anything else", async () => {
    const story = await Story.begin(bench);
    for (let n = 0; n < 32; n++) await story.ask(propertyKeys.create, { body: { path: `k${n}` } });
    expect((await refusal(story.ask(propertyKeys.create, { body: { path: "k32" } }))).items).toMatchObject([
      { loc: ["body", "path"] },
    ]);
    const first = (await story.ask(propertyKeys.list, { query: { limit: 1 } })).property_keys[0];
    await story.ask(propertyKeys.delete, { params: { property_key_id: first?.id ?? "" } });
    expect((await refusal(story.ask(propertyKeys.create, { body: { path: "properties.k5" } }))).code).toBe(
      "name_taken",
    );
    for (const path of ["properties.", "a\0", Array(17).fill("a").join(".")]) {
      expect((await refusal(story.ask(propertyKeys.create, { body: { path } }))).code).toBe("validation");
    }
    expect((await story.ask(propertyKeys.list)).total).toBe(31);
    expect((await story.ask(propertyKeys.list, { query: { at_seq: 33 } })).total).toBe(32);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("cut texts between two characters, and leave long operands to the table", () => {
    for (const text of ["x".repeat(257), "é".repeat(200), "😀".repeat(80), `xx${"😀".repeat(80)}`]) {
      const { value: kept, isLong } = indexedValue(text);
      expect(isLong).toBe(true);
      expect(text.startsWith(kept.string)).toBe(true);
      expect(Buffer.byteLength(kept.string)).toBeGreaterThan(252);
      expect(Buffer.byteLength(kept.string)).toBeLessThanOrEqual(256);
    }
    expect(indexedValue("x".repeat(256))).toMatchObject({ isLong: false });
    expect(indexedOperand("x".repeat(252))).not.toBeNull();
    expect(indexedOperand("x".repeat(253))).toBeNull();
    expect(indexedOperand(null)).toBeNull();
  });
});
