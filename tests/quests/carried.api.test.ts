import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Json = Record<string, unknown>;
type Result = { status: string; number: number; quest_move?: string };

const STATES = ["offered", "active", "completed", "failed", "abandoned", "expired"] as const;
const QUESTS = [
  { name: "Before the ebb", carried: true, repeatable: false },
  { name: "The keeper’s toll", carried: false, repeatable: false },
  { name: "The ferryman’s debt", carried: true, repeatable: true },
] as const;

/** States into which a quest can go, one line for each in which it may be. */
const WAYS: Readonly<Record<string, string>> = {
  none: "offered active",
  offered: "active abandoned expired",
  active: "completed failed abandoned expired",
};

/** State of a quest after a move; null where it is refused. */
function modelled(nth: number, before: string | null, asked: string): string | null {
  if (before === asked) return before;
  const ways = WAYS[before ?? "none"] ?? (QUESTS[nth]?.repeatable === true ? "offered active" : "");
  return ways.split(" ").includes(asked) ? asked : null;
}

/** A project with a dialogue of one card, and the three quests. */
async function world() {
  const projectId = await api.makeProject();
  const ask = async <T = { id: string }>(method: string, path: string, body?: Json) => {
    const answer = await api.call<T>(method, `/v1/projects/${projectId}${path}`, body === undefined ? {} : { body });
    expect([method, path, answer.status < 300 || answer.body]).toEqual([method, path, true]);
    return answer.body;
  };
  const quests: string[] = [];
  for (const quest of QUESTS)
    quests.push(
      (
        await ask("POST", "/game-narrative/quests", {
          ...quest,
          stages: [{ name: "Provisions", objectives: [{ text: "Find rope" }] }],
        })
      ).id,
    );
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "Gate" });
  const gate = newId("node");
  await ask("POST", `/game-narrative/dialogues/${graph_id}/nodes`, {
    id: gate,
    text: "Halt!",
    branches: [{ choice_text: "Wait", target_node_id: gate, repeat: "sticky" }],
  });
  const start = async (player_id: string) =>
    ask<{ id: string; player_id: string }>("POST", `/game-narrative/dialogues/${graph_id}/runs`, { player_id });
  const send = async (events: Json[]) => (await ask<{ results: Result[] }>("POST", "/events", { events })).results;
  let sent = 0;
  const event = (player: string, quest: number | string, state: string, run_id?: string) => ({
    ...{ client_id: `event-${sent++}`, kind: "quest", player, at: new Date().toISOString(), state },
    quest_id: typeof quest === "string" ? quest : (quests[quest] ?? ""),
    ...(run_id !== undefined && { run_id }),
  });
  /** States by playthrough and quest; those of the player are under `null`. */
  const standings = async (playerId: string) => {
    const { quests: all } = await ask<{ quests: { run_id: string | null; quest_id: string; state: string }[] }>(
      "GET",
      `/players/${playerId}/quests?limit=500`,
    );
    return Object.fromEntries(all.map((each) => [`${each.run_id} ${quests.indexOf(each.quest_id)}`, each.state]));
  };
  return { projectId, ask, quests, graph_id, start, send, event, standings };
}

const quest = fc.nat({ max: QUESTS.length - 1 });
const state = fc.constantFrom(...STATES, "active", "active");
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("own" as const), quest, state }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("run" as const), quest, state, isTwice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("host" as const), quest, state }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("start" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("back" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("save" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("load" as const), nth: fc.nat() }) },
);

