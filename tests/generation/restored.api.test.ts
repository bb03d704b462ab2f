import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { carryOn } from "./carry-on.ts";

async function linesOf({ database }: TestApi, projectId: string | null): Promise<string[]> {
  const lines: string[] = [];
  await database.reads.transaction("snapshot", async (db) => {
    for await (const line of sealed(backupLines(db, { projectId, now: Date.now() }))) lines.push(line.trimEnd());
  });
  return lines;
}

async function* again(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const unitsOf = async ({ database }: TestApi, projectId: string): Promise<number> => {
  const [row] = await database.reads.execute<{ units: number }>(
    sql`SELECT coalesce(sum(generation_units), 0)::int AS units FROM usage_counts WHERE project = ${projectId}`,
  );
  return row?.units ?? 0;
};

test("sessions that a backup found under way end as interrupted once they are restored, and can be tried again", async () => {
  const [api, copy, whole] = await Promise.all([startTestApi(), startTestApi(), startTestApi()]);
  try {
    const project = await api.makeProject();
    const start = async (body: object) =>
      (await api.call<{ session_id: string }>("POST", `/v1/projects/${project}/generate`, { body })).body.session_id;
    const done = await start({ prompt: "Describe the gate." });
    await carryOn(api, done);
    const asked = await start({ prompt: "Describe the gate.", review: true });
    expect(await carryOn(api, asked)).toBe("awaiting_human");
    const begun = await start({ prompt: "Describe the gate." });

    const one = await linesOf(api, project);
    const into = { projectId: project, workspaceId: copy.home.id, intoEmpty: false };
    await restoreBackup(copy.database, resources, () => again(one), into);
    const standing = async (id: string) => (await copy.call("GET", `/v1/sessions/${id}/status`)).body;
    expect(await standing(begun)).toMatchObject({ status: "accepted" });
    await carryOn(copy, begun);
    expect(await standing(begun)).toMatchObject({ status: "error", error: { code: "interrupted" }, interrupt: null });
    expect(await standing(asked)).toMatchObject({ status: "error", error: { code: "interrupted" }, interrupt: null });
    expect(await standing(done)).toMatchObject({ status: "completed", result: { text: expect.any(String) } });
    expect((await copy.call("POST", `/v1/sessions/${asked}/respond`, { body: { action: "approve" } })).status).toBe(
      409,
    );
    const retry = await copy.call<{ session_id: string }>("POST", `/v1/sessions/${begun}/retry`);
    expect([retry.status, await carryOn(copy, retry.body.session_id)]).toEqual([202, "completed"]);
    // Those of the project that goes on are as they were.
    expect((await api.call("GET", `/v1/sessions/${begun}/status`)).body).toMatchObject({ status: "accepted" });

    // With its workspace, the units that were counted came back, and are given back.
    const all = await linesOf(api, null);
    expect(await unitsOf(api, project)).toBe(3);
    const plain = { projectId: null, workspaceId: null, intoEmpty: false };
    await whole.database.writes.execute(sql`DELETE FROM memberships`);
    await whole.database.writes.execute(sql`DELETE FROM users`);
    await restoreBackup(whole.database, resources, () => again(all), plain);
    const calls = { services: whole.services, call: callAs(whole, api.home.key) };
    await carryOn(calls, begun);
    await carryOn(calls, asked);
    expect(await unitsOf(whole, project)).toBe(1);
  } finally {
    await Promise.all([api.close(), copy.close(), whole.close()]);
  }
});

/** Calls of somebody whose key came with a backup. */
function callAs(api: TestApi, key: string): TestApi["call"] {
  return (method, path, options = {}) => api.call(method, path, { ...options, key });
}
