import { afterAll, beforeAll, expect, test } from "vitest";
import { randomAt } from "#domain/runtime/random.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectTruth, openAsked } from "./asked-project.ts";
import { Callers } from "./callers.ts";
import { DISTURBANCES, type Disturbance, disturb } from "./refusing-administrator.ts";

const CALLERS = 16;
const PROJECTS = 4;
/** Requests that have to be refused. */
const ENOUGH = rounds({ gate: 2, full: 6 });
const MS = rounds({ gate: 3_000, full: 60_000 });
/** Runs of each disturbance, each from a seed of its own. */
const RUNS: Readonly<Record<Disturbance, number>> = {
  pg_cancel_backend: rounds({ gate: 1, full: 5 }),
  pg_terminate_backend: 1,
};

let api: TestApi;
let keys: readonly string[];

beforeAll(async () => {
  api = await startTestApi({ mount: "listener" });
  keys = await Promise.all(Array.from({ length: CALLERS }, () => api.home.makeKey()));
});
afterAll(() => api.close());

/** Draws the numbers of a seed, from 0 to 1, one after the other. */
function randomFrom(seed: number): () => number {
  let draws = 0;
  return () => randomAt(seed, draws++);
}

const CASES = DISTURBANCES.flatMap((how) =>
  Array.from({ length: RUNS[how] }, (_, index) => ({ how, seed: TEST_SEED + index })),
);

test.each(CASES)(
  "$how at random backends under callers is no wrong answer, no loss and no hang: seed $seed",
  async (each) => {
    const { how, seed } = each;
    const random = randomFrom(seed);
    const projects = await Promise.all(Array.from({ length: PROJECTS }, () => openAsked(api)));
    const callers = new Callers(api, { projects, keys, random });
    // A busy machine meets little work in the time. Six refusals took from 3 to 24 seconds: most blows fall on what is tried again.
    const isEnough = () => (callers.answers.get(503) ?? 0) >= ENOUGH;
    const met = await disturb(api.databaseUrl, { how, ms: MS, isEnough, random });
    await callers.ended();
    const answers = Object.fromEntries(callers.answers);
    const slowest = Math.round(callers.slowestMs);
    process.stdout.write(`${how}: seed ${seed}, ${met} met, ${JSON.stringify(answers)}, slowest ${slowest} ms\n`);
    expect(callers.wrong).toEqual([]);
    // The blows fell on work, or nothing was shown.
    expect(met).toBeGreaterThan(0);
    expect(callers.answers.get(503)).toBeGreaterThan(0);
    for (const project of projects) await expectTruth(api, project);
  },
);
