import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "#server/config.ts";
import { compose, type Fabula } from "#server/context.ts";
import { streamEvents } from "#server/features/history/operations/stream-events.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { streamRights } from "#server/live/stream-rights.ts";
import { STREAMS_PER_CALLER } from "#server/operation/streams.ts";
import { Wake } from "#server/operation/wake.ts";
import type { Db } from "#server/record/database.ts";
import { FeedHub } from "#server/record/feed-hub.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import { findOperation, type OpenApi, type Schema } from "#tests/contract/openapi.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type ReadStream, readStream } from "#tests/support/event-stream.ts";
import { eventually } from "#tests/support/eventually.ts";
import { MOUNTS } from "#tests/support/mounts.ts";

const QUICK = { pollMs: 100, recheckMs: 100, stallMs: 500, heartbeatMs: 60_000 };

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener", liveTimings: QUICK });
});
afterAll(() => api.close());

async function follow(
  projectId: string,
  options: { after?: number; key?: string; headers?: Record<string, string>; at?: Pick<TestApi, "fetch"> } = {},
): Promise<ReadStream> {
  const { at = api, key = api.home.key } = options;
  const query = options.after === undefined ? "" : `?after_seq=${options.after}`;
  const path = `/v1/projects/${projectId}/events/stream${query}`;
  return readStream(await at.fetch(path, { headers: { authorization: `Bearer ${key}`, ...options.headers } }));
}

/** Writes one event. */
async function write(projectId: string, name: string): Promise<number> {
  const answer = await api.call("PATCH", `/v1/projects/${projectId}`, { body: { description: name } });
  if (answer.status !== 200) throw new Error(`not written: ${JSON.stringify(answer.body)}`);
  return Number(answer.headers.get("x-project-seq"));
}

/** Writes many events at once, as an import does. */
async function writeMany(projectId: string, count: number): Promise<void> {
  const entities = range(1, count).map((n) => ({ external_id: `e${n}`, type: "item", name: `Item ${n}` }));
  for (let at = 0; at < count; at += 500) {
    const chunk = entities.slice(at, at + 500);
    const answer = await api.call("POST", `/v1/projects/${projectId}/entities/batch`, { body: { entities: chunk } });
    if (answer.status >= 300) throw new Error(`not written: ${JSON.stringify(answer.body)}`);
  }
}

async function emptyStreams(fabula: Fabula = api.fabula): Promise<void> {
  const { streams, feed } = fabula.services.live;
  const deadline = performance.now() + 40_000;
  while ((streams.size > 0 || feed.size > 0) && performance.now() < deadline) await sleep(5);
  expect([streams.size, feed.size]).toEqual([0, 0]);
}

/** Validators of the stream's messages as the description has them, and of what their data holds, by event. */
async function describedMessages(): Promise<Map<string, { fields: string[]; message: z.ZodType; data: z.ZodType }>> {
  const document = (await (await api.fetch("/v1/openapi.json")).json()) as OpenApi;
  const $defs = document.components.schemas;
  const validator = (schema: Schema) =>
    z.fromJSONSchema(JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll("#/components/schemas/", "#/$defs/")));
  const answer = findOperation(document, streamEvents).responses["200"]?.content?.["text/event-stream"];
  const union = $defs[answer?.schema.$ref?.split("/").at(-1) ?? ""] as {
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  expect(union.discriminator.propertyName).toBe("event");
  return new Map(
    Object.entries(union.discriminator.mapping).map(([event, $ref]) => {
      const form = $defs[$ref.split("/").at(-1) ?? ""] ?? {};
      const fields = Object.keys(form.properties ?? {});
      const { contentSchema, ...data } = form.properties?.data ?? {};
      expect(data).toMatchObject({ type: "string", contentMediaType: "application/json" });
      const properties = { ...form.properties, data };
      return [event, { fields, message: validator({ ...form, properties }), data: validator(contentSchema as Schema) }];
    }),
  );
}

