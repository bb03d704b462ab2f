import { readFileSync } from "node:fs";
import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { VARIABLE_DEFAULTS } from "#domain/dialogue/wire.ts";
import { NO_ORIGIN, variableResource } from "#server/features/dialogues/variable.ts";
import { entityResource } from "#server/features/entities/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { projectWrite } from "#server/operation/operation.ts";
import { projectScope } from "#server/operation/project-scope.ts";
import { registry } from "#server/operations.ts";
import { keptTotal } from "#server/record/counts.ts";
import { holds } from "#server/record/versions.ts";
import { resources } from "#server/resources.ts";
import { rounds } from "#test-size";
import { seedOf, step } from "./random-steps.ts";
import { RandomWorld } from "./random-world.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities } = registry;
const MIGRATION = new URL("../../drizzle/migrations/0012_lists_at_speed.sql", import.meta.url);
const TYPES = ["location", "npc", "item"];

let bench: Workbench;
const projects: string[] = [];

beforeAll(async () => {
  bench = await openWorkbench({ reads: 2, writes: 2 });
});
afterAll(() => bench.close());

/** Returns the stored numbers that differ from a count of the rows, at any sequence; `at` is null for the present. */
async function differences(projectId: string): Promise<unknown[]> {
  const parts: SQL[] = [];
  for (const { type, table, countedBy } of resources.all()) {
    if (countedBy === null) continue;
    const rows = (atSeq: SQL | null) => sql`SELECT FROM ${sql.identifier(table)} t
      WHERE t.project_id = ${projectId} AND ${holds(atSeq, "t")} AND (f.facet = '' OR t.${sql.identifier(countedBy)} = f.facet)`;
    const facets = sql`(SELECT '' AS facet UNION SELECT t.${sql.identifier(countedBy)} FROM ${sql.identifier(table)} t
      WHERE t.project_id = ${projectId} UNION SELECT 'never there') f`;
    const counted = { subject: type, facet: sql`f.facet` as unknown as string };
    const past = sql`m.seq`;
    parts.push(
      sql`SELECT ${type}::text, f.facet, m.seq, (${keptTotal(projectId, counted, past, rows(past))}) AS kept,
            (SELECT count(*) FROM (${rows(past)}) c) AS counted
          FROM ${facets}, generate_series(0, (SELECT last_seq FROM project_heads WHERE project_id = ${projectId})) AS m(seq)`,
      sql`SELECT ${type}::text, f.facet, NULL, (${keptTotal(projectId, counted, null, rows(null))}),
            (SELECT count(*) FROM (${rows(null)}) c) FROM ${facets}`,
    );
  }
  const all = sql.join(parts, sql` UNION ALL `);
  return [...(await bench.database.reads.execute(sql`SELECT * FROM (${all}) every_moment WHERE kept <> counted`))];
}

/** One commit, written in three pieces between which other things of the project change. */
const piecewise = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/piecewise",
  scope: "write",
  alone: true,
  summary: "Write a commit in pieces",
  params: projectScope,
  output: z.object({}),
  handle: async ({ record }) => {
    record.beginPieces([], null);
    for (const piece of [1, 2, 3]) {
      for (const type of TYPES) {
        const rest = {
          properties: {},
          parent_id: null,
          located: false,
          source_format: null,
          source_key: null,
          brought: null,
        };
        const state = { external_id: newId("key"), type, name: `Piece ${piece}`, ...rest };
        record.create(entityResource, newId("ent"), state);
      }
      const variable = {
        ...VARIABLE_DEFAULTS,
        ...NO_ORIGIN,
        name: newId("key"),
        type: "integer" as const,
        default: 0,
        enum_values: [],
        description: "",
      };
      record.create(variableResource, newId("var"), variable);
      await record.writePiece();
    }
    await record.commit();
    return {};
  },
});

/** Writes that wait for each other, so that they are committed together; some of them are refused. */
async function together(world: RandomWorld, seed: number): Promise<void> {
  const params = { project_id: world.projectId };
  const calls = Array.from({ length: 24 }, (_, i) => {
    const type = TYPES[(i * seed) % 3] ?? "npc";
    const body = { external_id: `together-${(i * seed) % 20}`, type, name: `n${i}` };
    return i % 4 === 3
      ? bench.call(entities.batch, {
          params,
          body: { entities: [body, { ...body, external_id: `more-${i}`, type: "item" }] },
        })
      : bench.call(i % 4 === 2 ? entities.upsert : entities.create, { params, body });
  });
  await Promise.allSettled(calls);
}

