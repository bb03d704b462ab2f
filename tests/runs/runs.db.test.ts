import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Branch } from "#domain/dialogue/wire.ts";
import { begin, openOffers, choose as take } from "#domain/runtime/run.ts";
import { randomPlay } from "#domain/runtime/story.arbitrary.ts";
import type { World } from "#domain/runtime/story.ts";
import { dialogueOf } from "#domain/runtime/vector.ts";
import { createDialogue } from "#server/features/dialogues/operations/create-dialogue.ts";
import { createNode } from "#server/features/dialogues/operations/create-node.ts";
import { deleteNode } from "#server/features/dialogues/operations/delete-node.ts";
import { updateNode } from "#server/features/dialogues/operations/update-node.ts";
import { createEntity } from "#server/features/entities/operations/create-entity.ts";
import { updateEntity } from "#server/features/entities/operations/update-entity.ts";
import { batchFacts } from "#server/features/facts/operations/batch-facts.ts";
import { createFact } from "#server/features/facts/operations/create-fact.ts";
import { listFactUses } from "#server/features/facts/operations/list-uses.ts";
import { listEvents } from "#server/features/history/operations/list-events.ts";
import { getProject } from "#server/features/projects/operations/get-project.ts";
import { createRelationship } from "#server/features/relationships/operations/create-relationship.ts";
import { forgetStanding } from "#server/features/runs/open-run.ts";
import { answerInRun } from "#server/features/runs/operations/answer.ts";
import { backInRun } from "#server/features/runs/operations/back.ts";
import { chooseInRun } from "#server/features/runs/operations/choose.ts";
import { deleteRun } from "#server/features/runs/operations/delete-run.ts";
import { deleteSave } from "#server/features/runs/operations/delete-save.ts";
import { exploreDialogue } from "#server/features/runs/operations/explore.ts";
import { forkRun } from "#server/features/runs/operations/fork-run.ts";
import { getRun } from "#server/features/runs/operations/get-run.ts";
import { getStory } from "#server/features/runs/operations/get-story.ts";
import { listRunProgress } from "#server/features/runs/operations/list-progress.ts";
import { listRunSaves } from "#server/features/runs/operations/list-saves.ts";
import { rebaseRun } from "#server/features/runs/operations/rebase.ts";
import { saveRun } from "#server/features/runs/operations/save-run.ts";
import { startRun } from "#server/features/runs/operations/start-run.ts";
import { openWorld } from "#server/features/runs/world.ts";
import { newId } from "#server/kernel/ids.ts";
import type { Batches } from "#server/operation/json-pieces.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { checkpoints, variables } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const lit = (value: number | string | boolean) => ({ lit: value });

/** A gate with a keeper: pay (twice at most), bribe when rich, ring a bell and wait, and an end behind it. */
async function gate() {
  const project_id = await bench.newProject();
  const params = { project_id };
  const { id: coins } = await bench.ask(variables.create, {
    params,
    body: { name: "coins", type: "integer", default: 3 },
  });
  const { id: fame } = await bench.ask(variables.create, {
    params,
    body: { name: "fame", type: "integer", scope: "project", max: 5 },
  });
  const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "The gate" } });
  const inGraph = { project_id, graph_id };
  const [keeper, bell, behind] = [newId("node"), newId("node"), newId("node")];
  const [pay, bribe, ring, opens, secret] = [newId("br"), newId("br"), newId("br"), newId("br"), newId("br")];
  await bench.ask(createNode, {
    params: inGraph,
    body: {
      id: keeper,
      text: "Halt!",
      speaker_label: "Keeper",
      branches: [
        {
          id: pay,
          choice_text: "Pay",
          target_node_id: keeper,
          repeat: "limited",
          repeat_limit: 2,
          effects: [
            { op: "sub", target: coins, value: lit(1), when: [] },
            { op: "add", target: fame, value: lit(2), when: [] },
          ],
        },
        {
          id: bribe,
          choice_text: "Bribe",
          target_node_id: behind,
          when_unavailable: "disable",
          conditions: [{ op: "gte", args: [{ var: coins }, lit(10)] }],
        },
        { id: ring, choice_text: "Ring", target_node_id: bell },
        { id: secret, choice_text: "Know me?", target_node_id: behind, repeat: "once", repeat_scope: "player" },
      ],
    },
  });
  await bench.ask(createNode, {
    params: inGraph,
    body: {
      id: bell,
      kind: "wait_event",
      branches: [{ id: opens, kind: "event", choice_text: "opens", target_node_id: behind }],
    },
  });
  await bench.ask(createNode, { params: inGraph, body: { id: behind, kind: "end", text: "You are in." } });
  const start = (body: object = {}) => bench.ask(startRun, { params: inGraph, body: { seed: 7, ...body } });
  const of = (run_id: string) => ({ project_id, run_id });
  return {
    project_id,
    graph_id,
    inGraph,
    coins,
    fame,
    keeper,
    bell,
    behind,
    pay,
    bribe,
    ring,
    opens,
    secret,
    start,
    of,
  };
}

const head = async (project_id: string) => (await bench.ask(getProject, { params: { project_id } })).last_seq;
const kindsSince = async (project_id: string, after_seq: number) =>
  (await bench.ask(listEvents, { params: { project_id }, query: { after_seq } })).events.map(({ kind }) => kind);

