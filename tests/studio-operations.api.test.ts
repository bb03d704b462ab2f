import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

const { checkpoints, record } = registry;

describe("who can appear as an actor", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const PATH = "/v1/workspace/people";
  interface People {
    people: { id: string; name: string; member: boolean; role: string | null }[];
    keys: { id: string; name: string }[];
  }

  test("is members, those who left, and keys, by name and without a secret or an address", async () => {
    const { userId } = await api.home.makeMember("designer");
    await api.stranger.makeMember("owner");
    const before = await api.call<People>("GET", PATH);
    expect(before.status).toBe(200);
    const ana = before.body.people.find(({ id }) => id === userId);
    expect(ana).toEqual({ id: userId, name: expect.any(String), member: true, role: "designer" });
    expect(before.body.keys).toContainEqual({ id: expect.stringMatching(/^key_/), name: "tests" });
    const removed = await api.call("DELETE", `/v1/members/${userId}`, { key: api.home.liveKey });
    expect(removed.status).toBe(200);
    const after = await api.call<People>("GET", PATH);
    expect(after.body.people).toContainEqual({ ...ana, member: false, role: null });
    const stranger = await api.call<People>("GET", PATH, { key: api.stranger.key });
    expect(stranger.body.people.map(({ id }) => id)).not.toContain(userId);
    expect(JSON.stringify(after.body)).not.toMatch(/sk_|@/);
  });

  test("is not told to keys that may be public, or that are limited to projects", async () => {
    const publishable = await api.home.makeKey({ kind: "publishable", scopes: ["read"] });
    const limited = await api.home.makeKey({ projectIds: [await api.makeProject()] });
    for (const key of [publishable, api.home.scoped.read, limited]) {
      expect(await api.call("GET", PATH, { key })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
  });
});

describe("checkpoints", () => {
  let bench: Workbench;
  let projectId: string;
  beforeAll(async () => {
    bench = await openWorkbench();
    projectId = await bench.newProject();
  });
  afterAll(() => bench.close());
  const create = (body: object) => bench.ask(checkpoints.create, { params: { project_id: projectId }, body });
  const list = (query: object = {}) =>
    bench.ask(checkpoints.list, { params: { project_id: projectId }, query: { ...query } });

  test("name the present unless told otherwise, and never a moment to come", async () => {
    const first = await create({ name: "Start", note: "Before act two" });
    expect(first).toMatchObject({ name: "Start", seq: 1, note: "Before act two" });
    expect(await create({ name: "The empty project", seq: 0 })).toMatchObject({ seq: 0 });
    await expect(create({ name: "Tomorrow", seq: 99 })).rejects.toMatchObject({ items: [{ loc: ["body", "seq"] }] });
    const [latest] = (await list({ sort_by: "seq", sort_order: "desc" })).checkpoints;
    expect(latest?.id).toBe(first.id);
  });

  test("can be renamed, deleted and brought back, and the past still has them", async () => {
    const { id } = await create({ name: "Draft" });
    const params = { project_id: projectId, checkpoint_id: id };
    const seq = (await bench.ask(checkpoints.update, { params, body: { name: "First table read" } })).valid_from_seq;
    await bench.ask(checkpoints.delete, { params });
    expect((await list({ name: "First table read" })).total).toBe(0);
    expect((await list({ name: "First table read", at_seq: seq })).total).toBe(1);
    const { deleted } = await bench.ask(record.deleted, { params: { project_id: projectId } });
    expect(deleted[0]).toMatchObject({ id, subject_type: "checkpoint", name: "First table read" });
    await bench.ask(record.restore, { params: { project_id: projectId, subject_id: id } });
    expect(await bench.ask(checkpoints.get, { params })).toMatchObject({ name: "First table read" });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });
});
