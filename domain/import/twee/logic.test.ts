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

describe("what is unknown never takes the else by itself", () => {
  it.each([
    ["SugarCube", "<<if $bag.includes('key')>>You unlock it. [[In->Next]]<<else>>It is locked.<</if>>"],
    ["Harlowe", '(if: $bag contains "key")[You unlock it. [[In->Next]]](else:)[It is locked.]'],
    ["Chapbook", "[if bag.includes('key')]\nYou unlock it.\n[[In->Next]]\n[else]\nIt is locked."],
    ["Snowman", "<% if (s.bag.has('key')) { %>You unlock it. [[In->Next]]<% } else { %>It is locked.<% } %>"],
  ])("a condition that is not read is a choice between its ways in %s, told with its line", (format, text) => {
    const story = storyOf(format, `A door.\n${text}`);
    expect(played(story)).toEqual({ text: "A door.", choices: ["You unlock it.", "It is locked."] });
    expect(played(story, "You unlock it.")).toEqual({ text: "You unlock it.", choices: ["In"] });
    expect(played(story, "It is locked.")).toEqual({ text: "It is locked.", choices: [] });
    expect(warnings(story).filter((message) => message.startsWith("A condition"))).toEqual([
      `A condition could not be converted: a player chooses between its ways (line 6).`,
    ]);
  });

  it("a variable with an unknown value makes conditions on it unknown, until it is set again", () => {
    const story = storyOf(
      "SugarCube",
      "<<set $n to 1>><<set $n to f()>><<set $m to $n * 2>><<if $m gt 3>>Many.<<else>>Few.<</if>>\n<<set $m to 5>><<if $m gt 3>>Five.<<else>>None.<</if>>\n[[On->Next]]",
    );
    expect(played(story)).toEqual({ text: "", choices: ["Many.", "Few."] });
    expect(played(story, "Few.")).toEqual({ text: "Few. Five.", choices: ["On"] });
    expect(warnings(story)).toEqual([
      "The value assigned to “n” could not be converted (line 5).",
      "A condition asks for “m”: where that is unknown, a player chooses between its ways (line 5, 6).",
    ]);
  });

  it("what is set under an unknown condition is unknown, and nobody is asked for what nobody sees", () => {
    const story = storyOf(
      "Harlowe",
      '(set: $ok to false)(if: $bag contains "key")[(set: $ok to true)]A door.\n(if: $ok)[It opens.](else:)[It stays shut.]\n[[On->Next]]',
    );
    expect(played(story)).toEqual({ text: "A door.", choices: ["It opens.", "It stays shut."] });
    expect(played(story, "It opens.").choices).toEqual(["On"]);
    expect(warnings(story)).toContain("A condition could not be converted: what it sets is unknown (line 5).");
  });

  it("what a player fills in, or a loop sets, is unknown", () => {
    const field = storyOf(
      "SugarCube",
      '<<set $who to "">><<textbox "$who" "">>\n<<if $who is "Ada">>Yours.<<else>>Not yours.<</if>>',
    );
    expect(played(field).choices).toEqual(["Yours.", "Not yours."]);
    const loop = storyOf(
      "SugarCube",
      "<<set $n to 0>><<for _i to 0; _i lt 3; _i++>><<set $n += 1>><</for>><<if $n gt 2>>Three.<<else>>None.<</if>>",
    );
    expect(played(loop).choices).toEqual(["Three.", "None."]);
    const input = storyOf(
      "Chapbook",
      "who: ''\n--\n{text input for: 'who'}\n[if who === 'Ada']\nYours.\n[else]\nNot yours.",
    );
    expect(played(input).choices).toEqual(["Yours.", "Not yours."]);
  });

  it("links alone are offered in any case, and where a value is unknown", () => {
    const story = storyOf(
      "SugarCube",
      "A fork.\n<<if f($x)>>[[Left->Next]]<<else>>[[Right->Next]]<</if>>\n<<set $n to f()>><<if $n is 1>>[[One->Next]]<<else>>[[Other->Next]]<</if>>",
    );
    expect(played(story)).toEqual({ text: "A fork.", choices: ["Left", "Right", "One", "Other"] });
    expect(warnings(story)).toContain("A condition could not be converted: its links are shown in any case (line 6).");
  });
});
