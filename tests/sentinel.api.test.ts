import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { sampleOfEach } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { HOSTILE_BODIES, isExpected } from "#tests/support/hostile-bodies.ts";

/** Most processor time of a turn of the event loop that serves everybody, in milliseconds. */
const MOST_A_TURN = 250;

let api: TestApi;
let model: ModelServer;
let project: string;

beforeAll(async () => {
  model = await startModelServer(answers({}));
  api = await startTestApi({
    mount: "listener",
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 50, retryMs: 5, longestRetryMs: 20 },
  });
  project = await api.makeProject();
});
afterAll(async () => {
  await api.close();
  await model.close();
});

/** Measures the turns of this thread in processor time, so that a busy machine makes none longer. */
function watchTurns(): () => number {
  let most = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    most = Math.max(most, (now.user - last.user + now.system - last.system) / 1_000);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

/** Asks for others until work is over, and answers its result. No turn of the event loop is long meanwhile. */
async function besideOthers<Result>(work: Promise<Result>): Promise<Result> {
  const stop = watchTurns();
  const state = { isOver: false };
  const ending = work.finally(() => {
    state.isOver = true;
  });
  const others = async () => {
    do {
      const both = [await api.fetch("/health"), await api.call("GET", "/v1/projects", { key: api.stranger.key })];
      const answered = both.map(({ status }) => status);
      expect(answered).toEqual([200, 200]);
      await sleep(20);
    } while (!state.isOver);
  };
  const [result] = await Promise.all([ending, others()]);
  const most = stop();
  expect(most).toBeLessThan(MOST_A_TURN);
  return result;
}

test("others are served while a process loads what all requests share", async () => {
  await besideOthers(api.fabula.load());
});

test.each([...sampleOfEach(HOSTILE_BODIES, ({ kind }) => kind)])(
  "others are served during a hostile body: $kind, $name",
  async (body) => {
    const answer = await besideOthers(body.run({ project, model, call: api.call }));
    expect(isExpected(body, answer), JSON.stringify(answer)).toBe(true);
  },
);
