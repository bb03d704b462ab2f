import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetOldEvents } from "#server/features/player-events/forget.ts";
import { newId } from "#server/kernel/ids.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type CountRow, countedOf, type GameEvent, randomGame, randomNumbers } from "./random-events.ts";

const DAY_MS = 86_400_000;
/** Noon, so that a test does not run across the end of a day. */
const NOW = Date.UTC(2026, 5, 15, 12);
const TODAY = "2026-06-15";

let api: TestApi;
let now = NOW;
beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => now } });
});
afterAll(() => api.close());

type Result = { client_id: string; status: string; number?: number; code?: string };

async function send(projectId: string, events: readonly object[]): Promise<Result[]> {
  const { status, body } = await api.call<{ results: Result[] }>("POST", `/v1/projects/${projectId}/events`, {
    body: { events },
  });
  expect([status, JSON.stringify(body).slice(0, 400)]).toEqual([200, expect.anything()]);
  return body.results;
}

async function counts(projectId: string, query: Record<string, string | number>): Promise<CountRow[]> {
  const all: CountRow[] = [];
  for (let offset = 0; ; offset += 500) {
    const { body } = await api.call<{ counts: (CountRow & { graph_id: unknown })[]; has_more: boolean }>(
      "GET",
      `/v1/projects/${projectId}/player-events/counts`,
      { query: { limit: 500, offset, ...query } },
    );
    all.push(...body.counts.map(({ graph_id: _, ...count }) => count));
    if (!body.has_more) return all;
  }
}

const choice = (more: object = {}) => ({
  client_id: "c-1",
  kind: "choice",
  player: "player-1",
  at: new Date(now - 60_000).toISOString(),
  graph_id: newId("dlg"),
  node_id: newId("node"),
  branch_id: newId("br"),
  ...more,
});

