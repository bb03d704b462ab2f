import { afterAll, beforeAll, expect, test } from "vitest";
import { randomAt } from "#domain/runtime/random.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { type AskedProject, Callers } from "./callers.ts";
import { DISTURBANCES, type Disturbance, disturb } from "./refusing-administrator.ts";

const CALLERS = 16;
const PROJECTS = 4;
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

const openProject = async (): Promise<AskedProject> => {
  const path = `/v1/projects/${await api.makeProject()}`;
  return { path, acknowledged: [], created: new Map(), refused: [] };
};

/** Draws the numbers of a seed, from 0 to 1, one after the other. */
function randomFrom(seed: number): () => number {
  let draws = 0;
  return () => randomAt(seed, draws++);
}

interface Event {
  seq: number;
  subject_id: string;
  change: { set?: Record<string, unknown> };
}

async function recordOf(path: string): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const { status, body } = await api.call<{ events: Event[]; has_more: boolean }>("GET", `${path}/events`, {
      query: { after_seq: all.length, limit: 500 },
    });
    expect(status).toBe(200);
    all.push(...body.events);
    if (!body.has_more) return all;
  }
}

/** Expects a project to take writes, every acknowledged write to be in its record, and every refused one to be there whole or not at all. */
async function expectTruth({ path, acknowledged, refused }: AskedProject): Promise<void> {
  expect((await api.call("PATCH", path, { body: { description: "Written afterwards." } })).status).toBe(200);
  const record = await recordOf(path);
  expect(record.map(({ seq }) => seq)).toEqual(record.map((_, index) => index + 1));
  for (const { seq, id, name } of acknowledged) {
    const event = record[seq - 1];
    const state = event?.change.set?.[""] as { name: string } | undefined;
    expect([event?.subject_id, state?.name ?? event?.change.set?.["/name"]]).toEqual([id, name]);
  }
  for (const name of refused.slice(0, 200)) {
    const { body } = await api.call<{ total: number }>("GET", `${path}/entities`, { query: { external_id: name } });
    const events = record.filter(({ change }) => (change.set?.[""] as { name?: string } | undefined)?.name === name);
    expect(body.total, name).toBe(events.length);
    expect(events.length, name).toBeLessThanOrEqual(1);
  }
  const replay = await api.call<{ differences: unknown[] }>("POST", `${path}/replay`);
  expect([replay.status, replay.body.differences]).toEqual([200, []]);
}

const CASES = DISTURBANCES.flatMap((how) =>
  Array.from({ length: RUNS[how] }, (_, index) => ({ how, seed: TEST_SEED + index })),
);

test.each(CASES)(
  "$how at random backends under callers is no wrong answer, no loss and no hang: seed $seed",
  async (each) => {
    const { how, seed } = each;
    const random = randomFrom(seed);
    const projects = await Promise.all(Array.from({ length: PROJECTS }, openProject));
    const callers = new Callers(api, { projects, keys, random });
    // A busy machine meets little work in the time.
    const isEnough = () => (callers.answers.get(503) ?? 0) > 5;
    const met = await disturb(api.databaseUrl, { how, ms: MS, isEnough, random });
    await callers.ended();
    const answers = Object.fromEntries(callers.answers);
    const slowest = Math.round(callers.slowestMs);
    process.stdout.write(`${how}: seed ${seed}, ${met} met, ${JSON.stringify(answers)}, slowest ${slowest} ms\n`);
    expect(callers.wrong).toEqual([]);
    // The blows fell on work, or nothing was shown.
    expect(met).toBeGreaterThan(0);
    expect(callers.answers.get(503)).toBeGreaterThan(0);
    for (const project of projects) await expectTruth(project);
  },
);
