import { type Browser, chromium, type Page } from "@playwright/test";
import { BROWSER_ARGUMENTS, browserPath } from "../browser.ts";
import { layCable } from "../cable.ts";
import { serveGame } from "../game-page.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

const log = (page: Page) => page.getByRole("log", { name: "Talk" });
const note = (page: Page) => page.getByRole("status");

/** Says something as the player of a page. */
async function say(page: Page, words: string, to?: string, whisper = false): Promise<void> {
  await page.getByLabel("Say", { exact: true }).fill(words);
  await page.getByLabel("To", { exact: true }).selectOption(to ?? "everybody");
  await page.getByLabel("Whisper").setChecked(whisper);
  await page.getByRole("button", { name: "Send" }).click();
}

test("two players and a character talk in two browsers: one is cut off and back, and a whisper is heard by one", async ({
  page,
  baseURL,
}) => {
  const project_id = workspace().project;
  const { id: entity_id } = await tell<{ id: string }>(page, "entities.create", {
    ...{ project_id, external_id: "odo-quay", type: "character", name: "Odo Quay" },
  });
  await tell(page, "facts.create", { project_id, text: "The ferry of the quay sails at dusk.", known_by: [entity_id] });
  const { id: npc_id } = await tell<{ id: string }>(page, "npcs.create", { project_id, entity_id, role: "ferryman" });
  const talk = { project_id, conversation_id: "" };
  talk.conversation_id = (
    await tell<{ id: string }>(page, "conversations.create", { project_id, title: "At the quay", entry: "players" })
  ).id;
  await tell(page, "conversations.addParticipant", { ...talk, kind: "npc", npc_id, state: "joined" });
  await tell(page, "conversations.start", talk);

  const game = await serveGame("browser-talk.html");
  const cable = await layCable(baseURL ?? "");
  const browsers: Browser[] = [];
  /** Opens the page of a player in a browser of its own. */
  const open = async (player: string, api = baseURL ?? ""): Promise<Page> => {
    const { id: player_id } = await tell<{ id: string }>(page, "players.create", {
      ...{ project_id, external_id: player, display_name: player },
    });
    const { token } = await tell<{ token: string }>(page, "playerTokens.create", { project_id, player_id });
    const browser = await chromium.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGUMENTS] });
    browsers.push(browser);
    const own = await (await browser.newContext()).newPage();
    const given = { api, project: project_id, conversation: talk.conversation_id, token, name: player };
    await own.goto(`${game.origin}/#${new URLSearchParams(given)}`);
    await expect(note(own)).toHaveText("Connected.");
    return own;
  };
  try {
    const [ines, bor] = [await open("Ines", cable.origin), await open("Bor")];
    await say(ines, "Is anybody here?");
    for (const each of [ines, bor]) await expect(log(each)).toContainText("Is anybody here?");
    await say(bor, "When does the ferry of the quay sail?", "Odo Quay");
    for (const each of [ines, bor])
      await expect(log(each)).toContainText("Odo Quay: The ferry of the quay sails at dusk.");

    // One is cut off; what is said meanwhile waits for her.
    cable.cut();
    await expect(note(ines)).toHaveText("No connection. Trying again.");
    await say(bor, "She cannot hear this yet.");
    await say(ines, "I said this without a connection.");
    await expect(log(bor)).toContainText("She cannot hear this yet.");
    await expect(log(bor)).not.toContainText("without a connection");
    cable.mend();
    for (const each of [ines, bor]) {
      await expect(log(each)).toContainText("She cannot hear this yet.");
      await expect(log(each)).toContainText("I said this without a connection.");
    }

    // A whisper to the character is heard by nobody else, and answered where only the two hear it.
    await say(ines, "Keep a place on the ferry of the quay for me at dusk.", "Odo Quay", true);
    await expect(log(ines)).toContainText("(whispers): Keep a place");
    await say(bor, "What did she say?");
    await expect(log(bor)).toContainText("What did she say?");
    await expect(log(bor)).not.toContainText("Keep a place");

    // Nothing came twice, and each saw its own share in the order of the conversation.
    await expect(async () => {
      const { messages } = await ask<{ messages: { text: string; whisper: boolean }[] }>(
        page,
        "conversations.messages",
        talk,
      );
      expect(messages.map(({ text }) => text)).toContain("What did she say?");
      for (const [own, share] of [
        [ines, messages],
        [bor, messages.filter(({ whisper }) => !whisper)],
      ] as const) {
        const shown = await log(own).locator("p").allTextContents();
        expect(shown.map((line) => line.slice(line.indexOf(": ") + 2))).toEqual(share.map(({ text }) => text));
      }
    }).toPass({ timeout: 20_000 });
  } finally {
    for (const browser of browsers) await browser.close();
    cable.close();
    game.close();
  }
});
