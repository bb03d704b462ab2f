import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import { askStudio } from "#tests/contract/trpc.ts";
import { operationNamed } from "#tests/contract/valid-call.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { readStream } from "#tests/support/event-stream.ts";

const NOON = Date.UTC(2031, 4, 20, 12, 30);
const HOUR = 60 * 60 * 1000;

let time = NOON;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => time } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.services.usage.flush();
  await api.database.writes.execute(sql`DELETE FROM usage_counts`);
  time = NOON;
});

interface Counted {
  requests: number;
  succeeded: number;
  limited: number;
  refused: number;
  failed: number;
  generation_units: number;
}
interface UsageBody {
  from: string;
  to: string;
  total: Counted;
  days: ({ date: string } & Counted)[];
  groups: ({ group: string | null; per_day: number[] } & Counted)[];
  group_count: number;
  forecast: { requests: number; generation_units: number; generation_units_reached_at: string | null } | null;
}

const usage = async (query: Record<string, string | number> = {}, key = api.home.key) =>
  (await api.call<UsageBody>("GET", "/v1/usage", { query, key })).body;
const keyOf = async (key: string) => (await api.call<{ key: { id: string } }>("GET", "/v1/me", { key })).body.key.id;
const groups = (body: UsageBody) => Object.fromEntries(body.groups.map((each) => [each.group, each.requests]));

