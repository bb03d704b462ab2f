import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PLAIN_PROPERTY } from "#domain/templates/template.ts";
import { type Answers, answerWith, openTab } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import type { Node } from "../model/model.ts";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { Inspector } from "./inspector.tsx";

const NONE = { total: 0, has_more: false };

/** A gate with two choices, of which one leads to a ferryman; the gate is selected. */
function showInspector(answers: Answers = {}, more: Partial<Node> = {}) {
  answerWith({ "dialogues.speakers": () => ({ speakers: [], ...NONE }), ...answers });
  const gate = sampleNode({
    id: "node_gate",
    title: "The gate",
    text: "The old gate creaks.",
    speaker_label: "Mara",
    branches: [
      { ...branch("br_knock", "Knock"), target_node_id: "node_ferry", conditions: [{ id: "cond_a", var: "var_open" }] },
      branch("br_wait", "Wait"),
    ],
    ...more,
  });
  const ferry = sampleNode({ id: "node_ferry", kind: "end", text: "The ferryman looks up." });
  const content = smallContent();
  const tab = openTab({
    ...content,
    nodes: new Map([
      [gate.id, gate],
      [ferry.id, ferry],
    ]),
  });
  tab.session.select([gate.id]);
  render(
    tab.shown(
      <>
        <Inspector />
        <ToastLayer />
      </>,
    ),
  );
  const panel = () => within(screen.getByRole("complementary", { name: "Inspector" }));
  return {
    ...tab,
    tab,
    panel,
    user: userEvent.setup(),
    choice: (words: string) => within(panel().getByRole("listitem", { name: new RegExp(`: ${words}$`) })),
    recorded: async () => {
      await tab.pass(20_000);
      return tab.browser.server.content;
    },
    select: (...ids: string[]) => act(async () => tab.session.select(ids)),
  };
}