test("quests of players and of their playthroughs move as the model says, and a loaded save rewinds the playthrough's alone", async () => {
  const { ask, quests, start, send, event, standings } = await world();
  let players = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 24 }), async (acts) => {
      const player = `player-${players++}`;
      type States = readonly (string | null)[];
      let own: States = QUESTS.map(() => null);
      const begun = (): States => own.map((each, nth) => (QUESTS[nth]?.carried === true ? each : null));
      const first = await start(player);
      let runId = first.id;
      /** States after each action that was not taken back, by playthrough. */
      const ways = new Map<string, States[]>([[runId, [begun()]]]);
      const saves: { save: string; run: string; way: States[] }[] = [];
      const now = () => ways.get(runId)?.at(-1) ?? [];
      const stepsOf = async (id: string) =>
        (await ask<{ standing: { step: number } }>("GET", `/game-narrative/runs/${id}`)).standing.step;
      for (const each of acts) {
        if (each.does === "own" || each.does === "run") {
          const isOwn = each.does === "own";
          const before = (isOwn ? own : now())[each.quest] ?? null;
          const after = modelled(each.quest, before, each.state);
          const asked = event(player, each.quest, each.state, isOwn ? undefined : runId);
          const results = await send("isTwice" in each && each.isTwice ? [asked, asked] : [asked]);
          expect(results.map((result) => result.quest_move)).toEqual(
            results.map(() => (after === null ? "wrong_state" : "moved")),
          );
          // Sent again it is answered as before, and moves nothing.
          expect(await send([asked])).toMatchObject([
            { status: "repeated", quest_move: after === null ? "wrong_state" : "moved" },
          ]);
          if (after === null) continue;
          if (isOwn) own = own.with(each.quest, after);
          else ways.get(runId)?.push(now().with(each.quest, after));
        } else if (each.does === "host") {
          const after = modelled(each.quest, now()[each.quest] ?? null, each.state);
          if (after === null) continue;
          await ask("POST", `/game-narrative/runs/${runId}/quests/${quests[each.quest]}`, { state: each.state });
          ways.get(runId)?.push(now().with(each.quest, after));
        } else if (each.does === "start") {
          runId = (await start(player)).id;
          ways.set(runId, [begun()]);
        } else if (each.does === "back") {
          const way = ways.get(runId) ?? [];
          if (way.length < 2) continue;
          await ask("POST", `/game-narrative/runs/${runId}/back`, { step: await stepsOf(runId) });
          way.pop();
        } else if (each.does === "save") {
          const { id } = await ask("POST", `/game-narrative/runs/${runId}/saves`, { label: "Here" });
          saves.push({ save: id, run: runId, way: [...(ways.get(runId) ?? [])] });
        } else {
          const from = saves[each.nth % Math.max(1, saves.length)];
          if (from === undefined) continue;
          runId = (await ask("POST", `/game-narrative/runs/${from.run}/fork`, { save_id: from.save })).id;
          ways.set(runId, [...from.way]);
        }
      }
      const expected: Json = {};
      for (const [run, states] of [
        [null, own] as const,
        ...[...ways].map(([id, way]) => [id, way.at(-1) ?? []] as const),
      ])
        for (const [nth, each] of states.entries()) if (each !== null) expected[`${run} ${nth}`] = each;
      expect(await standings(first.player_id)).toEqual(expected);
    }),
    { numRuns: rounds({ gate: 8, full: 150 }), seed: TEST_SEED },
  );
});

