import type { Page } from "@playwright/test";
import { openCanvas, shownNode } from "../canvas.ts";
import { serveGame } from "../game-page.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

/** Origin of the game's own server, which is not the product's. */
let origin = "";
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  mayAsk: async ({}, use) => {
    const game = await serveGame("browser-game.html");
    origin = game.origin;
    await use([origin]);
    game.close();
  },
});

const lines = (game: Page) => game.getByRole("log", { name: "Story" });
const button = (game: Page, name: string) => game.getByRole("button", { name, exact: true });

test("plays a game in the browser with a player's token until it is revoked, and the writer sees on the canvas what was chosen", async ({
  page,
  context,
  baseURL,
}) => {
  const project_id = workspace().project;
  const [gate, yard, well, out] = [idOf("node"), idOf("node"), idOf("node"), idOf("node")];
  const { id: quest } = await tell<{ id: string }>(page, "quests.create", {
    project_id,
    name: "The well",
    stages: [{ name: "Find it", objectives: [{ text: "Look into it", count: 1 }] }],
  });
  const taken = { id: idOf("ef"), op: "quest.set_state", target: quest, value: { lit: "active" }, when: [] };
  const story = await makeDialogue(page, "A game", [
    nodeAt(0, 0, {
      id: gate,
      title: "The gate",
      text: "The gate is shut.",
      speaker_label: "Odo",
      branches: [{ ...choice("Climb over.", yard), effects: [taken] }, choice("Turn back.", out)] as never,
    }),
    nodeAt(400, 0, { id: yard, text: "A yard, and a well.", branches: [choice("Look down.", well)] as never }),
    nodeAt(800, 0, { id: well, text: "Only water.", branches: [choice("Go home.", out)] as never }),
    nodeAt(400, 400, { id: out, kind: "end", text: "That was that." }),
  ]);
  const dialogue = story.id;
  await tell(page, "dialogues.update", { project_id, graph_id: dialogue, start_node_id: gate });
  const { id: player_id } = await tell<{ id: string }>(page, "players.create", { project_id, external_id: "ana" });
  const made = await tell<{ id: string; token: string }>(page, "playerTokens.create", { project_id, player_id });

  const game = await context.newPage();
  const given = { api: baseURL ?? "", project: project_id, dialogue, token: made.token };
  await game.goto(`${origin}/#${new URLSearchParams(given)}`);
  await expect(lines(game)).toHaveText("Odo: The gate is shut.");

  await button(game, "Climb over.").click();
  await expect(lines(game)).toContainText("A yard, and a well.");
  await button(game, "Save").click();
  await expect(button(game, "Load")).toBeEnabled();

  await context.setOffline(true);
  await button(game, "Look down.").click();
  await expect(game.getByRole("status")).toHaveText("No connection. Trying again.");
  await context.setOffline(false);
  await expect(lines(game)).toContainText("Only water.");

  await button(game, "Load").click();
  await expect(lines(game)).not.toContainText("Only water.");
  await button(game, "Look down.").click();
  await expect(lines(game)).toContainText("Only water.");

  await tell(page, "playerTokens.revoke", { project_id, player_id, token_id: made.id });
  await button(game, "Go home.").click();
  await expect(game.getByRole("status")).toHaveText("This game has ended for you. Sign in again.");
  await expect(lines(game)).not.toContainText("That was that.");

  const { runs } = await ask<{ runs: { id: string; forked_from: string | null }[] }>(page, "runs.list", {
    project_id,
    player_id,
  });
  expect(runs.map(({ forked_from }) => forked_from === null)).toEqual([true, false]);
  const { quests } = await ask<{ quests: { state: string }[] }>(page, "runs.quests", {
    project_id,
    run_id: runs[1]?.id,
  });
  expect(quests).toMatchObject([{ state: "active" }]);
  await expect(async () => {
    const { counts } = await ask<{ counts: object[] }>(page, "playerEvents.counts", {
      ...{ project_id, graph_id: dialogue, by: "node" },
    });
    expect(counts).toHaveLength(2);
  }).toPass({ timeout: 20_000 });
  await (await openCanvas(page, story.url)).press("h");
  await expect(shownNode(page, "The gate")).toContainText("1 chose");
  await expect(shownNode(page, "The gate")).toContainText("never");
});
