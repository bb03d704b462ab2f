import type { BrowserContext, Page } from "@playwright/test";
import { serveGame } from "../game-page.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

/** Origin of the game's own server, which is not the product's. */
let origin = "";
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  mayAsk: async ({}, use) => {
    const game = await serveGame("offline-game.html");
    origin = game.origin;
    await use([origin]);
    game.close();
  },
});

const lines = (game: Page) => game.getByRole("log", { name: "Story" });
const known = (game: Page) => game.getByRole("list", { name: "Known" });
const note = (game: Page) =>
  game
    .getByRole("status")
    .filter({ hasNot: game.locator("output") })
    .last();
const take = (game: Page, name: string) => game.getByRole("button", { name, exact: true }).click();

async function asked(game: Page, words: string): Promise<string> {
  await game.getByRole("combobox").selectOption("Odo");
  await game.getByRole("textbox", { name: "Words" }).fill(words);
  await take(game, "Ask");
  return (await game.getByLabel("Answer").textContent()) ?? "";
}

/** Cuts the cable: requests to the interface fail until it is mended, some of the first after they arrived. */
async function cutCable(context: BrowserContext, baseURL: string) {
  let state: "out" | "loose" | "in" = "out";
  let nth = 0;
  await context.route(`${baseURL}/v1/**`, async (route) => {
    if (state === "in") return route.continue();
    nth += 1;
    // Half way: the request arrives, and its answer does not.
    if (state === "loose" && nth % 3 === 0) await route.fetch();
    if (state === "loose" && nth % 3 === 1) return route.continue();
    return route.abort("connectionreset");
  });
  return (next: typeof state) => {
    state = next;
  };
}

test("a game is played, saved and loaded without a network, an npc remembers and forgets with the save, and the server has each action once", async ({
  page,
  context,
  baseURL,
}) => {
  const project_id = workspace().project;
  const entity = async (name: string) =>
    (
      await tell<{ id: string }>(page, "entities.create", {
        ...{ project_id, type: "character", name, external_id: `${name}-without-a-network` },
      })
    ).id;
  const [odo, ines] = [await entity("Odo"), await entity("Ines")];
  const { id: seal } = await tell<{ id: string }>(page, "facts.create", {
    ...{ project_id, text: "The abbot forged the seal.", known_by: [ines] },
  });
  const { id: quest } = await tell<{ id: string }>(page, "quests.create", {
    ...{ project_id, name: "Rope", stages: [{ name: "Find it", objectives: [{ text: "Find rope", count: 2 }] }] },
  });
  const [gate, road, out] = [idOf("node"), idOf("node"), idOf("node")];
  const tells = { id: idOf("ef"), op: "fact.tell", target: odo, key: seal, value: { lit: "told" }, when: [] };
  const begins = { id: idOf("ef"), op: "quest.set_state", target: quest, value: { lit: "active" }, when: [] };
  const story = await makeDialogue(page, "The gate without a network", [
    nodeAt(0, 0, {
      ...{ id: gate, text: "Who goes there?", speaker_id: odo },
      branches: [
        { ...choice("Tell him of the seal.", gate), effects: [tells] },
        { ...choice("Take the rope up.", road), effects: [begins] },
      ] as never,
    }),
    nodeAt(400, 0, { id: road, text: "A road.", branches: [choice("Go back.", gate), choice("Leave.", out)] as never }),
    nodeAt(800, 0, { id: out, kind: "end", text: "That was that." }),
  ]);
  await tell(page, "dialogues.update", { project_id, graph_id: story.id, start_node_id: gate });
  const player = { project_id, external_id: "ines-without-a-network", avatar_id: ines };
  const { id: player_id } = await tell<{ id: string }>(page, "players.create", player);
  const { token } = await tell<{ token: string }>(page, "playerTokens.create", { project_id, player_id });

  const api = baseURL ?? "";
  const cable = await cutCable(context, api);
  cable("in");
  const game = await context.newPage();
  const address = `${origin}/#${new URLSearchParams({ api, project: project_id, dialogue: story.id, token })}`;
  await game.goto(address);
  await expect(lines(game)).toHaveText("Odo: Who goes there?");
  await expect(note(game)).toHaveText("The server knows.");

  // Cable out.
  cable("out");
  const saving = game.waitForEvent("download");
  await take(game, "Save");
  const file = await (await saving).path();
  await take(game, "Tell him of the seal.");
  await expect(known(game)).toHaveText("Odo knows: The abbot forged the seal.");
  expect(await asked(game, "Who forged the seal?")).toBe("The abbot forged the seal.");
  await expect(note(game)).toHaveText("No connection. What you do is kept.");
  await game.getByLabel("Load").setInputFiles(file);
  await expect(known(game)).toBeEmpty();
  expect(await asked(game, "Who forged the seal?")).not.toContain("abbot");
  await take(game, "Take the rope up.");
  await take(game, "Go back.");
  await take(game, "Tell him of the seal.");
  await take(game, "Take the rope up.");
  await expect(known(game)).toHaveText("Odo knows: The abbot forged the seal.");
  // A second tab has what the first one kept, and sends it as well.
  const second = await context.newPage();
  await second.goto(address);
  await expect(known(second)).toHaveText("Odo knows: The abbot forged the seal.");

  // Cable in, first with answers that are lost.
  cable("loose");
  await game.waitForTimeout(3_000);
  cable("in");
  for (const tab of [game, second]) await expect(note(tab)).toHaveText("The server knows.", { timeout: 20_000 });
  await take(game, "Leave.");
  await expect(lines(game)).toContainText("That was that.");
  await expect(note(game)).toHaveText("The server knows.");

  const { runs } = await ask<{ runs: { id: string; forked_from: string | null; status: string }[] }>(
    page,
    "runs.list",
    {
      ...{ project_id, player_id },
    },
  );
  expect(runs.map(({ forked_from, status }) => [forked_from === null, status])).toEqual([
    [true, "open"],
    [false, "ended"],
  ]);
  const told = [];
  for (const { id: run } of runs) {
    const { standing } = await ask<{ standing: { step: number } }>(page, "runs.get", { project_id, run_id: run });
    const knowledge = { project_id, entity_id: odo, run };
    const { knowledge: facts } = await ask<{ knowledge: { fact: { id: string }; since: unknown; told: unknown }[] }>(
      page,
      "facts.knowledge",
      knowledge,
    );
    const learnt = facts.flatMap((each) => (each.since === null ? [[each.fact.id, each.told]] : []));
    const { quests } = await ask<{ quests: { state: string }[] }>(page, "runs.quests", { project_id, run_id: run });
    told.push({ step: standing.step, learnt, quests: quests.map(({ state }) => state) });
  }
  const learnt = [[seal, { how: "told", from: null }]];
  expect(told).toEqual([
    { step: 1, learnt, quests: [] },
    { step: 5, learnt, quests: ["active"] },
  ]);
  // The record was told nothing.
  const record = await ask<{ knowledge: { fact: { id: string } }[] }>(page, "facts.knowledge", {
    project_id,
    entity_id: odo,
  });
  expect(record.knowledge.filter(({ fact: { id } }) => id === seal)).toEqual([]);
});
