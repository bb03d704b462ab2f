import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { problem } from "#domain/problems/problem.ts";
import { speakerColors } from "#domain/speaker-color.ts";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { SPEAKER_INKS } from "../../ui/color-swatches.ts";
import type { Model } from "../model/model.ts";
import { branch, sampleNode } from "../model/sample-content.ts";
import { createProblemStore, withFindings } from "../store/problem-store.ts";
import { ProblemsContext } from "../store/use-problems.ts";
import { Outline } from "./outline.tsx";

const to = (id: string, target: string, text = "") => ({ ...branch(id, text), target_node_id: target });

/** A guard who is paid or fought; what both ways come to is in a group, and one card is left over. */
function gate(): Model {
  const nodes = [
    sampleNode({
      id: "node_ask",
      text: "Who goes there?",
      speaker_label: "Guard",
      branches: [to("br_1", "node_pay"), to("br_2", "node_fight")],
    }),
    sampleNode({ id: "node_pay", text: "Here is a coin.", branches: [to("br_3", "node_in")] }),
    sampleNode({ id: "node_fight", text: "Steel it is.", branches: [to("br_4", "node_in")] }),
    sampleNode({ id: "node_in", text: "The gate opens.", group_id: "grp_a", branches: [to("br_5", "node_yard")] }),
    sampleNode({ id: "node_yard", text: "A wide yard.", group_id: "grp_a" }),
    sampleNode({ id: "node_lost", text: "Nobody comes here." }),
  ];
  return {
    graph: { id: "dlg_a", name: "The gate", description: "", start_node_id: "node_ask" },
    nodes: new Map(nodes.map((node) => [node.id, node])),
    groups: new Map([
      ["grp_a", { id: "grp_a", title: "Inside", color: "blue" }],
      ["grp_b", { id: "grp_b", title: "Later", color: "red" }],
    ]),
    annotations: new Map(),
  };
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(240);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  answerWith({});
});

function show(content = gate()) {
  const tab = openTab(content);
  const problems = createProblemStore();
  const view = render(
    tab.shown(
      <ProblemsContext value={{ store: problems, goTo: () => undefined }}>
        <Outline />
      </ProblemsContext>,
    ),
  );
  return { ...tab, problems, user: userEvent.setup(), unmount: view.unmount };
}

/** The lines that are seen, indented as they say they are. */
const lines = () =>
  screen
    .getAllByRole("treeitem")
    .map((row) => `${"  ".repeat(Number(row.getAttribute("aria-level")) - 1)}${row.getAttribute("aria-label")}`);
const line = (name: RegExp) => screen.getByRole("treeitem", { name });
const tree = () => screen.getByRole("tree", { name: "Cards" });

test("the outline has groups as branches, and each way of a choice one deeper, with who speaks", () => {
  show();
  expect(lines()).toEqual([
    "Who goes there?, Guard, Line, start",
    "  Here is a coin., Line",
    "  Steel it is., Line",
    "Inside, Group, 2 cards",
    "  The gate opens., Line",
    "  A wide yard., Line",
    "Later, Group, 0 cards",
    "Cannot be reached from the start, 1 card",
    "  Nobody comes here., Line",
  ]);
  expect(line(/^Who goes/).getAttribute("aria-expanded")).toBe("true");
  expect(line(/^Steel/).getAttribute("aria-posinset")).toBe("2");
  expect(line(/^Later/).hasAttribute("aria-expanded")).toBe(false);
});

test("keys go through the lines, fold them, and find them by what they begin with", async () => {
  const { session, user } = show();
  tree().focus();
  const active = () => session.store.getState().active;
  await user.keyboard("{ArrowDown}");
  expect(active()).toBe("node_ask");
  await user.keyboard("{ArrowRight}");
  expect(active()).toBe("node_pay");
  await user.keyboard("{ArrowLeft}");
  expect(active()).toBe("node_ask");
  await user.keyboard("{ArrowLeft}");
  expect(line(/^Who goes/).getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("treeitem", { name: /^Steel/ })).toBeNull();
  await user.keyboard("{ArrowRight}");
  expect(line(/^Steel/)).toBeTruthy();
  await user.keyboard("a wi");
  expect(active()).toBe("node_yard");
  await user.keyboard("{End}");
  expect(active()).toBe("node_lost");
  await user.keyboard("{Home}");
  expect(active()).toBe("node_ask");
});

test("space adds to what is selected, and going with Ctrl selects nothing", async () => {
  const { session, user } = show();
  tree().focus();
  await user.keyboard("{Home}{Control>}{ArrowDown}{ArrowDown}{/Control}");
  expect([...session.store.getState().selection]).toEqual(["node_ask"]);
  await user.keyboard(" ");
  expect([...session.store.getState().selection]).toEqual(["node_ask", "node_fight"]);
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect([...session.store.getState().selection]).toEqual(["node_ask", "node_fight", "grp_a"]);
});

test("what is folded stays so when the dialogue is opened again; what is looked for is seen all the same", async () => {
  const { user, unmount } = show();
  fireEvent.click(line(/^Inside/).querySelector("[data-toggle]") as Element);
  expect(screen.queryByRole("treeitem", { name: /^A wide/ })).toBeNull();
  unmount();
  const again = show();
  expect(screen.queryByRole("treeitem", { name: /^A wide/ })).toBeNull();
  await user.type(screen.getByRole("searchbox", { name: "Filter the outline" }), "wide");
  expect(await screen.findByRole("treeitem", { name: /^A wide/ })).toBeTruthy();
  expect(lines()).toEqual(["Inside, Group, 1 card", "  A wide yard., Line"]);
  // A card in a folded line is shown by that line.
  await user.clear(screen.getByRole("searchbox", { name: "Filter the outline" }));
  act(() => again.session.reveal("node_yard"));
  await waitFor(() => expect(tree().getAttribute("aria-activedescendant")).toBe(line(/^Inside/).id));
});

