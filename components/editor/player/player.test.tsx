import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { carriedTo, dropCarried } from "./carried-play.ts";
import { Player } from "./player.tsx";

const NEAR = "dlg_a";
const FAR = "dlg_far";
const visited = (id: string) => ({ id: `cnd_${id}`, fn: "visited" as const, args: [{ ref: id }] });

/** The near bank: a ferry that one takes once, and from which the far bank is come to. */
const FERRY = sampleNode({
  id: "node_ferry",
  text: "The ferry waits.",
  branches: [
    { ...branch("br_cross", "Cross."), target_graph_id: FAR, repeat: "once", when_unavailable: "disable" },
    { ...branch("br_inn", "Ask at the inn."), target_node_id: "node_inn" },
  ],
});
const INN = sampleNode({
  id: "node_inn",
  text: "They know nothing.",
  branches: [{ ...branch("br_out"), target_node_id: "node_ferry" }],
});
/** The far bank: its gate opens to whoever asked at the inn. */
const GATE = sampleNode({
  id: "node_gate",
  title: "The gate",
  text: "A gate on the far bank.",
  branches: [
    { ...branch("br_tell", "Tell of the inn."), target_node_id: "node_end", conditions: [visited("node_inn")] },
    { ...branch("br_back", "Row back."), target_graph_id: NEAR, target_node_id: "node_ferry" },
  ],
});
const END = sampleNode({ id: "node_end", kind: "end", text: "It opens." });

const graph = (id: string, nodes: object[]) => ({ id, start_node_id: null, nodes });
const STORY = {
  base_seq: 1,
  dialogue: graph(NEAR, [FERRY, INN]),
  others: [graph(FAR, [GATE, END])],
  variables: [],
  world: { entities: {}, relationships: [], facts: [], time: null },
};
const NAMES = [
  { id: NEAR, name: "The near bank" },
  { id: FAR, name: "The far bank" },
];

beforeEach(dropCarried);

/** The near bank with its player open; the story is answered as it is told to be. */
function play(story: () => unknown = () => STORY, more: Parameters<typeof answerWith>[0] = {}) {
  answerWith({
    ...more,
    "runs.story": story,
    "dialogues.list": () => ({ dialogues: NAMES, total: NAMES.length, has_more: false }),
  });
  const nodes = new Map([FERRY, INN].map((node) => [node.id, node]));
  const tab = openTab({ ...smallContent(), nodes });
  render(tab.shown(<Player />));
  const player = within(screen.getByRole("region", { name: "Player" }));
  const choose = async (name: RegExp) =>
    userEvent.click(await player.findByRole("button", { name }, { timeout: 3_000 }));
  return { ...tab, player, choose };
}

test("reads marked words and choices as they are set", async () => {
  const marks = [{ kind: "strong" as const, start: 10, end: 15 }];
  const choice = { ...branch("br_row", "Row fast."), text_marks: [{ kind: "emphasis" as const, start: 4, end: 8 }] };
  const gate = { ...FERRY, text_marks: marks, branches: [{ ...choice, target_node_id: "node_inn" }] };
  const { player, choose, session } = play(() => ({ ...STORY, dialogue: graph(NEAR, [gate, INN]) }));
  act(() => {
    session.dispatch("", [
      { op: "node.update", id: "node_ferry", patch: { text_marks: marks, branches: gate.branches } },
    ]);
  });
  expect((await player.findByText("waits")).tagName).toBe("STRONG");
  expect(player.getByText("fast").tagName).toBe("EM");
  await choose(/Row fast/);
  await player.findByText("They know nothing.");
  expect(player.getByText("fast").tagName).toBe("EM");
});

test("goes on in another dialogue and back with all it remembers, and says where it is", async () => {
  const { player, choose } = play();
  await choose(/Ask at the inn/);
  await choose(/Continue/);
  await choose(/Cross/);
  await player.findByText("A gate on the far bank.");
  player.getByText(/Now in “The far bank”/);
  // The inn of the other dialogue was visited, which opens the way here.
  expect(player.queryByText(/Closed: needs/)).toBeNull();
  await choose(/Row back/);
  expect(player.queryByText(/Now in/)).toBeNull();
  // What is taken once was taken, in another dialogue or not.
  player.getByText(/Can be chosen only once/);
});

