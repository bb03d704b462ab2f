import { openCanvas, shownNode } from "../canvas.ts";
import { findings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

test("what players and readers chose stands on the canvas, with how sure it is, and what nobody came to", async ({
  page,
}) => {
  const { project: project_id } = workspace();
  const [gate, hall, cellar] = [idOf("node"), idOf("node"), idOf("node")];
  const [pay, wait, dig] = [choice("Pay the toll.", hall), choice("Wait.", gate), choice("Dig under it.", cellar)];
  const dialogue = await makeDialogue(page, "The toll", [
    nodeAt(0, 0, { id: gate, title: "The gate", text: "A coin, or no way.", branches: [pay, wait, dig] as never }),
    nodeAt(420, 0, { id: hall, kind: "end", text: "The hall is warm." }),
    nodeAt(420, 260, { id: cellar, title: "The cellar", text: "It is dark." }),
  ]);
  await tell(page, "dialogues.update", { project_id, graph_id: dialogue.id, start_node_id: gate });

  const canvas = await openCanvas(page, dialogue.url);
  await expect(shownNode(page, "The gate")).toBeVisible();
  await canvas.press("h");
  const panel = page.getByRole("complementary", { name: "What players chose" });
  await expect(panel.getByText("Nobody played this dialogue yet.")).toBeVisible();
  await expect(panel.getByRole("link", { name: "player events" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await panel.getByRole("button", { name: "Close" }).click();

  const at = new Date().toISOString();
  const events = Array.from({ length: 40 }, (_, player) => ({
    ...{ client_id: `${dialogue.id}-${player}`, kind: "choice", player: `player-${player}`, at },
    ...{ graph_id: dialogue.id, node_id: gate, branch_id: player < 30 ? pay.id : wait.id },
  }));
  await tell(page, "playerEvents.receive", { project_id, events });
  const link = { project_id, graph_id: dialogue.id, name: "For readers", takes_paths: true };
  const { token } = await tell<{ token: string }>(page, "shares.create", link);
  const headers = { authorization: `Bearer ${token}` };
  const story = await (await page.request.get("/v1/shared/story", { headers })).json();
  const data = { base_seq: story.base_seq, seed: 1, actions: [{ choose: pay.id }] };
  expect((await page.request.post("/v1/shared/paths", { headers, data })).ok()).toBe(true);
  await expect(async () => {
    const asked = { project_id, graph_id: dialogue.id, by: "node" };
    const { counts } = await ask<{ counts: { players: number }[] }>(page, "playerEvents.counts", asked);
    expect(counts.map(({ players }) => players)).toEqual([41]);
  }).toPass({ timeout: 20_000 });

  await page.reload();
  await expect(shownNode(page, "The gate")).toBeVisible();
  await canvas.press("h");
  await expect(panel.getByRole("status")).toHaveText("41 choices at 1 card");
  await expect(shownNode(page, "The gate")).toContainText("41 chose");
  await expect(shownNode(page, "The gate")).toContainText("76 %");
  await expect(shownNode(page, "The gate")).toContainText("never");
  await expect(shownNode(page, "The cellar")).toContainText("nobody came");
  await panel.getByRole("button", { name: /^The gate/ }).click();
  const here = panel.getByRole("region", { name: "Choices of this card" });
  await expect(here.getByRole("listitem").first()).toContainText("76 %, 31 of 41 players; probably 61 to 86 % of all");
  expect(await findings(page)).toEqual([]);
  await here.getByRole("button", { name: "Only these players, who took “Wait.”" }).click();
  await expect(panel.getByText("10 players did this.")).toBeVisible();
  await expect(panel.getByRole("status")).toHaveText("10 choices at 1 card");
  expect(await findings(page)).toEqual([]);
  await panel.getByRole("combobox", { name: "Players", exact: true }).selectOption("All players");
  await panel.getByRole("textbox", { name: "To", exact: true }).fill("2020-01-01");
  await expect(panel.getByText("Nobody chose anything in this version and at this time.")).toBeVisible();
  await expect(shownNode(page, "The gate")).not.toContainText("41 chose");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
});
