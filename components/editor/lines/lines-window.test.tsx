import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import type { Model } from "../model/model.ts";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { LinesWindow } from "./lines-window.tsx";

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  answerWith({});
});

function gate(): Model {
  const nodes = [
    sampleNode({
      id: "node_a",
      text: "Who goes there?",
      speaker_label: "Guard",
      branches: [{ ...branch("br_a", "A friend."), target_node_id: "node_b" }],
    }),
    sampleNode({ id: "node_b", text: "Pass.", speaker_label: "Guard" }),
    sampleNode({ id: "node_c", text: "Nobody hears this.", speaker_label: "Echo" }),
  ];
  return { ...smallContent(), nodes: new Map(nodes.map((node) => [node.id, node])) };
}

function show(content = gate()) {
  const tab = openTab(content);
  const onClose = vi.fn();
  render(tab.shown(<LinesWindow onClose={onClose} />));
  return { ...tab, onClose, user: userEvent.setup() };
}

const grid = () => screen.getByRole("grid", { name: "Lines" });
/** The rows as they are read: speaker, words, status. */
const rows = () =>
  within(grid())
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("gridcell")
        .slice(0, 3)
        .map((cell) => cell.textContent),
    );

/** Pastes a text on the grid. */
function paste(text: string): void {
  fireEvent.paste(grid(), { clipboardData: { getData: () => text } });
}

test("lines stand with their choices below them, and words are counted by speaker and in all", () => {
  show();
  expect(rows()).toEqual([
    ["Guard", "Who goes there?", "Draft"],
    ["", "↳Choice: A friend.", "Draft"],
    ["Guard", "Pass.", "Draft"],
    ["Echo", "Nobody hears this.", "Draft"],
  ]);
  expect(screen.getByText("4 lines and choices, 9 words.")).toBeTruthy();
  expect(screen.getByText("Guard", { selector: "dt" }).parentElement?.textContent).toBe("Guard4 words");
});

test("a cell is written in place by keys, and undo takes it back", async () => {
  const { session, user } = show();
  await waitFor(() => expect(document.activeElement).toBe(grid()));
  await user.keyboard("{ArrowDown}{Enter}");
  const field = screen.getByRole("textbox", { name: "Text" });
  await user.clear(field);
  await user.type(field, "Only me.{Enter}");
  const choice = () => session.store.getState().nodes.get("node_a")?.branches[0]?.choice_text;
  expect(choice()).toBe("Only me.");
  expect(document.activeElement).toBe(grid());
  await user.keyboard("{ArrowRight}{Enter}");
  await user.selectOptions(within(grid()).getByRole("combobox", { name: "Status" }), "Final");
  await user.keyboard("{Enter}");
  expect(session.store.getState().nodes.get("node_b")?.status).toBe("final");
  act(() => session.undo());
  act(() => session.undo());
  expect(session.store.getState().nodes.get("node_b")?.status).toBe("draft");
  expect(choice()).toBe("A friend.");
});

test("Escape leaves a cell as it was, and a choice has no speaker to write", async () => {
  const { session, user } = show();
  await waitFor(() => expect(document.activeElement).toBe(grid()));
  await user.keyboard("{Enter}Never said.{Escape}");
  expect(session.store.getState().nodes.get("node_a")?.text).toBe("Who goes there?");
  await user.keyboard("{ArrowDown}{ArrowLeft}{Enter}");
  expect(screen.queryByRole("textbox", { name: "Speaker" })).toBeNull();
});

test("a block says what it would change, and is one step", async () => {
  const { session, user } = show();
  await waitFor(() => expect(document.activeElement).toBe(grid()));
  paste("Who is it?\tFinal\nA friend.\tdone\nGo on.\tIn review");
  const preview = await screen.findByRole("dialog", { name: "Change 2 lines?" });
  expect(within(preview).getByText(/Status “done”/)).toBeTruthy();
  expect(within(preview).getByText("Who goes there?")).toBeTruthy();
  expect(session.store.getState().nodes.get("node_a")?.text).toBe("Who goes there?");
  await user.click(within(preview).getByRole("button", { name: "Change 2 lines" }));
  const texts = () => [...session.store.getState().nodes.values()].map(({ text, status }) => [text, status]);
  expect(texts()).toEqual([
    ["Who is it?", "final"],
    ["Go on.", "review"],
    ["Nobody hears this.", "draft"],
  ]);
  act(() => session.undo());
  expect(texts().map(([text]) => text)).toEqual(["Who goes there?", "Pass.", "Nobody hears this."]);
});

test("Ctrl+D repeats the first cell of a range below it", async () => {
  const { session, user } = show();
  await waitFor(() => expect(document.activeElement).toBe(grid()));
  await user.keyboard("{Home}{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}");
  expect([...session.store.getState().nodes.values()].map(({ speaker_label }) => speaker_label)).toEqual([
    "Guard",
    "Guard",
    "Guard",
  ]);
  expect(rows()[1]?.[0]).toBe("");
});

test("lines are narrowed by speaker, with what is read before each", async () => {
  const { user } = show();
  await user.selectOptions(screen.getByRole("combobox", { name: "Speaker" }), "Guard");
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toEqual(["Guard", "A friend.Pass.", "Draft"]);
  await user.type(screen.getByRole("searchbox", { name: "Find a line" }), "nothing like it");
  await user.click(await screen.findByRole("button", { name: "Show all lines" }));
  expect(rows()).toHaveLength(4);
});

test("1,500 lines draw few rows", () => {
  const nodes = Array.from({ length: 1_500 }, (_, at) => sampleNode({ id: `node_${at}`, text: `Line ${at}.` }));
  show({ ...smallContent(), nodes: new Map(nodes.map((node) => [node.id, node])) });
  expect(within(grid()).getAllByRole("row").length).toBeLessThan(60);
  expect(grid().getAttribute("aria-rowcount")).toBe("1501");
});
