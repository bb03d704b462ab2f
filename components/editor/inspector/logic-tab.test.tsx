import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { VariableType } from "#domain/dialogue/wire.ts";
import type { Condition, Expression } from "#domain/expression.ts";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { logicDraft } from "../logic/kept-drafts.ts";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { fieldKey } from "../store/dialogue-state.ts";
import { LogicTab } from "./logic-tab.tsx";

const variable = (id: string, name: string, type: VariableType) => ({
  id,
  name,
  type,
  description: "",
  enum_values: [],
});
const COURAGE = variable("var_courage", "courage", "integer");
const OPEN = variable("var_open", "gate_open", "boolean");

/** The logic of a gate with one branch, in a project with two variables. */
async function showLogic(conditions: readonly Condition[] = [], names: readonly object[] = []) {
  answerWith({
    "variables.list": () => ({ variables: [COURAGE, OPEN], total: 2, has_more: false }),
    "dialogues.names": () => ({ names }),
  });
  const gate = sampleNode({
    id: "node_gate",
    title: "The gate",
    branches: [branch("br_knock", "Knock")],
    conditions: [...conditions],
  });
  const tab = openTab({ ...smallContent(), nodes: new Map([[gate.id, gate]]) });
  render(tab.shown(<LogicTab id={gate.id} />));
  const recorded = async (): Promise<Expression[]> => {
    await tab.pass(20_000);
    const node = tab.browser.server.content.nodes.get(gate.id);
    return (node?.conditions ?? []).map(({ id: _, ...expression }) => expression);
  };
  const drawn = within(screen.getByRole("region", { name: "This card" }));
  return { ...tab, user: userEvent.setup(), node: drawn, recorded };
}

