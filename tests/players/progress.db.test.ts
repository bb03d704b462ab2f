import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, players, quests, runs } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A story of three cards, whose first choice takes a quest up and whose second counts an objective of it. */
async function world() {
  const story = await Story.begin(bench);
  const stages = [{ name: "Provisions", objectives: [{ text: "Find rope", count: 2 }] }];
  const quest = await story.ask(quests.create, { body: { name: "Before the ebb", stages } });
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Gate" } });
  const [gate, store] = [newId("node"), newId("node")];
  const taking = { op: "quest.set_state", target: quest.id, value: { lit: "active" } };
  const finding = {
    ...{ op: "quest.advance", target: quest.id, value: { lit: 1 } },
    key: quest.stages[0]?.objectives[0]?.id,
  };
  const branch = (choice_text: string, target_node_id: string, effects: object[] = []) =>
    ({ id: newId("br"), choice_text, target_node_id, repeat: "sticky", effects }) as const;
  const find = branch("Take a rope", store, [finding]);
  const wait = branch("Wait", store);
  const agree = branch("Agree", store, [taking]);
  const params = { graph_id };
  await story.ask(dialogues.createNode, {
    params,
    body: { id: store, text: "Ropes.", branches: [find, wait] as never },
  });
  await story.ask(dialogues.createNode, {
    params,
    body: { id: gate, title: "Gate", text: "Halt!", branches: [agree] as never },
  });
  await story.ask(dialogues.update, { params, body: { start_node_id: gate } });
  const start = (player_id: string) => story.ask(runs.start, { params, body: { seed: 1, player_id } });
  const choose = (run_id: string, step: number, { id }: { id: string }) =>
    story.ask(runs.choose, { params: { run_id }, body: { step, branch_id: id } });
  return { story, quest, graph_id, gate, store, find, wait, agree, start, choose };
}

test("the quests of a player stand as in each playthrough, in one read of any process", async () => {
  const { story, quest, graph_id, find, wait, agree, start, choose } = await world();
  const [first, second] = [await start("ines"), await start("ines")];
  const player_id = first.player_id ?? "";
  const other = await start("bor");
  await choose(other.id, 0, agree);
  await choose(first.id, 0, agree);
  await choose(second.id, 0, agree);
  for (let step = 1; step < 4; step += 1) await choose(second.id, step, wait);
  await choose(second.id, 4, find);
  await choose(second.id, 5, wait);
  const list = async (query: { limit?: number; offset?: number } = {}) =>
    story.ask(players.quests, { params: { player_id }, query });
  const row = (run: { id: string }, step: number, done: number) => ({
    ...{ run_id: run.id, run_step: step, quest_id: quest.id, name: "Before the ebb", state: "active", graph_id },
    objectives: [{ text: "Find rope", count: 2, done }],
    status: "open",
  });
  expect(await list()).toMatchObject({ quests: [row(second, 6, 1), row(first, 1, 0)], has_more: false });
  // Words are those of the sequence that is played; a step back and a second rope are seen at once.
  await story.ask(quests.update, { params: { quest_id: quest.id }, body: { name: "After the ebb" } });
  await story.ask(runs.back, { params: { run_id: second.id }, body: { step: 6 } });
  await story.ask(runs.back, { params: { run_id: second.id }, body: { step: 7 } });
  await choose(first.id, 1, find);
  await choose(first.id, 2, find);
  expect(await list({ limit: 1 })).toMatchObject({ quests: [row(second, 8, 0)], has_more: true });
  expect((await list({ limit: 1, offset: 1 })).quests).toMatchObject([{ ...row(first, 3, 2), state: "completed" }]);
  const params = { player_id: newId("ply") };
  await expect(story.ask(players.quests, { params })).rejects.toMatchObject({ code: "not_found" });
  const elsewhere = await Story.begin(bench);
  await expect(elsewhere.ask(players.quests, { params: { player_id } })).rejects.toMatchObject({ code: "not_found" });
});

test("saves of a player have their cards, and a playthrough is read at the step of each", async () => {
  const { story, graph_id, gate, store, find, agree, start, choose } = await world();
  const run = await start("ines");
  const params = { run_id: run.id };
  const player_id = run.player_id ?? "";
  await story.ask(runs.save, { params, body: { label: "At the gate" } });
  await choose(run.id, 0, agree);
  await story.ask(runs.save, { params, body: { label: "Among ropes" } });
  await choose(run.id, 1, find);
  await story.ask(runs.save, { params, body: { label: "Back at the gate", step: 0 } });
  await story.ask(dialogues.updateNode, { params: { node_id: store }, body: { text: "Empty now." } });
  const { saves } = await story.ask(players.saves, { params: { player_id } });
  const card = { graph_id, kind: "line" };
  expect(saves).toMatchObject([
    { label: "Back at the gate", step: 0, run_id: run.id, graph_id, node: { ...card, id: gate, title: "Gate" } },
    { label: "Among ropes", step: 1, node: { ...card, id: store, title: null, text: "Ropes." } },
    { label: "At the gate", step: 0, node: { ...card, id: gate, text: "Halt!" } },
  ]);
  const at = (step?: number) => story.ask(runs.get, { params, query: step === undefined ? {} : { step } });
  const now = await at();
  expect(await at(2)).toEqual(now);
  const then = await at(1);
  expect(then).toMatchObject({ pages: 2, standing: { step: 1, node: { id: store }, turn: 1 } });
  expect(then.transcript).toEqual(now.transcript.slice(0, 2));
  expect((await at(0)).standing).toEqual({ ...run.standing, run_id: run.id });
  await expect(at(3)).rejects.toMatchObject({ items: [{ loc: ["query", "step"] }] });
});
