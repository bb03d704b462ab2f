import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeDeletedProjects, purgeProject } from "#server/features/projects/public.ts";
import { registry } from "#server/operations.ts";
import type { ClaimedJob } from "#server/queue/job-queue.ts";
import { type Bench, type BenchWorkspace, openBench } from "#tests/access/bench.ts";

const { entities, projects } = registry;

const DAY = 24 * 60 * 60 * 1000;

let bench: Bench;
let home: BenchWorkspace;

beforeAll(async () => {
  bench = await openBench();
  home = await bench.makeWorkspace();
});
afterAll(() => bench.close());

/** A project with something in it. */
async function makeProject(): Promise<string> {
  const id = await home.makeProject();
  const body = { name: "Mara", type: "character", external_id: "mara" };
  expect((await bench.call(entities.create, home.owner, { params: { project_id: id }, body })).status).toBe(201);
  return id;
}

/** Tables that hold rows of a project. */
async function tablesOf(projectId: string): Promise<string[]> {
  const tables = await bench.database.reads.execute<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'project_id'`,
  );
  const held = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await bench.database.reads.execute(
        sql`SELECT 1 FROM ${sql.identifier(name)} WHERE project_id = ${projectId} LIMIT 1`,
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return held.flat().sort();
}

test("what was deleted thirty days ago is removed from every table, what was restored or deleted later stays", async () => {
  const [old, restored, recent, live] = [
    await makeProject(),
    await makeProject(),
    await makeProject(),
    await makeProject(),
  ];
  for (const project_id of [old, restored]) await bench.call(projects.delete, home.owner, { params: { project_id } });
  await bench.call(projects.restore, home.owner, { params: { project_id: restored } });
  bench.clock.time += 30 * DAY + 60_000;
  await bench.call(projects.delete, home.owner, { params: { project_id: recent } });
  const before = await Promise.all([restored, recent, live].map(tablesOf));
  expect(before[2]).toEqual(expect.arrayContaining(["entity_versions", "events", "project_heads", "subject_counts"]));
  const idle = new AbortController().signal;
  const { jobs } = bench.services;

  // Nobody can restore it any more, and for another hour nobody removes it: no clock is that far off.
  const restoring = await bench.call(projects.restore, home.owner, { params: { project_id: old } });
  expect(restoring.status).toBe(404);
  expect(await purgeDeletedProjects.step(bench.services, {}, idle)).toBe("done");
  expect(await jobs.claim(10)).toEqual([]);

  bench.clock.time += 60 * 60_000;
  const found = await purgeDeletedProjects.step(bench.services, {}, idle);
  expect(found).toEqual({ after: old });
  expect(await purgeDeletedProjects.step(bench.services, { after: old }, idle)).toBe("done");
  // Looked for once more, it is not asked for twice.
  await purgeDeletedProjects.step(bench.services, {}, idle);
  const claimed: ClaimedJob[] = await jobs.claim(10);
  expect(claimed.map(({ data }) => data)).toMatchObject([
    { job: purgeProject.name, owner: { workspaceId: home.id, projectId: old }, state: { project_id: old } },
  ]);

  for (const projectId of [recent, restored]) {
    expect(await purgeProject.step(bench.services, { project_id: projectId }, idle)).toBe("done");
  }
  expect(await purgeProject.step(bench.services, { project_id: old }, idle)).toBe("done");
  expect(await tablesOf(old)).toEqual([]);
  expect(await Promise.all([restored, recent, live].map(tablesOf))).toEqual(before);
  expect(await purgeProject.step(bench.services, { project_id: old }, idle)).toBe("done");
  const audited = await bench.database.reads.execute(
    sql`SELECT subject_id, actor FROM workspace_audit WHERE kind = 'project.purged'`,
  );
  expect(audited).toEqual([{ subject_id: old, actor: "system:purge" }]);
});
