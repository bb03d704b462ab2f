import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#server/kernel/scope.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { newCaller, openWorkbench, type Workbench } from "./workbench.ts";

const { entities, record } = registry;
const MINUTE = 60_000;
let bench: Workbench;
let projectId: string;
let ana: Caller;
let bor: Caller;

beforeAll(async () => {
  bench = await openWorkbench();
  ana = bench.caller;
  bor = newCaller({ workspaceId: ana.workspaceId });
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.time = Date.UTC(2026, 10, 21, 12);
  projectId = await bench.newProject();
});

const params = () => ({ project_id: projectId });
const pass = (minutes: number) => {
  bench.time = (bench.time ?? 0) + minutes * MINUTE;
};
let made = 0;
const create = (body: object, caller = ana) => {
  made += 1;
  return bench.ask(entities.create, { params: params(), body: { external_id: `e${made}`, ...body }, caller });
};
const timeline = (query: Record<string, unknown> = {}) => bench.ask(record.timeline, { params: params(), query });
const commits = (query: Record<string, unknown> = {}) => bench.ask(record.commits, { params: params(), query });
const density = (query: Record<string, unknown> = {}) => bench.ask(record.density, { params: params(), query });

test("what one person did without a pause of half an hour is one sitting, beside what somebody else did meanwhile", async () => {
  await create({ type: "npc", name: "Mara" });
  pass(10);
  await create({ type: "npc", name: "Bor" }, bor);
  pass(15);
  await create({ type: "npc", name: "Ana" });
  pass(31);
  await create({ type: "npc", name: "Lee" });
  const { sittings, next_before_seq } = await timeline();
  expect(
    sittings.map(({ actor, from_seq, to_seq, commits, events }) => [actor, from_seq, to_seq, commits, events]),
  ).toEqual([
    [ana.actor, 5, 5, 1, 1],
    [ana.actor, 1, 4, 3, 3],
    [bor.actor, 3, 3, 1, 1],
  ]);
  expect(next_before_seq).toBeNull();
  expect(sittings[1]?.kinds).toEqual([
    { kind: "entity.created", subjects: 2 },
    { kind: "project.created", subjects: 1 },
  ]);
  expect(sittings[1]?.subjects.slice(0, 2).map(({ name, verb }) => [name, verb])).toEqual([
    ["Ana", "created"],
    ["Mara", "created"],
  ]);
  const before = await timeline({ at_seq: 3 });
  expect(before.sittings.map(({ from_seq, to_seq }) => [from_seq, to_seq])).toEqual([
    [3, 3],
    [1, 2],
  ]);
});

test("a filter keeps what one person did, or what happened to one kind or one subject", async () => {
  const mara = await create({ type: "npc", name: "Mara" });
  await create({ type: "npc", name: "Bor" }, bor);
  await bench.ask(entities.update, {
    params: { ...params(), entity_id: mara.id },
    body: { name: "Mara the Elder" },
    caller: bor,
  });
  const seqs = async (query: Record<string, unknown>) =>
    (await timeline(query)).sittings.map(({ from_seq, to_seq }) => [from_seq, to_seq]);
  expect(await seqs({ actor: bor.actor })).toEqual([[3, 4]]);
  expect(await seqs({ subject_type: "project" })).toEqual([[1, 1]]);
  expect(await seqs({ subject_id: mara.id })).toEqual([
    [4, 4],
    [2, 2],
  ]);
  expect((await commits({ subject_id: mara.id })).commits.map((each) => each.commit_seq)).toEqual([4, 2]);
  expect((await density({ subject_id: mara.id })).buckets.reduce((sum, { events }) => sum + events, 0)).toBe(2);
});

test("a commit names what it is about, what it set, where it led and what followed", async () => {
  const harbour = await create({ type: "location", name: "Harbour", external_id: "harbour" });
  const inn = await create({ type: "location", name: "Inn", external_id: "inn" });
  await create({ type: "location", name: "Cellar", external_id: "cellar", parent_id: inn.id });
  await bench.ask(registry.locations.move, {
    params: { ...params(), entity_id: inn.id },
    body: { parent_id: harbour.id },
  });
  const { commits: page, next_to_seq } = await commits({ limit: 1 });
  expect(page).toMatchObject([
    {
      commit_seq: 5,
      actor: ana.actor,
      label: null,
      change_total: 1,
      changes: [
        {
          subject_type: "entity",
          name: "Inn",
          verb: "moved",
          fields: ["/parent_id"],
          values: { "/parent_id": harbour.id },
          names: { [harbour.id]: "Harbour" },
          data: { descendants: 1 },
        },
      ],
    },
  ]);
  expect(next_to_seq).toBe(4);
  expect((await commits({ to_seq: 4, from_seq: 2 })).commits.map(({ commit_seq }) => commit_seq)).toEqual([4, 3, 2]);
  await expect(commits({ to_seq: 6 })).rejects.toMatchObject({ items: [{ loc: ["query", "to_seq"] }] });
});

test("the density counts every event once, by time or by sequence", async () => {
  for (let hour = 0; hour < 5; hour += 1) {
    await create({ type: "npc", name: `N ${hour}` });
    pass(60);
  }
  const byTime = await density({ buckets: 4 });
  expect(byTime.buckets.map(({ events }) => events)).toEqual([2, 1, 1, 2]);
  expect((await density({ buckets: 2, by: "seq" })).buckets.map(({ from_seq, to_seq }) => [from_seq, to_seq])).toEqual([
    [1, 3],
    [4, 6],
  ]);
  expect((await density({ at_seq: 3 })).to_seq).toBe(3);
});

test("pages of any length and filter put together are the sittings of all events at once", async () => {
  const callers = [ana, bor, newCaller({ workspaceId: ana.workspaceId })];
  const step = fc.record({ who: fc.nat({ max: 2 }), minutes: fc.constantFrom(0, 5, 29, 31, 400) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, limit) => {
        bench.time = Date.UTC(2026, 10, 21, 20);
        projectId = await bench.newProject();
        const done: { actor: string; at: number; seq: number }[] = [{ actor: ana.actor, at: bench.time, seq: 1 }];
        for (const { who, minutes } of steps) {
          pass(minutes);
          const caller = callers[who] ?? ana;
          await create({ type: "npc", name: "N" }, caller);
          done.push({ actor: caller.actor, at: bench.time ?? 0, seq: done.length + 1 });
        }
        const paged: unknown[] = [];
        for (let before: number | null = null; ; ) {
          const page = await timeline({ limit, ...(before !== null && { before_seq: before }) });
          paged.push(...page.sittings.map(({ actor, from_seq, to_seq, events }) => [actor, from_seq, to_seq, events]));
          before = page.next_before_seq;
          if (before === null) break;
        }
        expect(paged).toEqual(expectedSittings(done));
      },
    ),
    { numRuns: rounds({ gate: 6, full: 200 }) },
  );
});

/** Sittings by their definition, over all events at once. */
function expectedSittings(done: readonly { actor: string; at: number; seq: number }[]) {
  const sittings: { actor: string; from: number; to: number; at: number; events: number }[] = [];
  for (const { actor, at, seq } of done) {
    const last = sittings.findLast((each) => each.actor === actor);
    const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
    if (last !== undefined && at - last.at <= 30 * MINUTE && day(at) === day(last.at)) {
      Object.assign(last, { to: seq, at, events: last.events + 1 });
    } else sittings.push({ actor, from: seq, to: seq, at, events: 1 });
  }
  return sittings.sort((a, b) => b.to - a.to).map(({ actor, from, to, events }) => [actor, from, to, events]);
}