test("builds a condition and reads what it says", async () => {
  const { user, node, recorded } = await showLogic();
  node.getByText("Always entered.");
  const pick = async (button: string, query: string, option: RegExp) => {
    await user.click(node.getByRole("button", { name: button }));
    await user.type(await screen.findByRole("combobox", { name: button }), query);
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await pick("Add a condition", "courage", /^courage/);
  await user.clear(node.getByLabelText("Value for courage"));
  await user.type(node.getByLabelText("Value for courage"), "3");
  node.getByText("Entered only if courage ≥ 3.");
  await pick("Add alternatives", "gate", /^gate_open/);
  await pick("Add a row to these", "this", /^this card/);
  await user.selectOptions(node.getByLabelText("Comparison for visits of this card"), "is at least");
  await user.clear(node.getByLabelText("Value for visits of this card"));
  await user.type(node.getByLabelText("Value for visits of this card"), "2");
  await user.click(node.getByRole("button", { name: "Not: negate the condition on courage" }));
  expect(await recorded()).toEqual([
    { op: "not", args: [{ op: "gte", args: [{ var: COURAGE.id }, { lit: 3 }] }] },
    {
      op: "any",
      args: [
        { op: "eq", args: [{ var: OPEN.id }, { lit: true }] },
        { op: "gte", args: [{ fn: "visits", args: [] }, { lit: 2 }] },
      ],
    },
  ]);
  node.getByText(/^Entered only if not \(courage ≥ 3\) and \(.* or visits to this node ≥ 2\)\.$/);
});

test("names cards of other dialogues by their titles, and says which are gone", async () => {
  const inn = `node_${"a".repeat(26)}`;
  const gone = `node_${"b".repeat(26)}`;
  const visited = (id: string, ref: string) => ({ id, fn: "visited", args: [{ ref }] }) as Condition;
  const named = { id: inn, type: "node", name: "The inn", graph_id: "dlg_b", graph_name: "The road", node_id: inn };
  const { node } = await showLogic([visited("cnd_1", inn), visited("cnd_2", gone)], [named]);
  await node.findByText(
    "Entered only if “The inn (The road)” has been visited and “something that is gone” has been visited.",
  );
});

test("types half a number, and nothing wrong is sent", async () => {
  const { user, node, recorded, browser } = await showLogic([
    { id: "cnd_1", op: "gte", args: [{ var: COURAGE.id }, { lit: 3 }] } as Condition,
  ]);
  const value = await node.findByLabelText("Value for courage");
  await user.clear(value);
  await user.type(value, "-");
  node.getByText("This is a whole number.");
  await recorded();
  expect(browser.server.recorded).toEqual([]);
  await user.type(value, "4");
  expect(await recorded()).toEqual([{ op: "gte", args: [{ var: COURAGE.id }, { lit: -4 }] }]);
});

test("leaves a condition alone that no row can show, until somebody edits it as JSON", async () => {
  const strange = [
    { id: "cnd_1", op: "opaque", format: "harlowe", source: "$bag contains  'rope'" },
    { id: "cnd_2", op: "gte", args: [{ fn: "roll", args: [{ lit: 20 }] }, { lit: 12 }] },
  ] as Condition[];
  const { user, node, recorded, browser } = await showLogic(strange);
  expect(node.getAllByText("This condition can only be edited as JSON.")).toHaveLength(2);
  node.getByText("«$bag contains 'rope'»");
  node.getByText("Entered only if «$bag contains 'rope'» and a roll of 20 ≥ 12.");
  const edit = (at: number) => user.click(node.getAllByRole("button", { name: "Edit as JSON" })[at] as HTMLElement);

  // Opening it and going away changes nothing of it.
  await edit(0);
  await user.click(node.getByRole("button", { name: "Cancel" }));
  await recorded();
  expect(browser.server.recorded).toEqual([]);

  await edit(1);
  const json = node.getByLabelText("Condition as JSON");
  const write = async (text: string) => {
    await user.clear(json);
    await user.click(json);
    await user.paste(text);
  };
  await write('{ "op": "gte", "args": [{ "fn": "roll" }] }');
  node.getByText(/must be an array of expressions/);
  expect(node.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe("true");
  await write('{ "op": "gte", "args": [{ "fn": "roll", "args": [{ "lit": 6 }] }, { "lit": 4 }] }');
  await user.click(node.getByRole("button", { name: "Save" }));
  expect(await recorded()).toEqual([
    { op: "opaque", format: "harlowe", source: "$bag contains  'rope'" },
    { op: "gte", args: [{ fn: "roll", args: [{ lit: 6 }] }, { lit: 4 }] },
  ]);
});

test("types a condition with a mistake, is told where, completes it, and the rows show it", async () => {
  const { user, node, recorded, browser } = await showLogic();
  const text = node.getByRole("textbox", { name: "Conditions as text" });
  await user.type(text, "corage >= 3");
  node.getByText("Character 1: There is no variable called corage. Did you mean courage?");
  await user.type(text, "{Enter}");
  await recorded();
  expect(browser.server.recorded).toEqual([]);

  await user.clear(text);
  await user.type(text, "cou");
  await user.click(node.getByRole("option", { name: /^courage/ }));
  await user.type(text, " >= 3 and gate_open = n");
  expect(node.getAllByRole("option")[0]?.textContent).toBe("novalue");
  await user.type(text, "{Enter}{Enter}");
  expect(await recorded()).toEqual([
    { op: "gte", args: [{ var: COURAGE.id }, { lit: 3 }] },
    { op: "eq", args: [{ var: OPEN.id }, { lit: false }] },
  ]);
  expect((await node.findByLabelText("Value for courage")).getAttribute("value")).toBe("3");

  // What a row does the text says at once.
  await user.click(node.getByRole("button", { name: "Not: negate the condition on courage" }));
  expect((text as HTMLTextAreaElement).value).toBe("not (courage >= 3) and gate_open = no");
});

test("keeps what no row can show when its text is opened and left", async () => {
  const { user, node, recorded, browser } = await showLogic([
    { id: "cnd_1", op: "opaque", format: "harlowe", source: "$bag contains  'rope'" } as Condition,
  ]);
  const text = node.getByRole("textbox", { name: "Conditions as text" });
  expect((text as HTMLTextAreaElement).value).toBe('unread("harlowe", "$bag contains  \'rope\'")');
  await user.click(text);
  await user.tab();
  await user.type(text, " {Backspace}{Enter}");
  await recorded();
  expect(browser.server.recorded).toEqual([]);
});

test("keeps a test that names nothing until the variable is created from its error", async () => {
  localStorage.clear();
  const made: object[] = [];
  const coins = variable("var_coins", "coins", "integer");
  const shown = await showLogic();
  const { user, node, recorded } = shown;
  answerWith({
    "variables.list": () => {
      const variables = [COURAGE, OPEN, ...(made.length > 0 ? [coins] : [])];
      return { variables, total: variables.length, has_more: false };
    },
    "variables.create": (input) => {
      made.push(input as object);
      return coins;
    },
    "dialogues.names": () => ({ names: [] }),
  });
  const field = node.getByLabelText("Conditions as text");
  await user.type(field, "coins >= 2");
  await user.tab();
  node.getByText(/There is no variable called coins\./);
  expect(logicDraft(fieldKey("node_gate", "/conditions"))).toBe("coins >= 2");
  expect(await recorded()).toEqual([]);
  await user.click(node.getByRole("button", { name: "Create coins" }));
  await waitFor(() => expect(logicDraft(fieldKey("node_gate", "/conditions"))).toBeNull());
  expect(made).toMatchObject([{ name: "coins", type: "integer" }]);
  expect(await recorded()).toEqual([{ op: "gte", args: [{ var: "var_coins" }, { lit: 2 }] }]);
});

test("a branch of a talk waits for facts and declared actions, and for none once they are taken away", async () => {
  const fact = { id: "fact_tide", text: "The gate opens at low tide.", subject_id: null };
  const npc = { id: "npc_odo", entity_id: "ent_odo", state: "active", actions: [{ key: "nod", description: "Nods." }] };
  answerWith({
    "facts.list": () => ({ facts: [fact], total: 1, has_more: false }),
    "npcs.list": () => ({ npcs: [npc], total: 1, has_more: false }),
  });
  const gate = sampleNode({
    id: "node_gate",
    kind: "talk",
    speaker_id: "ent_odo",
    branches: [branch("br_knock", "Knock")],
  });
  const tab = openTab({ ...smallContent(), nodes: new Map([[gate.id, gate]]) });
  const user = userEvent.setup();
  render(tab.shown(<LogicTab id={gate.id} />));
  const opened = async () => {
    await tab.pass(20_000);
    return tab.browser.server.content.nodes.get(gate.id)?.branches[0]?.opened_by;
  };
  const choice = within(screen.getByRole("region", { name: "Choice: Knock" }));
  await choice.findByText("Opens by no talk: players choose its words.");
  await user.click(await choice.findByRole("checkbox", { name: "nod — Nods." }));
  await user.click(choice.getByRole("combobox", { name: "A fact that the character tells" }));
  await user.click(await screen.findByRole("option", { name: fact.text }));
  expect(await opened()).toEqual({ facts: [fact.id], actions: ["nod"] });
  await user.click(await choice.findByRole("button", { name: `Wait no more for “${fact.text}”` }));
  await user.click(choice.getByRole("checkbox", { name: "nod — Nods." }));
  expect(await opened()).toBeNull();
});
