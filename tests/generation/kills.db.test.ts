import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionLoop } from "#server/features/generation/public.ts";
import { WorkNotifier } from "#server/leases/work-notifier.ts";
import type { Services } from "#server/operation/context.ts";
import type { Pool } from "#server/record/database.ts";
import { WriteQueue } from "#server/record/write-queue.ts";
import { generators } from "#server/worker/generators.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { scriptedKeys } from "./scripted-keys.ts";

const TIMINGS = { pollMs: 40, leaseMs: 250, retryMs: 5, longestRetryMs: 10 };
/** More than a session has transactions, so that the last ones are those of nobody who died. */
const POINTS = 13;

interface Trace {
  steps: { step: string; attempt: number }[];
  calls: { status: string; possible_double_charge: boolean }[];
}

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Whether a statement stores how far a session is: leases and the index of words are others' to prove. */
const isOurs = (query: object) => JSON.stringify(query).includes("UPDATE session_work SET ");

/** A process that dies with its nth write: before it, or as soon as it is committed. What it began is never heard of again. */
function dying(services: Services, nth: number, isAfter: boolean): { services: Services; isDead: () => boolean } {
  let writes = 0;
  let isDead = false;
  const died = new Error("killed");
  const never = <T>() => new Promise<T>(() => {});
  const watch = async <T>(work: (note: (query: object) => void) => Promise<T>): Promise<T> => {
    if (isDead) return never();
    let isCounted = false;
    let isLast = false;
    const note = (query: object) => {
      if (isCounted || !isOurs(query)) return;
      isCounted = true;
      writes += 1;
      isLast = writes === nth;
      if (!isLast) return;
      isDead = true;
      if (!isAfter) throw died;
    };
    try {
      const done = await work(note);
      return isLast ? never() : done;
    } catch (error) {
      if (error === died || isLast) return never();
      throw error;
    }
  };
  const { writes: pool } = services.database;
  const watched: Pool = {
    execute: (query) =>
      watch((note) => {
        note(query);
        return pool.execute(query);
      }),
    transaction: (mode, work, options) =>
      watch((note) =>
        pool.transaction(
          mode,
          (db) =>
            work({
              execute: (query) => {
                note(query);
                return db.execute(query);
              },
              finish: (queries) => {
                for (const query of queries) note(query);
                return db.finish(queries);
              },
            }),
          options,
        ),
      ),
  };
  const reads: Pool = {
    execute: (query) => (isDead ? never() : services.database.reads.execute(query)),
    transaction: (mode, work, options) => services.database.reads.transaction(mode, work, options),
  };
  return {
    services: { ...services, queue: new WriteQueue(), database: { ...services.database, reads, writes: watched } },
    isDead: () => isDead,
  };
}

test.each([
  ["before", false],
  ["after", true],
] as const)(
  "killed %s any write, a session goes on at the first step without a result, and ends as if nothing had been",
  async (_, isAfter) => {
    const scripts: ReturnType<typeof scriptedKeys>[] = [];
    const ends = await Promise.all(
      Array.from({ length: POINTS }, async (_each, index) => {
        const project = await api.makeProject();
        const { body } = await api.call<{ session_id: string }>("POST", `/v1/projects/${project}/generate`, {
          body: { prompt: `Number ${index}.` },
        });
        const keys = scriptedKeys(() => `Draft ${index}.`);
        scripts.push(keys);
        const doomed = dying(api.services, index + 1, isAfter);
        // Each is at work on its own project alone.
        new SessionLoop(ofProject(doomed.services, project), generators, TIMINGS, keys).start();
        await eventually(
          async () => doomed.isDead() || (await standing(body.session_id)).status !== "accepted",
          (isOver) => isOver,
        );
        const heir = new SessionLoop(ofProject(api.services, project), generators, TIMINGS, keys);
        heir.start();
        const end = await eventually(
          () => standing(body.session_id),
          ({ status }) => status !== "accepted",
          { about: `session ${index}` },
        );
        await heir.close();
        const { body: trace } = await api.call<Trace>("GET", `/v1/sessions/${body.session_id}/trace`);
        return { index, end, trace, asked: keys.calls.length };
      }),
    );
    for (const { index, end, trace, asked } of ends) {
      expect([index, end]).toEqual([
        index,
        expect.objectContaining({ status: "completed", result: { text: `Draft ${index}.` } }),
      ]);
      // Every step has one result: none was done again after it was stored.
      expect([index, trace.steps.map(({ attempt }) => attempt)]).toEqual([index, trace.steps.map(() => 1)]);
      expect(new Set(trace.steps.map(({ step }) => step)).size).toBe(6);
      const statuses = trace.calls.map(({ status }) => status);
      expect([index, statuses.filter((status) => status === "answered")]).toEqual([index, ["answered"]]);
      // A call that nobody knows the end of is made again, and told as what it is.
      const lost = trace.calls.filter((call) => call.possible_double_charge).length;
      expect([index, statuses.length, lost <= 1]).toEqual([index, 1 + lost, true]);
      expect([index, asked <= statuses.length]).toEqual([index, true]);
    }
    // Some died while the model was asked, and some when its answer was stored.
    if (isAfter) expect(ends.some(({ trace }) => trace.calls.length === 2)).toBe(true);
    expect(scripts.length).toBe(POINTS);
  },
);

const standing = async (id: string) =>
  (await api.call<{ status: string; result: unknown }>("GET", `/v1/sessions/${id}/status`)).body;

/** The services of a process that finds the work of one project alone. */
function ofProject(services: Services, projectId: string): Services {
  const { reads } = services.database;
  const own: Pool = {
    execute: async <Row extends Record<string, unknown>>(query: Parameters<Pool["execute"]>[0]) => {
      const rows = await reads.execute<Row>(query);
      const isLook = rows.some((row) => "kind" in row && "project_id" in row && Object.keys(row).length === 2);
      return isLook ? rows.filter((row) => row.project_id === projectId) : rows;
    },
    transaction: (mode, work, options) => reads.transaction(mode, work, options),
  };
  return { ...services, work: new WorkNotifier(), database: { ...services.database, reads: own } };
}