describe("GET /v1/usage", () => {
  test("tells requests apart by key, class, project and day, and each by how it ended", async () => {
    const project = await api.makeProject();
    const quiet = await api.home.makeKey({ scopes: ["read"] });
    const quietId = await keyOf(quiet);
    await api.call("GET", `/v1/projects/${project}`, { key: quiet });
    await api.call("GET", `/v1/projects/${project}/entities`, { key: quiet });
    // Refused for its scope; nowhere; nobody's: the last is counted for no one.
    await api.call("POST", "/v1/projects", { key: quiet, body: { name: "no" } });
    await api.call("GET", "/v1/no-such-address", { key: quiet });
    await api.call("GET", "/v1/projects", { key: "sk_test_nonsense" });
    const stream = readStream(
      await api.fetch(`/v1/projects/${project}/events/stream`, { headers: { authorization: `Bearer ${quiet}` } }),
    );
    await stream.cut();
    await api.call("POST", "/v1/graphql", { key: quiet, body: { query: "{ __typename }" } });

    const body = await usage({ key_id: quietId });
    const none = { limited: 0, failed: 0, generation_units: 0 };
    expect(body).toEqual({
      from: "2031-05-01",
      to: "2031-05-20",
      total: { requests: 7, succeeded: 5, refused: 2, ...none },
      days: expect.any(Array),
      groups: [],
      group_count: 0,
      forecast: expect.anything(),
    });
    expect(body.days).toHaveLength(20);
    expect(body.days[19]).toEqual({ date: "2031-05-20", requests: 7, succeeded: 5, refused: 2, ...none });
    expect(body.days[18]).toMatchObject({ date: "2031-05-19", requests: 0 });

    expect(groups(await usage({ key_id: quietId, group_by: "class" }))).toEqual({
      read: 3,
      write: 1,
      stream: 1,
      graphql: 1,
      other: 1,
    });
    expect(groups(await usage({ key_id: quietId, group_by: "project" }))).toEqual({ [project]: 3, null: 4 });
    expect(await usage({ key_id: quietId, project_id: project, class: "stream" })).toMatchObject({
      total: { requests: 1, succeeded: 1 },
    });
    const byKey = await usage({ group_by: "key", top: 1 });
    expect(byKey.groups).toHaveLength(1);
    expect(byKey.group_count).toBe(2);
    expect(byKey.groups[0]?.per_day.at(-1)).toBe(byKey.groups[0]?.requests);
  });

  test("a document of GraphQL is counted once, for the first of its projects that is the caller's", async () => {
    const key = await api.home.makeKey();
    const keyId = await keyOf(key);
    const [one, two] = [await api.makeProject(), await api.makeProject()];
    const foreign = await api.makeProject({ key: api.stranger.key });
    const ask = (query: string) => api.call("POST", "/v1/graphql", { key, body: { query } });
    await ask(`{ a: project(id: "${one}") { name entities { totalCount } } b: project(id: "${two}") { name } }`);
    await ask(`{ a: project(id: "${foreign}") { name } b: project(id: "${two}") { name } }`);
    await ask(`mutation { projectsUpdate(projectId: "${two}", description: "By GraphQL") { lastSeq } }`);
    await ask(`{ project(id: "${foreign}") { name } }`);
    await ask(`mutation { projectsUpdate(projectId: "${foreign}", description: "No") { lastSeq } }`);
    await ask("{ keysMe { kind } }");
    const documents = await usage({ key_id: keyId, class: "graphql", group_by: "project" });
    expect(groups(documents)).toEqual({ [one]: 1, [two]: 2, null: 3 });
  });

  test("the studio's calls are counted once each, in the mode of the project they are about", async () => {
    const member = await api.home.makeMember("owner");
    const project = await api.makeProject();
    await askStudio(api, operationNamed("projects.get"), member.cookie, { params: { project_id: project } });
    await askStudio(api, operationNamed("projects.get"), member.cookie, { params: { project_id: newId("prj") } });
    const group_by = "project";
    expect(groups(await usage({ user_id: member.userId, group_by }))).toEqual({ [project]: 1 });
    // What is not there has no mode, and is live.
    expect(groups(await usage({ user_id: member.userId, group_by }, api.home.liveKey))).toEqual({ null: 1 });
  });

  test("ids that a caller makes up, and those of others, become no rows of their own", async () => {
    const foreign = await api.makeProject({ key: api.stranger.key });
    for (const id of [foreign, newId("prj"), newId("prj")]) await api.call("GET", `/v1/projects/${id}`);
    expect(groups(await usage({ group_by: "project" }))).toEqual({ null: 3 });
  });

  test("a key sees its workspace and its mode alone; whoever is limited to projects sees nothing of it", async () => {
    await api.call("GET", "/v1/me", { key: api.home.liveKey });
    await api.call("GET", "/v1/me", { key: api.stranger.key });
    expect((await usage()).total.requests).toBe(0);
    expect((await usage({}, api.home.liveKey)).total.requests).toBe(1);
    expectProblem(api, await api.call("GET", "/v1/usage", { query: { mode: "live" } }), "forbidden");
    const limited = await api.home.makeKey({ projectIds: [await api.makeProject()] });
    for (const path of ["/v1/usage", "/v1/usage/hours", "/v1/limits"]) {
      expectProblem(api, await api.call("GET", path, { key: limited }), "forbidden");
    }
  });

  test("a period is of whole days: what it leaves out is not counted, and what is none is a 422", async () => {
    for (const at of [NOON - 48 * HOUR, NOON - 24 * HOUR, NOON]) {
      time = at;
      await api.call("GET", "/v1/me");
    }
    const body = await usage({ from: "2031-05-18", to: "2031-05-19" });
    expect(body.days.map(({ date, requests }) => [date, requests])).toEqual([
      ["2031-05-18", 1],
      ["2031-05-19", 1],
    ]);
    expect(body.forecast).toBeNull();
    const wrong: [Record<string, string>, string][] = [
      [{ from: "2031-02-30" }, "from"],
      [{ to: "yesterday" }, "to"],
      [{ from: "2031-05-21" }, "from"],
      [{ from: "2030-01-01" }, "from"],
    ];
    for (const [query, name] of wrong) {
      expectInvalidAt(await api.call("GET", "/v1/usage", { query }), ["query", name]);
    }
  });

  test("the forecast goes on as the period has gone so far", async () => {
    // Ten of 20.52 days, three quarters of the way into one of 31.
    for (let n = 0; n < 10; n += 1) await api.call("GET", "/v1/me");
    const { forecast } = await usage({ to: "2031-05-31" });
    expect(forecast).toEqual({ requests: 16, generation_units: 0, generation_units_reached_at: null });
  });
});

