import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { requireDatabaseKey } from "#server/envelope/check-value.ts";
import { purgeProject } from "#server/features/projects/public.ts";
import { uuidOfJob } from "#server/queue/job-id.ts";
import { openBench } from "#tests/access/bench.ts";
import { TEST_KEYS } from "#tests/support/envelope.ts";
import { endScripts, startWorker } from "#tests/support/script-process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEY = "00".repeat(32);

afterEach(endScripts);

test("a worker beside does jobs that others ask for, ends when told, and needs a database and its key", async () => {
  const bench = await openBench();
  try {
    await requireDatabaseKey(bench.database.writes, TEST_KEYS);
    const stranger = startWorker({ DATABASE_URL: bench.url, FABULA_ENCRYPTION_KEY: "11".repeat(32) });
    const worker = startWorker({
      DATABASE_URL: bench.url,
      FABULA_ENCRYPTION_KEY: KEY,
      // It is a worker whatever the processes beside it are told.
      FABULA_WORKER: "off",
    });
    const idle = startWorker({
      FABULA_DATA_DIR: `${ROOT}/.tmp/no-such-folder`,
      FABULA_ENCRYPTION_KEY: KEY,
    });
    expect(await idle.ended).toBe(1);
    expect(idle.output()).toMatch(/^Nothing runs on this data folder: start Fabula first .*\.\n$/);
    expect(await stranger.ended).toBe(1);
    expect(stranger.output()).toMatch(/^The secrets in this database are sealed with the key kek_\w+, .*\.\n$/);

    const { jobs } = bench.services;
    const owner = { workspaceId: "wsp_a", mode: "test", projectId: null } as const;
    const id = await jobs.enqueue(bench.database.writes, purgeProject, owner, { project_id: "prj_gone" });
    jobs.wake();
    const state = async () => {
      const rows = await bench.database.reads.execute<{ state: string }>(
        sql`SELECT state FROM fabula_jobs.job WHERE id = ${uuidOfJob(id)}::uuid`,
      );
      return rows[0]?.state;
    };
    await expect.poll(state).toBe("completed");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  } finally {
    await bench.services.live.close();
    await bench.close();
  }
});

test("a worker that is told to end takes nothing more on, ends its pieces or gives them back, and counts no try", async () => {
  const bench = await openBench();
  try {
    await requireDatabaseKey(bench.database.writes, TEST_KEYS);
    const { jobs, database } = { jobs: bench.services.jobs, database: bench.database };
    const home = await bench.makeWorkspace();
    const projectId = await home.makeProject();
    await database.writes.execute(
      sql`UPDATE project_heads SET deleted_at = now() - interval '40 days' WHERE project_id = ${projectId}`,
    );
    const owner = { workspaceId: home.id, mode: "test", projectId } as const;
    const ids: string[] = [];
    const enqueue = async (project: string) => {
      ids.push(await jobs.enqueue(database.writes, purgeProject, owner, { project_id: project }));
    };
    await enqueue(projectId);
    for (let n = 0; n < 40; n += 1) await enqueue(`prj_gone_${n}`);
    const states = async () => {
      const rows = await database.reads.execute<{ id: string; state: string; retry_count: number }>(
        sql`SELECT id::text AS id, state::text AS state, retry_count FROM fabula_jobs.job WHERE data->>'job' = 'purge_project'`,
      );
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    };
    const held = Promise.withResolvers<void>();
    // Whoever removes the project's rows waits here, in the middle of its piece.
    const locked = Promise.withResolvers<void>();
    const lock = database.writes.transaction("write", async (db) => {
      await db.execute(sql`LOCK TABLE variable_versions IN ACCESS EXCLUSIVE MODE`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const worker = startWorker({ DATABASE_URL: bench.url, FABULA_ENCRYPTION_KEY: KEY });
    const first = uuidOfJob(ids[0] ?? "");
    await expect.poll(async () => (await states()).get(first)?.state, { interval: 5 }).toBe("active");
    worker.child.kill("SIGTERM");
    setTimeout(held.resolve, 100);
    expect([await worker.ended, worker.output()]).toEqual([0, expect.stringContaining("at work")]);
    await lock;
    const left = await states();
    expect(left.size).toBe(41);
    for (const { state, retry_count } of left.values()) {
      expect(["completed", "created"]).toContain(state);
      expect(retry_count).toBe(0);
    }
    const next = startWorker({ DATABASE_URL: bench.url, FABULA_ENCRYPTION_KEY: KEY });
    await expect
      .poll(async () => [...(await states()).values()].filter(({ state }) => state !== "completed"))
      .toEqual([]);
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  } finally {
    await bench.services.live.close();
    await bench.close();
  }
});
