import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#server/kernel/clock.ts";
import { uuidOfJob } from "#server/queue/job-id.ts";
import { openDatabase } from "#server/record/database.ts";
import { IS_FULL, rounds } from "#test-size";
import { createTestDatabase } from "#tests/database.ts";
import { startTestApi } from "#tests/support/api.ts";
import { testJobs } from "#tests/support/jobs.ts";
import { endScripts, type ScriptProcess, startScript } from "#tests/support/script-process.ts";

const SCRIPT = fileURLToPath(new URL("../generation/session-process.ts", import.meta.url));
const POISON = new URL("./poison.mjs", import.meta.url).href;
const TIMINGS = { pollMs: 100, leaseMs: 1_000 };
const PILL_PROCESS = fileURLToPath(new URL("./pill-process.ts", import.meta.url));
/** Processes that three pills end, each three times; only in its first has one of them others beside it. */
const MOST_ENDED = 9;
const LEAST_ENDED = 7;

afterEach(endScripts);

test("a job that ends its process ends three, one beside it counts none, and neither does a process that is told to end", async () => {
  const own = await createTestDatabase();
  const database = openDatabase(own.url, { reads: 2, writes: 2 });
  const queue = testJobs(database, systemClock, { send: () => {}, hear: () => () => {} });
  const owner = { workspaceId: "wsp_a", mode: "test", projectId: null } as const;
  const ask = (name: string) => queue.enqueue(database.writes, { name, every: null }, owner, {});
  const stand = async (id: string) => {
    const [row] = await database.reads.execute<{ state: string; attempts: number }>(
      sql`SELECT state::text AS state, (data ->> 'attempts')::int AS attempts FROM fabula_jobs.job WHERE id = ${uuidOfJob(id)}::uuid`,
    );
    return row === undefined ? null : [row.state, row.attempts];
  };
  // What a process left is found without waiting for its silence.
  const free = () =>
    database.writes.execute(
      sql`UPDATE fabula_jobs.job SET state = 'retry', start_after = now() WHERE state = 'active'`,
    );
  const start = (manner: "together" | "apart") => startScript(PILL_PROCESS, [manner], { DATABASE_URL: own.url });
  try {
    for (let round = 0; round < rounds({ gate: 1, full: 5 }); round++) {
      const pill = await ask("swallow_pill");
      const plum = await ask("eat_plum");
      expect(await start("together").ended).toBeNull();
      expect([await stand(pill), await stand(plum)]).toEqual([
        ["active", 1],
        ["active", 1],
      ]);
      for (const attempts of [2, 3]) {
        await free();
        expect(await start("apart").ended).toBeNull();
        expect(await stand(pill)).toEqual(["active", attempts]);
      }
      await free();
      const last = start("apart");
      const over = () => Promise.all([stand(pill), stand(plum)]);
      await expect.poll(over).toEqual([
        ["failed", 3],
        ["completed", 2],
      ]);
      const patient = await ask("wait_for_end");
      await expect.poll(() => stand(patient)).toEqual(["active", 1]);
      last.child.kill("SIGTERM");
      expect(await last.ended).toBe(0);
      expect(await stand(patient)).toEqual(["created", 0]);
      await database.writes.execute(sql`DELETE FROM fabula_jobs.job WHERE id = ${uuidOfJob(patient)}::uuid`);
    }
  } finally {
    await endScripts();
    await queue.close();
    await database.close();
    await own.drop();
  }
});

// Starts a dozen processes.
test.runIf(IS_FULL)("work that ends its process is given up after three, and no other work with it", async () => {
  const api = await startTestApi({ environment: { FABULA_WORKER: "off" } });
  try {
    const project = await api.makeProject();
    const at = `/v1/projects/${project}`;
    const ask = async <Body>(path: string, body: object): Promise<Body> => {
      const answer = await api.call<Body>("POST", path, { body });
      expect([path, answer.status, answer.body]).toEqual([path, 202, expect.anything()]);
      return answer.body;
    };
    const file = async (name: string) => {
      const from = await api.makeProject({ name });
      return { content: (await api.call<{ content: string }>("GET", `/v1/projects/${from}/export`)).body.content };
    };
    const rows = (name: string) => ({
      format: "csv",
      type: "place",
      content: `id,name\n${name.slice(2, 4)},${name}\n`,
    });
    const schema = (minLength: number) => ({ prompt: "Names.", schema: { type: "string", minLength } });
    const pills = {
      session: (await ask<{ session_id: string }>(`${at}/generate`, schema(7_777))).session_id,
      entities: (await ask<{ id: string }>(`${at}/entities/import`, rows("A pill."))).id,
      transfer: (await ask<{ id: string }>("/v1/projects/import", await file("A pill."))).id,
    };
    const innocents = {
      session: (await ask<{ session_id: string }>(`${at}/generate`, schema(7))).session_id,
      entities: (await ask<{ id: string }>(`${at}/entities/import`, rows("A plum."))).id,
      transfer: (await ask<{ id: string }>("/v1/projects/import", await file("A plum."))).id,
    };
    const stands = async ({ session, entities, transfer }: typeof pills) => {
      const read = async (path: string) => (await api.call<{ status: string }>("GET", path)).body.status;
      return Promise.all([
        read(`/v1/sessions/${session}/status`),
        read(`${at}/entity-imports/${entities}`),
        read(`/v1/project-imports/${transfer}`),
      ]);
    };
    const isOver = async () => {
      const all = [...(await stands(pills)), ...(await stands(innocents))];
      return all.every((status) => ["completed", "failed", "error"].includes(status));
    };
    const settings = {
      DATABASE_URL: api.databaseUrl,
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
      NODE_OPTIONS: `--import=${POISON}`,
    };
    let ended = 0;
    let running: ScriptProcess | null = null;
    while (!(await isOver())) {
      expect(ended).toBeLessThanOrEqual(MOST_ENDED);
      running ??= startScript(SCRIPT, [JSON.stringify(TIMINGS)], settings);
      const again = new Promise<"look">((resolve) => setTimeout(() => resolve("look"), 200));
      if ((await Promise.race([running.ended, again])) === "look") continue;
      running = null;
      ended += 1;
      // What a process left is found without waiting for its silence.
      await api.database.writes.execute(
        sql`UPDATE fabula_jobs.job SET state = 'retry', start_after = now() WHERE state IN ('active', 'retry')`,
      );
    }
    expect(await stands(innocents)).toEqual(["completed", "completed", "completed"]);
    expect(await stands(pills)).toEqual(["error", "failed", "failed"]);
    expect(ended).toBeGreaterThanOrEqual(LEAST_ENDED);
    running?.child.kill("SIGTERM");
    expect((await running?.ended) ?? 0).toBe(0);
  } finally {
    await endScripts();
    await api.close();
  }
});
