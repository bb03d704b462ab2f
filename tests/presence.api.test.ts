import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { compose, type Fabula } from "#server/context.ts";
import { newId } from "#server/kernel/ids.ts";
import { expectProblem } from "#tests/contract/expectations.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type Frame, type ReadStream, readStream } from "#tests/support/event-stream.ts";
import type { TestMember } from "#tests/support/workspace.ts";

const QUICK = { pollMs: 100, recheckMs: 100, stallMs: 2_000, heartbeatMs: 60_000 };

interface Presence {
  client_id: string;
  user_id: string;
  name: string;
  graph_id: string | null;
  node_id: string | null;
}

let api: TestApi;
let ana: TestMember;
let ben: TestMember;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener", liveTimings: QUICK });
  ana = await api.home.makeMember("designer");
  ben = await api.home.makeMember("viewer");
  await rename(ana, "Ana");
  await rename(ben, "Ben");
});
afterAll(() => api.close());

async function rename({ userId }: TestMember, name: string): Promise<void> {
  await api.database.writes.execute(sql`UPDATE users SET name = ${name} WHERE id = ${userId}`);
}

/** Follows a project as a page of the studio does; answers frames whose data is `{type, data}`. */
async function follow(
  member: TestMember | null,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<ReadStream> {
  const path = `/api/trpc/record.stream?input=${encodeURIComponent(JSON.stringify(input))}`;
  const cookie = member === null ? {} : { cookie: member.cookie };
  return readStream(await api.fetch(path, { headers: { accept: "text/event-stream", ...cookie, ...headers } }));
}

const messages = (stream: ReadStream, type: string) =>
  stream.frames.filter(({ event, data }) => event === "message" && data.type === type);
const people = (stream: ReadStream): Presence[] => messages(stream, "presence").at(-1)?.data.data.people ?? [];
const isReady = ({ event, data }: Frame) => event === "message" && data.type === "ready";

async function announce(member: TestMember, projectId: string, place: Partial<Presence>) {
  const response = await api.fetch("/api/trpc/presence.announce", {
    method: "POST",
    headers: {
      cookie: member.cookie,
      "content-type": "application/json",
      "x-fabula-studio": "1",
      "sec-fetch-site": "same-origin",
    },
    body: JSON.stringify({ project_id: projectId, client_id: "client-1", graph_id: null, node_id: null, ...place }),
  });
  return { status: response.status, body: await response.json() };
}

const write = (projectId: string, description: string) =>
  api.call("PATCH", `/v1/projects/${projectId}`, { body: { description } });

describe("the stream of a session", () => {
  test("events come with their ids, and a reconnect goes on after the last", async () => {
    const projectId = await api.makeProject();
    const stream = await follow(ana, { project_id: projectId });
    expect([stream.status, stream.headers.get("cache-control")]).toEqual([200, "no-store, no-transform"]);
    const ready = await stream.first(isReady);
    expect([ready.id, ready.data.data]).toEqual(["1", { seq: 1, head: 1 }]);
    for (const n of [2, 3, 4]) await write(projectId, `${n}`);
    await stream.until(() => messages(stream, "event").length === 3);
    expect(messages(stream, "event").map(({ id, data }) => [id, data.data.seq])).toEqual([
      ["2", 2],
      ["3", 3],
      ["4", 4],
    ]);
    await stream.cut();
    await write(projectId, "5");
    const again = await follow(ana, { project_id: projectId }, { "last-event-id": "3" });
    await again.until(() => messages(again, "event").length === 2);
    expect(messages(again, "event").map(({ id }) => id)).toEqual(["4", "5"]);
    await again.cut();
    const byInput = await follow(ana, { project_id: projectId, lastEventId: "4" });
    await byInput.until(() => messages(byInput, "event").length === 1);
    await byInput.cut();
  });

  test("refusals are told inside it, because a browser cannot read them otherwise", async () => {
    const projectId = await api.makeProject();
    const stranger = await api.stranger.makeMember("owner");
    const refusals = [
      [await follow(null, { project_id: projectId }), 401],
      [await follow(stranger, { project_id: projectId }), 404],
      [await follow(ana, { project_id: projectId, after_seq: 9 }), 422],
      [await follow(ana, { project_id: projectId, lastEventId: "x" }), 422],
      [await follow(ana, { project_id: projectId }, { "sec-fetch-site": "cross-site" }), 403],
    ] as const;
    for (const [stream, status] of refusals) {
      const { data } = await stream.first(({ event }) => event === "serialized-error");
      expect(data.data.httpStatus).toBe(status);
      await stream.ended;
    }
  });

  test("ends when the session does, and when its holder is no longer a member", async () => {
    const projectId = await api.makeProject();
    const signsOut = await api.home.makeMember("designer");
    const leaves = await api.home.makeMember("viewer");
    const streams = [
      await follow(signsOut, { project_id: projectId }),
      await follow(leaves, { project_id: projectId }),
    ];
    for (const stream of streams) await stream.first(isReady);
    await api.database.writes.execute(
      sql`UPDATE users SET session_version = session_version + 1 WHERE id = ${signsOut.userId}`,
    );
    await api.database.writes.execute(sql`DELETE FROM memberships WHERE user_id = ${leaves.userId}`);
    for (const stream of streams) {
      const end = await stream.first(({ event, data }) => event === "message" && data.type === "end", 5_000);
      expect([end.id, end.data.data]).toEqual(["", { reason: "access_lost", code: "unauthorized" }]);
      await stream.ended;
      expect(stream.frames.at(-1)?.event).toBe("return");
    }
  });

  test("closing it leaves nothing behind", async () => {
    const projectId = await api.makeProject();
    const { streams, feed } = api.fabula.services.live;
    const stream = await follow(ana, { project_id: projectId });
    await stream.first(isReady);
    expect(feed.size).toBeGreaterThan(0);
    await stream.cut();
    for (let n = 0; n < 400 && (streams.size > 0 || feed.size > 0); n++) await sleep(10);
    expect([streams.size, feed.size]).toEqual([0, 0]);
  });
});

describe("presence", () => {
  test("who is where is told to everyone who follows, on change only, and without an id", async () => {
    const projectId = await api.makeProject();
    const [graph_id, node_id] = [newId("dlg"), newId("node")];
    const stream = await follow(ana, { project_id: projectId });
    await stream.first(isReady);
    const said = await announce(ben, projectId, { client_id: "ben-tab-1", graph_id, node_id });
    expect([said.status, said.body.result.data.again_after_ms]).toEqual([200, 10_000]);
    await stream.until(() => people(stream).length === 1);
    const place = { client_id: "ben-tab-1", user_id: ben.userId, name: "Ben", graph_id, node_id };
    expect(people(stream)).toEqual([place]);
    expect(messages(stream, "presence")[0]?.id).toBe("");
    for (const _ of [1, 2, 3]) await announce(ben, projectId, { client_id: "ben-tab-1", graph_id, node_id });
    await sleep(300);
    expect(messages(stream, "presence")).toHaveLength(1);
    await announce(ana, projectId, { client_id: "ana-tab-1" });
    await announce(ben, projectId, { client_id: "ben-tab-1", graph_id, node_id: null });
    await stream.until(() => people(stream).length === 2 && people(stream)[1]?.node_id === null);
    expect(people(stream).map(({ name }) => name)).toEqual(["Ana", "Ben"]);
    // Whoever comes later is told at once.
    const late = await follow(ben, { project_id: projectId });
    await late.until(() => people(late).length === 2);
    await Promise.all([stream.cut(), late.cut()]);
    // Nothing of it is recorded.
    expect((await api.call("GET", `/v1/projects/${projectId}/events`)).body.total).toBe(1);
  });

  test("a place that is not said again is gone after thirty seconds, by itself", async () => {
    const projectId = await api.makeProject();
    const stream = await follow(ana, { project_id: projectId });
    await announce(ben, projectId, {});
    await stream.until(() => people(stream).length === 1);
    const age = (ms: number) =>
      api.database.writes.execute(
        sql`UPDATE presence SET seen_at = now() - ${ms} * interval '1 millisecond' WHERE project_id = ${projectId}`,
      );
    await age(15_000);
    await sleep(500);
    expect(people(stream)).toHaveLength(1);
    await age(30_001);
    await stream.until(() => messages(stream, "presence").length === 2);
    expect(people(stream)).toEqual([]);
    await announce(ben, projectId, {});
    await stream.until(() => people(stream).length === 1);
    await stream.cut();
  });

  test("keys are not told of it: publishable ones live in players' hands; and a key is nowhere", async () => {
    const projectId = await api.makeProject();
    const path = `/v1/projects/${projectId}/events/stream`;
    const stream = readStream(await api.fetch(path, { headers: { authorization: `Bearer ${api.home.key}` } }));
    await stream.first(({ event }) => event === "ready");
    await announce(ben, projectId, {});
    await sleep(500);
    expect(stream.frames.map(({ event }) => event)).toEqual(["ready"]);
    await stream.cut();
    const body = { client_id: "client-1", graph_id: null, node_id: null };
    expectProblem(api, await api.call("POST", `/v1/projects/${projectId}/presence`, { body }), "forbidden");
  });

  test("nobody is seen in another project or by another tenant, nor after leaving the workspace", async () => {
    const [projectId, other] = [await api.makeProject(), await api.makeProject()];
    const stranger = await api.stranger.makeMember("owner");
    expect((await announce(stranger, projectId, {})).status).toBe(404);
    const leaver = await api.home.makeMember("designer");
    await announce(leaver, projectId, {});
    const here = await follow(ana, { project_id: projectId });
    const there = await follow(ana, { project_id: other });
    await here.until(() => people(here).length === 1);
    await api.database.writes.execute(sql`DELETE FROM memberships WHERE user_id = ${leaver.userId}`);
    await here.until(() => people(here).length === 0);
    expect(messages(there, "presence")).toEqual([]);
    await Promise.all([here.cut(), there.cut()]);
  });

  test("said to one process, it is told by another", async () => {
    const config = readConfig({
      FABULA_ENV: "test",
      FABULA_SECRET: "a secret that is only good for tests",
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
    });
    const other: Fabula = compose(config, api.databaseUrl, { liveTimings: { pollMs: 60_000 }, publicUrl: api.url });
    const projectId = await api.makeProject();
    const input = encodeURIComponent(JSON.stringify({ project_id: projectId }));
    const key = { headers: { cookie: ana.cookie.replace(api.fabula.config.cookiePrefix, config.cookiePrefix) } };
    const stream = readStream(
      await other.studio.fetch(new Request(`${api.url}/api/trpc/record.stream?input=${input}`, key)),
    );
    await stream.first(isReady);
    await sleep(300);
    await announce(ben, projectId, {});
    await stream.until(() => people(stream).length === 1);
    await stream.cut();
    await other.close();
  });
});
