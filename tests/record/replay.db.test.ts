import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EntityVersion, entityRead, placed } from "#server/features/entities/public.ts";
import { openProject, openSubject } from "#server/operation/gate.ts";
import { type SubjectRead, subjectRead } from "#server/operation/subject-read.ts";
import { registry } from "#server/operations.ts";
import { readEvents } from "#server/record/feed.ts";
import { Fold } from "#server/record/fold.ts";
import { findVersion } from "#server/record/versions.ts";
import { resources } from "#server/resources.ts";
import { rounds } from "#test-size";
import { comparable, rowsAtEveryMoment } from "./as-of.ts";
import { seedOf, step } from "./random-steps.ts";
import { RandomWorld } from "./random-world.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const runs = rounds({ gate: 5, full: 200 });
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench({ reads: 2, writes: 2 });
});
afterAll(() => bench.close());

describe("the record under random operations", () => {
  test(`given ${runs} random histories, then replay equals what is live, and any moment equals the replay up to it`, async () => {
    const seed = seedOf("random histories");
    const tally = new Map<string, number>();
    let moments = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60, size: "max" }), async (steps) => {
        bench.time = Date.UTC(2030, 0, 1);
        const world = await RandomWorld.begin(bench);
        for (const each of steps) await world.perform(each);
        for (const [outcome, count] of world.tally) tally.set(outcome, (tally.get(outcome) ?? 0) + count);
        const report = await bench.replay(world.projectId);
        expect(report.differences).toEqual([]);
        expect(report.seq).toBe(world.seq);
        moments += await everyMomentAgrees(world.projectId);
        await readsByIdAgree(world.projectId, world.seq);
      }),
      { numRuns: runs, seed },
    );
    process.stdout.write(`${moments} moments compared; operations by outcome ${JSON.stringify([...tally])}\n`);
    const all = [...tally.values()].reduce((sum, count) => sum + count, 0);
    expect((tally.get("done") ?? 0) / all).toBeGreaterThan(0.4);
    expect((tally.get("done") ?? 0) / all).toBeLessThan(0.95);
  }, 1_800_000);
});

/** Compares reads by id, which are one statement, with the gate, the version and the path asked for in one snapshot. */
async function readsByIdAgree(projectId: string, head: number): Promise<void> {
  const subjects = await bench.database.reads.execute<{ subject_type: string; subject_id: string }>(
    sql`SELECT DISTINCT subject_type, subject_id FROM events WHERE project_id = ${projectId}`,
  );
  for (const atSeq of [null, Math.floor(head / 2)]) {
    await bench.snapshot(async (db) => {
      const { project } = await openProject(db, bench.caller, projectId);
      for (const { subject_type: type, subject_id: id } of subjects) {
        const resource = resources.of(type);
        const read = (type === "entity" ? entityRead : subjectRead(resource)) as SubjectRead<unknown>;
        const version = await findVersion(db, resource, projectId, id, atSeq);
        const [entity] = await placed(
          db,
          projectId,
          version === null ? [] : [version as unknown as EntityVersion],
          atSeq,
        );
        const found = await openSubject(bench.database.reads, bench.caller, projectId, { read, id, atSeq });
        expect(found.project).toEqual(project);
        if (version === null) expect(found.subject).toBeNull();
        else expect(found.subject, `${id} at ${atSeq}`).toMatchObject(type === "entity" ? (entity ?? {}) : version);
      }
    });
  }
}

/** Compares, at every sequence, the live rows with a fold of the events up to it; some of them through a real operation. */
async function everyMomentAgrees(projectId: string): Promise<number> {
  return bench.snapshot(async (db) => {
    const events = await readEvents(db, projectId, {}, { limit: 100_000 });
    const moments = await rowsAtEveryMoment(db, projectId, events.length);
    const fold = new Fold(projectId, resources);
    for (const [seq, live] of moments.entries()) {
      const event = events[seq - 1];
      if (event !== undefined) {
        await fold.apply([event]);
        await fold.settle();
      }
      const wanted = comparable(fold.current());
      expect(comparable(live), `at ${seq}`).toEqual(wanted);
      if (seq % 10 === 5) await listAgrees(projectId, seq, wanted);
    }
    expect(fold.dangling).toEqual([]);
    return moments.length;
  });
}

async function listAgrees(projectId: string, seq: number, wanted: ReturnType<typeof comparable>): Promise<void> {
  const query = { at_seq: seq, limit: 500 };
  const { entities } = await bench.ask(registry.entities.list, { params: { project_id: projectId }, query });
  const paths = new Map((wanted.entity_paths ?? []).map((row) => [row.entity_id, String(row.path).slice(0, -1)]));
  const expected = (wanted.entity_versions ?? []).map((row) => [row.id, row.name, paths.get(String(row.id)) ?? null]);
  expect(entities.map(({ id, name, location_path }) => [id, name, location_path]).sort()).toEqual(expected.sort());
}
