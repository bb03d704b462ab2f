import { playedStory } from "../play-imported.fixture.ts";
import type { ImportedStory } from "../story.ts";
import { ImportedPlayer, type WalkedPage } from "../walk.fixture.ts";

/** Text and choices of the page that choices of these words lead to. */
export function played(story: ImportedStory, ...choices: string[]): WalkedPage {
  const player = new ImportedPlayer(playedStory(story, story.graphs[0]?.key ?? ""));
  let page = player.start();
  for (const words of choices) page = player.choose(page.choices.indexOf(words));
  return { text: page.text.replace(/\s+/g, " "), choices: page.choices };
}
