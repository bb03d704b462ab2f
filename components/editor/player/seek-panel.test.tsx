import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Condition, Effect } from "#domain/expression.ts";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { showHowToGetTo } from "../store/view-state.ts";
import { dropCarried } from "./carried-play.ts";
import { Player } from "./player.tsx";

const purse = {
  id: "var_purse",
  name: "purse",
  type: "integer",
  default: 0,
  enum_values: [],
  scope: "playthrough",
  min: null,
  max: null,
};
const atLeast = (count: number) => ({ id: "cnd_1", op: "gte", args: [{ var: purse.id }, { lit: count }] }) as Condition;
const seenAttic = { id: "cnd_2", fn: "visited", args: [{ ref: "node_attic" }] } as Condition;
const earn: Effect = { id: "ef_1", op: "add", target: purse.id, value: { lit: 1 }, when: [] };

/** A bar that two coins open, with a cellar that nothing opens and an attic to which a fortune is needed. */
const BAR = sampleNode({
  id: "node_bar",
  title: "The bar",
  text: "Two coins, says the keeper.",
  branches: [
    { ...branch("br_work", "Wash the dishes."), target_node_id: "node_bar", effects: [earn] },
    { ...branch("br_pay", "Pay."), target_node_id: "node_through", conditions: [atLeast(2)] },
    { ...branch("br_sneak", "Sneak down."), target_node_id: "node_cellar", conditions: [seenAttic] },
    { ...branch("br_climb", "Climb up."), target_node_id: "node_attic", conditions: [atLeast(30_000)] },
  ],
});
const THROUGH = sampleNode({ id: "node_through", kind: "end", text: "The bar lifts." });
const CELLAR = sampleNode({ id: "node_cellar", kind: "end", title: "The cellar", text: "It is dark." });
const ATTIC = sampleNode({ id: "node_attic", kind: "end", title: "The attic", text: "It is bright." });

beforeEach(() => {
  dropCarried();
  answerWith({ "variables.list": () => ({ variables: [purse], total: 1, has_more: false }) });
});

function show(goal: Parameters<typeof showHowToGetTo>[1], bar = BAR) {
  const nodes = new Map([bar, THROUGH, CELLAR, ATTIC].map((node) => [node.id, node]));
  const tab = openTab({ ...smallContent(), nodes });
  showHowToGetTo(tab.view, goal);
  render(tab.shown(<Player />));
  return tab;
}

test("plays the shortest real way, page by page, and goes on from there", async () => {
  const { view } = show({ node: "node_through" });
  const player = within(await screen.findByRole("region", { name: "Player" }, { timeout: 5_000 }));
  player.getByText(/The shortest way to “The bar lifts.”: page 1 of 4/);
  await player.findByText(/page 2 of 4/, undefined, { timeout: 3_000 });
  await userEvent.click(player.getByRole("button", { name: "Show all of it" }));
  player.getByText("This is the shortest way to “The bar lifts.”");
  expect(player.getByRole("list", { name: "What was said" }).textContent).toContain("The bar lifts.");
  expect(view.getState().path).toEqual(["br_work", "br_work", "br_pay"]);
  await userEvent.click(player.getByRole("button", { name: "Step back" }));
  await player.findByRole("button", { name: /Pay/ });
  expect(player.queryByText(/shortest way/)).toBeNull();
});

test("stops showing as soon as somebody plays", async () => {
  show({ branch: "br_pay" });
  const player = within(await screen.findByRole("region", { name: "Player" }, { timeout: 5_000 }));
  player.getByText(/The shortest way to the choice “Pay.”/);
  await userEvent.click(player.getByRole("button", { name: /Wash the dishes/ }));
  expect(player.queryByText(/shortest way/)).toBeNull();
});

test("says that it is proved impossible, and which condition bars the way at which card", async () => {
  // Nobody asks for more than two coins: there is an end to what can be looked at.
  const { session } = show({ node: "node_cellar" }, { ...BAR, branches: BAR.branches.slice(0, 3) });
  const panel = within(screen.getByRole("region", { name: "How to get here" }));
  await panel.findByText("Proved impossible", undefined, { timeout: 15_000 });
  const [bar] = within(panel.getByRole("list", { name: "What blocks the path" })).getAllByRole("listitem");
  expect(bar?.textContent).toBe("“Sneak down.” at The bar never opens: needs “The attic” has been visited.");
  await userEvent.click(panel.getByRole("button", { name: "The bar" }));
  expect(session.store.getState().revealed?.id).toBe("node_bar");
});

test("says what nobody can decide, which stays closed to players", async () => {
  const opaque = { id: "cnd_3", op: "opaque", format: "ink", source: "x > y" } as Condition;
  const [work, pay] = BAR.branches;
  const sneak = { ...branch("br_sneak", "Sneak down."), target_node_id: "node_cellar", conditions: [opaque] };
  show({ node: "node_cellar" }, { ...BAR, branches: [work, pay, sneak].flatMap((each) => each ?? []) });
  const panel = within(screen.getByRole("region", { name: "How to get here" }));
  await panel.findByText("Proved impossible", undefined, { timeout: 15_000 });
  expect(panel.getByRole("listitem").textContent).toBe(
    "“Sneak down.” at The bar stays closed, because this is unknown: «x > y» (it is written in another language).",
  );
});

test("says that it could not decide, and decides once it is told to look further", async () => {
  show({ node: "node_attic" });
  const panel = within(screen.getByRole("region", { name: "How to get here" }));
  await panel.findByText(/^No result after 20,\d\d\d states$/, undefined, { timeout: 30_000 });
  await userEvent.click(panel.getByRole("button", { name: "Search further" }));
  await screen.findByRole("region", { name: "Player" }, { timeout: 60_000 });
});

test("is given up with Cancel", async () => {
  const terminate = vi.fn();
  class BusyWorker {
    readonly addEventListener = vi.fn();
    readonly postMessage = vi.fn();
    readonly terminate = terminate;
  }
  vi.stubGlobal("Worker", BusyWorker);
  const { view } = show({ node: "node_attic" });
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(view.getState()).toMatchObject({ seeking: null });
  expect(view.getState().side).not.toBe("player");
  cleanup();
  expect(terminate).toHaveBeenCalled();
});