test("an event says what became of its quest, and counts whether it moved or not", async () => {
  const { projectId, ask, quests, start, send, event, standings } = await world();
  const [mine, theirs] = [await start("ines"), await start("bor")];
  const nobodys = await ask(
    "POST",
    `/game-narrative/dialogues/${(await ask("POST", "/game-narrative/dialogues", { name: "Empty" })).id}/runs`,
    {},
  );
  const sent = [
    event("ines", 0, "completed"),
    event("ines", newId("qst"), "active"),
    event("ines", 0, "active", theirs.id),
    event("ines", 0, "active", nobodys.id),
    event("ines", 0, "active", newId("run")),
    event("ines", newId("qst"), "active", mine.id),
    event("ines", 0, "failed", mine.id),
    event("ines", 0, "active", mine.id),
  ];
  const results = await send(sent);
  expect(results.map(({ status, quest_move }) => `${status} ${quest_move}`)).toEqual([
    "stored wrong_state",
    "stored no_such_quest",
    "stored no_such_run",
    "stored no_such_run",
    "stored no_such_run",
    "stored no_such_quest",
    "stored wrong_state",
    "stored moved",
  ]);
  expect(await standings(mine.player_id)).toEqual({ [`${mine.id} 0`]: "active" });
  expect(await standings(theirs.player_id)).toEqual({});
  for (const run_id of [undefined, mine.id]) {
    const [late, begin] = [event("ines", 2, "completed", run_id), event("ines", 2, "active", run_id)];
    // Sent twice in one request it is answered twice in the same way, whatever moved the quest in between.
    expect((await send([late, begin, late])).map(({ status, quest_move }) => `${status} ${quest_move}`)).toEqual([
      "stored wrong_state",
      "stored moved",
      "repeated wrong_state",
    ]);
  }
  const counts = await ask<{ counts: { events: number }[] }>("GET", "/player-events/counts?by=quest");
  expect(counts.counts.reduce((sum, { events }) => sum + events, 0)).toBe(sent.length + 4);
  const feed = await ask<{ player_events: { quest_move: string }[] }>("GET", "/player-events");
  expect(feed.player_events.slice(0, sent.length).map(({ quest_move }) => quest_move)).toEqual(
    results.map((result) => result.quest_move),
  );

  // An answer that was lost before the move was noted: the log knows the move, which is not made again when it was taken back.
  await ask("POST", `/game-narrative/runs/${mine.id}/back`, { step: 2 });
  await ask("POST", `/game-narrative/runs/${mine.id}/back`, { step: 3 });
  await api.database.writes.execute(
    sql`UPDATE player_events SET quest_move = NULL WHERE project_id = ${projectId} AND number = ${results.at(-1)?.number}`,
  );
  expect(await send([sent.at(-1) ?? {}])).toMatchObject([{ status: "repeated", quest_move: "moved" }]);
  expect(await standings(mine.player_id)).toEqual({ "null 2": "active" });

  const many = Array.from({ length: 101 }, () => event("ines", 0, "active", mine.id));
  const refused = await api.call("POST", `/v1/projects/${projectId}/events`, { body: { events: many } });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("at most 100")]);
  expect(quests).toHaveLength(3);
});

test("callers who send one event at the same moment move its quest once", async () => {
  const { ask, start, send, event } = await world();
  const run = await start("ines");
  const asked = event("ines", 2, "active", run.id);
  const answers = await Promise.all(Array.from({ length: 8 }, () => send([asked])));
  expect(answers.flat().map(({ quest_move }) => quest_move)).toEqual(answers.map(() => "moved"));
  const { standing } = await ask<{ standing: { step: number } }>("GET", `/game-narrative/runs/${run.id}`);
  expect(standing.step).toBe(1);
});

test("the token of a player reads their own quests and moves none, and an erasure takes them", async () => {
  const { projectId, ask, quests, start, send, event, standings } = await world();
  const [ines, bor] = [(await start("ines")).player_id, (await start("bor")).player_id];
  await ask("POST", "/secrets", { subject_id: quests[2], known_by: [] });
  await send([event("ines", 0, "active"), event("ines", 2, "active"), event("bor", 0, "active")]);
  const { token } = await ask<{ token: string }>("POST", `/players/${ines}/tokens`, {});
  const at = `/v1/projects/${projectId}`;
  const read = (player: string) =>
    api.call<{ quests: Json[] }>("GET", `${at}/players/${player}/quests`, { key: token });
  expect((await read(ines)).body.quests).toMatchObject([
    { run_id: null, quest_id: quests[0], state: "active", stage: { name: "Provisions" }, objectives: [] },
  ]);
  expect([(await read(bor)).status, (await read(newId("ply"))).status]).toEqual([404, 404]);
  const moving = { ...event(ines, 0, "completed") };
  const answer = await api.call("POST", `${at}/events`, { key: token, body: { events: [moving] } });
  expect(answer.body).toMatchObject({ results: [{ status: "stored", quest_move: "not_by_player" }] });
  expect(await standings(ines)).toEqual({ "null 0": "active", "null 2": "active" });

  const begun = (await start("ines")).id;
  expect(await standings(ines)).toMatchObject({ [`${begun} 0`]: "active" });
  const erased = await ask<{ counts: Json }>("POST", `/players/${ines}/erasure`);
  expect(erased.counts).toMatchObject({ quests: 2 });
  expect([await standings(ines), await standings(bor)]).toEqual([{}, { "null 0": "active" }]);
});