test("16 callers, 5 in a hundred repeated and 2 late: each event is stored and counted once, and an erased player leaves every count", async () => {
  const random = randomNumbers(TEST_SEED);
  const total = rounds({ gate: 2_000, full: 100_000 });
  const projectId = await api.makeProject();
  const { graph_id, next } = randomGame(random, rounds({ gate: 60, full: 1_000 }));
  const events = Array.from({ length: total }, (_, at) => next(`event-${at}`, NOW));
  const sent: GameEvent[] = [];
  for (const [at, event] of events.entries()) {
    sent.push(event);
    if (random() < 0.05) sent.push(events[Math.floor(random() * (at + 1))] as GameEvent);
  }
  const size = rounds({ gate: 50, full: 500 });
  const requests: GameEvent[][] = [];
  for (let from = 0; from < sent.length; from += size) requests.push(sent.slice(from, from + size));
  const stored = new Map<string, number>();
  const caller = async () => {
    for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
      for (const { client_id, status, number = 0 } of await send(projectId, request)) {
        expect(["stored", "repeated"]).toContain(status);
        expect(stored.get(client_id) ?? number).toBe(number);
        stored.set(client_id, number);
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  expect([stored.size, new Set(stored.values()).size, Math.max(...stored.values())]).toEqual([total, total, total]);

  const expectCounts = async (present: readonly GameEvent[]) => {
    for (const by of ["branch", "node", "quest", "kind", "day", "version"] as const)
      expect([by, await counts(projectId, { by })]).toEqual([by, countedOf(present, by, TODAY)]);
    const some = present.filter(({ at, version }) => version === 7 && at >= "2026-06-13" && at < "2026-06-15");
    expect(await counts(projectId, { by: "branch", version: 7, from: "2026-06-13", to: "2026-06-14" })).toEqual(
      countedOf(some, "branch", TODAY),
    );
    const inDialogue = present.filter((event) => event.graph_id === graph_id);
    expect(await counts(projectId, { by: "kind", graph_id })).toEqual(countedOf(inDialogue, "kind", TODAY));
  };
  await expectCounts(events);
  const player = events[0]?.player ?? "";
  const left = events.filter((event) => event.player !== player);
  const [row] = await api.database.reads.execute<{ player_id: string }>(
    sql`SELECT player_id FROM player_events WHERE project_id = ${projectId} AND client_id = 'event-0'`,
  );
  const { status, body } = await api.call<{ counts: Record<string, number> }>(
    "POST",
    `/v1/projects/${projectId}/players/${row?.player_id}/erasure`,
  );
  expect([status, body.counts.player_events]).toEqual([200, events.length - left.length]);
  const [code] = (await send(projectId, [{ ...next("after", NOW), player }])).map((result) => result.code);
  expect(code).toBe("player_erased");
  await expectCounts(left);
});

test("each event is answered for itself: old, in the future, of an id that another event has, and what does not fit its kind", async () => {
  const projectId = await api.makeProject();
  const kind = (name: string, on_mismatch: string) =>
    api.call("POST", `/v1/projects/${projectId}/player-event-kinds`, {
      body: {
        name,
        on_mismatch,
        schema: { type: "object", required: ["seconds"], properties: { seconds: { type: "number" } } },
      },
    });
  expect((await kind("boss", "refuse")).status).toBe(201);
  expect((await kind("race", "quarantine")).status).toBe(201);
  expect([(await kind("race", "refuse")).status, (await kind("race", "refuse")).body.code]).toEqual([
    409,
    "name_taken",
  ]);
  const custom = (client_id: string, name: string, data: object) => ({
    ...{ client_id, name, data, kind: "custom", player: "player-1", at: new Date(now).toISOString() },
  });
  const ago = (ms: number) => new Date(now - ms).toISOString();
  const chosen = choice();
  const request = [
    chosen,
    choice({ client_id: "old", at: ago(91 * DAY_MS) }),
    choice({ client_id: "soon", at: ago(-2 * 3_600_000) }),
    choice({ at: ago(120_000) }),
    custom("fits", "boss", { seconds: 4 }),
    custom("unfit", "boss", { seconds: "four" }),
    custom("apart", "race", {}),
    custom("free", "anything", { at: "all" }),
  ];
  const first = await send(projectId, request);
  expect(first.map(({ status, number, code }) => [status, number, code])).toEqual([
    ["stored", 1, undefined],
    ["refused", undefined, "too_old"],
    ["refused", undefined, "in_future"],
    ["refused", undefined, "client_id_taken"],
    ["stored", 2, undefined],
    ["refused", undefined, "does_not_fit"],
    ["quarantined", 3, "does_not_fit"],
    ["stored", 4, undefined],
  ]);
  const headOf = () =>
    api.database.reads.execute(sql`SELECT last_seq FROM project_heads WHERE project_id = ${projectId}`);
  const head = await headOf();
  const again = await send(projectId, request);
  // Where everybody is known, the record is left alone.
  expect(await headOf()).toEqual(head);
  expect(again.map(({ status, number }) => [status, number])).toEqual(
    first.map(({ status, number }) => [status === "refused" ? "refused" : "repeated", number]),
  );
  // What is kept apart is in the list, and in no count.
  expect((await counts(projectId, { by: "kind" })).map(({ by, detail, events }) => [by, detail, events])).toEqual([
    ["choice", null, 1],
    ["custom", "anything", 1],
    ["custom", "boss", 1],
  ]);
  const list = async (query: Record<string, string | number | boolean>) =>
    (
      await api.call<{ player_events: { client_id: string }[] }>("GET", `/v1/projects/${projectId}/player-events`, {
        query,
      })
    ).body.player_events.map(({ client_id }) => client_id);
  expect(await list({ quarantined: true })).toEqual(["apart"]);
  expect(await list({ after_number: 2 })).toEqual(["apart", "free"]);
  expect(await list({ kind: "choice", graph_id: chosen.graph_id })).toEqual(["c-1"]);
});

test("what is no event at all is a 422 that names the field, and nothing of its request is stored", async () => {
  const projectId = await api.makeProject();
  const { node_id: _, ...without } = choice();
  const mistakes: [object, string][] = [
    [without, "node_id"],
    [choice({ kind: "jump" }), "kind"],
    [choice({ colour: "red" }), "colour"],
    [choice({ at: "yesterday" }), "at"],
    [choice({ data: { text: "x".repeat(5_000) } }), "data"],
  ];
  for (const [event, field] of mistakes) {
    const { status, body } = await api.call<{ detail: { loc: unknown[]; msg: string }[] }>(
      "POST",
      `/v1/projects/${projectId}/events`,
      {
        body: { events: [choice({ client_id: "good" }), event] },
      },
    );
    expect([status, body.detail.map(({ loc }) => loc.slice(0, 3))]).toEqual([422, [["body", "events", 1]]]);
    expect(JSON.stringify(body.detail[0])).toContain(field);
  }
  const many = Array.from({ length: 1_001 }, (_, at) => choice({ client_id: `c-${at}` }));
  expect((await api.call("POST", `/v1/projects/${projectId}/events`, { body: { events: many } })).status).toBe(422);
  expect(await counts(projectId, { by: "kind" })).toEqual([]);
});

test("events go when the plan keeps them no longer; their counts stay, and what is sent again then is too old", async () => {
  const projectId = await api.makeProject();
  const old = choice({ client_id: "old", at: new Date(now - 80 * DAY_MS).toISOString() });
  await send(projectId, [old, choice({ client_id: "new" })]);
  const before = await counts(projectId, { by: "day" });
  try {
    now = NOW + 20 * DAY_MS;
    expect(await forgetOldEvents(api.database.writes, now)).toBe(false);
    expect((await send(projectId, [old])).map(({ code }) => code)).toEqual(["too_old"]);
    // A plan that keeps more does not bring back the time that was removed.
    now = NOW + 5 * DAY_MS;
    expect((await send(projectId, [old])).map(({ code }) => code)).toEqual(["too_old"]);
  } finally {
    now = NOW;
  }
  const { body } = await api.call<{ player_events: { client_id: string }[] }>(
    "GET",
    `/v1/projects/${projectId}/player-events`,
  );
  expect(body.player_events.map(({ client_id }) => client_id)).toEqual(["new"]);
  expect(await counts(projectId, { by: "day" })).toEqual(before);
});

test("events of one project are out of reach of another workspace", async () => {
  const projectId = await api.makeProject();
  await send(projectId, [choice()]);
  const { key } = api.stranger;
  for (const [method, path] of [
    ["POST", "events"],
    ["GET", "player-events"],
    ["GET", "player-events/counts?by=kind"],
  ] as const) {
    const { status } = await api.call(method, `/v1/projects/${projectId}/${path}`, {
      key,
      ...(method === "POST" && { body: { events: [choice()] } }),
    });
    expect([path, status]).toEqual([path, 404]);
  }
});
