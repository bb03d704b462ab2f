import { afterAll, beforeAll, expect, test } from "vitest";
import { listEvents } from "#server/features/history/operations/list-events.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { gateStory } from "./gate-story.ts";

const { facts, runs } = registry;
let bench: Workbench;
let story: Story;
let gate: Awaited<ReturnType<typeof gateStory>>;

beforeAll(async () => {
  bench = await openWorkbench();
  story = await Story.begin(bench);
  gate = await gateStory(story);
});
afterAll(() => bench.close());

/** A playthrough at the gate, with its choices by their words. */
async function begun() {
  const { id: run_id, standing } = await story.ask(runs.start, {
    params: { graph_id: gate.graph_id },
    body: { seed: 7 },
  });
  const { offers } = standing;
  const byText = new Map(offers.map(({ text, branch_id }) => [text, branch_id]));
  const file = await story.ask(runs.story, { params: { graph_id: gate.graph_id } });
  const all = file.dialogue.nodes.flatMap(({ branches }) => branches);
  const branch = (text: string) => byText.get(text) ?? all.find(({ choice_text }) => choice_text === text)?.id ?? "";
  const params = { run_id };
  const send = (step: number, actions: object[]) => story.ask(runs.sync, { params, body: { step, actions } });
  return { run_id, params, branch, send };
}

const outcomes = (answer: { results: { result: string; code: string | null; step: number | null }[] }) =>
  answer.results.map(({ result, code, step }) => code ?? `${result} ${step}`);

test("the first action that is not possible is refused with all behind it, and nothing of these is kept", async () => {
  const { params, branch, send } = await begun();
  const ask = branch("Ask for the tide");
  const answer = await send(0, [
    { client_id: "1", choose: branch("Tell him of the seal") },
    { client_id: "2", choose: branch("Tell him of the seal") },
    { client_id: "3", choose: ask },
  ]);
  expect(outcomes(answer)).toEqual(["applied 1", "closed", "not_reached"]);
  expect(answer.results[1]).toMatchObject({
    index: 1,
    client_id: "2",
    step: null,
    reason: "This branch is closed there.",
  });
  expect(answer).toMatchObject({ step: 1, status: "open", standing: { step: 1, halt: "choices" } });
  expect((await story.ask(runs.get, { params })).state).toEqual(answer.state);
  // Nothing of what was refused counts as done: the same ids can be sent again.
  expect(outcomes(await send(1, [{ client_id: "2", choose: ask }]))).toEqual(["applied 2"]);
  expect(outcomes(await send(2, [{ client_id: "4", answer: {} }]))).toEqual(["not_awaited"]);
  expect(outcomes(await send(2, [{ client_id: "4", choose: newId("br") }]))).toEqual(["not_offered"]);
});

test("an action is done once, by its id, and another with that id or from elsewhere is refused", async () => {
  const { params, branch, send } = await begun();
  const tell = { client_id: "1", choose: branch("Tell him of the seal") };
  const dice = { client_id: "2", choose: branch("Throw dice") };
  expect(outcomes(await send(0, [tell]))).toEqual(["applied 1"]);
  expect(outcomes(await send(0, [tell, dice]))).toEqual(["repeated 1", "applied 2"]);
  expect(outcomes(await send(0, [tell, { client_id: "3", choose: dice.choose }]))).toEqual(["repeated 1", "moved_on"]);
  expect(outcomes(await send(1, [{ client_id: "3", choose: dice.choose }]))).toEqual(["moved_on"]);
  expect(outcomes(await send(2, [{ ...tell, choose: dice.choose }]))).toEqual(["client_id_taken"]);
  expect(outcomes(await send(0, [dice, tell]))).toEqual(["repeated 2", "client_id_taken"]);
  expect(outcomes(await send(2, [{ client_id: "3", choose: dice.choose }, tell]))).toEqual([
    "client_id_taken",
    "not_reached",
  ]);
  await expect(send(3, [])).rejects.toMatchObject({ code: "run_step", detail: { step: 2 } });
  expect(await send(0, [])).toMatchObject({ step: 2, results: [] });
  expect((await story.ask(runs.get, { params })).standing.step).toBe(2);
});

