import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countRuns } from "#server/features/player-events/count-runs.ts";
import { tellOfEvents } from "#server/features/player-events/tell.ts";
import { newId } from "#server/kernel/ids.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type CountRow, countedOf, type GameEvent, randomNumbers } from "./random-events.ts";

const NOW = Date.UTC(2030, 5, 15, 12);
const clock = { time: NOW, now: () => clock.time };
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.close());

type Made = { id: string };

async function ask<Body = Made>(method: string, path: string, body?: unknown, key?: string): Promise<Body> {
  const answer = await api.call<Body>(method, path, {
    ...(body !== undefined && { body }),
    ...(key !== undefined && { key }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A gate at which one pays and goes in, or waits as long as one likes. */
async function gate() {
  const project = await api.makeProject();
  const base = `/v1/projects/${project}`;
  const narrative = `${base}/game-narrative`;
  const { id: graph } = await ask("POST", `${narrative}/dialogues`, { name: "The gate" });
  const [first, end, pay, wait] = [newId("node"), newId("node"), newId("br"), newId("br")];
  await ask("POST", `${narrative}/dialogues/${graph}/nodes`, { id: end, kind: "end", text: "In." });
  await ask("POST", `${narrative}/dialogues/${graph}/nodes`, {
    id: first,
    text: "Halt!",
    branches: [
      { id: pay, choice_text: "Pay", target_node_id: end },
      { id: wait, choice_text: "Wait", target_node_id: first },
    ],
  });
  await ask("PATCH", `${narrative}/dialogues/${graph}`, { start_node_id: first });
  return { base, narrative, graph, first, pay, wait };
}

async function counted(): Promise<void> {
  while (await countRuns(api.services));
}

async function counts(base: string, by: string): Promise<CountRow[]> {
  const { counts: found } = await ask<{ counts: (CountRow & { graph_id: unknown })[] }>(
    "GET",
    `${base}/player-events/counts?by=${by}&limit=500`,
  );
  return found.map(({ graph_id: _, ...count }) => count);
}

/** A playthrough as the test knows it: choices that came along, and those of its own. */
interface Playing {
  readonly id: string;
  readonly player: string | null;
  step: number;
  along: number;
  own: string[];
  isOver: boolean;
}

test("choices of playthroughs are counted once, whoever steps back, forks or ends when; so are paths of readers", async () => {
  const random = randomNumbers(TEST_SEED);
  const { base, narrative, graph, first, pay, wait } = await gate();
  const runs: Playing[] = [];
  const start = async () => {
    const player = random() < 0.7 ? `player-${Math.floor(random() * 3)}` : null;
    const { id } = await ask(
      "POST",
      `${narrative}/dialogues/${graph}/runs`,
      player === null ? {} : { player_id: player },
    );
    runs.push({ id, player, step: 0, along: 0, own: [], isOver: false });
  };
  await start();
  for (let round = 0; round < rounds({ gate: 60, full: 1_500 }); round++) {
    const run = runs[Math.floor(random() * runs.length)] as Playing;
    const path = `${narrative}/runs/${run.id}`;
    const dice = random();
    if (dice < 0.1) await start();
    else if (dice < 0.2) {
      const { id } = await ask("POST", `${path}/fork`, {});
      runs.push({ ...run, id, along: run.along + run.own.length, own: [], step: run.along + run.own.length });
    } else if (dice < 0.4 && run.along + run.own.length > 0) {
      await ask("POST", `${path}/back`, { step: run.step });
      run.step += 1;
      run.isOver = false;
      if (run.own.pop() === undefined) run.along -= 1;
    } else if (dice < 0.9 && !run.isOver) {
      const branch_id = random() < 0.15 ? pay : wait;
      await ask("POST", `${path}/choose`, { branch_id, step: run.step });
      run.step += 1;
      run.isOver = branch_id === pay;
      run.own.push(branch_id);
    } else await counted();
  }
  const { token, play_url } = await ask<{ token?: string; play_url?: string }>("POST", `${base}/shares`, {
    graph_id: graph,
    name: "For readers",
    takes_paths: true,
  });
  const secret = token ?? String(play_url).split("#")[1];
  const story = await ask<{ base_seq: number }>("GET", "/v1/shared/story", undefined, secret);
  const actions = [{ choose: wait }, { choose: pay }];
  await ask("POST", "/v1/shared/paths", { base_seq: story.base_seq, seed: 1, actions }, secret);
  await counted();
  const events = [...runs, { id: "reader", player: null, own: [wait, pay] }].flatMap(({ id, player, own }) =>
    own.map(
      (branch_id, at): GameEvent => ({
        ...{ client_id: `${id}:${at}`, kind: "choice", player: player ?? id, at: new Date(NOW).toISOString() },
        ...{ graph_id: graph, node_id: first, branch_id },
      }),
    ),
  );
  for (const by of ["branch", "node", "kind", "day"] as const)
    expect([by, await counts(base, by)]).toEqual([by, countedOf(events, by, "2030-06-15")]);
});

test("the record is told of events at most once a second, and its feed goes on behind each", async () => {
  const { base, graph, first, pay } = await gate();
  const send = (client_id: string) =>
    ask("POST", `${base}/events`, {
      events: [
        {
          ...{ client_id, kind: "choice", player: "player-1", at: new Date(clock.time).toISOString() },
          ...{ graph_id: graph, node_id: first, branch_id: pay },
        },
      ],
    });
  const told = async () =>
    (
      await ask<{ events: { kind: string; change: { set: Record<string, unknown> } }[] }>(
        "GET",
        `${base}/events?kind=player_events.received`,
      )
    ).events.map(({ change }) => change.set);
  await send("first");
  await tellOfEvents(api.services);
  await send("second");
  // Two processes within the second: the one is too early, the other too.
  await Promise.all([tellOfEvents(api.services), tellOfEvents(api.services)]);
  expect(await told()).toEqual([{ "": expect.objectContaining({ last_number: 1, count: 1 }) }]);
  await send("third");
  clock.time += 1_000;
  await Promise.all([tellOfEvents(api.services), tellOfEvents(api.services)]);
  const [, second, ...more] = await told();
  const sha = await api.database.reads.execute<{ digest: string }>(
    sql`SELECT encode(sha256(convert_to('2 second' || E'\n' || '3 third', 'UTF8')), 'hex') AS digest`,
  );
  expect([second, more]).toEqual([{ "/last_number": 3, "/count": 2, "/digest": sha[0]?.digest }, []]);
  await tellOfEvents(api.services);
  expect(await told()).toHaveLength(2);
  const { player_events } = await ask<{ player_events: { number: number }[] }>("GET", `${base}/player-events`);
  expect(player_events.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await ask("POST", `${base}/replay`)).toMatchObject({ differences: [] });
});
