import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds, TEST_SEED } from "#test-size";
import { call } from "#tests/record/crash-load.ts";
import { CrashingServer } from "#tests/record/crashing-server.ts";
import { type CountRow, countedOf, type GameEvent, randomGame, randomNumbers } from "./random-events.ts";

const TOTAL = rounds({ gate: 6_000, full: 100_000 });
const SIZE = rounds({ gate: 100, full: 500 });
const KILLS = rounds({ gate: 2, full: 10 });
const CALLERS = 16;

type Results = { results: { client_id: string; status: string; number?: number }[] };

const crashing = new CrashingServer();
beforeAll(() => crashing.start());
afterAll(() => crashing.close());

test(`${TOTAL} events of ${CALLERS} callers, 5 in a hundred repeated: none is lost or counted twice over ${KILLS} kills of server and database`, async () => {
  const random = randomNumbers(TEST_SEED);
  const { id: projectId } = (await call<{ id: string }>(crashing.target, "POST", "/v1/projects", { name: "Played" }))
    .body;
  const { next } = randomGame(random, rounds({ gate: 50, full: 1_000 }));
  const now = Date.now();
  const events = Array.from({ length: TOTAL }, (_, at) => next(`event-${at}`, now));
  const sent: GameEvent[] = [];
  for (const [at, event] of events.entries()) {
    sent.push(event);
    if (random() < 0.05) sent.push(events[Math.floor(random() * (at + 1))] as GameEvent);
  }
  const requests: GameEvent[][] = [];
  for (let from = 0; from < sent.length; from += SIZE) requests.push(sent.slice(from, from + SIZE));
  const all = requests.length;
  const stored = new Map<string, number>();
  let tries = 0;
  const caller = async () => {
    for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
      // As a game does: the same events again until there is an answer.
      for (;;) {
        tries += 1;
        const path = `/v1/projects/${projectId}/events`;
        const answer = await call<Results>(crashing.target, "POST", path, { events: request }).catch(() => null);
        if (answer?.status === 200) {
          for (const { client_id, status, number = 0 } of answer.body.results) {
            expect(["stored", "repeated"]).toContain(status);
            expect(stored.get(client_id) ?? number).toBe(number);
            stored.set(client_id, number);
          }
          break;
        }
        expect([undefined, 503]).toContain(answer?.status);
        await pause(20);
      }
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  for (let kill = 1; kill <= KILLS; kill++) {
    while (all - requests.length < (all * kill) / (KILLS + 1)) await pause(5);
    if (kill % 2 === 1) {
      await crashing.kill();
      await crashing.start();
    } else await crashing.killDatabase();
  }
  await callers;
  expect(tries).toBeGreaterThan(all);
  expect([stored.size, new Set(stored.values()).size]).toEqual([TOTAL, TOTAL]);
  const today = new Date(now).toISOString().slice(0, 10);
  for (const by of ["branch", "node", "quest", "kind", "day", "version"] as const) {
    const path = `/v1/projects/${projectId}/player-events/counts?limit=500&by=${by}`;
    const { counts } = (await call<{ counts: (CountRow & { graph_id: unknown })[] }>(crashing.target, "GET", path))
      .body;
    const counted = counts.map(({ graph_id: _, ...count }) => count);
    expect([by, counted]).toEqual([by, countedOf(events, by, today)]);
  }
});
