import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeProject } from "#server/features/projects/public.ts";
import { uuidOfJob } from "#server/queue/job-id.ts";
import type { JobOwner } from "#server/queue/job-queue.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;

beforeAll(async () => {
  // Jobs stay as the test makes them: nobody works on them here.
  api = await startTestApi({ mount: "listener", environment: { FABULA_WORKER: "off" } });
});
afterAll(() => api.close());

/** A job that pg-boss left in this state. */
async function leave(owner: JobOwner, state: string, output: object | null = null): Promise<string> {
  return api.database.writes.transaction("write", async (db) => {
    const id = await api.services.jobs.enqueue(db, purgeProject, owner, { project_id: owner.projectId ?? "" });
    await db.execute(
      sql`UPDATE fabula_jobs.job SET state = ${state}::fabula_jobs.job_state, started_on = now(), retry_count = 9,
            output = ${JSON.stringify(output)}::jsonb WHERE id = ${uuidOfJob(id)}::uuid`,
    );
    return id;
  });
}

interface JobBody {
  id: string;
  state: string;
  attempts: number;
  due_at: string | null;
  error: { message: string } | null;
}
const list = async (key: string, query = {}) => {
  const { body } = await api.call<{ jobs: JobBody[]; total: number }>("GET", "/v1/jobs", { key, query });
  return body;
};

test("a workspace sees its own jobs, in the modes and projects of the key, and no other's or the installation's", async () => {
  const [mine, hidden] = [await api.makeProject(), await api.makeProject()];
  const owner = { workspaceId: api.home.id, mode: "test", projectId: mine } as const;
  const seen = await leave(owner, "failed", { message: "No room.", at: "2026-11-20T19:10:00.000Z" });
  const elsewhere = await leave({ ...owner, projectId: hidden }, "created");
  const live = await leave({ ...owner, mode: "live" }, "failed");
  const foreign = await leave({ ...owner, workspaceId: api.stranger.id }, "failed");
  await api.services.jobs.ensurePeriodic([{ ...purgeProject, name: "everybodys", every: "1 hour" }]);

  const ids = ({ jobs }: { jobs: JobBody[] }) => jobs.map(({ id }) => id);
  expect(ids(await list(api.home.key))).toEqual([elsewhere, seen]);
  expect(ids(await list(api.home.liveKey))).toEqual([live]);
  expect(ids(await list(api.stranger.key))).toEqual([foreign]);
  expect(ids(await list(api.home.key, { state: "failed" }))).toEqual([seen]);
  expect(ids(await list(api.home.key, { name: "purge_project", limit: 1, offset: 1 }))).toEqual([seen]);
  expect(await list(api.home.key, { name: "everybodys" })).toMatchObject({ jobs: [], total: 0 });
  const narrow = await api.home.makeKey({ projectIds: [mine] });
  expect(ids(await list(narrow))).toEqual([seen]);
  for (const id of [live, foreign, elsewhere]) {
    expect((await api.call("GET", `/v1/jobs/${id}`, { key: narrow })).status).toBe(404);
    expect((await api.call("POST", `/v1/jobs/${id}/retry`, { key: narrow })).status).toBe(404);
  }
});

test("a job says in words why its last try failed, and a failed one is retried once", async () => {
  const owner = { workspaceId: api.home.id, mode: "test", projectId: null } as const;
  const silent = await leave(owner, "retry", { value: { message: "job heartbeat timeout" } });
  const odd = await leave(owner, "retry", { stack: "Error: secret" });
  const at = (id: string) => api.call<JobBody>("GET", `/v1/jobs/${id}`, { key: api.home.key });
  expect((await at(silent)).body).toMatchObject({
    state: "retrying",
    attempts: 10,
    due_at: expect.any(String),
    error: { message: "The process that worked on it stopped in the middle.", at: null },
  });
  expect((await at(odd)).body.error).toBeNull();

  const dead = await leave(owner, "failed", { message: "No room.", at: "2026-11-20T19:10:00.000Z" });
  expect((await at(dead)).body).toMatchObject({ state: "failed", due_at: null, error: { message: "No room." } });
  const retry = () =>
    api.call<{ state: string; code: string }>("POST", `/v1/jobs/${dead}/retry`, { key: api.home.key });
  expect((await retry()).body).toMatchObject({ id: dead, state: "retrying" });
  expect(await retry()).toMatchObject({ status: 409, body: { code: "job_state", detail: { state: "retrying" } } });
  const [claimed] = (await api.services.jobs.claim(100)).filter(({ id }) => id === dead);
  expect(claimed).toBeDefined();
  const audit = await api.database.reads.execute(
    sql`SELECT subject_type, data FROM workspace_audit WHERE kind = 'job.retried' AND subject_id = ${dead}`,
  );
  expect(audit).toEqual([{ subject_type: "job", data: { name: "purge_project" } }]);
});