test("what was told from outside meanwhile stays, and goes with the decision behind which it was told", async () => {
  const { run_id, params, branch, send } = await begun();
  const throws = (client_id: string) => ({ client_id, choose: branch("Throw dice") });
  await send(0, [throws("1")]);
  const tell = { run: run_id, to: [gate.odo], how: "told" };
  await story.ask(facts.tell, { params: { fact_id: gate.tide }, body: tell });
  const known = async () => {
    const query = { run: run_id, limit: 10 };
    const { knowledge } = await story.ask(facts.knowledge, { params: { entity_id: gate.odo }, query });
    return knowledge.some(({ fact }) => fact.id === gate.tide);
  };
  expect(outcomes(await send(0, [throws("1"), throws("2")]))).toEqual(["repeated 1", "applied 3"]);
  expect(await known()).toBe(true);
  const back = await send(3, [
    { client_id: "3", back: true },
    { client_id: "4", back: true },
    { client_id: "5", back: true },
  ]);
  expect(outcomes(back)).toEqual(["applied 4", "applied 6", "at_beginning"]);
  expect(back.state).toMatchObject({ turn: 0, draws: 0 });
  expect(await known()).toBe(false);
  expect(outcomes(await send(6, [throws("6")]))).toEqual(["applied 7"]);
  expect((await story.ask(runs.get, { params })).transcript.map(({ did }) => did)).toEqual(["begin", "choose"]);
});

test("an end is recorded, nothing is done behind it, and a step back opens it again", async () => {
  const { params, branch, send } = await begun();
  const leave = branch("Leave");
  const ended = await send(0, [
    { client_id: "1", choose: leave },
    { client_id: "2", choose: leave },
  ]);
  expect([outcomes(ended), ended.status, ended.standing.halt]).toEqual([["applied 1", "over"], "ended", "ending"]);
  expect((await story.ask(runs.get, { params })).ending).toMatchObject({ kind: "ending" });
  const opened = await send(1, [
    { client_id: "2", back: true },
    { client_id: "3", choose: branch("Throw dice") },
  ]);
  expect([outcomes(opened), opened.status]).toEqual([["applied 2", "applied 3"], "open"]);
  expect((await story.ask(runs.get, { params })).ending).toBeNull();
  const { events } = await story.ask(listEvents, { query: { subject_id: params.run_id } });
  expect(events.map(({ kind }) => kind)).toEqual(["run.created", "run.updated", "run.updated"]);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("a game that is loaded is made once: the same fork is answered as before, and another with its id is refused", async () => {
  const { params, branch, send } = await begun();
  await send(0, [{ client_id: "1", choose: branch("Throw dice") }]);
  const id = newId("run");
  const fork = (step: number) => story.ask(runs.fork, { params, body: { id, step } });
  const made = await fork(1);
  const body = { step: 1, actions: [{ client_id: "2", choose: branch("Throw dice") }] };
  expect(outcomes(await story.ask(runs.sync, { params: { run_id: id }, body }))).toEqual(["applied 2"]);
  expect(await fork(1)).toEqual(made);
  await expect(fork(0)).rejects.toMatchObject({ code: "id_taken" });
  expect((await story.ask(runs.get, { params: { run_id: id } })).standing.step).toBe(2);
});

test("takes no facts, states or more than a thousand actions, and names each mistake", async () => {
  const { branch, send } = await begun();
  const choose = branch("Throw dice");
  const at = (...loc: (string | number)[]) => ({
    items: expect.arrayContaining([expect.objectContaining({ loc: ["body", ...loc] })]),
  });
  const known = { what: "knowledge", entity: gate.odo, key: gate.tide, value: "told" };
  for (const [action, loc] of [
    [{ client_id: "1", choose, facts: [known] }, ["actions", 0, "facts"]],
    [{ client_id: "1", tell: known }, ["actions", 0, "tell"]],
    [{ client_id: "1", choose, back: true }, ["actions", 0]],
    [{ client_id: "1", answer: { variables: { nobody: 1 } } }, ["actions", 0, "answer", "variables", "nobody"]],
    [{ client_id: "1", answer: { variables: { coins: "many" } } }, ["actions", 0, "answer", "variables", "coins"]],
  ] as const) {
    await expect(send(0, [action])).rejects.toMatchObject(at(...loc));
  }
  const twice = [
    { client_id: "1", choose },
    { client_id: "1", choose },
  ];
  await expect(send(0, twice)).rejects.toMatchObject(at("actions", 1, "client_id"));
  const many = Array.from({ length: 1_001 }, (_, nth) => ({ client_id: `${nth}`, back: true }));
  await expect(send(0, many)).rejects.toMatchObject(at("actions"));
  expect(outcomes(await send(0, many.slice(1))).slice(0, 2)).toEqual(["at_beginning", "not_reached"]);
});

test("a thousand actions are played in one request", async () => {
  const { branch, send } = await begun();
  const [row, actions] = [branch("Row"), [] as object[]];
  for (let nth = 0; nth < 500; nth++) {
    actions.push({ client_id: `row-${nth}`, choose: row }, { client_id: `done-${nth}`, answer: {} });
  }
  expect(await send(0, actions)).toMatchObject({ step: 1_000, standing: { halt: "choices" } });
  expect((await send(0, actions)).results.every(({ result }) => result === "repeated")).toBe(true);
});
