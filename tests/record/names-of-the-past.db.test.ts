import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchForm } from "#domain/search-form.ts";
import { nameContains } from "#server/features/entities/name-search.ts";
import { registry } from "#server/operations.ts";
import { listVersions } from "#server/record/list/list.ts";
import { creationSort } from "#server/record/list/sort-sql.ts";
import { rounds } from "#test-size";
import { seedOf } from "./random-steps.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, record } = registry;
const MIGRATION = new URL("../../drizzle/migrations/0020_names_of_the_past.sql", import.meta.url);
const NAMES = ["Дом у реки", "Ada Lovelace", "ada", "The Keeper", "100% Łódź", "No"];
const TERMS = ["дом", "реки", "ada", "ADA L", "eep", "0% ł", "no", "the keeper", "zzz"];

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench({ reads: 2, writes: 2 });
});
afterAll(() => bench.close());

const place = fc.nat(3);
const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant("rename" as const), place, name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant("touch" as const), place, level: fc.nat(9) }),
  fc.record({ kind: fc.constant("delete" as const), place }),
  fc.record({ kind: fc.constant("restore" as const), place }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Known {
  readonly id: string;
  name: string;
  isThere: boolean;
}

async function lastSeq(projectId: string): Promise<number> {
  const heads = await bench.database.reads.execute<{ last_seq: number }>(
    sql`SELECT last_seq FROM project_heads WHERE project_id = ${projectId}`,
  );
  return heads[0]?.last_seq ?? 0;
}

/** Does one thing, and says what the names are from then on. */
async function perform(params: { project_id: string }, all: Known[], one: Step): Promise<void> {
  if (one.kind === "create") {
    const body = { external_id: `e${all.length}`, type: "npc", name: one.name };
    const { id } = await bench.ask(entities.create, { params, body });
    all.push({ id, name: one.name, isThere: true });
    return;
  }
  const known = all[one.place];
  if (known === undefined || known.isThere === (one.kind === "restore")) return;
  const own = { params: { ...params, entity_id: known.id } };
  if (one.kind === "rename") {
    await bench.call(entities.update, { ...own, body: { name: one.name } });
    known.name = one.name;
  } else if (one.kind === "touch") {
    await bench.call(entities.update, { ...own, body: { properties: { level: one.level } } });
  } else if (one.kind === "delete") {
    await bench.call(entities.delete, own);
    known.isThere = false;
  } else {
    await bench.call(record.restore, { params: { ...params, subject_id: known.id }, body: {} });
    known.isThere = true;
  }
}

describe("names of the past", () => {
  test("are found at every sequence, whatever was renamed, deleted and restored since", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30, size: "max" }), async (steps) => {
        const params = { project_id: await bench.newProject() };
        const all: Known[] = [];
        const moments: { seq: number; names: { id: string; name: string }[] }[] = [];
        for (const each of steps) {
          await perform(params, all, each);
          const seq = await lastSeq(params.project_id);
          moments.push({ seq, names: all.filter(({ isThere }) => isThere).map(({ id, name }) => ({ id, name })) });
        }
        const present = moments.at(-1);
        for (const { seq, names } of moments) {
          for (const q of TERMS) {
            const wanted = names.filter(({ name }) => searchForm(name).includes(searchForm(q))).map(({ id }) => id);
            for (const atSeq of seq === present?.seq ? [seq, null] : [seq]) {
              const query = { q, ...(atSeq !== null && { at_seq: atSeq }) };
              const found = await bench.ask(entities.list, { params, query });
              expect({ q, atSeq, ids: found.entities.map(({ id }) => id).sort(), total: found.total }).toEqual({
                q,
                atSeq,
                ids: wanted.sort(),
                total: wanted.length,
              });
            }
          }
        }
        expect((await bench.replay(params.project_id)).differences).toEqual([]);
      }),
      { numRuns: rounds({ gate: 4, full: 100 }), seed: seedOf("names of the past"), endOnFailure: true },
    );
  }, 600_000);

  test("are in the index once for each time that somebody bore them", async () => {
    const params = { project_id: await bench.newProject() };
    const { id } = await bench.ask(entities.create, {
      params,
      body: { external_id: "e", type: "npc", name: "First name" },
    });
    const own = { params: { ...params, entity_id: id } };
    await bench.call(entities.update, { ...own, body: { properties: { level: 1 } } });
    await bench.call(entities.update, { ...own, body: { name: "Second name" } });
    await bench.call(entities.update, { ...own, body: { properties: { level: 2 } } });
    await bench.call(entities.delete, own);
    const rows = await bench.database.reads.execute<{ name: string; name_alnum: string | null }>(
      sql`SELECT name, name_alnum FROM entity_versions WHERE project_id = ${params.project_id} ORDER BY valid_from_seq`,
    );
    expect(rows.map(({ name, name_alnum }) => [name, name_alnum !== null])).toEqual([
      ["First name", false],
      ["First name", true],
      ["Second name", false],
      ["Second name", true],
    ]);
  });

  test("are found where too many bore them to be named one by one", async () => {
    const params = { project_id: await bench.newProject() };
    const { id } = await bench.ask(entities.create, {
      params,
      body: { external_id: "e", type: "npc", name: "Many a name" },
    });
    await bench.database.writes.execute(
      sql`INSERT INTO entity_versions SELECT (jsonb_populate_record(v, jsonb_build_object('id', 'ent_' || i, 'external_id', i))).*
          FROM entity_versions v, generate_series(1, 2100) i WHERE v.project_id = ${params.project_id} AND v.id = ${id}`,
    );
    const seq = await lastSeq(params.project_id);
    const { reads } = bench.database;
    const list = { table: "entity_versions", projectId: params.project_id, headSeq: seq, sort: creationSort("asc") };
    const totalOf = async (atSeq: number | null) => {
      const where = [await nameContains({ db: reads, projectId: params.project_id, atSeq }, "y a n")];
      const page = { limit: 10, offset: 0 };
      return (await listVersions(reads, { ...list, ...page, atSeq, where, scans: true }, null)).total;
    };
    expect([await totalOf(null), await totalOf(seq), await totalOf(seq - 1)]).toEqual([2_101, 2_101, 0]);
  });

  test("of older databases are filled as if they had been kept from the start", async () => {
    const rows = () =>
      bench.database.reads.execute(
        sql`SELECT project_id, id, valid_from_seq, name_alnum FROM entity_versions ORDER BY 1, 2, 3`,
      );
    const kept = [...(await rows())];
    const [clear, fill] = readFileSync(MIGRATION, "utf8")
      .split("--> statement-breakpoint")
      .filter((statement) => statement.includes("UPDATE entity_versions"));
    // Databases from before the column, and those that had it in every version.
    await bench.database.writes.execute(sql`UPDATE entity_versions SET name_alnum = NULL`);
    await bench.database.writes.execute(sql.raw(fill ?? ""));
    expect([...(await rows())]).toEqual(kept);
    await bench.database.writes.execute(sql`UPDATE entity_versions SET name_alnum = 'all' WHERE name_alnum IS NULL`);
    await bench.database.writes.execute(sql.raw(clear ?? ""));
    await bench.database.writes.execute(sql.raw(fill ?? ""));
    expect([...(await rows())]).toEqual(kept);
  });
});