describe("kept numbers", () => {
  test("equal what is counted at every sequence, after random operations, batches and writes committed together", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 60, size: "max" }),
        fc.nat(50),
        async (steps, seed) => {
          const world = await RandomWorld.begin(bench);
          projects.push(world.projectId);
          for (const each of steps.slice(20)) await world.perform(each);
          await together(world, seed);
          const last = await bench.call(piecewise, { params: { project_id: world.projectId } });
          world.seq = Number(last.headers["x-project-seq"]);
          for (const each of steps.slice(0, 20)) await world.perform(each);
          expect(await differences(world.projectId)).toEqual([]);
          expect((await bench.replay(world.projectId)).differences).toEqual([]);
        },
      ),
      { numRuns: rounds({ gate: 4, full: 100 }), seed: seedOf("kept numbers"), endOnFailure: true },
    );
  }, 600_000);

  test("are one row where the same was done again and again, by whatever transactions", async () => {
    const params = { project_id: await bench.newProject() };
    const create = (n: number) =>
      bench.call(entities.create, { params, body: { external_id: `e${n}`, type: "npc", name: "N" } });
    for (let n = 0; n < 3; n++) await create(n);
    await Promise.all(Array.from({ length: 10 }, (_, n) => create(3 + n)));
    const rows = await bench.database.reads.execute(
      sql`SELECT facet, from_seq, to_seq, count_before, count_after FROM subject_counts
          WHERE project_id = ${params.project_id} ORDER BY facet`,
    );
    const run = { from_seq: 2, to_seq: 14, count_before: 0, count_after: 13 };
    expect([...rows]).toEqual([
      { facet: "", ...run },
      { facet: "npc", ...run },
    ]);
  });

  test("go on from what another process wrote in between, or took back", async () => {
    const other = await openWorkbench({ url: bench.url, caller: bench.caller, reads: 1, writes: 1 });
    const params = { project_id: await bench.newProject() };
    const create = (process: Workbench, external_id: string, type = "npc") =>
      process.call(entities.create, { params, body: { external_id, type, name: external_id } });
    try {
      await create(bench, "a");
      await create(other, "b", "item");
      await create(other, "c");
      await create(bench, "d");
      await expect(create(bench, "d")).rejects.toThrow();
      await create(bench, "e", "item");
      await Promise.all([create(other, "f"), create(bench, "g"), create(other, "h", "item"), create(bench, "i")]);
    } finally {
      await other.close();
    }
    expect(await differences(params.project_id)).toEqual([]);
    expect((await bench.replay(params.project_id)).differences).toEqual([]);
  });

  test("of older databases are filled as if they had been kept from the start", async () => {
    const rows = () => bench.database.reads.execute(sql`SELECT * FROM subject_counts ORDER BY 1, 2, 3, 4`);
    const kept = [...(await rows())];
    expect(kept.length).toBeGreaterThan(100);
    await bench.database.writes.execute(sql`DELETE FROM subject_counts`);
    const fill = readFileSync(MIGRATION, "utf8")
      .split("--> statement-breakpoint")
      .filter((statement) => statement.includes("INSERT INTO subject_counts"));
    for (const statement of fill) await bench.database.writes.execute(sql.raw(statement));
    expect([...(await rows())]).toEqual(kept);
  });

  test("are what a list answers, of all and of a type, and of nothing else", async () => {
    const [projectId = ""] = projects;
    const params = { project_id: projectId };
    const total = async (query: Record<string, unknown>) => (await bench.ask(entities.list, { params, query })).total;
    const asked = [{}, { type: "location" }, { type: "location", q: "n" }, { parent_id: "null" }];
    const before = await Promise.all(asked.map(total));
    // A wrong number shows who asks for it. The process remembers totals by sequence, so the sequence moves on.
    await bench.database.writes.execute(
      sql`UPDATE subject_counts SET count_after = count_after + 1000 WHERE project_id = ${projectId} AND subject_type = 'entity'`,
    );
    await bench.call(registry.projects.update, { params, body: { name: "Another" } });
    const [all, located, ...others] = await Promise.all(asked.map(total));
    expect([all, located]).toEqual([(before[0] ?? 0) + 1000, (before[1] ?? 0) + 1000]);
    expect(others).toEqual(before.slice(2));
  });
});