test("what somebody learns opens their answer in another dialogue, in words, and stepping back closes it", async () => {
  const [odo, seal] = ["ent_01k9hq3v5e0w8q2n6yc4rk1m7t", "fact_01k9hq40c3w7m5r9v2nz6tx8jd"];
  const teach = { id: "ef_1", op: "fact.tell" as const, target: odo, key: seal, value: null, when: [] };
  const knows = { id: "cnd_1", fn: "knows" as const, args: [{ lit: odo }, { lit: seal }] };
  const show = { ...branch("br_show", "Show him."), target_graph_id: FAR, effects: [teach] };
  const keep = { ...branch("br_keep", "Say nothing."), target_graph_id: FAR };
  const ferry = { ...FERRY, branches: [show, keep] };
  const far = sampleNode({
    id: "node_gate",
    text: "Who forged it?",
    branches: [{ ...branch("br_abbot", "The abbot."), conditions: [knows], when_unavailable: "disable" as const }],
  });
  const world = { ...STORY.world, entities: { [odo]: { parent_id: null, properties: {} } }, knowledge: [] };
  const story = { ...STORY, dialogue: graph(NEAR, [ferry, INN]), others: [graph(FAR, [far])], world };
  const { player, choose, session } = play(() => story, {
    "entities.list": () => ({ entities: [{ id: odo, name: "Odo", properties: {} }], total: 1, has_more: false }),
    "facts.list": () => ({ facts: [{ id: seal, text: "The abbot forged the seal." }], total: 1, has_more: false }),
  });
  act(() => {
    session.dispatch("", [{ op: "node.update", id: "node_ferry", patch: { branches: ferry.branches } }]);
  });
  await choose(/Say nothing/);
  await player.findByText(/Closed: needs Odo knows “The abbot forged the seal.”/, undefined, { timeout: 3_000 });
  await choose(/Step back/);
  await choose(/Show him/);
  await player.findByText("Who forged it?");
  expect(player.queryByText(/Closed: needs/)).toBeNull();
  expect(player.getByRole("list", { name: "What changed in the world" }).textContent).toContain(
    "Odo knows “The abbot forged the seal.”",
  );
  const learnt = player.getByText(/What each has learnt so far/).closest("details");
  expect(learnt?.textContent).toMatch(/OdoThe abbot forged the seal\. by being told · just now/);
  await choose(/Step back/);
  await choose(/Say nothing/);
  await player.findByText(/Closed: needs Odo knows/);
  expect(player.queryByText(/What each has learnt so far/)).toBeNull();
});

test("shows the quests of a playthrough with what was done of them, and stepping back takes that back", async () => {
  const [ebb, stage, rope] = ["qst_01k9hq3v5e0w8q2n6yc4rk1m7t", "stg_1", "obj_1"];
  const effect = (op: "quest.set_state" | "quest.advance", key: string | null, lit: string | number) => ({
    ...{ id: `ef_${op}`, op, target: ebb, ...(key !== null && { key }), value: { lit }, when: [] },
  });
  const take = {
    ...branch("br_take", "Take it up."),
    target_graph_id: FAR,
    effects: [effect("quest.set_state", null, "active"), effect("quest.advance", rope, 1)],
  };
  const ferry = { ...FERRY, branches: [take] };
  const far = sampleNode({ id: "node_gate", text: "Then hurry.", branches: [branch("br_go", "Go.")] });
  const stages = [{ id: stage, objectives: [{ id: rope, count: 2 }] }];
  const world = { ...STORY.world, quests: { [ebb]: { repeatable: false, stages } } };
  const story = { ...STORY, dialogue: graph(NEAR, [ferry, INN]), others: [graph(FAR, [far])], world };
  const words = { id: stage, name: "Provisions", objectives: [{ id: rope, text: "Find rope", count: 2 }] };
  const { player, choose, session } = play(() => story, {
    "quests.list": () => ({
      quests: [{ id: ebb, name: "Before the ebb", stages: [words] }],
      total: 1,
      has_more: false,
    }),
  });
  act(() => {
    session.dispatch("", [{ op: "node.update", id: "node_ferry", patch: { branches: ferry.branches } }]);
  });
  await choose(/Take it up/);
  await player.findByText("Then hurry.");
  const quests = player.getByRole("list", { name: "Quests of this playthrough" });
  expect(quests.textContent).toBe("Before the ebbtaken upchangedProvisions1/2Find rope");
  await choose(/Step back/);
  expect(player.queryByRole("list", { name: "Quests of this playthrough" })?.textContent ?? "").toBe("");
  player.getByText("No quest was offered yet.");
});

test("names what keeps a choice closed by its title, whichever dialogue it is in", async () => {
  const { player, choose } = play();
  await choose(/Cross/);
  await player.findByText(/Closed: needs “They know nothing.” has been visited/, undefined, { timeout: 3_000 });
});

