import { describe, expect, it } from "vitest";
import { playedStory } from "../play-imported.fixture.ts";
import type { ImportedStory } from "../story.ts";
import { ImportedPlayer } from "../walk.fixture.ts";
import { importTwee } from "./twee.ts";

function storyOf(format: string, text: string): ImportedStory {
  return importTwee(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}\n\n:: Next\nDone.`);
}

/** Text and choices of the page that choices of these words lead to. */
function played(story: ImportedStory, ...choices: string[]): { text: string; choices: readonly string[] } {
  const player = new ImportedPlayer(playedStory(story, story.graphs[0]?.key ?? ""));
  let page = player.start();
  for (const words of choices) page = player.choose(page.choices.indexOf(words));
  return { text: page.text.replace(/\s+/g, " "), choices: page.choices };
}

function warnings({ report }: ImportedStory): string[] {
  return report.filter(({ severity }) => severity === "warning").map(({ message }) => message);
}

describe("texts that are joined", () => {
  it.each([
    [
      "Harlowe",
      '(set: $who to "Ada")(set: $greeting to "Hello " + $who)$greeting!\n(if: $greeting is "Hello Ada")[She smiles.](else:)[She frowns.]\n[[Go on->Next]]',
      "Hello Ada! She smiles.",
    ],
    [
      "Harlowe",
      '(set: $n to 3)(set: $s to (str: $n) + " coins")(set: $s to it + ".")(set: $s to "You own " + $s)$s (print: (string: $n, "rd"))\n[[Go on->Next]]',
      "You own 3 coins. 3rd",
    ],
    [
      "SugarCube",
      '<<set $who to "Ada">><<set $n to 2>><<set $s to `§{$who} has §{$n + 1} coins`>><<set $s += "!">><<set $s to "Oh, " + $s>>$s\n<<if $s eq "Oh, " + $who + " has 3 coins!">>Yes.<<else>>No.<</if>>\n[[Go on->Next]]',
      "Oh, Ada has 3 coins! Yes.",
    ],
    [
      "Chapbook",
      "who: 'Ada'\nn: 2\ngreeting: 'Hello ' + who\nlong: `§{who}, §{n * 2}`\n--\n{greeting}! {long}.\n[if greeting === 'Hello Ada']\nShe smiles.\n[else]\nShe frowns.\n[continued]\n[[Go on->Next]]",
      "Hello Ada! Ada, 4. She smiles.",
    ],
    [
      "Snowman",
      "<% s.who = 'Ada'; s.greeting = 'Hello ' + s.who; s.greeting += '!'; %><%= s.greeting %>\n<% if (s.greeting === `Hello §{s.who}!`) { %>She smiles.<% } else { %>She frowns.<% } %>\n[[Go on->Next]]",
      "Hello Ada! She smiles.",
    ],
  ])("are worked out in %s: %s", (format, text, said) => {
    // A placeholder of a template is written with another sign here.
    const story = storyOf(format, text.replaceAll("§", "$"));
    expect(warnings(story)).toEqual([]);
    expect(played(story)).toEqual({ text: said, choices: ["Go on"] });
  });

  it("are the words of a link", () => {
    const story = storyOf("SugarCube", '<<set $who to "Ada">><<link `"Ask " + $who` "Next">><</link>>');
    expect(played(story).choices).toEqual(["Ask Ada"]);
    expect(warnings(story)).toEqual([]);
  });
});
