import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDialogue } from "#server/features/dialogues/operations/create-dialogue.ts";
import { createNode } from "#server/features/dialogues/operations/create-node.ts";
import { createEntity } from "#server/features/entities/operations/create-entity.ts";
import { deleteEntity } from "#server/features/entities/operations/delete-entity.ts";
import { getEntity } from "#server/features/entities/operations/get-entity.ts";
import { updateEntity } from "#server/features/entities/operations/update-entity.ts";
import { createFact } from "#server/features/facts/operations/create-fact.ts";
import { listFacts } from "#server/features/facts/operations/list-facts.ts";
import { supersedeFact } from "#server/features/facts/operations/supersede-fact.ts";
import { getProject } from "#server/features/projects/operations/get-project.ts";
import { listRelationships } from "#server/features/relationships/operations/list-relationships.ts";
import { acceptRunProposals } from "#server/features/runs/operations/accept-proposals.ts";
import { backInRun } from "#server/features/runs/operations/back.ts";
import { chooseInRun } from "#server/features/runs/operations/choose.ts";
import { forkRun } from "#server/features/runs/operations/fork-run.ts";
import { startRun } from "#server/features/runs/operations/start-run.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const lit = (value: number | string | boolean) => ({ lit: value });

type Effects = readonly object[];

/** One card with a branch for each list of effects that leads back to it, in a world of Ana, an inn, a coin, and a fact. */
async function world(of: (ids: { ana: string; inn: string; coin: string; secret: string }) => readonly Effects[]) {
  const project_id = await bench.newProject();
  const params = { project_id };
  const entity = (name: string, properties: object = {}) =>
    bench.ask(createEntity, { params, body: { type: "thing", name, external_id: name, properties } });
  const [{ id: ana }, { id: inn }, { id: coin }] = [
    await entity("Ana", { mood: "calm", age: 30 }),
    await entity("Inn"),
    await entity("Coin"),
  ];
  const { id: secret } = await bench.ask(createFact, {
    params,
    body: { text: "The seal is forged.", subject_id: inn, known_by: [] },
  });
  await bench.ask(createFact, { params, body: { text: "salt", subject_id: ana, predicate: "fears" } });
  const lists = of({ ana, inn, coin, secret });
  const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "At the inn" } });
  const card = newId("node");
  const branches = lists.map((effects, nth) => ({
    id: newId("br"),
    choice_text: `Way ${nth}`,
    target_node_id: card,
    effects,
  }));
  await bench.ask(createNode, { params: { project_id, graph_id }, body: { id: card, text: "What now?", branches } });
  const start = async () =>
    (await bench.ask(startRun, { params: { project_id, graph_id }, body: { world_time: 8 } })).id;
  const choose = (run_id: string, way: number, step: number) =>
    bench.ask(chooseInRun, { params: { project_id, run_id }, body: { branch_id: branches[way]?.id ?? "", step } });
  const accept = (run_id: string, body: object = {}) =>
    bench.ask(acceptRunProposals, { params: { project_id, run_id }, body });
  return { project_id, params, ana, inn, coin, secret, card, start, choose, accept };
}

const head = async (project_id: string) => (await bench.ask(getProject, { params: { project_id } })).last_seq;