describe("following a project", () => {
  test("sends, byte for byte, messages of the form that the description gives them", async () => {
    const described = await describedMessages();
    const projectId = await api.makeProject();
    const key = await api.home.makeKey();
    const { body: me } = await api.call<{ key: { id: string } }>("GET", "/v1/me", { key });
    const response = await api.fetch(`/v1/projects/${projectId}/events/stream?after_seq=0&include=resource`, {
      headers: { authorization: `Bearer ${key}` },
    });
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      const before = text;
      text += decoder.decode(bytes, { stream: true });
      if (before.includes("event: event") || !text.includes("event: event")) continue;
      expect((await api.call("POST", `/v1/keys/${me.key.id}/revoke`)).status).toBe(200);
    }
    const [retry, ...lines] = text.split("\n");
    expect(retry).toBe("retry: 2000");
    const blocks = lines.join("\n").split("\n\n");
    expect(blocks.pop()).toBe("");
    const seen = blocks.map((block) => {
      // Each field at most once, in this order, one line each, a single space after the colon.
      const [, id, event = "", data = ""] = /^(?:id: (.+)\n)?event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      const message = { event, ...(id !== undefined && { id }), data };
      const form = described.get(event);
      expect(Object.keys(message), block).toEqual(form?.fields);
      expect(form?.message.safeParse(message).error?.issues ?? [], block).toEqual([]);
      expect(form?.data.safeParse(JSON.parse(data)).error?.issues ?? [], block).toEqual([]);
      return event;
    });
    expect(seen).toEqual(["ready", "event", "end"]);
    expect([...described.keys()].sort()).toEqual(["end", "event", "presence", "ready"]);
  });

  test("begins at the present, says where that is, and tells what happens then, in order", async () => {
    const projectId = await api.makeProject();
    const head = await write(projectId, "before");
    const stream = await follow(projectId);
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(stream.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(stream.headers.get("x-project-seq")).toBe(String(head));
    const ready = await stream.first(() => true);
    expect(ready).toEqual({ id: String(head), event: "ready", data: { seq: head, head } });
    await write(projectId, "now");
    await stream.until(() => stream.events().length === 1);
    for (const name of ["a", "b", "c"]) await write(projectId, name);
    await stream.until(() => stream.events().length === 4);
    expect(stream.events().map(({ seq }) => seq)).toEqual(range(head + 1, head + 4));
    const feed = await api.call<{ events: unknown[] }>("GET", `/v1/projects/${projectId}/events`, {
      query: { after_seq: head },
    });
    expect(stream.events()).toEqual(feed.body.events);
    expect(stream.frames.filter(({ event }) => event === "event").map(({ id }) => id)).toEqual(
      range(head + 1, head + 4).map(String),
    );
    await stream.cut();
    await emptyStreams();
  });

  test("from the past on: pages of the record, then the present", async () => {
    const projectId = await api.makeProject();
    await writeMany(projectId, 3_000);
    const stream = await follow(projectId, { after: 0 });
    await stream.until(() => stream.events().length === 3_001);
    await write(projectId, "now");
    await stream.until(() => stream.events().length === 3_002);
    expect(stream.events().map(({ seq }) => seq)).toEqual(range(1, 3_002));
    await stream.cut();
    await emptyStreams();
  });

  test("a commit of a thousand events reaches everyone who waits", async () => {
    const projectId = await api.makeProject();
    const streams = await Promise.all(range(1, 5).map(() => follow(projectId, { after: 1 })));
    await Promise.all(streams.map((stream) => stream.first(({ event }) => event === "ready")));
    await writeMany(projectId, 1_000);
    for (const stream of streams) {
      await stream.until(() => stream.events().length >= 1_000);
      expect(stream.events().map(({ seq }) => seq)).toEqual(range(2, 1_001));
      await stream.cut();
    }
    await emptyStreams();
  });

  test("cut again and again while four write: nothing is missing and nothing comes twice", async () => {
    const projectId = await api.makeProject();
    const total = 4 * 40;
    const writers = Promise.all(
      range(1, 4).map(async (writer) => {
        for (const n of range(1, 40)) await write(projectId, `${writer}.${n}`);
      }),
    );
    const seen: number[] = [];
    let last = "1";
    while (seen.length < total) {
      const byHeader = seen.length % 2 === 0;
      const stream = byHeader
        ? await follow(projectId, { after: 1, headers: { "last-event-id": last } })
        : await follow(projectId, { after: Number(last) });
      await stream.until(() => stream.events().length > Math.min(12, total - seen.length - 1));
      await stream.cut();
      for (const { id, event } of stream.frames) {
        if (event !== "event" || id === null) continue;
        seen.push(Number(id));
        last = id;
      }
    }
    await writers;
    expect(seen).toEqual(range(2, total + 1));
    await emptyStreams();
  });
});

