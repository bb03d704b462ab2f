import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Effect } from "#domain/expression.ts";
import { type Answers, answerWith, openTab } from "../../studio.fixture.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { KnowledgePanel } from "./knowledge-panel.tsx";

const WENNA = "ent_01jd0000000000000000000000";
const SEAL = "fact_01jd0000000000000000000000";
const TOLL = "fact_01jd0000000000000000000001";
const TIDE = "fact_01jd0000000000000000000002";

const fact = (id: string, text: string, known_by: "everyone" | string[] = []) => ({
  id,
  text,
  subject_id: null,
  also_about: [],
  known_by,
  secret: false,
  told: {},
  source: { kind: "client", label: null, witness_id: null },
  superseded_by: null,
  superseded_reason: null,
  superseded_mode: null,
  valid_from_seq: 3,
});
const FACTS = [fact(SEAL, "Bor forged the seal."), fact(TOLL, "The toll is five crowns.")];

const teach = (key: string): Effect => ({
  id: `ef_${key}`,
  op: "fact.tell",
  target: WENNA,
  key,
  value: null,
  when: [],
});
const to = (id: string, target: string, effects: Effect[] = []) => ({
  ...branch(id, id),
  target_node_id: target,
  effects,
});

/** A gate that teaches who forged the seal, a booth on one of two ways, and the hall where Wenna speaks. */
const NODES = [
  sampleNode({
    id: "node_gate",
    title: "The gate",
    on_enter_effects: [teach(SEAL)],
    branches: [to("br_round", "node_hall"), to("br_booth", "node_booth")],
  }),
  sampleNode({ id: "node_booth", title: "The booth", branches: [to("br_pay", "node_hall", [teach(TOLL)])] }),
  sampleNode({ id: "node_hall", title: "The hall", text: "Well?", speaker_id: WENNA }),
];

function shown(answers: Answers = {}) {
  const graph = { id: "dlg_a", start_node_id: null, nodes: NODES };
  const world = { entities: {}, relationships: [], facts: [], time: null };
  answerWith({
    "entities.list": () => ({ entities: [{ id: WENNA, name: "Wenna", properties: {} }], total: 1, has_more: false }),
    "dialogues.map": () => ({ dialogues: [], links: [] }),
    "runs.story": () => ({ dialogue: graph, others: [], variables: [], world }),
    "facts.list": ({ ids, node_id }) => {
      const facts = FACTS.filter(({ id }) => node_id === undefined && (ids === undefined || String(ids).includes(id)));
      return { facts, total: facts.length, has_more: false };
    },
    "facts.knowledge": ({ q }) => {
      const known = { fact: fact(TIDE, "The tide turns.", "everyone"), through: ["everyone"], told: null };
      return {
        knowledge: q === undefined ? [known] : [],
        total: q === undefined ? 1 : 0,
        has_more: false,
        withheld: 0,
      };
    },
    ...answers,
  });
  const tab = openTab({ ...smallContent(), nodes: new Map(NODES.map((node) => [node.id, node])) });
  tab.session.select(["node_hall"]);
  render(tab.shown(<KnowledgePanel />));
  return { ...tab, user: userEvent.setup() };
}

test("says what the speaker knows at a card: from before, always, and on some ways, with the cards that teach it", async () => {
  const { user, session } = shown();
  await screen.findByRole("heading", { name: "What does Wenna know here?" });
  const learnt = await screen.findByRole("list", { name: "Learnt on the way here" });
  expect(
    within(learnt)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/Bor forged the seal\..*AlwaysTaught by.*The gate/),
    expect.stringMatching(/The toll is five crowns\..*On some waysTaught by.*The booth/),
  ]);
  const before = screen.getByRole("list", { name: "Known from before" });
  expect(before.textContent).toContain("The tide turns.");
  await user.type(screen.getByRole("searchbox", { name: "Find a fact" }), "toll");
  await screen.findByText("Nothing with “toll”.");
  expect(within(screen.getByRole("list", { name: "Learnt on the way here" })).getAllByRole("listitem")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "The booth" }));
  expect(session.store.getState().active).toBe("node_booth");
  expect(screen.getByRole("heading", { name: "What does Wenna know here?" })).toBeTruthy();
  expect(await screen.findByText(/^Wenna is told/)).toBeTruthy();
});

test("a fact is written from the card, known to its speaker", async () => {
  const sent: unknown[] = [];
  const { user } = shown({
    "facts.create": ({ project_id: _, ...input }) => {
      sent.push(input);
      return { ...FACTS[0], conflicts: [] };
    },
  });
  await screen.findByText("No facts are written from this card yet.");
  await user.click(screen.getByRole("button", { name: "Write a fact" }));
  const form = within(screen.getByRole("region", { name: "New fact" }));
  await user.type(form.getByLabelText("What is known"), "The hall is cold.");
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Write a fact" });
  const source = { kind: "node", node_id: "node_hall", witness_id: null };
  const fields = { subject_id: null, predicate: null, object_id: null, also_about: [], secret: false };
  expect(sent).toEqual([{ text: "The hall is cold.", known_by: [WENNA], source, ...fields }]);
});

test("without a card it asks for one, and an answer that does not come can be asked again", async () => {
  const { session, user } = shown({
    "dialogues.map": () => {
      throw new Error("down");
    },
  });
  expect(await screen.findByText(/What is learnt on the way/)).toBeTruthy();
  await user.keyboard("{Escape}");
  session.select([]);
  expect(await screen.findByText("Select a card to see what its speaker knows there.")).toBeTruthy();
});