describe("a playthrough", () => {
  test("is played to its end: what is said, changed and offered is told at each step, and its end is an event", async () => {
    const { project_id, pay, bribe, ring, coins, start, of } = await gate();
    const run = await start();
    expect(run.standing).toMatchObject({
      step: 0,
      status: "open",
      halt: "choices",
      said: [{ text: "Halt!", speaker_label: "Keeper" }],
    });
    expect(run.standing.offers.map(({ branch_id, open, closed }) => [branch_id === bribe, open, closed])).toEqual([
      [false, true, null],
      [true, false, { reason: "condition", words: "coins ≥ 10" }],
      [false, true, null],
      [false, true, null],
    ]);
    const params = of(run.id);
    const paid = await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } });
    expect(paid).toMatchObject({ step: 1, turn: 1 });
    expect(paid.trace).toContainEqual(
      expect.objectContaining({ kind: "changed", variable_id: coins, before: 3, after: 2 }),
    );
    const again = await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 1 } });
    expect(again.offers[0]).toMatchObject({ branch_id: pay, open: false, closed: { reason: "taken", words: null } });
    const rung = await bench.ask(chooseInRun, { params, body: { branch_id: ring, step: 2 } });
    expect(rung).toMatchObject({ halt: "waiting", status: "open" });
    const before = await head(project_id);
    const ended = await bench.ask(answerInRun, { params, body: { step: 3, event: "opens" } });
    expect(ended).toMatchObject({ halt: "ending", status: "ended", said: [{ text: "You are in." }] });
    expect(await kindsSince(project_id, before)).toEqual(["run.updated"]);
    const whole = await bench.ask(getRun, { params });
    expect(whole).toMatchObject({ status: "ended", ending: { kind: "ending" }, pages: 5 });
    expect(whole.transcript.map(({ did, text }) => [did, text])).toEqual([
      ["begin", null],
      ["choose", "Pay"],
      ["choose", "Pay"],
      ["choose", "Ring"],
      ["answer", "opens"],
    ]);
  });

  test("takes a step that is sent twice once, and refuses another at the same step", async () => {
    const { pay, ring, start, of } = await gate();
    const { id } = await start();
    const params = of(id);
    const both = await Promise.all(
      [0, 1].map(() => bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } })),
    );
    expect(both[0]).toEqual(both[1]);
    await bench.ask(chooseInRun, { params, body: { branch_id: ring, step: 1 } });
    expect(await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } })).toEqual(both[0]);
    const stale = bench.ask(chooseInRun, { params, body: { branch_id: ring, step: 0 } });
    await expect(stale).rejects.toMatchObject({ code: "run_step", detail: { step: 2 } });
    await expect(bench.ask(chooseInRun, { params, body: { branch_id: ring, step: 9 } })).rejects.toMatchObject({
      code: "run_step",
    });
  });

  test("refuses a closed branch, one that is not offered, and an answer nobody waits for", async () => {
    const { bribe, opens, start, of } = await gate();
    const { id } = await start();
    const params = of(id);
    for (const branch_id of [bribe, opens]) {
      const refused = bench.ask(chooseInRun, { params, body: { branch_id, step: 0 } });
      await expect(refused).rejects.toMatchObject({ items: [{ loc: ["body", "branch_id"] }] });
    }
    const answered = bench.ask(answerInRun, { params, body: { step: 0 } });
    await expect(answered).rejects.toMatchObject({ code: "run_state", detail: { reason: "not_awaited" } });
    await expect(bench.ask(backInRun, { params, body: { step: 0 } })).rejects.toMatchObject({
      detail: { reason: "at_beginning" },
    });
    expect((await bench.ask(getRun, { params })).standing.step).toBe(0);
  });

  test("goes back, from its end as well, and the record is told", async () => {
    const { project_id, secret, pay, start, of } = await gate();
    const { id, standing } = await start();
    const params = of(id);
    const ended = await bench.ask(chooseInRun, { params, body: { branch_id: secret, step: 0 } });
    expect(ended.status).toBe("ended");
    const over = bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 1 } });
    await expect(over).rejects.toMatchObject({ code: "run_state", detail: { reason: "over" } });
    const before = await head(project_id);
    const back = await bench.ask(backInRun, { params, body: { step: 1 } });
    expect(back).toMatchObject({ step: 2, status: "open", offers: standing.offers });
    expect(await kindsSince(project_id, before)).toEqual(["run.updated"]);
    expect(await bench.ask(getRun, { params })).toMatchObject({ status: "open", ending: null, pages: 1 });
  });

  test("is saved, and gone on from: nothing that came later is there, and both go on apart", async () => {
    const { project_id, coins, pay, ring, start, of } = await gate();
    const { id, standing: first } = await start({ player_id: "p1" });
    const params = of(id);
    await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } });
    const before = await head(project_id);
    const save = await bench.ask(saveRun, { params, body: { label: "Paid once" } });
    expect(save).toMatchObject({ run_id: id, label: "Paid once", step: 1 });
    expect(await kindsSince(project_id, before)).toEqual([]);
    await bench.ask(backInRun, { params, body: { step: 1 } });
    await bench.ask(chooseInRun, { params, body: { branch_id: ring, step: 2 } });
    const loaded = await bench.ask(forkRun, { params, body: { save_id: save.id } });
    expect(loaded).toMatchObject({
      forked_from: id,
      forked_step: 1,
      player_id: expect.stringMatching(/^ply_/),
      seed: 7,
      status: "open",
    });
    const coinsIn = ({ variables: all }: { variables: { id: string; value: unknown }[] }) =>
      all.find((each) => each.id === coins)?.value;
    expect(loaded.standing).toMatchObject({ step: 1, halt: "choices" });
    expect(coinsIn(loaded.standing)).toBe(2);
    expect(await kindsSince(project_id, before)).toEqual(["run.created"]);
    // A step names what was done up to it, with what was taken back since.
    const bare = await bench.ask(forkRun, { params, body: { step: 2 } });
    expect(bare.standing).toMatchObject({ step: 0, offers: first.offers });
    const paid = await bench.ask(chooseInRun, { params: of(loaded.id), body: { branch_id: pay, step: 1 } });
    expect(coinsIn(paid)).toBe(1);
    expect((await bench.ask(getRun, { params: of(loaded.id) })).pages).toBe(3);
    expect((await bench.ask(getRun, { params })).standing).toMatchObject({ step: 3, halt: "waiting" });
    // What it goes on from may go: a fork has its own steps.
    await bench.ask(deleteRun, { params });
    const back = await bench.ask(backInRun, { params: of(loaded.id), body: { step: 2 } });
    expect(coinsIn(back)).toBe(2);
    await expect(bench.ask(listRunSaves, { params })).rejects.toMatchObject({ code: "not_found" });
  });

  test("has saves that are listed, sent twice, refused at their place, and deleted", async () => {
    const { pay, start, of } = await gate();
    const { id } = await start();
    const params = of(id);
    await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } });
    const mine = { id: newId("sav"), label: "The start", step: 0 };
    const saved = await bench.ask(saveRun, { params, body: mine });
    expect(await bench.ask(saveRun, { params, body: mine })).toEqual(saved);
    const other = bench.ask(saveRun, { params, body: { ...mine, label: "Another" } });
    await expect(other).rejects.toMatchObject({ code: "id_taken" });
    const beyond = bench.ask(saveRun, { params, body: { label: "Never", step: 2 } });
    await expect(beyond).rejects.toMatchObject({ items: [{ loc: ["body", "step"] }] });
    const late = await bench.ask(saveRun, { params, body: { label: "Paid" } });
    const { saves, total } = await bench.ask(listRunSaves, { params });
    expect([total, saves.map(({ label }) => label)]).toEqual([2, ["Paid", "The start"]]);
    for (const [body, field] of [
      [{ save_id: newId("sav") }, "save_id"],
      [{ step: 9 }, "step"],
    ] as const) {
      await expect(bench.ask(forkRun, { params, body })).rejects.toMatchObject({ items: [{ loc: ["body", field] }] });
    }
    const elsewhere = (await start()).id;
    const foreign = bench.ask(forkRun, { params: of(elsewhere), body: { save_id: late.id } });
    await expect(foreign).rejects.toMatchObject({ items: [{ loc: ["body", "save_id"] }] });
    await bench.ask(deleteSave, { params: { ...params, save_id: late.id } });
    await expect(bench.ask(deleteSave, { params: { ...params, save_id: late.id } })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await bench.ask(listRunSaves, { params })).saves).toEqual([saved]);
  });

  test("stays on its sequence while authors edit, and is moved to another once it is known what would break", async () => {
    const { project_id, keeper, bell, pay, ring, start, of } = await gate();
    const { id, base_seq } = await start();
    const params = of(id);
    await bench.ask(updateNode, { params: { project_id, node_id: keeper }, body: { text: "Who goes there?" } });
    const paid = await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } });
    expect(paid).toMatchObject({ base_seq, said: [{ text: "Halt!" }] });
    await bench.ask(chooseInRun, { params, body: { branch_id: ring, step: 1 } });
    const to_seq = await head(project_id);
    const tried = await bench.ask(rebaseRun, { params, body: { step: 2, to_seq, dry_run: true } });
    expect(tried).toMatchObject({
      breaks: null,
      dry_run: true,
      standing: { step: 2, base_seq: to_seq, halt: "waiting" },
    });
    await bench.ask(deleteNode, { params: { project_id, node_id: bell } });
    const node = await bench.ask(updateNode, {
      params: { project_id, node_id: keeper },
      body: { branches: [{ id: pay, choice_text: "Pay", target_node_id: keeper }] },
    });
    expect(node.branches).toHaveLength(1);
    const later = await head(project_id);
    const body = { step: 2, to_seq: later };
    expect(await bench.ask(rebaseRun, { params, body: { ...body, dry_run: true } })).toMatchObject({
      breaks: { page: 2, reason: "not_offered" },
    });
    await expect(bench.ask(rebaseRun, { params, body })).rejects.toMatchObject({
      code: "run_rebase",
      detail: { page: 2 },
    });
    const moved = await bench.ask(rebaseRun, { params, body: { ...body, truncate: true } });
    expect(moved.standing).toMatchObject({ step: 3, base_seq: later, turn: 1, halt: "choices" });
    expect(await bench.ask(getRun, { params })).toMatchObject({ base_seq: later, pages: 2 });
    const on = await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 3 } });
    expect(on.said).toMatchObject([{ text: "Who goes there?" }]);
  });

  test("of a player brings along what is kept for them", async () => {
    const { pay, secret, coins, fame, start, of } = await gate();
    const first = await start({ player_id: "ana", variables: { coins: 9 } });
    expect(first.standing.variables).toContainEqual({ id: coins, name: "coins", value: 9 });
    const params = of(first.id);
    await bench.ask(chooseInRun, { params, body: { branch_id: pay, step: 0 } });
    await bench.ask(chooseInRun, { params, body: { branch_id: secret, step: 1 } });
    const second = await start({ player_id: "ana" });
    const value = (id: string) => second.standing.variables.find((each) => each.id === id)?.value;
    expect([value(coins), value(fame)]).toEqual([3, 2]);
    expect(second.standing.offers.find(({ branch_id }) => branch_id === secret)).toMatchObject({
      closed: { reason: "taken" },
    });
    expect((await start({ player_id: "bor" })).standing.offers.every(({ closed }) => closed?.reason !== "taken")).toBe(
      true,
    );
  });

  test("has sets: what a bag holds is asked, put in and taken out, and what cannot be in it is refused", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const bag = { name: "bag", type: "set" as const, enum_values: ["rope", "lamp", "key"] };
    const wrong = bench.ask(variables.create, { params, body: { ...bag, default: ["boat"] } });
    await expect(wrong).rejects.toMatchObject({ items: [{ loc: ["body", "default"] }] });
    const { id, default: first } = await bench.ask(variables.create, {
      params,
      body: { ...bag, default: ["lamp", "rope"] },
    });
    expect(first).toEqual(["lamp", "rope"]);
    const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "Packing" } });
    const node_id = newId("node");
    const branches = [
      {
        choice_text: "Take the key",
        target_node_id: node_id,
        effects: [{ op: "push", target: id, value: lit("key"), when: [] }],
      },
      { choice_text: "Unlock", conditions: [{ op: "has", args: [{ var: id }, lit("key")] }] },
    ];
    await bench.ask(createNode, { params: { project_id, graph_id }, body: { id: node_id, text: "Well?", branches } });
    const start = (variables: Record<string, string[]>) =>
      bench.ask(startRun, { params: { project_id, graph_id }, body: { variables } });
    await expect(start({ bag: ["boat"] })).rejects.toMatchObject({ items: [{ loc: ["body", "variables", "bag"] }] });
    const run = await start({ bag: ["rope"] });
    const [take] = run.standing.offers;
    expect(run.standing.offers.map(({ open }) => open)).toEqual([true, false]);
    const taken = await bench.ask(chooseInRun, {
      params: { project_id, run_id: run.id },
      body: { branch_id: take?.branch_id ?? "", step: 0 },
    });
    expect(taken.variables).toEqual([{ id, name: "bag", value: ["rope", "key"] }]);
    expect(taken.offers.map(({ open }) => open)).toEqual([true, true]);
  });

  test("reads the world of its sequence, not that of today", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const make = async (name: string, parent_id: string | null) =>
      (await bench.ask(createEntity, { params, body: { external_id: name, type: "location", name, parent_id } })).id;
    const harbour = await make("harbour", null);
    const inn = await make("inn", harbour);
    const ana = await make("ana", inn);
    const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "Where is she" } });
    const body = {
      text: "Well?",
      branches: [{ choice_text: "She is here", conditions: [{ fn: "at_location", args: [lit(ana), lit(harbour)] }] }],
    };
    await bench.ask(createNode, { params: { project_id, graph_id }, body });
    const { id: checkpoint_id } = await bench.ask(checkpoints.create, { params, body: { name: "At home" } });
    await bench.ask(updateEntity, { params: { project_id, entity_id: ana }, body: { parent_id: null } });
    const now = await bench.ask(startRun, { params: { project_id, graph_id }, body: {} });
    const then = await bench.ask(startRun, { params: { project_id, graph_id }, body: { checkpoint_id } });
    expect([now.standing.halt, then.standing.halt]).toEqual(["blocked", "choices"]);
  });

  test("reads small parts of a world together and large ones by themselves", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    // Letters that do not repeat are stored as long as they are.
    const scroll = () => Array.from({ length: 1_250 }, () => randomUUID()).join("");
    const make = (name: string) => ({ external_id: name, type: "place", name, properties: { text: scroll() } });
    const ids: string[] = [];
    for (const name of ["inn", "mill"]) ids.push((await bench.ask(createEntity, { params, body: make(name) })).id);
    const facts = Array.from({ length: 45 }, (_, n) => ({ subject_id: ids[0], predicate: "has", text: `${n} beds` }));
    await bench.ask(batchFacts, { params, body: { facts } });
    const { last_seq } = await bench.ask(getProject, { params });
    const sizes = async (pages: Batches<unknown>) => {
      const found = [];
      for await (const page of pages) found.push(page.length);
      return found;
    };
    const world = openWorld(
      bench.database.reads,
      project_id,
      { entities: new Set(ids), facts: new Set(), knowers: new Set(), quests: new Set() },
      last_seq,
    );
    expect([await sizes(world.entities), await sizes(world.facts)]).toEqual([[1, 1], [45]]);
  });

  test("is sent with what it leads to and asks for, the same from the record as from the memory of its players", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const make = async (name: string) => (await bench.ask(createDialogue, { params, body: { name } })).id;
    const [gate, inn, cellar, away] = [await make("Gate"), await make("Inn"), await make("Cellar"), await make("Away")];
    const harbour = { external_id: "harbour", type: "location", name: "Harbour", properties: { open: true } };
    const { id: above } = await bench.ask(createEntity, { params, body: harbour });
    const quay = { external_id: "quay", type: "location", name: "Quay", parent_id: above };
    const { id: place } = await bench.ask(createEntity, { params, body: quay });
    const { id: coins } = await bench.ask(variables.create, {
      params,
      body: { name: "coins", type: "integer", default: 3 },
    });
    const add = async (graph_id: string, text: string, ...targets: string[]) => {
      const conditions = [{ fn: "at_location", args: [lit(place), lit(above)] }];
      const branches = targets.map((target_graph_id) => ({ choice_text: "On", target_graph_id, conditions }));
      await bench.ask(createNode, { params: { project_id, graph_id }, body: { text, branches } });
    };
    await add(gate, "You have {coins}.", inn);
    await add(inn, "Sit.", cellar, gate);
    await add(cellar, "Dark.");
    await add(away, "Nobody comes here.", gate);
    const inGate = { project_id, graph_id: gate };
    const sent = await bench.ask(getStory, { params: inGate });
    expect(sent.dialogue).toMatchObject({ id: gate, nodes: [{ text: "You have {coins}." }] });
    expect(sent.others).toMatchObject([
      { id: inn, nodes: [{ text: "Sit." }] },
      { id: cellar, nodes: [{ text: "Dark.", branches: [] }] },
    ]);
    expect(sent.variables).toMatchObject([{ id: coins }]);
    const entities = {
      [place]: { parent_id: above, properties: {} },
      [above]: { parent_id: null, properties: { open: true } },
    };
    expect(sent.world).toEqual({ entities, relationships: [], facts: [], knowledge: [], quests: {}, time: null });
    const { base_seq } = await bench.ask(startRun, { params: inGate, body: {} });
    expect(base_seq).toBe(sent.base_seq);
    expect(await bench.ask(getStory, { params: inGate, query: { at_seq: base_seq } })).toEqual(sent);
  });

  test("changes the world for itself alone, and proposes what it changed: conditions see it, the record does not", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const [ana, inn, key] = [newId("ent"), newId("ent"), newId("ent")];
    await makeWorld(params, {
      entities: {
        [inn]: { parent_id: null, properties: {} },
        [ana]: { parent_id: null, properties: { mood: "calm" } },
        [key]: { parent_id: null, properties: {} },
      },
      relationships: [],
      facts: [],
      time: null,
    });
    const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "The key" } });
    const [card, take, go] = [newId("node"), newId("br"), newId("br")];
    const effects = [
      { op: "inventory.give", target: ana, key, value: lit(2) },
      { op: "location.move", target: ana, key: inn },
      { op: "time.advance", value: lit(1) },
    ];
    const conditions = [
      { fn: "has_item", args: [lit(ana), lit(key), lit(2)] },
      { fn: "at_location", args: [lit(ana), lit(inn)] },
    ];
    const branches = [
      { id: take, choice_text: "Take it", target_node_id: card, effects },
      { id: go, choice_text: "Go", target_node_id: card, conditions },
    ];
    await bench.ask(createNode, { params: { project_id, graph_id }, body: { id: card, text: "A key.", branches } });
    const before = await bench.ask(getProject, { params });
    const run = await bench.ask(startRun, { params: { project_id, graph_id }, body: { world_time: 8 } });
    const of = { project_id, run_id: run.id };
    expect(run.standing.offers.map(({ open }) => open)).toEqual([true, false]);
    const taken = await bench.ask(chooseInRun, { params: of, body: { branch_id: take, step: 0 } });
    expect(taken.offers.map(({ open }) => open)).toEqual([true, true]);
    const proposed = [
      { op: "inventory.give", what: "item", entity_id: ana, key, before: 0, after: 2 },
      { op: "location.move", what: "location", entity_id: ana, key: null, before: null, after: inn },
      { op: "time.advance", what: "time", entity_id: null, key: null, before: 8, after: 9 },
    ];
    expect(taken.proposed).toMatchObject(proposed);
    expect(taken.trace.filter(({ kind }) => kind === "proposed")).toMatchObject(proposed);
    expect(taken.world).toEqual([
      { what: "time", entity_id: null, key: null, value: 9 },
      { what: "item", entity_id: ana, key, value: 2 },
      { what: "location", entity_id: ana, key: null, value: inn },
    ]);
    const read = await bench.ask(getRun, { params: of });
    expect(read.transcript.map((page) => page.proposed.length)).toEqual([0, 3]);
    const back = await bench.ask(backInRun, { params: of, body: { step: 1 } });
    expect([back.world, back.offers.map(({ open }) => open)]).toEqual([
      [{ what: "time", entity_id: null, key: null, value: 8 }],
      [true, false],
    ]);
    // The run itself was recorded, and nothing of its world.
    const after = await bench.ask(getProject, { params });
    expect(after.last_seq - before.last_seq).toBe(1);
    const found = await bench.ask(exploreDialogue, {
      params: { project_id, graph_id },
      body: { to: { branch_id: go } },
    });
    expect(found).toMatchObject({ result: "found", way: { length: 3 } });
  });

  test("what one card tells somebody opens their other answer three dialogues later, and loading what was saved before closes it", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const [odo, wenna] = [newId("ent"), newId("ent")];
    for (const [id, name] of [
      [odo, "Odo"],
      [wenna, "Wenna"],
    ] as const) {
      await bench.ask(createEntity, { params, body: { id, external_id: name, type: "character", name } });
    }
    const { id: seal } = await bench.ask(createFact, {
      params,
      body: { text: "The abbot forged the seal.", known_by: [wenna], secret: true },
    });
    const knows = (who: string) => ({ fn: "knows", args: [lit(who), lit(seal)] });
    const graphs: string[] = [];
    for (const name of ["The letter", "The road", "The inn", "The abbey"]) {
      graphs.push((await bench.ask(createDialogue, { params, body: { name } })).id);
    }
    const [letter = "", road, inn, abbey = ""] = graphs;
    const [show, keep, told, untold] = [newId("br"), newId("br"), newId("br"), newId("br")];
    const on = (target_graph_id: string | undefined, more: object = {}) => ({
      choice_text: "Go on",
      target_graph_id,
      ...more,
    });
    const cards = [
      {
        speaker_id: wenna,
        text: "Shall I show him?",
        branches: [
          on(road, {
            id: show,
            choice_text: "Show it",
            effects: [{ op: "fact.tell", target: odo, key: seal, value: lit("saw") }],
          }),
          on(road, { id: keep, choice_text: "Keep it" }),
        ],
      },
      { text: "A road.", branches: [on(inn)] },
      { text: "An inn.", branches: [on(abbey)] },
      {
        speaker_id: odo,
        text: "Who forged it?",
        branches: [
          { id: told, choice_text: "The abbot.", conditions: [knows(odo)] },
          { id: untold, choice_text: "Nobody knows.", conditions: [{ op: "not", args: [knows(odo)] }] },
        ],
      },
    ];
    for (const [at, body] of cards.entries()) {
      await bench.ask(createNode, { params: { project_id, graph_id: graphs[at] ?? "" }, body });
    }
    const before = await bench.ask(getProject, { params });

    // The package and the server have ids of facts and of who knows them, and no words.
    const sent = await bench.ask(getStory, { params: { project_id, graph_id: letter } });
    expect(sent.world).toMatchObject({ knowledge: [], entities: { [odo]: {} } });
    expect(JSON.stringify(sent.world)).not.toContain("forged the seal");
    const { id: run_id } = await bench.ask(startRun, { params: { project_id, graph_id: letter }, body: {} });
    const of = { project_id, run_id };
    let step = 0;
    const choose = async (branch_id: string) => {
      const standing = await bench.ask(chooseInRun, { params: of, body: { branch_id, step } });
      step = standing.step;
      return standing;
    };
    const walk = async () => {
      for (;;) {
        const { standing } = await bench.ask(getRun, { params: of });
        const [only, another] = standing.offers;
        if (only === undefined || another !== undefined) return standing;
        await choose(only.branch_id);
      }
    };
    const answers = (offers: readonly { branch_id: string; open: boolean }[]) =>
      offers.filter(({ open }) => open).map(({ branch_id }) => branch_id);
    expect((await choose(show)).proposed).toMatchObject([
      { op: "fact.tell", what: "knowledge", entity_id: odo, key: seal, before: null, after: "saw" },
    ]);
    expect(answers((await walk()).offers)).toEqual([told]);
    for (let left = 3; left > 0; left--) step = (await bench.ask(backInRun, { params: of, body: { step } })).step;
    await choose(keep);
    forgetStanding(project_id, run_id);
    expect(answers((await walk()).offers)).toEqual([untold]);
    // Playing wrote its beginning, and no fact.
    expect((await bench.ask(getProject, { params })).last_seq - before.last_seq).toBe(1);

    const uses = await bench.ask(listFactUses, { params: { project_id, fact_id: seal }, query: {} });
    const named = uses.uses.map(({ graph_id, branch_id, access }) => [graph_id, branch_id, access]);
    expect(named.sort()).toEqual(
      [
        [letter, show, "write"],
        [abbey, told, "read"],
        [abbey, untold, "read"],
      ].sort(),
    );
  });

  test("a playthrough begins with what is known as its sequence has it, and tells those who speak in its dialogue", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const [odo, wenna] = [newId("ent"), newId("ent")];
    for (const id of [odo, wenna]) {
      await bench.ask(createEntity, { params, body: { id, external_id: id, type: "character", name: id } });
    }
    const secretFact = { text: "The well is dry.", secret: true, known_by: [odo] };
    const { id: well } = await bench.ask(createFact, { params, body: secretFact });
    const { id: gate } = await bench.ask(createFact, { params, body: { text: "The gate is shut." } });
    const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "At the well" } });
    const [card, next] = [newId("node"), newId("node")];
    const asked = { choice_text: "Wenna knows", conditions: [{ fn: "knows", args: [lit(wenna), lit(well)] }] };
    const branches = [
      asked,
      { choice_text: "Both know of the gate", conditions: [{ fn: "knows", args: [lit(wenna), lit(gate)] }] },
      { choice_text: "Say it", target_node_id: next, effects: [{ op: "fact.tell", key: well }] },
    ];
    const at = { project_id, graph_id };
    await bench.ask(createNode, { params: at, body: { id: card, speaker_id: odo, text: "Dry.", branches } });
    const answer = { ...asked, target_node_id: card };
    await bench.ask(createNode, { params: at, body: { id: next, speaker_id: wenna, text: "So?", branches: [answer] } });
    const sent = await bench.ask(getStory, { params: at });
    const pairs = sent.world.knowledge.map(({ entity_id, fact_id }) => `${entity_id} ${fact_id}`);
    expect(pairs.sort()).toEqual([`${odo} ${gate}`, `${odo} ${well}`, `${wenna} ${gate}`].sort());
    const run = await bench.ask(startRun, { params: at, body: {} });
    expect(run.standing.offers.map(({ open }) => open)).toEqual([false, true, true]);
    const said = await bench.ask(chooseInRun, {
      params: { project_id, run_id: run.id },
      body: { branch_id: run.standing.offers[2]?.branch_id ?? "", step: 0 },
    });
    // He knew it already: she alone is told.
    expect(said.proposed.map(({ entity_id, after }) => [entity_id, after])).toEqual([[wenna, "told"]]);
    expect(said.offers.map(({ open }) => open)).toEqual([true]);
  });

  test("refuses an effect on the world that names no entity, or not what of it, at its place", async () => {
    const project_id = await bench.newProject();
    const { id: graph_id } = await bench.ask(createDialogue, { params: { project_id }, body: { name: "Wrong" } });
    const refused = (effect: object) =>
      bench.ask(createNode, { params: { project_id, graph_id }, body: { on_enter_effects: [effect] } });
    for (const [effect, field] of [
      [{ op: "inventory.give", target: "var_1", key: newId("ent"), value: lit(1) }, "target"],
      [{ op: "inventory.give", target: newId("ent"), key: "sword", value: lit(1) }, "key"],
      [{ op: "property.set", target: newId("ent"), value: lit(1) }, "key"],
      [{ op: "fact.tell", target: newId("ent"), key: "the seal" }, "key"],
      [{ op: "fact.tell", target: newId("var"), key: newId("fact") }, "target"],
      [{ op: "set", target: newId("var"), key: "mood", value: lit(1) }, "key"],
    ] as const) {
      await expect(refused(effect)).rejects.toMatchObject({ items: [{ loc: ["body", "on_enter_effects", 0, field] }] });
    }
  });

  test("is listed by player and dialogue, and deleted with everything that was done in it", async () => {
    const { project_id, graph_id, pay, start, of } = await gate();
    const { id } = await start({ player_id: "ana" });
    const { id: other } = await start();
    await bench.ask(chooseInRun, { params: of(id), body: { branch_id: pay, step: 0 } });
    const progress = async (query: Record<string, unknown> = {}) =>
      (await bench.ask(listRunProgress, { params: { project_id }, query })).progress.map((run) => [run.id, run.step]);
    // The one that was played last is first, though it was started before the other.
    expect(await progress()).toEqual([
      [id, 1],
      [other, 0],
    ]);
    expect(await progress({ status: "ended" })).toEqual([]);
    const list = (query: object) =>
      bench.ask(registry.runs.list, { params: { project_id }, query: { graph_id, ...query } });
    expect((await list({})).runs).toHaveLength(2);
    expect((await list({ player_id: "ana" })).runs.map((run) => run.id)).toEqual([id]);
    await bench.ask(deleteRun, { params: of(id) });
    await expect(bench.ask(getRun, { params: of(id) })).rejects.toMatchObject({ code: "not_found" });
    await expect(bench.ask(chooseInRun, { params: of(id), body: { branch_id: pay, step: 1 } })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await list({})).runs).toHaveLength(1);
    expect(await progress({ graph_id, status: "open" })).toEqual([[other, 0]]);
  });

  test("is found by exploring: a shortest way, a proof that there is none, and what there is not refused", async () => {
    const { inGraph, bribe, pay, behind, secret } = await gate();
    const explored = (to: object, more: object = {}) =>
      bench.ask(exploreDialogue, { params: inGraph, body: { to, ...more } });
    const way = await explored({ node_id: behind });
    expect(way).toMatchObject({
      result: "found",
      way: [{ did: "begin" }, { did: "choose", branch_id: secret, text: "Know me?" }],
    });
    expect(await explored({ branch_id: pay })).toMatchObject({ result: "found", way: { length: 2 } });
    expect(await explored({ branch_id: bribe })).toMatchObject({ result: "none", way: null });
    expect(await explored({ branch_id: bribe }, { variables: { coins: 12 } })).toMatchObject({ result: "found" });
    expect(await explored({ branch_id: bribe }, { max_states: 1 })).toMatchObject({ result: "undecided" });
    const nowhere = explored({ node_id: newId("node") });
    await expect(nowhere).rejects.toMatchObject({ items: [{ loc: ["body", "to", "node_id"] }] });
  });

  test("goes on where it stood, whoever took the steps before: from the last state that was written and what was done since", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const { id: steps } = await bench.ask(variables.create, { params, body: { name: "steps", type: "integer" } });
    const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "A ring" } });
    const [ring, on] = [newId("node"), newId("br")];
    const effects = [{ op: "add", target: steps, value: lit(1), when: [] }];
    const branches = [{ id: on, choice_text: "Around", target_node_id: ring, effects }];
    await bench.ask(createNode, {
      params: { project_id, graph_id },
      body: { id: ring, text: "Here again.", branches },
    });
    const { id: run_id } = await bench.ask(startRun, { params: { project_id, graph_id }, body: {} });
    const inRun = { project_id, run_id };
    const around = (step: number) =>
      bench
        .ask(chooseInRun, { params: inRun, body: { branch_id: on, step } })
        .then(({ variables }) => variables[0]?.value);
    for (let step = 0; step < 20; step++) expect(await around(step)).toBe(step + 1);
    forgetStanding(project_id, run_id);
    expect(await around(20)).toBe(21);
    expect((await bench.ask(backInRun, { params: inRun, body: { step: 21 } })).variables[0]?.value).toBe(20);
    forgetStanding(project_id, run_id);
    expect(await around(22)).toBe(21);
    // A row from before the step of a state was kept: its state is that of its step.
    await bench.ask(backInRun, { params: inRun, body: { step: 23 } });
    await bench.database.writes.execute({
      text: "UPDATE run_standings SET state_step = NULL WHERE run_id = $1",
      values: [run_id],
    });
    forgetStanding(project_id, run_id);
    expect(await around(24)).toBe(21);
    forgetStanding(project_id, run_id);
    expect(await around(25)).toBe(22);
    expect(await around(24)).toBe(21);
    await expect(
      bench.ask(chooseInRun, { params: inRun, body: { branch_id: newId("br"), step: 24 } }),
    ).rejects.toMatchObject({ code: "run_step" });
  });

  test("refuses variables it does not know and values that do not fit, each at its place", async () => {
    const { start } = await gate();
    await expect(start({ variables: { gold: 1 } })).rejects.toMatchObject({
      items: [{ loc: ["body", "variables", "gold"] }],
    });
    await expect(start({ variables: { coins: "many" } })).rejects.toMatchObject({
      items: [{ loc: ["body", "variables", "coins"] }],
    });
    await expect(start({ base_seq: 9_999 })).rejects.toMatchObject({ items: [{ loc: ["body", "base_seq"] }] });
  });
});