describe("what a playthrough proposed is accepted", () => {
  test("given every kind of change, then the record has them in one commit, and says what it does not keep", async () => {
    const { project_id, params, ana, inn, coin, secret, card, start, choose, accept } = await world((ids) => [
      [
        { op: "property.set", target: ids.ana, key: "mood", value: lit("merry") },
        { op: "property.add", target: ids.ana, key: "age", value: lit(1) },
        { op: "location.move", target: ids.ana, key: ids.inn },
        { op: "inventory.give", target: ids.ana, key: ids.coin, value: lit(3) },
        { op: "inventory.take", target: ids.ana, key: ids.coin, value: lit(1) },
        { op: "relationship.set", target: ids.ana, key: ids.inn, value: lit(5) },
        { op: "relationship.adjust", target: ids.ana, key: ids.inn, value: lit(2) },
        { op: "fact.set", target: ids.ana, key: "fears", value: lit("the sea") },
        { op: "fact.tell", target: ids.ana, key: ids.secret, value: lit("heard") },
        { op: "time.advance", value: lit(1) },
      ],
    ]);
    const run = await start();
    await choose(run, 0, 0);
    const before = await head(project_id);
    const tried = await accept(run, { dry_run: true });
    expect(tried.preview?.total).toBeGreaterThan(4);
    expect(await head(project_id)).toBe(before);
    const done = await accept(run);
    expect({ ...done, seq: 0 }).toEqual({ ...tried, dry_run: false, preview: undefined, seq: 0 });
    expect(done.accepted.map(({ op, value }) => [op, value])).toEqual([
      ["property.set", "merry"],
      ["property.add", 31],
      ["location.move", inn],
      ["inventory.give", 3],
      ["inventory.take", 2],
      ["relationship.set", 5],
      ["relationship.adjust", 7],
      ["fact.set", "the sea"],
      ["fact.tell", "heard"],
    ]);
    expect(done).toMatchObject({
      not_kept: [{ op: "time.advance", reason: "of_playthrough" }],
      not_kept_total: 1,
    });
    expect(await bench.ask(getEntity, { params: { project_id, entity_id: ana } })).toMatchObject({
      parent_id: inn,
      properties: { mood: "merry", age: 31 },
    });
    const { relationships } = await bench.ask(listRelationships, { params });
    expect(relationships.map(({ type, target_id, properties }) => [type, target_id, properties])).toEqual([
      ["has", coin, { count: 2 }],
      ["relates_to", inn, { value: 7 }],
    ]);
    const { facts } = await bench.ask(listFacts, { params });
    expect(
      facts.map(({ text, known_by, superseded_mode, source }) => [text, known_by, superseded_mode, source.kind]),
    ).toEqual([
      ["The seal is forged.", [ana], null, "client"],
      ["salt", "everyone", "from", "client"],
      ["the sea", "everyone", null, "node"],
    ]);
    expect(facts[2]?.source).toMatchObject({ node_id: card });
    expect(facts[0]?.id).toBe(secret);
    const again = await accept(run);
    expect(again).toMatchObject({ seq: done.seq, accepted: [], accepted_before: 9 });
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  test("given a playthrough that goes on from a save, then what they share is accepted once, and what was taken back never", async () => {
    const { project_id, params, start, choose, accept } = await world(({ ana, coin }) => [
      [{ op: "inventory.give", target: ana, key: coin, value: lit(1) }],
      [{ op: "inventory.give", target: ana, key: coin, value: lit(10) }],
    ]);
    const run = await start();
    await choose(run, 1, 0);
    await bench.ask(backInRun, { params: { project_id, run_id: run }, body: { step: 1 } });
    await choose(run, 0, 2);
    const fork = await bench.ask(forkRun, { params: { project_id, run_id: run } });
    await choose(fork.id, 0, fork.standing.step);
    const second = await bench.ask(forkRun, { params: { project_id, run_id: fork.id } });
    expect(await accept(second.id)).toMatchObject({ accepted: [{ value: 1 }, { value: 2 }] });
    expect(await accept(run)).toMatchObject({ accepted: [], accepted_before: 1 });
    expect(await accept(fork.id)).toMatchObject({ accepted: [], accepted_before: 2 });
    await choose(run, 0, 3);
    expect(await accept(run)).toMatchObject({ accepted: [{ value: 3 }], accepted_before: 1 });
    const { relationships } = await bench.ask(listRelationships, { params });
    expect(relationships).toMatchObject([{ properties: { count: 3 } }]);
  });

  test("given requests at the same time, then each change is accepted by one of them", async () => {
    const { params, start, choose, accept } = await world(({ ana, coin }) => [
      [{ op: "inventory.give", target: ana, key: coin, value: lit(1) }],
    ]);
    const run = await start();
    for (let step = 0; step < 5; step++) await choose(run, 0, step);
    const all = await Promise.all(Array.from({ length: 8 }, () => accept(run)));
    expect(all.map(({ accepted }) => accepted.length).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 5]);
    const { relationships } = await bench.ask(listRelationships, { params });
    expect(relationships).toMatchObject([{ properties: { count: 5 } }]);
  });

  test("given a value that an author changed since, then nothing is written before somebody says so; sums meet nothing", async () => {
    const { project_id, params, ana, start, choose, accept } = await world((ids) => [
      [
        { op: "property.set", target: ids.ana, key: "mood", value: lit("merry") },
        { op: "property.add", target: ids.ana, key: "age", value: lit(1) },
      ],
    ]);
    const run = await start();
    await choose(run, 0, 0);
    await bench.ask(updateEntity, {
      params: { ...params, entity_id: ana },
      body: { properties: { mood: "sad", age: 50 } },
    });
    const before = await head(project_id);
    const met = [{ op: "property.set", theirs: "sad", by: bench.caller.actor, at: expect.any(String) }];
    expect(await accept(run, { dry_run: true })).toMatchObject({ met });
    await expect(accept(run)).rejects.toMatchObject({
      code: "edit_conflict",
      detail: { conflicts: [{ id: ana, field: "/property/mood", mine: "merry", theirs: "sad" }], current_seq: before },
    });
    expect(await head(project_id)).toBe(before);
    const sums = await accept(run, { effect_ids: [(await accept(run, { dry_run: true })).accepted[1]?.effect_id] });
    expect(sums).toMatchObject({ accepted: [{ op: "property.add", value: 51 }], met: [] });
    expect(await accept(run, { overwrite: true })).toMatchObject({
      accepted: [{ value: "merry" }],
      met,
      accepted_before: 1,
    });
  });

  test("given a fact that holds because its successor was deleted, then the new one is in its place", async () => {
    const { params, ana, start, choose, accept } = await world((ids) => [
      [{ op: "fact.set", target: ids.ana, key: "fears", value: lit("the sea") }],
    ]);
    const feared = async () =>
      (await bench.ask(listFacts, { params, query: { subject_id: ana, superseded: false } })).facts;
    const [salt] = await feared();
    const by = { text: "wind", subject_id: ana, predicate: "fears" };
    const { by: wind } = await bench.ask(supersedeFact, {
      params: { ...params, fact_id: salt?.id ?? "" },
      body: { by, reason: "She learnt." },
    });
    await bench.ask(registry.facts.delete, { params: { ...params, fact_id: wind.id } });
    const run = await start();
    await choose(run, 0, 0);
    expect(await accept(run)).toMatchObject({ accepted: [{ before: "salt", value: "the sea" }], met: [] });
    expect((await feared()).map(({ text }) => text)).toEqual(["the sea"]);
  });

  test("given what is gone, and a place within itself, then these are named and the rest is accepted", async () => {
    const { project_id, params, ana, inn, coin, start, choose, accept } = await world((ids) => [
      [
        { op: "location.move", target: ids.ana, key: ids.inn },
        { op: "property.set", target: ids.coin, key: "lost", value: lit(true) },
        { op: "property.set", target: ids.ana, key: "mood", value: lit("merry") },
      ],
    ]);
    const run = await start();
    await choose(run, 0, 0);
    await bench.ask(updateEntity, { params: { ...params, entity_id: inn }, body: { parent_id: ana } });
    await bench.ask(deleteEntity, { params: { ...params, entity_id: coin } });
    expect(await accept(run)).toMatchObject({
      accepted: [{ value: "merry" }],
      not_kept: [
        { op: "location.move", reason: "does_not_fit" },
        { op: "property.set", entity_id: coin, reason: "gone" },
      ],
    });
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  test("random playthroughs, accepted in pieces, come to what a model says", async () => {
    const numbers = fc.integer({ min: 1, max: 5 });
    const step = fc.record({ way: fc.nat(3), accepts: fc.boolean(), forks: fc.boolean(), backs: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(numbers, fc.array(step, { minLength: 1, maxLength: 8 }), async (n, steps) => {
        const { params, ana, project_id, start, choose, accept } = await world(({ ana: id, coin }) => [
          [{ op: "inventory.give", target: id, key: coin, value: lit(n) }],
          [{ op: "inventory.take", target: id, key: coin, value: lit(2) }],
          [{ op: "property.add", target: id, key: "age", value: lit(n) }],
          [{ op: "property.set", target: id, key: "mood", value: lit(`m${n}`) }],
        ]);
        let run = await start();
        let at = 0;
        /** Changes on the way, each with what the record made of it. */
        let way: { apply: (now: Model) => void; done: boolean }[] = [];
        const model: Model = { coins: 0, age: 30, mood: "calm" };
        let own = 0;
        for (const { way: chosen, accepts, forks, backs } of steps) {
          const had = own;
          own = [had + n, Math.max(0, had - 2), had, had][chosen] ?? had;
          const delta = own - had;
          const apply = [
            (now: Model) => Object.assign(now, { coins: Math.max(0, now.coins + delta) }),
            (now: Model) => Object.assign(now, { coins: Math.max(0, now.coins + delta) }),
            (now: Model) => Object.assign(now, { age: now.age + n }),
            (now: Model) => Object.assign(now, { mood: `m${n}` }),
          ][chosen] as (now: Model) => void;
          at = (await choose(run, chosen, at)).step;
          if (backs) {
            at = (await bench.ask(backInRun, { params: { project_id, run_id: run }, body: { step: at } })).step;
            own = had;
          } else way = [...way, { apply, done: false }];
          if (forks) {
            const fork = await bench.ask(forkRun, { params: { project_id, run_id: run } });
            [run, at] = [fork.id, fork.standing.step];
          }
          if (!accepts) continue;
          await accept(run);
          for (const each of way) if (!each.done) Object.assign(each, { done: true, did: each.apply(model) });
        }
        const { properties } = await bench.ask(getEntity, { params: { project_id, entity_id: ana } });
        const { relationships } = await bench.ask(listRelationships, { params });
        const coins = relationships.map((each) => Number(each.properties.count)).reduce((sum, each) => sum + each, 0);
        expect({ ...properties, coins }).toEqual(model);
      }),
      { numRuns: rounds({ gate: 6, full: 150 }) },
    );
  });
});

interface Model {
  coins: number;
  age: number;
  mood: string;
}