test("a card has the fields of its kind, and what it has beside them; a change is merged and can be undone", async () => {
  const mood = { ...PLAIN_PROPERTY, key: "mood", label: "Mood", kind: "choice", options: ["wary", "calm"] };
  const template = { applies_to: "card", type: "line", label: "Line", validate: "warn", properties: [mood] };
  const { panel, user, recorded, tab } = showInspector(
    { "templates.list": () => ({ templates: [template], total: 1, has_more: false }) },
    { properties: { mood: "grim", take: 2, notes: { deep: true } } },
  );
  const fields = within(await panel().findByRole("region", { name: "Fields" }));
  expect(fields.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Mood", "Take"]);
  expect(fields.getByText("Must be wary or calm.")).toBeTruthy();
  await user.selectOptions(fields.getByRole("combobox", { name: "Mood" }), "calm");
  const properties = async () => (await recorded()).nodes.get("node_gate")?.properties;
  expect(await properties()).toEqual({ mood: "calm", take: 2, notes: { deep: true } });
  await act(async () => tab.session.undo());
  expect(await properties()).toEqual({ mood: "grim", take: 2, notes: { deep: true } });
});

test("a card's words, choices and tags are written", async () => {
  const { panel, user, choice, recorded } = showInspector();
  const fill = async (field: HTMLElement, words: string) => {
    await user.clear(field);
    await user.type(field, words);
  };
  await fill(panel().getByLabelText("Title"), "The salt gate");
  await fill(panel().getByLabelText("Text"), "It has been oiled.");
  await fill(choice("Knock").getByLabelText("Words of the choice"), "Knock twice");
  await user.click(panel().getByRole("button", { name: "Add a choice" }));
  await user.keyboard("Turn back");
  await user.click(choice("Knock twice").getByLabelText("Once"));
  await user.type(panel().getByLabelText("Tags"), "opening{Enter}");
  const gate = (await recorded()).nodes.get("node_gate");
  expect(gate).toMatchObject({ title: "The salt gate", text: "It has been oiled.", tags: ["opening"] });
  expect(gate?.branches.map(({ choice_text }) => choice_text)).toEqual(["Knock twice", "Wait", "Turn back"]);
  expect(gate?.branches[0]?.repeat).toBe("once");
});

test("a choice is led to a card that is made on the spot, and one goes there", async () => {
  const { panel, user, choice, recorded } = showInspector();
  await user.click(choice("Wait").getByRole("button", { name: /leads to: Nowhere yet/ }));
  await user.type(await screen.findByRole("combobox", { name: /leads to/ }), "A cold hour");
  await user.click(await screen.findByRole("option", { name: "Create “A cold hour”" }));
  const { nodes } = await recorded();
  const made = [...nodes.values()].find(({ title }) => title === "A cold hour");
  expect(nodes.get("node_gate")?.branches.map(({ target_node_id }) => target_node_id)).toEqual([
    "node_ferry",
    made?.id,
  ]);
  await user.click(choice("Wait").getByRole("button", { name: "Go to “A cold hour”" }));
  expect(panel().getByLabelText<HTMLInputElement>("Title").value).toBe("A cold hour");
});

test("a name becomes a character, and the label that stood for it is gone", async () => {
  const made: unknown[] = [];
  const { panel, user, recorded } = showInspector({
    "entities.create": (input) => {
      made.push(input);
      return { id: "ent_brine", ...input };
    },
    "entities.list": () => ({
      entities: made.length === 0 ? [] : [{ id: "ent_brine", name: "Old Brine", type: "character", properties: {} }],
      total: made.length,
      has_more: false,
    }),
  });
  const speaker = panel().getByRole("combobox", { name: "Speaker" });
  await user.type(speaker, "???{Enter}");
  expect((await recorded()).nodes.get("node_gate")).toMatchObject({ speaker_id: null, speaker_label: "???" });
  await user.clear(speaker);
  await user.type(speaker, "Old Brine");
  await user.click(await screen.findByRole("option", { name: "Create character “Old Brine”" }));
  expect((await recorded()).nodes.get("node_gate")).toMatchObject({ speaker_id: "ent_brine", speaker_label: null });
  expect(made).toMatchObject([{ name: "Old Brine", type: "character", external_id: "old-brine" }]);
});

test("several cards are changed at once, and taken back at once", async () => {
  const { panel, user, session, recorded, select } = showInspector();
  await select("node_gate", "node_ferry");
  panel().getByRole("heading", { name: "2 cards" });
  expect(panel().getByLabelText<HTMLSelectElement>("Kind").value).toBe("mixed");
  await user.type(panel().getByLabelText("Tags"), "act one{Enter}");
  const tags = async () => [...(await recorded()).nodes.values()].map((node) => node.tags);
  expect(await tags()).toEqual([["act one"], ["act one"]]);
  await act(async () => session.undo());
  expect(await tags()).toEqual([[], []]);
});

test("a group is named and coloured", async () => {
  const { panel, user, recorded, select } = showInspector();
  await select("grp_a");
  panel().getByText("No cards.");
  await user.clear(panel().getByLabelText("Title"));
  await user.type(panel().getByLabelText("Title"), "Act one");
  await user.click(panel().getByRole("radio", { name: "Green" }));
  expect((await recorded()).groups.get("grp_a")).toMatchObject({ title: "Act one", color: "green" });
});

test("the dialogue is named and described, and a card is chosen that it starts with", async () => {
  const { panel, user, recorded, select } = showInspector();
  await select();
  await user.type(panel().getByLabelText("Description"), "A gate, and who keeps it.");
  // A dialogue has a name: an emptied field changes nothing before the next letter.
  await user.clear(panel().getByLabelText("Name"));
  await user.type(panel().getByLabelText("Name"), "The gate and the ferry");
  await user.click(panel().getByRole("button", { name: /^Starts with/ }));
  const cards = within(await screen.findByRole("dialog", { name: "Starts with" }));
  await user.click(await cards.findByRole("option", { name: /^The gate/ }));
  expect((await recorded()).graph).toMatchObject({
    name: "The gate and the ferry",
    description: "A gate, and who keeps it.",
    start_node_id: "node_gate",
  });
});

test("uses say who leads to a card, what it reads and writes, and lead there", async () => {
  const { panel, user, select } = showInspector({
    "variables.list": () => ({
      variables: [{ id: "var_open", name: "gate_open", type: "boolean", description: "", enum_values: [] }],
      total: 1,
      has_more: false,
    }),
  });
  await select("node_ferry");
  await user.click(panel().getByRole("tab", { name: "Uses" }));
  panel().getByText("Knock");
  await user.click(panel().getByRole("button", { name: "The gate" }));
  panel().getByRole("heading", { name: "The gate" });
  const open = await panel().findByRole("link", { name: "gate_open" });
  expect(open.getAttribute("href")).toMatch(/\/variables\?variable=var_open$/);
});

test("every line with a label is given to the character who is called that, and taken back", async () => {
  const sent: unknown[] = [];
  const { panel, user } = showInspector({
    "entities.list": () => ({
      entities: [{ id: "ent_mara", name: "Mara", type: "character", properties: {} }],
      total: 1,
      has_more: false,
    }),
    "dialogues.speakers": () => ({ speakers: [{ speaker_label: "Mara", lines: 2 }], total: 1, has_more: false }),
    "dialogues.matchSpeaker": (input) => {
      sent.push(input);
      return { matched: 2, seq: 9 };
    },
    "dialogues.unmatchSpeaker": (input) => {
      sent.push(input);
      return { restored: 2, left: 0 };
    },
  });
  await user.click(await panel().findByRole("button", { name: "Match 2 lines labelled ‘Mara’ to Mara" }));
  await screen.findByText("2 lines are Mara’s now.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("2 lines are labelled ‘Mara’ again.");
  expect(sent).toMatchObject([{ speaker_label: "Mara", entity_id: "ent_mara" }, { seq: 9 }]);
});