describe("refusals, before the first message", () => {
  test("a thousand are told together of what is committed in quick succession, from few reads, each of them everything", async () => {
    const projectId = await api.makeProject();
    const head = await write(projectId, "before");
    const seqs = await Promise.all(range(1, 40).map((n) => write(projectId, `n${n}`)));
    let [reads, known] = [0, head];
    const pages = new Set<object>();
    const { reads: db } = api.services.database;
    // What is written already is there for the hub once it is told of it.
    const counting: Db = {
      execute: async (query) => {
        reads += 1;
        const rows = await db.execute<Record<string, unknown>>(query);
        return rows.filter(({ seq }) => Number(seq) <= known) as never;
      },
    };
    const hub = new FeedHub({ db: counting, calls: api.services.live.calls, log: { warn: () => {} }, pollMs: 60_000 });
    const told = await Promise.all(
      range(1, 1_000).map(async () => {
        const wake = new Wake();
        const follower = hub.follow(projectId, head, head, () => wake.ring());
        return { follower, wake, seqs: [] as number[] };
      }),
    );
    const following = Promise.all(
      told.map(async ({ follower, wake, seqs }) => {
        while (seqs.length < 40) {
          const page = await follower.page();
          if (page.length > 0) pages.add(page);
          seqs.push(...page.map(({ seq }) => seq));
          if (page.length === 0) await wake.rung();
        }
        follower.close();
      }),
    );
    const from = performance.now();
    for (const seq of seqs.sort((a, b) => a - b)) {
      known = seq;
      hub.committed(projectId, seq);
      await sleep(2);
    }
    await following;
    for (const each of told) expect(each.seqs).toEqual(range(head + 1, head + 40));
    // Those at one place are given one list.
    expect(pages.size).toBeLessThanOrEqual(reads);
    // A read for every 25 ms, and the first.
    expect(reads).toBeLessThanOrEqual((performance.now() - from) / 25 + 1);
    expect(hub.size).toBe(0);
  });

  test("a sequence beyond the head, or that is none, is a 422", async () => {
    const projectId = await api.makeProject();
    const path = `/v1/projects/${projectId}/events/stream`;
    expectInvalidAt(
      await api.call("GET", path, { query: { after_seq: 2 } }),
      ["query", "after_seq"],
      "less_than_equal",
    );
    expectInvalidAt(await api.call("GET", path, { query: { after_seq: -1 } }), ["query", "after_seq"]);
    expectInvalidAt(await api.call("GET", path, { headers: { "last-event-id": "x" } }), ["header", "last-event-id"]);
    expectInvalidAt(await api.call("GET", path, { headers: { "last-event-id": "2" } }), ["query", "after_seq"]);
  });

  test("one stream too many is a 429; closing one makes room", async () => {
    const projectId = await api.makeProject();
    const key = await api.home.makeKey();
    const streams = await Promise.all(range(1, STREAMS_PER_CALLER).map(() => follow(projectId, { key })));
    const answer = await api.call("GET", `/v1/projects/${projectId}/events/stream`, { key });
    expectProblem(api, answer, "rate_limited");
    expect(answer.headers.get("retry-after")).toBe("5");
    await streams[0]?.cut();
    // The server notices a connection that was cut a little later.
    const again = await eventually(
      () => follow(projectId, { key }),
      ({ status }) => status === 200,
    );
    await Promise.all([...streams, again].map((stream) => stream.cut()));
    await emptyStreams();
  });

  test("HEAD has the headers of a stream, and opens none", async () => {
    const projectId = await api.makeProject();
    const response = await api.fetch(`/v1/projects/${projectId}/events/stream`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${api.home.key}` },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await emptyStreams();
  });
});

describe("the end of a stream", () => {
  async function endOf(stream: ReadStream): Promise<unknown> {
    const frame = await stream.first(({ event }) => event === "end");
    await stream.ended;
    expect(stream.frames.at(-1)).toBe(frame);
    expect(frame.id).toBeNull();
    return frame.data;
  }

  test("a key that was revoked", async () => {
    const projectId = await api.makeProject();
    const key = await api.home.makeKey({ name: "short-lived" });
    const stream = await follow(projectId, { key });
    await api.database.writes.execute(sql`UPDATE api_keys SET revoked_at = now() WHERE name = 'short-lived'`);
    expect(await endOf(stream)).toEqual({ reason: "access_lost", code: "invalid_api_key" });
    await emptyStreams();
  });

  test("a key that no longer has the project, and a project that was deleted", async () => {
    const projectId = await api.makeProject();
    const key = await api.home.makeKey({ name: "narrowed" });
    const narrowed = await follow(projectId, { key });
    const other = await api.makeProject();
    await api.database.writes.execute(sql`UPDATE api_keys SET project_ids = ARRAY[${other}] WHERE name = 'narrowed'`);
    expect(await endOf(narrowed)).toEqual({ reason: "access_lost", code: "not_found" });
    const deleted = await follow(projectId);
    await api.call("DELETE", `/v1/projects/${projectId}`);
    expect(await endOf(deleted)).toEqual({ reason: "access_lost", code: "not_found" });
    expect(deleted.events().map(({ kind }) => kind)).toEqual(["project.deleted"]);
    await emptyStreams();
  });

  test("with the timings the product has: keys and members, all looked at together", async () => {
    const own = await startTestApi();
    const [kept, lost] = [await own.makeProject(), await own.makeProject()];
    const revoked = await own.home.makeKey({ name: "revoked" });
    const narrowed = await own.home.makeKey({ name: "narrowed" });
    const stays = await own.home.makeKey();
    const streams = {
      revoked: await follow(lost, { at: own, key: revoked }),
      narrowed: await follow(lost, { at: own, key: narrowed }),
      stays: await follow(kept, { at: own, key: stays }),
    };
    const { database } = own;
    await database.writes.execute(sql`UPDATE api_keys SET revoked_at = now() WHERE name = 'revoked'`);
    await database.writes.execute(sql`UPDATE api_keys SET project_ids = ARRAY[${kept}] WHERE name = 'narrowed'`);
    const ends = await Promise.all([endOf(streams.revoked), endOf(streams.narrowed)]);
    expect(ends).toMatchObject([{ code: "invalid_api_key" }, { code: "not_found" }]);
    await own.call("PATCH", `/v1/projects/${kept}`, { body: { name: "Still told" } });
    await streams.stays.until(() => streams.stays.events().length === 1);
    await streams.stays.cut();
    await own.close();
  });

  test("however many there are, one look takes three statements", async () => {
    const projectId = await api.makeProject();
    const authenticator = api.fabula.authenticator;
    const keys = await Promise.all(Array.from({ length: 8 }, (_, n) => api.home.makeKey({ name: `many-${n}` })));
    const callers = await Promise.all(
      keys.map((key) => authenticator.byHeader(`Bearer ${key}`, { clientAddress: "127.0.0.1" })),
    );
    const member = await api.home.makeMember("viewer");
    callers.push(await authenticator.byUser(member.userId, api.home.id, 1));
    let statements = 0;
    const db: Db = {
      execute: (query) => {
        statements += 1;
        return api.database.reads.execute(query);
      },
    };
    const look = () =>
      streamRights({ db, clock: systemClock })(callers.map((caller) => ({ caller, scope: "read", projectId })));
    expect(await look()).toEqual(callers.map(() => null));
    expect(statements).toBe(3);
    await api.database.writes.execute(sql`UPDATE api_keys SET expires_at = now() WHERE name = 'many-1'`);
    await api.database.writes.execute(sql`UPDATE api_keys SET scopes = ARRAY['write'] WHERE name = 'many-2'`);
    await api.database.writes.execute(sql`UPDATE users SET session_version = 2 WHERE id = ${member.userId}`);
    const codes = (await look()).map((refusal) => refusal?.code ?? null);
    expect(codes).toEqual([
      null,
      "invalid_api_key",
      "insufficient_scope",
      null,
      null,
      null,
      null,
      null,
      "unauthorized",
    ]);
    await api.database.writes.execute(sql`DELETE FROM memberships WHERE user_id = ${member.userId}`);
    expect((await look()).at(-1)?.code).toBe("unauthorized");
  });

  test("the process stops: it says so, and is not held up", async () => {
    const own = await startTestApi({ mount: "listener", liveTimings: QUICK });
    const projectId = await own.makeProject();
    const stream = await follow(projectId, { at: own, key: own.home.key });
    await stream.first(({ event }) => event === "ready");
    await Promise.all([
      own.close(),
      endOf(stream).then((data) => expect(data).toMatchObject({ reason: "going_away" })),
    ]);
  });

  test("a reader that takes nothing is cut off, without memory growing, and misses nothing when it comes back", async () => {
    const projectId = await api.makeProject();
    const controller = new AbortController();
    // A body that nobody reads fills the buffers of both ends, and no more.
    const response = await api.fetch(`/v1/projects/${projectId}/events/stream?after_seq=0`, {
      headers: { authorization: `Bearer ${api.home.key}` },
      signal: controller.signal,
    });
    const properties = { long: "x".repeat(200_000) };
    for (const n of range(1, 60)) {
      const body = { external_id: `e${n}`, type: "item", name: `${n}`, properties };
      expect((await api.call("POST", `/v1/projects/${projectId}/entities`, { body })).status).toBe(201);
    }
    const { streams } = api.fabula.services.live;
    const deadline = performance.now() + 40_000;
    while (streams.size > 0 && performance.now() < deadline) await sleep(20);
    expect(streams.size).toBe(0);
    const late = readStream(response);
    await late.ended;
    const got = late.events().map(({ seq }) => seq);
    expect(got.length).toBeLessThan(61);
    // It is told why where its connection still takes the message; what it missed, it never misses.
    const end = late.frames.find(({ event }) => event === "end");
    if (end !== undefined) expect(end).toMatchObject({ data: { reason: "too_slow" } });
    expect(got).toEqual(range(1, got.length));
    const rest = await follow(projectId, { after: got.length });
    await rest.until(() => rest.events().length === 61 - got.length);
    expect(rest.events().map(({ seq }) => seq)).toEqual(range(got.length + 1, 61));
    await rest.cut();
    controller.abort();
    await emptyStreams();
  });
});

describe("whose events", () => {
  test("a stranger's stream is a 404, and nobody hears of another project", async () => {
    const [mine, other] = [await api.makeProject(), await api.makeProject()];
    const theirs = await api.makeProject({ key: api.stranger.key });
    const answer = await api.call("GET", `/v1/projects/${mine}/events/stream`, { key: api.stranger.key });
    expectProblem(api, answer, "not_found");
    const streams = [
      await follow(mine, { after: 0 }),
      await follow(other, { after: 0 }),
      await follow(theirs, { after: 0, key: api.stranger.key }),
    ];
    await Promise.all(range(1, 10).map((n) => write(mine, `mine ${n}`)));
    await Promise.all(range(1, 10).map((n) => write(other, `other ${n}`)));
    await api.call("PATCH", `/v1/projects/${theirs}`, { key: api.stranger.key, body: { description: "theirs" } });
    await streams[1]?.until(() => streams[1]?.events().length === 11);
    await streams[0]?.until(() => streams[0]?.events().length === 11);
    await streams[2]?.until(() => streams[2]?.events().length === 2);
    for (const [index, projectId] of [mine, other, theirs].entries()) {
      expect(new Set(streams[index]?.events().map(({ project_id }) => project_id))).toEqual(new Set([projectId]));
      await streams[index]?.cut();
    }
    await emptyStreams();
  });
});

describe("two processes on one database", () => {
  let second: Fabula;
  beforeAll(() => {
    const config = readConfig({
      FABULA_ENV: "test",
      FABULA_SECRET: "x".repeat(32),
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
    });
    // So slow a look that only calls of the other process can be in time for the test.
    second = compose(config, api.databaseUrl, { liveTimings: { pollMs: 600_000 } });
  });
  afterAll(() => second.close());
  const at = {
    fetch: (path: string, init?: RequestInit) => second.app.fetch(new Request(`http://second.test${path}`, init)),
  };

  test("what one writes is told by the other at once", async () => {
    const projectId = await api.makeProject();
    const stream = await follow(projectId, { at });
    await stream.first(({ event }) => event === "ready");
    await sleep(300);
    await write(projectId, "over there");
    await stream.until(() => stream.events().length === 1);
    await stream.cut();
    await emptyStreams(second);
  });

  test("without a call the next look finds it", async () => {
    const config = readConfig({
      FABULA_ENV: "test",
      FABULA_SECRET: "x".repeat(32),
      FABULA_ENCRYPTION_KEY: "00".repeat(32),
    });
    const nowhere = new URL(api.databaseUrl);
    nowhere.port = "1";
    const deaf = compose({ ...config, databaseDirectUrl: nowhere.href }, api.databaseUrl, { liveTimings: QUICK });
    const projectId = await api.makeProject();
    const stream = await follow(projectId, {
      at: { fetch: (path, init) => deaf.app.fetch(new Request(`http://deaf.test${path}`, init)) },
    });
    await stream.first(({ event }) => event === "ready");
    for (const n of range(1, 20)) await write(projectId, `${n}`);
    await stream.until(() => stream.events().length === 20);
    expect(stream.events().map(({ seq }) => seq)).toEqual(range(2, 21));
    await stream.cut();
    await deaf.close();
  });
});

test("a silent stream shows that it is alive", async () => {
  const own = await startTestApi({ liveTimings: { heartbeatMs: 50 } });
  const projectId = await own.makeProject();
  const stream = await follow(projectId, { at: own, key: own.home.key });
  await stream.until(() => stream.frames.filter(({ event }) => event === "comment").length >= 3);
  await stream.cut();
  await emptyStreams(own.fabula);
  await own.close();
});

describe.each(MOUNTS)("mounted as %s", (mount) => {
  let own: TestApi;
  beforeAll(async () => {
    own = await startTestApi({ mount });
    // The pages may have to be built first.
  }, 600_000);
  afterAll(() => own.close());

  test("the stream arrives as it is written, uncompressed", async () => {
    const projectId = await own.makeProject();
    const headers = { "accept-encoding": "gzip, br" };
    const stream = await follow(projectId, { at: own, key: own.home.key, headers });
    expect(stream.headers.get("content-encoding")).toBeNull();
    await stream.first(({ event }) => event === "ready");
    for (const n of range(1, 5)) {
      await own.call("PATCH", `/v1/projects/${projectId}`, { body: { description: `${n}` } });
      await stream.until(() => stream.events().length === n);
    }
    await stream.cut();
  });

  test("a reader that goes away leaves its place to another", async () => {
    const projectId = await own.makeProject();
    const key = await own.home.makeKey();
    for (const _ of range(1, STREAMS_PER_CALLER + 10)) {
      const stream = await follow(projectId, { at: own, key });
      expect(stream.status).toBe(200);
      await stream.first(({ event }) => event === "ready");
      await stream.cut();
    }
  });

  if (mount !== "app")
    test("a session follows as well", async () => {
      const projectId = await own.makeProject();
      const { cookie } = await own.home.makeMember("viewer");
      const input = encodeURIComponent(JSON.stringify({ project_id: projectId }));
      const headers = { cookie, accept: "text/event-stream", "accept-encoding": "gzip, br" };
      const stream = readStream(await own.fetch(`/api/trpc/record.stream?input=${input}`, { headers }));
      expect([stream.status, stream.headers.get("content-encoding")]).toEqual([200, null]);
      const arrived = () => stream.frames.filter(({ event, data }) => event === "message" && data.type === "event");
      await stream.first(({ event, data }) => event === "message" && data.type === "ready");
      for (const n of range(1, 3)) {
        await own.call("PATCH", `/v1/projects/${projectId}`, { body: { description: `${n}` } });
        await stream.until(() => arrived().length === n);
      }
      await stream.cut();
    });
});
