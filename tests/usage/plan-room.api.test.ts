import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compose, type Fabula } from "#server/context.ts";
import { expectProblem } from "#tests/contract/expectations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
/** Second process on the same database. */
let other: Fabula;

beforeAll(async () => {
  api = await startTestApi({ plan: "free" });
  other = compose(api.fabula.config, api.databaseUrl, { publicUrl: api.url });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

function elsewhere(path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${api.home.liveKey}`, "content-type": "application/json" };
  return other.app.fetch(new Request(api.url + path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Sends as many requests to both processes at once, and answers their statuses in order. */
async function race(path: string, bodyOf: (n: number) => object): Promise<number[]> {
  const { liveKey: key } = api.home;
  const answers = await Promise.all([
    ...[0, 1, 2, 3].map((n) => api.call("POST", path, { key, body: bodyOf(n) })),
    ...[4, 5, 6, 7].map((n) => elsewhere(path, bodyOf(n))),
  ]);
  return answers.map(({ status }) => status).sort();
}

const FREE_ALLOWS_3 = [201, 201, 201, 403, 403, 403, 403, 403];

describe("403 plan_limit_reached", () => {
  test("projects: of eight made at once in two processes, as many as the plan allows", async () => {
    expect(await race("/v1/projects", (n) => ({ name: `Project ${n}` }))).toEqual(FREE_ALLOWS_3);
    const refused = await api.call("POST", "/v1/projects", { key: api.home.key, body: { name: "One more" } });
    expectProblem(api, refused, "plan_limit_reached");
    expect(refused.body.detail).toEqual({ what: "projects", limit: 3, used: 3, plan: "free" });
    expect(refused.body.message).toBe("The Free plan allows 3 projects, and there are 3.");
  });

  test("a deleted project makes room, and does not come back when the room is taken", async () => {
    const { liveKey: key } = api.home;
    const { body } = await api.call<{ projects: { id: string }[] }>("GET", "/v1/projects", { key });
    const id = body.projects[0]?.id;
    await api.call("DELETE", `/v1/projects/${id}`, { key });
    expect((await api.call("POST", "/v1/projects", { key, body: { name: "In its place" } })).status).toBe(201);
    const restored = await api.call("POST", `/v1/projects/${id}/restore`, { key });
    expectProblem(api, restored, "plan_limit_reached");
    await api.database.writes.execute(sql`UPDATE workspaces SET plan = 'studio' WHERE id = ${api.home.id}`);
    expect((await api.call("POST", `/v1/projects/${id}/restore`, { key })).status).toBe(200);
    await api.database.writes.execute(sql`UPDATE workspaces SET plan = 'free' WHERE id = ${api.home.id}`);
    // Four are over the limit of three: they stay, and a fifth does not come.
    expect((await api.call("GET", `/v1/projects/${id}`, { key })).status).toBe(200);
    const more = await api.call("POST", "/v1/projects", { key, body: { name: "Over" } });
    expect(more.body.detail).toEqual({ what: "projects", limit: 3, used: 4, plan: "free" });
  });

  test("members: who is invited has a place until the invitation ends", async () => {
    expect(await race("/v1/invitations", (n) => ({ email: `${n}@example.com`, role: "viewer" }))).toEqual(
      FREE_ALLOWS_3,
    );
    const { liveKey: key } = api.home;
    const invite = () =>
      api.call("POST", "/v1/invitations", { key, body: { email: "late@example.com", role: "viewer" } });
    const refused = await invite();
    expectProblem(api, refused, "plan_limit_reached");
    expect(refused.body.detail).toEqual({ what: "members", limit: 3, used: 3, plan: "free" });
    const open = await api.call<{ invitations: { id: string }[] }>("GET", "/v1/invitations", { key });
    await api.call("DELETE", `/v1/invitations/${open.body.invitations[0]?.id}`, { key });
    expect((await invite()).status).toBe(201);
  });
});

test("webhooks: of eight made at once in two processes and two projects, as many as the plan allows", async () => {
  const { liveKey: key } = api.home;
  await api.database.writes.execute(sql`UPDATE workspaces SET plan = 'free' WHERE id = ${api.home.id}`);
  const { body } = await api.call<{ projects: { id: string }[] }>("GET", "/v1/projects", { key });
  const paths = body.projects.slice(0, 2).map(({ id }) => `/v1/projects/${id}/webhooks`);
  const hook = { url: "https://example.com/hook", events: ["*"] };
  const answers = await Promise.all(
    [0, 1, 2, 3].flatMap((n) => [
      api.call("POST", paths[n % 2] ?? "", { key, body: hook }),
      elsewhere(paths[n % 2] ?? "", hook),
    ]),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(FREE_ALLOWS_3);
  const { body: limits } = await api.call<{ webhooks: object }>("GET", "/v1/limits", { key });
  expect(limits.webhooks).toMatchObject({ limit: 3, used: 3 });
});

test("webhooks: a deleted one makes room, and does not come back when the room is taken; one that exists goes back in time", async () => {
  const { liveKey: key } = api.home;
  const { body } = await api.call<{ projects: { id: string }[] }>("GET", "/v1/projects", { key });
  const lists = body.projects.map(({ id }) => `/v1/projects/${id}/webhooks`);
  const found = await Promise.all(
    lists.map(async (list) => {
      const { body } = await api.call<{ webhooks: { webhook_id: string }[] }>("GET", list, { key });
      return body.webhooks.map(({ webhook_id }) => `${list}/${webhook_id}`);
    }),
  );
  const [gone = "", stays = ""] = found.flat();
  await api.call("DELETE", gone, { key });
  const hook = { url: "https://example.com/in-its-place", events: ["*"] };
  expect((await api.call("POST", lists[0] ?? "", { key, body: hook })).status).toBe(201);
  const refused = await api.call("POST", `${gone}/restore`, { key });
  expectProblem(api, refused, "plan_limit_reached");
  expect(refused.body.detail).toEqual({ what: "webhooks", limit: 3, used: 3, plan: "free" });
  const changed = await api.call("PATCH", stays, { key, body: { description: "Changed." } });
  expect(changed.status).toBe(200);
  const seq = Number(changed.headers.get("x-project-seq")) - 1;
  const back = await api.call<{ restored: string[] }>("POST", `${stays}/restore`, { key, body: { seq } });
  expect([back.status, back.body.restored.length]).toEqual([200, 1]);
});
