import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, openTab } from "../../studio.fixture.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { PathsPanel } from "./paths-panel.tsx";

const GATE = sampleNode({
  id: "node_gate",
  title: "The gate",
  text: "Who goes there?",
  branches: [
    { ...branch("br_friend", "A friend."), target_node_id: "node_in" },
    { ...branch("br_wait", "Wait."), target_node_id: "node_gate" },
  ],
});
const IN = sampleNode({ id: "node_in", kind: "end", text: "Pass." });

const page = (node: string, text: string, way?: string, chose: string | null = null) => ({
  did: way === undefined ? "begin" : "choose",
  branch_id: way ?? null,
  text: chose,
  said: [{ graph_id: "dlg_a", node_id: node, text, speaker_id: null, speaker_label: null }],
  trace: [...(way === undefined ? [] : [{ kind: "took", branch_id: way }]), { kind: "entered", node_id: node }],
  proposed: [],
});
const BEGIN = page("node_gate", "Who goes there?");
const RUNS = {
  run_1: [
    BEGIN,
    page("node_gate", "Who goes there?", "br_wait", "Wait."),
    page("node_in", "Pass.", "br_friend", "A friend."),
  ],
  run_2: [BEGIN, page("node_in", "Pass.", "br_friend", "A friend.")],
};
const listed = (id: keyof typeof RUNS, words: string) => ({
  id,
  graph_id: "dlg_a",
  words,
  ending: { kind: "ending", node_id: "node_in" },
  created_at: "2026-11-24T10:00:00Z",
});
const LINKS = [
  { id: "shr_1", name: "Voice actors" },
  { id: "shr_2", name: "Players" },
];

function showPaths(answers: Answers = {}) {
  answerWith({
    "shares.list": () => ({ shares: LINKS, total: 2, has_more: false }),
    "runs.list": ({ share_id }) => {
      const runs = share_id === "shr_1" ? [listed("run_1", "Why wait?"), listed("run_2", "")] : [];
      return { runs, total: runs.length, has_more: false };
    },
    "runs.get": ({ run_id }) => {
      const id = run_id as keyof typeof RUNS;
      return { ...listed(id, ""), transcript: RUNS[id], pages: RUNS[id].length };
    },
    ...answers,
  });
  const nodes = new Map([GATE, IN].map((node) => [node.id, node]));
  const { shown, view } = openTab({ ...smallContent(), nodes });
  view.setState({ side: "paths", pathsOf: "shr_1" });
  render(shown(<PathsPanel />));
  return { user: userEvent.setup(), view };
}

test("one path is drawn step by step, with how many readers took each way, until Escape", async () => {
  const { user, view } = showPaths();
  await user.click(await screen.findByRole("button", { name: /Came to the end at “Pass\.”\s*Why wait\?/ }));
  expect((await screen.findByText("Step 3 of 3")).textContent).toBe("Step 3 of 3");
  expect(view.getState().path).toEqual(["br_wait", "br_friend"]);
  expect([...view.getState().marked]).toEqual(["node_gate", "node_in"]);
  await user.click(screen.getByRole("button", { name: "Step back" }));
  expect(view.getState().path).toEqual(["br_wait"]);
  const here = within(screen.getByRole("region", { name: "What readers chose here" }));
  expect(here.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "A friend.2 of 2 readers took this, this one among them",
    "Wait.1 of 2 readers took this",
  ]);
  act(() => void fireEvent.keyDown(document.body, { key: "Escape" }));
  expect(screen.queryByRole("region", { name: "The path" })).toBeNull();
  expect(view.getState().path).toEqual([]);
  expect(view.getState().marked.size).toBe(0);
});

test("a link by which nobody sent a path says how readers do", async () => {
  const { user } = showPaths();
  await user.selectOptions(await screen.findByLabelText("Link"), "shr_2");
  expect(await screen.findByText(/No paths yet/)).toBeTruthy();
});

test("a dialogue without links says what they are for", async () => {
  showPaths({
    "shares.list": () => ({ shares: [], total: 0, has_more: false }),
    "runs.list": () => ({ runs: [], total: 0, has_more: false }),
  });
  expect(await screen.findByText(/No links yet/)).toBeTruthy();
});
