import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalidAt } from "../contract/expectations.ts";
import { countedOf, type GameEvent, randomGame, randomNumbers } from "./random-events.ts";

const NOW = Date.UTC(2026, 5, 15, 12);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => NOW } });
});
afterAll(() => api.close());

type Query = Record<string, string | number>;

async function counts(projectId: string, query: Query) {
  const { status, body } = await api.call<{ counts: object[]; among: object | null }>(
    "GET",
    `/v1/projects/${projectId}/player-events/counts`,
    { query: { limit: 500, ...query } },
  );
  expect([status, status === 200 || body]).toEqual([200, true]);
  return { among: body.among, counts: body.counts.map(({ graph_id: _, ...count }: { graph_id?: unknown }) => count) };
}

test("counts of players who did something are those of an independent count, in any version and on any day", async () => {
  const random = randomNumbers(TEST_SEED);
  const projectId = await api.makeProject();
  const { graph_id, next } = randomGame(random, 40);
  const events = Array.from({ length: 900 }, (_, at) => next(`event-${at}`, NOW));
  const { status } = await api.call("POST", `/v1/projects/${projectId}/events`, { body: { events } });
  expect(status).toBe(200);
  const quest = await api.call<{ id: string }>("POST", `/v1/projects/${projectId}/game-narrative/quests`, {
    body: { name: "Before the ebb" },
  });
  expect(quest.status).toBe(201);
  const check = async (who: Query, did: (event: GameEvent) => boolean) => {
    const players = new Set(events.filter(did).map(({ player }) => player));
    const theirs = events.filter(({ player }) => players.has(player));
    const inDialogue = theirs.filter((event) => event.graph_id === graph_id);
    const among = { players: players.size, is_all: true };
    for (const by of ["branch", "node"] as const)
      expect([by, await counts(projectId, { ...who, by, graph_id })]).toEqual([
        by,
        { among, counts: countedOf(inDialogue, by, "2026-06-15") },
      ]);
    for (const by of ["quest", "kind", "day", "version"] as const)
      expect([by, await counts(projectId, { ...who, by })]).toEqual([
        by,
        { among, counts: countedOf(theirs, by, "2026-06-15") },
      ]);
    const some = inDialogue.filter(({ version, at }) => version === 7 && at >= "2026-06-13");
    expect(
      (await counts(projectId, { ...who, by: "branch", graph_id, version: 7, from: "2026-06-13" })).counts,
    ).toEqual(countedOf(some, "branch", "2026-06-15"));
    return players.size;
  };
  const chosen = String(events.find((event) => event.graph_id === graph_id && event.kind === "choice")?.branch_id);
  // A branch that the record does not know is known by what was counted of it in the dialogue that is asked for.
  const took = await counts(projectId, { who_took: chosen, by: "branch", graph_id });
  expect(took.counts).not.toEqual([]);
  const named = String(events.find(({ kind }) => kind === "custom")?.name);
  expect(await check({ who_did: named }, ({ name }) => name === named)).toBeGreaterThan(3);
  const players = new Set(events.filter(({ branch_id }) => branch_id === chosen).map(({ player }) => player));
  expect(took).toEqual({
    among: { players: players.size, is_all: true },
    counts: countedOf(
      events.filter((event) => players.has(event.player) && event.graph_id === graph_id),
      "branch",
      "2026-06-15",
    ),
  });
  // Nobody came to a state of a quest that there is: nobody's events are counted.
  expect(await counts(projectId, { who_quest: quest.body.id, by: "kind" })).toEqual({
    among: { players: 0, is_all: true },
    counts: [],
  });
});

test("of more players than are looked at those of the latest ids are counted, and it is said", async () => {
  const projectId = await api.makeProject();
  await api.database.writes.execute(
    sql`INSERT INTO player_event_shares (project_id, subject, graph_id, subject_id, detail, version, day, events, late, player_id, first)
        SELECT ${projectId}, 'kind', graph_id, 'custom', 'jump', 7, '2026-06-15', 1, 0, 'ply_' || lpad(n::text, 26, '0'), true
        FROM generate_series(1, 2003) n, unnest(ARRAY['', 'dlg_a']) graph_id`,
  );
  await api.database.writes.execute(
    sql`INSERT INTO player_event_counts (project_id, subject, graph_id, subject_id, detail, version, day, events, late, players)
        SELECT ${projectId}, 'kind', graph_id, 'custom', 'jump', 7, '2026-06-15', 2003, 0, 2003 FROM unnest(ARRAY['', 'dlg_a']) graph_id`,
  );
  expect(await counts(projectId, { who_did: "jump", by: "kind" })).toEqual({
    among: { players: 2_000, is_all: false },
    counts: [{ by: "custom", detail: "jump", events: 4_000, players: 2_000, late: 0 }],
  });
});

test("a branch, a quest and a kind that there is not, and what does not go together, is refused at its place", async () => {
  const projectId = await api.makeProject();
  const ask = (query: Query) =>
    api.call("GET", `/v1/projects/${projectId}/player-events/counts`, { query: { by: "kind", ...query } });
  const graph_id = newId("dlg");
  const branch = { who_took: newId("br") };
  expectInvalidAt(await ask(branch), ["query", "who_took"]);
  expectInvalidAt(await ask({ ...branch, graph_id }), ["query", "who_took"]);
  expectInvalidAt(await ask({ who_quest: newId("qst"), who_state: "failed" }), ["query", "who_quest"]);
  expectInvalidAt(await ask({ who_did: "boss_defeated" }), ["query", "who_did"]);
  expectInvalidAt(await ask({ who_state: "failed" }), ["query", "who_state"]);
  expectInvalidAt(await ask({ ...branch, who_did: "boss_defeated" }), ["query", "who_did"]);
  const kind = { name: "boss_defeated", schema: { type: "object" } };
  expect((await api.call("POST", `/v1/projects/${projectId}/player-event-kinds`, { body: kind })).status).toBe(201);
  expect((await ask({ who_did: "boss_defeated" })).status).toBe(200);
  expectInvalidAt(await ask({ who_did: "boss_defeated", by: "node" }), ["query", "graph_id"]);
  const elsewhere = await api.makeProject();
  const quest = await api.call<{ id: string }>("POST", `/v1/projects/${elsewhere}/game-narrative/quests`, {
    body: { name: "Theirs" },
  });
  expectInvalidAt(await ask({ who_quest: quest.body.id }), ["query", "who_quest"]);
});
