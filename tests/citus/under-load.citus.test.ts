import { afterAll, beforeAll, expect, test } from "vitest";
import { randomAt } from "#domain/runtime/random.ts";
import { jobs } from "#server/worker/jobs.ts";
import { rounds, TEST_SEED } from "#test-size";
import { expectTruth, openAsked } from "#tests/refusals/asked-project.ts";
import { Callers } from "#tests/refusals/callers.ts";
import { WorkingProject } from "#tests/refusals/working-project.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { openDistributed } from "./distributed.ts";
import type { RefusalWatch } from "./refusal-watch.ts";

/** Time for which the product works, in milliseconds. */
const MS = rounds({ gate: 20_000, full: 600_000 });
const CALLERS = 16;
const PROJECTS = 8;

let watch: RefusalWatch;
let processes: readonly TestApi[];

beforeAll(async () => {
  watch = await openDistributed();
  const database = { name: "citus", url: watch.url, drop: async () => {} };
  const options = {
    database,
    mount: "listener",
    deliveries: { pollMs: 200 },
    sessions: { pollMs: 200 },
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
  } as const;
  processes = [await startTestApi(options), await startTestApi(options)];
}, 600_000);
afterAll(async () => {
  for (const process of processes) await process.close();
  await watch?.close();
});

/** Does again and again what is to be done, until a time. */
async function repeat(end: number, work: () => Promise<void>): Promise<number> {
  let times = 0;
  for (; performance.now() < end; times += 1) await work();
  return times;
}

/** Runs every job of upkeep once. */
async function keepUp(api: TestApi): Promise<void> {
  for (const job of jobs.filter(({ every }) => every !== null)) {
    const signal = AbortSignal.timeout(120_000);
    let state: Awaited<ReturnType<typeof job.step>> = {};
    while (state !== "done" && !signal.aborted) state = await job.step(api.services, state, signal);
    expect([job.name, state]).toEqual([job.name, "done"]);
  }
}

test(
  "two processes under callers, sessions, webhooks, imports and upkeep are neither refused nor warned, and lose nothing",
  async () => {
    const [first, second] = processes as [TestApi, TestApi];
    const projects = await Promise.all(Array.from({ length: PROJECTS }, () => openAsked(first)));
    const working = await Promise.all(processes.map(WorkingProject.open));
    const keys = await Promise.all(Array.from({ length: CALLERS }, () => first.home.makeKey()));
    let draws = 0;
    const callers = new Callers(first, { projects, keys, random: () => randomAt(TEST_SEED, draws++) });
    const end = performance.now() + MS;
    const [turns, otherTurns, upkeep] = await Promise.all([
      ...working.map((project) => repeat(end, () => project.expectWell())),
      repeat(end, () => keepUp(second)),
    ]).finally(() => callers.ended());
    const answers = Object.fromEntries(callers.answers);
    console.log(`${turns} and ${otherTurns} turns, upkeep ${upkeep} times, ${JSON.stringify(answers)}`);
    expect([callers.wrong, Object.keys(answers)]).toEqual([[], ["200", "201"]]);
    for (const project of projects) await expectTruth(first, project);
    for (const project of working) {
      await project.expectReplay();
      await project.close();
    }
    expect(watch.take()).toEqual([]);
  },
  MS + 300_000,
);