/** Writes a world into a project as conditions are to read it. */
async function makeWorld(params: { project_id: string }, world: World | null) {
  if (world === null) return;
  const makeEntity = async (id: string): Promise<void> => {
    const { parent_id, properties } = world.entities[id] ?? { parent_id: null, properties: {} };
    if (made.has(id)) return;
    made.add(id);
    if (parent_id !== null) await makeEntity(parent_id);
    const body = { id, external_id: id, type: "location", name: id, parent_id, properties: properties };
    await bench.ask(createEntity, { params, body });
  };
  const made = new Set<string>();
  for (const id of Object.keys(world.entities)) await makeEntity(id);
  for (const { properties, ...each } of world.relationships) {
    await bench.ask(createRelationship, { params, body: { ...each, properties: properties } });
  }
  for (const { subject_id, predicate, value } of world.facts) {
    await bench.ask(createFact, { params, body: { subject_id, predicate, text: String(value) } });
  }
  for (const { entity_id, fact_id } of world.knowledge ?? []) {
    await bench.ask(createFact, { params, body: { id: fact_id, text: "Something.", known_by: [entity_id] } });
  }
}

test("random stories are played over the interface as the runtime plays them", async () => {
  await fc.assert(
    fc.asyncProperty(randomPlay, fc.boolean(), async ({ told, seed, picks }, isForgotten) => {
      const project_id = await bench.newProject();
      const ids = new Map<string, string>();
      const idOf = (prefix: "node" | "br" | "var" | "ent" | "fact", name: string) => {
        const id = ids.get(name) ?? newId(prefix);
        ids.set(name, id);
        return id;
      };
      const renamed = <T>(value: T): T =>
        JSON.parse(
          JSON.stringify(value)
            .replace(/"var_n"/g, () => `"${idOf("var", "var_n")}"`)
            .replace(/"(ent_[a-z]+)"/g, (_, name) => `"${idOf("ent", name)}"`)
            .replace(/"(fact_[a-z]+)"/g, (_, name) => `"${idOf("fact", name)}"`)
            .replace(/"(b\d_\d)"/g, (_, name) => `"${idOf("br", name)}"`)
            .replace(/"(n\d)"/g, (_, name) => `"${idOf("node", name)}"`)
            .replace(/"id":"(?:cnd|ef)_[^"]*",?/g, ""),
        ) as T;
      const {
        name,
        type,
        default: initial,
        scope,
        min,
        max,
      } = told.variables[0] ?? { name: "n", type: "integer" as const, default: 0 };
      const params = { project_id };
      await bench.ask(variables.create, {
        params,
        body: { id: idOf("var", "var_n"), name, type, default: initial as number, scope, min, max },
      });
      await makeWorld(params, renamed(told.world));
      const { id: graph_id } = await bench.ask(createDialogue, { params, body: { name: "Random" } });
      for (const node of renamed(told.nodes)) {
        await bench.ask(createNode, { params: { project_id, graph_id }, body: node });
      }
      const local = dialogueOf({ dialogue: renamed(told) });
      let page = begin(local, { seed });
      const sent = await bench.ask(getStory, { params: { project_id, graph_id } });
      const run = await bench.ask(startRun, { params: { project_id, graph_id }, body: { seed, world_time: 0 } });
      // Read a page at a time before anybody played it, and taken from the memory of its player now.
      const query = { at_seq: run.base_seq };
      expect(await bench.ask(getStory, { params: { project_id, graph_id }, query })).toEqual(sent);
      let standing = run.standing;
      const compare = () => {
        expect(standing.halt).toBe(page.halt.kind);
        const known = <T extends object>(each: T) =>
          "effect_id" in each ? { ...each, effect_id: expect.any(String) } : each;
        expect(standing.trace).toEqual(page.trace.map(known));
        expect(standing.proposed).toEqual(page.proposed.map(known));
        expect(standing.offers.filter(({ open }) => open).length).toBeGreaterThanOrEqual(openOffers(page.halt).length);
      };
      compare();
      for (const pick of picks) {
        const open: readonly Branch[] = openOffers(page.halt).map(({ branch }) => branch);
        const branch = open[pick % Math.max(1, open.length)];
        if (branch === undefined) break;
        page = take(local, page.state, branch);
        // A process that did not take the step before reads where the playthrough stands.
        if (isForgotten) forgetStanding(project_id, run.id);
        standing = await bench.ask(chooseInRun, {
          params: { project_id, run_id: run.id },
          body: { branch_id: branch.id, step: standing.step },
        });
        compare();
      }
    }),
    { numRuns: rounds({ gate: 6, full: 150 }) },
  );
});

