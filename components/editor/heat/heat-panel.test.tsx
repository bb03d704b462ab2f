import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, openTab } from "../../studio.fixture.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { HeatPanel } from "./heat-panel.tsx";

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
const LOST = sampleNode({ id: "node_lost", title: "The cellar", text: "Dark." });

const row = (by: string, events: number, players: number, late = 0) => ({
  ...{ by, events, players, late },
  ...{ detail: null, graph_id: "dlg_a" },
});

function showHeat(counts: (input: Record<string, unknown>) => unknown[], more: Answers = {}) {
  const asked: Record<string, unknown>[] = [];
  const answers: Answers = {
    "playerEvents.counts": (input) => {
      asked.push(input);
      const isSome = Object.keys(input).some((name) => name.startsWith("who_"));
      const among = isSome ? { players: 12, is_all: input.who_did === undefined } : null;
      return { counts: counts(input), has_more: false, among };
    },
    ...more,
  };
  answerWith(answers);
  const nodes = new Map([GATE, IN, LOST].map((node) => [node.id, node]));
  const { shown, view, session } = openTab({ ...smallContent(), nodes });
  view.setState({ side: "heat" });
  const page = render(shown(<HeatPanel />));
  return { user: userEvent.setup(), view, session, asked, page };
}

const COUNTS: Record<string, unknown[]> = {
  branch: [row("br_friend", 30, 30, 2), row("br_wait", 12, 10)],
  node: [row("node_gate", 42, 40, 2)],
  version: [row("118", 40, 38), row("0", 2, 2)],
};

test("shares stand on cards and choices while it is open, with how sure they are for the selected card", async () => {
  const { user, view, session, asked, page } = showHeat(({ by }) => COUNTS[String(by)] ?? []);
  expect((await screen.findByText(/42 choices at 1 card, 2 of them reported on a later day/)).textContent).toBeTruthy();
  expect(Object.fromEntries(view.getState().heat)).toEqual({
    node_gate: "40 chose",
    br_friend: "75 %",
    br_wait: "25 %",
    node_lost: "nobody came",
  });
  expect(screen.getByRole("button", { name: /The cellar/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /The gate/ }));
  expect(session.store.getState().active).toBe("node_gate");
  const here = within(await screen.findByRole("region", { name: "Choices of this card" }));
  expect(here.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "A friend.75 %, 30 of 40 players; probably 60 to 86 % of allOnly these players",
    "Wait.25 %, 10 of 40 players; probably 14 to 40 % of allOnly these players",
  ]);
  await user.selectOptions(screen.getByLabelText("Version of the story"), "118");
  await user.type(screen.getByLabelText("From"), "2026-11-01");
  expect(asked.at(-1)).toMatchObject({ graph_id: expect.any(String), version: 118, from: "2026-11-01" });
  page.unmount();
  expect(view.getState().heat.size).toBe(0);
});

test("without numbers it says where they come from", async () => {
  const { view } = showHeat(() => []);
  expect(await screen.findByText(/Nobody played this dialogue yet/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "player events" }).getAttribute("href")).toBe("/docs/guides/player-events");
  expect(view.getState().heat.size).toBe(0);
});

test("only players are looked at who took a choice, came to a state of a quest, or of whom the game told", async () => {
  const { user, asked } = showHeat(
    ({ by, who_did }) => {
      if (by === "kind") return [{ ...row("custom", 9, 8), detail: "jump" }, row("choice", 40, 40)];
      return who_did === undefined ? (COUNTS[String(by)] ?? []) : [];
    },
    { "quests.list": () => ({ quests: [{ id: "qst_1", name: "Before the ebb" }], total: 1, has_more: false }) },
  );
  await user.click(await screen.findByRole("button", { name: /The gate/ }));
  await user.click(await screen.findByRole("button", { name: "Only these players, who took “A friend.”" }));
  expect((screen.getByLabelText("Choice") as HTMLInputElement).value).toBe("A friend.");
  await screen.findByText("12 players did this.");
  expect(asked.at(-1)).toMatchObject({ who_took: "br_friend" });

  await user.selectOptions(screen.getByLabelText("Players"), "quest");
  await screen.findByText(/42 choices/);
  expect(screen.queryByText(/players did this/)).toBeNull();
  await user.selectOptions(
    screen.getByLabelText("Quest"),
    await screen.findByRole("option", { name: "Before the ebb" }),
  );
  await user.selectOptions(screen.getByLabelText("State"), "failed");
  await screen.findByText("12 players did this.");
  expect(asked.at(-1)).toMatchObject({ who_quest: "qst_1", who_state: "failed" });

  await user.selectOptions(screen.getByLabelText("Players"), "did");
  await user.selectOptions(screen.getByLabelText("Event"), await screen.findByRole("option", { name: "jump" }));
  await screen.findByText("12 players are looked at: more of them did this.");
  expect(asked.at(-1)).toMatchObject({ who_did: "jump" });
});
