import { describe, expect, it } from "vitest";
import type { ImportedStory } from "../story.ts";
import { played } from "./played.fixture.ts";
import { importTwee } from "./twee.ts";

function storyOf(format: string, text: string): ImportedStory {
  return importTwee(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}\n\n:: Next\nDone.`);
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

  it.each([
    ["Chapbook", "n: 3\n--\n[[Pay *{n} coins* {x}->Next]]"],
    ["Snowman", "<% s.n = 3 %>[[Pay *<%= s.n %> coins* {x}->Next]]"],
  ])("are values among the words of a link in %s", (format, text) => {
    const story = storyOf(format, text);
    expect(played(story).choices).toEqual(["Pay 3 coins {x}"]);
    expect(warnings(story)).toEqual([]);
  });

  it("are the words of a link", () => {
    const story = storyOf("SugarCube", '<<set $who to "Ada">><<link `"Ask " + $who` "Next">><</link>>');
    expect(played(story).choices).toEqual(["Ask Ada"]);
    expect(warnings(story)).toEqual([]);
  });
});

describe("a value that depends on a condition", () => {
  it.each([
    [
      "SugarCube",
      "<<set $n to 2>>You have $n coin<<= $n is 1 ? '' : 's'>>. <<set $s to $n gt 1 ? 'Many' : 'Few'>>$s: <<if $s is 'Many'>>yes<<else>>no<</if>> <<set $n to ($n gt 1 ? $n + 5 : 0)>>$n\n[[On|Next]]",
      "You have 2 coins. Many: yes 7",
    ],
    [
      "Harlowe",
      '(set: $n to 1)(print: (cond: $n is 1, "one", "some")) (cond: $n > 1, "x", "y") (set: $m to (cond: $n is 1, 5, 6))$m\n[[On->Next]]',
      "one y 5",
    ],
    ["Chapbook", "n: 2\ns: n > 1 ? 'many' : 'few'\n--\nSo {s}.\n\n[[On->Next]]", "So many."],
    ["Snowman", "<% s.n = 2 %><%= s.n > 2 ? 'many' : 'few' %>\n\n[[On->Next]]", "few"],
  ])("is worked out in %s: %s", (format, text, said) => {
    const story = storyOf(format, text);
    expect(warnings(story)).toEqual([]);
    expect(played(story)).toEqual({ text: said, choices: ["On"] });
  });

  it("that is unknown makes the value unknown, told with its line", () => {
    const story = storyOf(
      "SugarCube",
      "<<set $s to f() ? 'a' : 'b'>><<set $t to $s is 'a' ? 1 : 2>><<if $t is 1>>One.<<else>>Two.<</if>>\n[[On|Next]]",
    );
    expect(played(story)).toEqual({ text: "", choices: ["One.", "Two."] });
    expect(warnings(story)).toContain("The value assigned to “s” could not be converted (line 5).");
  });
});

describe("a value that was never set", () => {
  it.each([
    ["SugarCube", "<<set $t to ($t || 0) + 1>>Turn $t.\n[[Again|Start]]"],
    ["Snowman", "<% s.t = (s.t || 0) + 1 %>Turn <%= s.t %>.\n\n[[Again->Start]]"],
  ])("is the one behind “or” in %s", (format, text) => {
    expect(played(storyOf(format, text), "Again", "Again").text).toBe("Turn 3.");
  });
});

describe("a link to a passage that a variable names", () => {
  it("leads to the one that the variable holds, of all it is ever set to", () => {
    const story = storyOf(
      "SugarCube",
      '<<set $back to "Next">>[[On|$back]] <<link "Do" $back>><<set $n to 1>><</link>> [[Menu|Hall]]\n\n:: Hall\n<<set $back to "Start">>Hall. <a @data-passage="$back">Back</a>',
    );
    expect(warnings(story)).toEqual([]);
    expect(played(story).choices).toEqual(["On", "Do", "Menu"]);
    expect(played(story, "On").text).toBe("Done.");
    expect(played(story, "Do").text).toBe("Done.");
    expect(played(story, "Menu")).toEqual({ text: "Hall.", choices: ["Back"] });
    expect(played(story, "Menu", "Back").choices).toEqual(["On", "Do", "Menu"]);
  });

  it("is told where the variable may hold anything else, or changes behind the link", () => {
    const computed = "The target of a link is computed by a script (line 5).";
    expect(warnings(storyOf("SugarCube", '<<set $p to "Next">><<set $p to f()>>[[On|$p]]'))).toContain(computed);
    expect(warnings(storyOf("SugarCube", '[[On|$p]]<<set $p to "Next">>'))).toContain(computed);
  });
});

describe("what a page is asked about itself", () => {
  it("is its name in SugarCube and Chapbook", () => {
    expect(played(storyOf("SugarCube", "At <<= passage()>>.\n[[On|Next]]")).text).toBe("At Start.");
    expect(played(storyOf("Chapbook", "At {passage.name}.\n\n[[On->Next]]")).text).toBe("At Start.");
  });

  it("is whether it was there before in Harlowe's history", () => {
    const story = storyOf("Harlowe", '(if: (history:) contains "Start")[Back.](else:)[New.]\n[[Start]]');
    expect(warnings(story)).toEqual([]);
    expect(played(story).text).toBe("New.");
    expect(played(story, "Start").text).toBe("Back.");
  });

  it("is where Harlowe redirects, and which die of Chapbook falls", () => {
    expect(played(storyOf("Harlowe", '(if: true)[(redirect: "Next")]')).text).toBe("Done.");
    const die = storyOf("Chapbook", "It is {random.d6}.\n\n[[On->Next]]");
    expect(warnings(die)).toEqual([]);
    expect(played(die).text).toMatch(/^It is [1-6]\.$/);
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

  it.each([
    ["SugarCube", "<<set $n to 4>><<unset $n>><<if $n>>Set.<<else>>Not set.<</if>>"],
    ["SugarCube", "<<set $n to 4>><<run State.variables.n = 0>><<if $n>>Set.<<else>>Not set.<</if>>"],
    ["Harlowe", "(set: $n to 4)(move: $n into $m)(if: $n is 4)[Set.](else:)[Not set.]"],
    [
      "Chapbook",
      "n: true\n--\n[JavaScript]\nengine.state.set('n', false)\n\n[if n]\nSet.\n\n[else]\nNot set.\n\n[continued]\nOn.",
    ],
  ])("what a script or a macro takes away is unknown in %s: %s", (format, text) => {
    expect(played(storyOf(format, text)).choices).toEqual(["Set.", "Not set."]);
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

it("a passage that Snowman renders is shown in place, with its links", () => {
  const text =
    "<% s.n = 3 %>A <%= story.render('Sign') %> door.\n<%= window.story.render(\"Sign\") %>\n\n:: Sign\n*<%= s.n %>* [[On->Next]]";
  const story = storyOf("Snowman", text);
  expect(warnings(story)).toEqual([]);
  expect(played(story).choices).toEqual(["On", "On"]);
  expect(played(story).text).toMatch(/^A 3 .*door/s);
});

describe("what rules a text of Chapbook", () => {
  it.each([
    ["[ifalways]\nA\n[if]\nB", "[ifalways] A [if] B"],
    ["[if !a]\n[append]\nHidden\n[else]\nSeen", "Seen"],
    ["[if !a; if a]\nHidden", ""],
    ["[if a]\nA\n[else]\nB\n[else]\nC", "A C"],
    ['[if t === "x;y"]\nA\n[else]\nB', "A"],
    ["[if a] \nA", "[if a] A"],
    ["One\n--\nTwo [[No->Next]]", "One"],
    ["{ a } {a man} {a: 'b'}", "true {a man} {a: ‘b’}"],
  ])("is as its engine has it: %j", (text, said) => {
    const { text: shown, choices } = played(storyOf("Chapbook", `a: true\nt: "x;y"\n--\n[[On->Next]]\n${text}`));
    expect({ text: shown.replace(/\s+/g, " ").trim(), choices }).toEqual({ text: said, choices: ["On"] });
  });
});