test("a playthrough of a story that asks for too much is bounded, and answered all the same", async () => {
  const project_id = await bench.newProject();
  await bench.ask(variables.create, {
    params: { project_id },
    body: { name: "long", type: "string", default: "x".repeat(10_000) },
  });
  const { id: graph_id } = await bench.ask(createDialogue, { params: { project_id }, body: { name: "Too much" } });
  const node = newId("node");
  const [first, closed] = [newId("br"), newId("br")];
  const rolls = (op: "lte" | "gte", value: number) => ({
    op: "any" as const,
    args: Array.from({ length: 80 }, () => ({ op, args: [{ fn: "roll", args: [lit(6), lit(1_000)] }, lit(value)] })),
  });
  await bench.ask(createNode, {
    params: { project_id, graph_id },
    body: {
      id: node,
      text: "{long}".repeat(16_000),
      branches: [
        ...Array.from({ length: 100 }, (_, at) => ({
          ...(at === 0 && { id: first }),
          choice_text: "{long}".repeat(300),
          target_node_id: node,
        })),
        { id: closed, choice_text: "More", conditions: [rolls("lte", 6_000), rolls("gte", 6_001)] as never },
      ],
    },
  });
  const run = await bench.ask(startRun, { params: { project_id, graph_id }, body: {} });
  const params = { project_id, run_id: run.id };
  for (let step = 0; step < 4; step++) {
    const { halt, offers } = await bench.ask(chooseInRun, { params, body: { branch_id: first, step } });
    expect([halt, offers.length]).toEqual(["choices", 101]);
  }
  const shown = await bench.ask(getRun, { params, query: {} });
  expect(JSON.stringify(shown).length).toBeLessThan(8 * 1_048_576);
  expect(shown.pages).toBe(5);
  expect(shown.transcript.map(({ did }) => did)).toEqual(["choose", "choose", "choose", "choose"]);
  expect(shown.standing.halt).toBe("choices");
  const back = bench.ask(backInRun, { params, body: { step: 4 } });
  await expect(back).rejects.toMatchObject({ code: "run_state", detail: { reason: "too_long" } });
});