describe("GET /v1/usage/hours", () => {
  test("shows that an old key is still in use, hour by hour", async () => {
    const old = await api.home.makeKey({ name: "old" });
    const id = await keyOf(old);
    await api.services.usage.flush();
    await api.database.writes.execute(sql`DELETE FROM usage_counts`);
    for (const [ago, calls] of [
      [30, 5],
      [23, 1],
      [1, 3],
      [0, 2],
    ] as const) {
      time = NOON - ago * HOUR;
      for (let n = 0; n < calls; n += 1) await api.call("GET", "/v1/me", { key: old });
    }
    const { body } = await api.call<{ hours: string[]; callers: ({ caller: string; per_hour: number[] } & Counted)[] }>(
      "GET",
      "/v1/usage/hours",
      { query: { key_id: id } },
    );
    expect([body.hours[0], body.hours.at(-1)]).toEqual(["2031-05-19T13:00:00.000Z", "2031-05-20T12:00:00.000Z"]);
    const per_hour = [1, ...Array(21).fill(0), 3, 2];
    expect(body.callers).toEqual([
      {
        caller: `key:${id}`,
        requests: 6,
        succeeded: 6,
        limited: 0,
        refused: 0,
        failed: 0,
        generation_units: 0,
        per_hour,
      },
    ]);
  });
});

describe("GET /v1/limits", () => {
  interface Limits {
    projects: { limit: number | null; used: number; reached_at: string | null };
    members: { limit: number | null; used: number; reached_at: string | null };
  }

  test("says what the plan allows, what is used, and when it is reached", async () => {
    const { id, liveKey } = api.stranger;
    await api.database.writes.execute(sql`UPDATE workspaces SET plan = 'free' WHERE id = ${id}`);
    time += 1000;
    await api.database.writes.execute(sql`DELETE FROM project_heads WHERE workspace_id = ${id}`);
    const { body: before } = await api.call<Limits>("GET", "/v1/limits", { key: liveKey });
    expect(before).toEqual({
      plan: "free",
      title: "Free",
      rates: { keys: 600, person: 600, window_seconds: 60 },
      projects: { limit: 3, used: 0, reached_at: null },
      members: { limit: 3, used: 0, reached_at: null },
      webhooks: { limit: 3, used: 0, reached_at: null },
      generation_units: { limit: 1_000, used: 0, reached_at: null, resets_at: "2031-06-01T00:00:00.000Z" },
      file_bytes: { limit: 256 * 1024 * 1024, used: 0, reached_at: null },
      log_retention_days: 7,
      player_event_days: 30,
    });
    const made = await api.makeProject({ key: liveKey });
    const file = { media_type: "text/plain", content: "VGhlIHRpZGUu" };
    await api.call("POST", `/v1/projects/${made}/files`, { key: liveKey, body: file });
    await api.call("POST", "/v1/invitations", { key: liveKey, body: { email: "new@example.com", role: "viewer" } });
    await api.database.writes.execute(sql`UPDATE workspaces SET rate_limit_per_minute = 77 WHERE id = ${id}`);
    const { body } = await api.call<Limits>("GET", "/v1/limits", { key: liveKey });
    // One within 30 days: two more take 60.
    const reached_at = new Date(time + 60 * 24 * HOUR).toISOString();
    expect(body).toMatchObject({
      rates: { keys: 77 },
      projects: { limit: 3, used: 1, reached_at },
      members: { limit: 3, used: 1, reached_at },
      file_bytes: { used: 9, reached_at: null },
    });
  });
});
