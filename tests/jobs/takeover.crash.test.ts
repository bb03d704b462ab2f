import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { requireDatabaseKey } from "#server/envelope/check-value.ts";
import { purgeProject } from "#server/features/projects/public.ts";
import { uuidOfJob } from "#server/queue/job-id.ts";
import { IS_FULL } from "#test-size";
import { openBench } from "#tests/access/bench.ts";
import { TEST_KEYS } from "#tests/support/envelope.ts";
import { endScripts, startWorker } from "#tests/support/script-process.ts";

afterEach(endScripts);

// It waits as long as the product does. That what fell silent is taken over is tested without waiting, beside the queue.
test.runIf(IS_FULL)("the job of a worker that was killed is done by another one within a minute", async () => {
  const bench = await openBench();
  try {
    await requireDatabaseKey(bench.database.writes, TEST_KEYS);
    const home = await bench.makeWorkspace();
    const projectId = await home.makeProject();
    await bench.database.writes.execute(
      sql`UPDATE project_heads SET deleted_at = now() - interval '40 days' WHERE project_id = ${projectId}`,
    );
    const settings = { DATABASE_URL: bench.url, FABULA_ENCRYPTION_KEY: "00".repeat(32) };
    const owner = { workspaceId: home.id, mode: "test", projectId } as const;
    const id = await bench.services.jobs.enqueue(bench.database.writes, purgeProject, owner, { project_id: projectId });
    const stateNow = async () => {
      const [row] = await bench.database.reads.execute<{ state: string }>(
        sql`SELECT state::text AS state FROM fabula_jobs.job WHERE id = ${uuidOfJob(id)}::uuid`,
      );
      return row?.state;
    };
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = bench.database.writes.transaction("write", async (db) => {
      await db.execute(sql`LOCK TABLE variable_versions IN ACCESS EXCLUSIVE MODE`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const killed = startWorker(settings);
    await expect.poll(stateNow, { interval: 5 }).toBe("active");
    const other = startWorker(settings);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const from = performance.now();
    held.resolve();
    await lock;
    await expect.poll(stateNow, { timeout: 70_000, interval: 100 }).toBe("completed");
    const seconds = (performance.now() - from) / 1_000;
    process.stdout.write(`taken over and done after ${seconds.toFixed(1)} s\n`);
    other.child.kill("SIGTERM");
    expect(await other.ended).toBe(0);
  } finally {
    await bench.services.live.close();
    await bench.close();
  }
});