test("alt and an arrow move a choice among those of its card, and undo takes it back", async () => {
  const { session, user } = show();
  const ways = () =>
    session.store
      .getState()
      .nodes.get("node_ask")
      ?.branches.map(({ id }) => id);
  act(() => session.reveal("node_fight"));
  tree().focus();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(ways()).toEqual(["br_2", "br_1"]);
  expect(screen.getByText(/is choice 1 of 2 now/)).toBeTruthy();
  expect(lines().slice(1, 3)).toEqual(["  Steel it is., Line", "  Here is a coin., Line"]);
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(ways()).toEqual(["br_2", "br_1"]);
  act(() => session.undo());
  expect(ways()).toEqual(["br_1", "br_2"]);
});

/** Drags one line onto another, or below all of them. */
function drag(from: HTMLElement, onto: HTMLElement): void {
  const dataTransfer = { setData: () => undefined, effectAllowed: "", dropEffect: "" };
  fireEvent.dragStart(from, { dataTransfer });
  fireEvent.dragOver(onto, { dataTransfer });
  fireEvent.drop(onto, { dataTransfer });
  fireEvent.dragEnd(from, { dataTransfer });
}

test("a card is dragged into a group, out of it, and to another place among its choices", () => {
  const { session } = show();
  const groupOf = (id: string) => session.store.getState().nodes.get(id)?.group_id;
  drag(line(/^Nobody/), line(/^Later/));
  expect(groupOf("node_lost")).toBe("grp_b");
  drag(line(/^A wide/), line(/^Nobody/));
  expect(groupOf("node_yard")).toBe("grp_b");
  drag(line(/^A wide/), tree());
  expect(groupOf("node_yard")).toBeNull();
  drag(line(/^Steel/), line(/^Here is/));
  expect(
    session.store
      .getState()
      .nodes.get("node_ask")
      ?.branches.map(({ id }) => id),
  ).toEqual(["br_2", "br_1"]);
  expect(groupOf("node_fight")).toBeNull();
});

test("all that is selected is dragged as one gesture", () => {
  const { session } = show();
  act(() => session.select(["node_pay", "node_lost"]));
  drag(line(/^Nobody/), line(/^Later/));
  const { nodes } = session.store.getState();
  expect([nodes.get("node_pay")?.group_id, nodes.get("node_lost")?.group_id]).toEqual(["grp_b", "grp_b"]);
  act(() => session.undo());
  expect(session.store.getState().nodes.get("node_pay")?.group_id).toBeNull();
});

test("the menu of a line takes its card out of its group, and says what it cannot do", async () => {
  const { session, user } = show();
  fireEvent.contextMenu(line(/^A wide/));
  const up = await screen.findByRole("menuitem", { name: /^Move its choice up/ });
  expect(up.getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("menuitem", { name: "Remove from group" }));
  expect(session.store.getState().nodes.get("node_yard")?.group_id).toBeNull();
});

test("a branch counts the problems in it as the header does: one cause is one problem", () => {
  const { problems } = show();
  const found = [
    problem("unknown_speaker", "ent_gone", { node_id: "node_in" }),
    problem("unknown_speaker", "ent_gone", { node_id: "node_yard" }),
    problem("dead_end", "node_yard", { node_id: "node_yard" }),
  ];
  act(() => problems.setState((state) => withFindings(state, { found, since: null })));
  expect(problems.getState().counts).toEqual({ error: 1, warning: 1, info: 0 });
  expect(line(/^Inside/).getAttribute("aria-label")).toBe("Inside, Group, 2 cards, 1 error and 1 warning");
  expect(line(/^Inside/).querySelectorAll('[data-count="2"]')).toHaveLength(2);
});

test("1,500 cards draw few rows, and the row of the keys is always one of them", async () => {
  const nodes = Array.from({ length: 1_500 }, (_, at) =>
    sampleNode({
      id: `node_${at}`,
      text: `Line ${at}.`,
      branches: [at + 1, ...(at % 5 === 0 ? [at + 2] : [])].map((next) => to(`br_${at}_${next}`, `node_${next}`)),
    }),
  );
  const { session } = show({
    ...gate(),
    graph: { ...gate().graph, start_node_id: "node_0" },
    nodes: new Map(nodes.map((node) => [node.id, node])),
  });
  expect(screen.getAllByRole("treeitem").length).toBeLessThan(60);
  act(() => session.reveal("node_1400"));
  expect(tree().getAttribute("aria-activedescendant")).toBe(line(/^Line 1400\./).id);
  expect(screen.getAllByRole("treeitem").length).toBeLessThan(60);
});

test("who speaks stands in the colour that is theirs everywhere", () => {
  const content = gate();
  show(content);
  const spoken = content.nodes.get("node_ask");
  if (spoken === undefined) throw new Error("the first card is missing");
  const name = within(line(/^Who goes/)).getByText("Guard");
  expect(name.classList).toContain(
    SPEAKER_INKS[speakerColors([{ key: spoken.speaker_label ?? "" }]).get(spoken.speaker_label ?? "") ?? "neutral"],
  );
});