test("offers the other dialogue's canvas with the playthrough, or a fresh start there, and forces neither", async () => {
  const { player, choose } = play();
  await choose(/Cross/);
  const href = "/projects/prj_a/dialogues/dlg_far?card=node_gate&play=1";
  expect((await player.findByRole("link", { name: "Start over from here" })).getAttribute("href")).toBe(href);
  expect(carriedTo("prj_a", FAR)).toBeNull();
  await userEvent.click(player.getByRole("link", { name: "Open its canvas" }));
  const carried = carriedTo("prj_a", FAR);
  expect(carried?.origin).toBe(NEAR);
  expect(carried?.pages.flatMap(({ nodes }) => nodes)).toEqual(["node_ferry", "node_gate"]);
});

test("says that the other dialogue cannot be loaded, and goes on once it is asked for again", async () => {
  let isBroken = true;
  const { player, choose } = play(() => {
    if (isBroken) throw new Error("unreachable");
    return STORY;
  });
  await choose(/Cross/);
  await player.findByText(/could not be loaded$/, undefined, { timeout: 15_000 });
  isBroken = false;
  await choose(/Retry/);
  await player.findByText("A gate on the far bank.", undefined, { timeout: 3_000 });
});

test("says that a dialogue is gone", async () => {
  answerWith({});
  const { player, choose } = play(() => ({ ...STORY, others: [] }));
  NAMES.splice(1, 1);
  try {
    await choose(/Cross/);
    await player.findByText("It leads to a dialogue that is gone.", undefined, { timeout: 3_000 });
  } finally {
    NAMES.push({ id: FAR, name: "The far bank" });
  }
});

test("goes on with a playthrough that was taken along", async () => {
  const { player, choose } = play();
  await choose(/Ask at the inn/);
  await choose(/Continue/);
  await choose(/Cross/);
  await userEvent.click(await player.findByRole("link", { name: "Open its canvas" }));
  const there = openTab({
    ...smallContent(),
    graph: { ...smallContent().graph, id: FAR },
    nodes: new Map([GATE, END].map((node) => [node.id, node])),
  });
  document.body.replaceChildren();
  render(there.shown(<Player />));
  const next = within(screen.getByRole("region", { name: "Player" }));
  await next.findByText(/Began in “The near bank”/, undefined, { timeout: 3_000 });
  await userEvent.click(await next.findByRole("button", { name: /Tell of the inn/ }));
  await next.findByText("It opens.");
  await userEvent.click(next.getByRole("button", { name: "Begin again" }));
  await next.findByText("The ferry waits.");
});

test("goes on by Space and Enter, says how each check went to the author alone, and begins again at the end", async () => {
  const coins = { id: "var_coins", name: "coins", type: "integer", default: 0, enum_values: [] };
  const start = sampleNode({
    id: "node_start",
    text: "Halt.",
    branches: [{ ...branch("br_on"), kind: "auto", target_node_id: "node_rich" }],
  });
  const check = sampleNode({
    id: "node_rich",
    kind: "condition",
    branches: [
      {
        ...branch("br_if"),
        kind: "auto",
        target_node_id: "node_end",
        conditions: [{ id: "cnd_1", op: "gte", args: [{ var: coins.id }, { lit: 2 }] }],
      },
      { ...branch("br_else"), kind: "else", target_node_id: "node_end" },
    ],
  });
  answerWith({
    "runs.story": () => ({ ...STORY, dialogue: graph(NEAR, [start, check, END]), others: [], variables: [coins] }),
    "variables.list": () => ({ variables: [coins], total: 1, has_more: false }),
    "dialogues.list": () => ({ dialogues: NAMES, total: NAMES.length, has_more: false }),
  });
  const nodes = new Map([start, check, END].map((node) => [node.id, node]));
  render(openTab({ ...smallContent(), nodes }).shown(<Player />));
  const player = within(screen.getByRole("region", { name: "Player" }));
  await player.findByText("Halt.", undefined, { timeout: 3_000 });
  await player.findByRole("button", { name: /Continue/ });
  await userEvent.keyboard(" ");
  await player.findByText("It opens.");
  const said = player.getByRole("list", { name: "What was said" });
  expect(said.textContent).toMatch(/Halt\..*Check coins ≥ 2: no \(coins is 0\) → OtherwiseIt opens\./);
  await userEvent.click(player.getByRole("radio", { name: "Player" }));
  expect(said.textContent).not.toContain("Check");
  await userEvent.click(player.getByRole("button", { name: "Play again" }));
  await player.findByRole("button", { name: /Continue/ });
  await userEvent.keyboard("{Enter}");
  await player.findByText("It opens.");
});
