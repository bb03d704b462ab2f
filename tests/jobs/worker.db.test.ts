import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { requireDatabaseKey } from "#server/envelope/check-value.ts";
import { purgeProject } from "#server/features/projects/public.ts";
import { uuidOfJob } from "#server/jobs/job-id.ts";
import { openBench } from "#tests/access/bench.ts";
import { TEST_KEYS } from "#tests/support/envelope.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const running = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of running) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

/** Starts `npm run worker`'s process; answers what it has printed, and how it ends. */
function startWorker(environment: Record<string, string>) {
  const plain = Object.entries(process.env).filter(([name]) => !/^(FABULA_|DATABASE_|NODE_ENV$)/.test(name));
  const child = spawn(process.execPath, ["server/worker-process.ts"], {
    cwd: ROOT,
    env: {
      ...(Object.fromEntries(plain) as NodeJS.ProcessEnv),
      FABULA_ENV: "test",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_BOOTSTRAP_PID: String(process.pid),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, "exit").then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, ended, output: () => text };
}

test("a worker beside does jobs that others ask for, ends when told, and needs a database and its key", async () => {
  const bench = await openBench();
  try {
    await requireDatabaseKey(bench.database.writes, TEST_KEYS);
    const stranger = startWorker({ DATABASE_URL: bench.url, FABULA_ENCRYPTION_KEY: "11".repeat(32) });
    const worker = startWorker({
      DATABASE_URL: bench.url,
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
      // It is a worker whatever the processes beside it are told.
      FABULA_WORKER: "off",
    });
    const idle = startWorker({
      FABULA_DATA_DIR: `${ROOT}/.tmp/no-such-folder`,
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
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
    await expect.poll(state, { timeout: 30_000 }).toBe("completed");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  } finally {
    await bench.services.live.close();
    await bench.close();
  }
});
