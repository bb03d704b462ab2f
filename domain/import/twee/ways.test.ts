import { describe, expect, it } from "vitest";
import type { ImportedStory } from "../story.ts";
import { played } from "./played.fixture.ts";
import { importTwee } from "./twee.ts";

const PLACES = ["Hall", "Yard", "Loft", "Well"];

/** A story of one passage and the places it leads to. */
function storyOf(format: string, text: string, more = ""): ImportedStory {
  const places = PLACES.map((name) => `:: ${name}\n${name}.`).join("\n\n");
  return importTwee(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}\n\n${places}\n\n${more}`);
}

/** Remarks of a report about what is read otherwise, or not at all. */
function told({ report }: ImportedStory): string[] {
  return report
    .filter(({ code }) => !["twee_dialect", "became_ending", "twee_first_values"].includes(code))
    .map(({ severity, message }) => `${severity}: ${message}`);
}

describe("a way in an attribute of an element", () => {
  it("is a choice, its words stay in the sentence", () => {
    const story = storyOf(
      "SugarCube",
      "Take <a data-passage=\"Hall\">the left road</a> or <a data-passage='Yard'>the right one</a>.",
    );
    expect(played(story)).toEqual({
      text: "Take the left road or the right one.",
      choices: ["the left road", "the right one"],
    });
    expect(played(story, "the right one").text).toBe("Yard.");
    expect(told(story)).toEqual([]);
  });

  it("sets what its setter says, on any element that is clicked", () => {
    const story = storyOf(
      "SugarCube",
      '<<set $n to 1>><button class="big" data-passage="Hall" data-setter="$n to $n + 2">Press</button>',
      ":: Hall2\nx",
    );
    expect(story.graphs[0]?.nodes[0]?.branches[0]).toMatchObject({
      choice_text: "Press",
      target_key: "Hall",
      effects: [{ op: "add", target: "n", value: { lit: 2 } }],
    });
  });

  it("is named by its title or its target where it has no words, and a picture leads nowhere", () => {
    const story = storyOf(
      "SugarCube",
      '<map><area data-passage="Hall" alt="The door" coords="0,0"><area data-passage="Yard"></map>' +
        '<a data-passage="Loft"><img src="up.png"></a><img data-passage="Picture">',
    );
    expect(played(story).choices).toEqual(["The door", "Yard", "Loft"]);
  });

  it("is read in Snowman, and where a click calls the story", () => {
    const story = storyOf(
      "Snowman",
      'See <a href="javascript:void(0)" data-passage="Hall">the hall</a>.\n<% if (s.k) { %><a data-passage=\'Yard\'>yard</a><% } %>\n' +
        "<button onclick=\"story.show('Loft')\">Climb</button>\n<a href=\"javascript:window.story.show('Well')\">Well</a>",
    );
    expect(played(story).choices).toEqual(["the hall", "Climb", "Well"]);
    expect(story.graphs[0]?.nodes.flatMap(({ branches }) => branches.map(({ target_key }) => target_key))).toContain(
      "Yard",
    );
  });

  it("is none where the element has no end, or names a passage by a script", () => {
    expect(played(storyOf("SugarCube", 'A <a data-passage="Hall">b [[Yard]]')).choices).toEqual(["Yard"]);
    const story = storyOf("SugarCube", '<a @data-passage="$there">On</a> <a @data-passage="\'Hall\'">Hall</a>');
    expect(played(story).choices).toEqual(["On", "Hall"]);
    expect(told(story)).toContain("warning: The target of a link is computed by a script (line 5).");
  });
});

describe("a way in a container", () => {
  it("of time, of typing or of the author's own is read where it stands, and told", () => {
    const story = storyOf(
      "SugarCube",
      'Dusk.\n<<timed 2s>>A light moves. [[Follow->Hall]]<<next 1s>>It goes.<</timed>>\n<<type 40ms>>Somebody whispers.<</type>>\n<<glow "red">>The door is warm. [[Open->Yard]]<</glow>>',
    );
    expect(played(story)).toEqual({
      text: "Dusk. A light moves. It goes. Somebody whispers. The door is warm.",
      choices: ["Follow", "Open"],
    });
    expect(told(story)).toEqual([
      "info: “<<timed>>” waits for a time: what it holds is shown at once (line 6).",
      "info: “<<type>>” shows its words letter by letter: they are shown at once (line 7).",
      "info: “<<glow>>” is no macro of the format: what it holds is read as if it were shown (line 8).",
    ]);
  });

  it("that leaves by itself after a time is a choice beside the others", () => {
    const story = storyOf("SugarCube", 'Wait.\n<<timed 5s>><<goto "Hall">><</timed>>\n[[Run->Yard]]');
    expect(played(story)).toEqual({ text: "Wait.", choices: ["Hall", "Run"] });
    const harlowe = storyOf("Harlowe", 'Wait.\n(live: 5s)[(go-to: "Hall")]\n(after: 2s)+(t8n: "fade")[[Run->Yard]]');
    expect(played(harlowe)).toEqual({ text: "Wait.", choices: ["Hall", "Run"] });
  });

  it("keeps what a link inside it does, and words put elsewhere by a link", () => {
    const story = storyOf(
      "SugarCube",
      'A box.\n<<timed 1s>><<link "Open it">><<set $o to true>><<replace "#box">>It is empty.<</replace>><<goto "Hall">><</link>><</timed>>' +
        '\n<<link "Look">><<append "#box">>Dust. <</append>>unseen<</link>>',
    );
    expect(played(story).choices).toEqual(["Open it", "Look"]);
    expect(played(story, "Look")).toEqual({ text: "Dust.", choices: ["Open it", "Look"] });
  });

  it("of time is a loss where something is set in it or behind it: there it comes later", () => {
    const is = "waits for a time: what it holds is shown at once";
    const late = `${is}, also what is set in it or behind it (line 5).`;
    expect(told(storyOf("SugarCube", "<<timed 1s>>Dusk.<</timed>> $n"))).toContain(`info: “<<timed>>” ${is} (line 5).`);
    expect(told(storyOf("SugarCube", "<<timed 1s>><<set $n to 2>><</timed>> $n"))).toContain(
      `warning: “<<timed>>” ${late}`,
    );
    expect(told(storyOf("SugarCube", "<<timed 1s>>$n<</timed>><<set $n to 2>>"))).toContain(
      `warning: “<<timed>>” ${late}`,
    );
    expect(told(storyOf("Harlowe", "(after: 1s)[(set: $n to 2)] $n"))).toContain(`warning: “(after:)” ${late}`);
  });

  it("that puts words elsewhere by itself is told as a loss, as they are read in another order", () => {
    const is = "puts words elsewhere on the page: they are read where they stand (line 5).";
    const early = '<<append "#b">>late<</append>><span id="b">early</span>';
    expect(told(storyOf("SugarCube", early))).toContain(`warning: “<<append>>” ${is}`);
    expect(told(storyOf("SugarCube", `<<link "Look">>${early}<</link>>`))).toContain(`info: “<<append>>” ${is}`);
    expect(told(storyOf("Harlowe", "|b>[early](append: ?b)[late]"))).toContain(`warning: “(append:)” ${is}`);
    expect(told(storyOf("Harlowe", '|b>[early](link: "Look")[(append: ?b)[late]]'))).toContain(
      `info: “(append:)” ${is}`,
    );
  });

  it("that is carried out and not shown has no links, but what it puts elsewhere has", () => {
    const story = storyOf(
      "SugarCube",
      'A box. <span id="b"></span>\n<<link "Look">><<link "Hide">><</link>>[[Yard]]<<append "#b">>Dust. [[Sweep->Hall]]<</append>><</link>>',
    );
    expect(played(story).choices).toEqual(["Look"]);
    expect(played(story, "Look")).toEqual({ text: "Dust.", choices: ["Look", "Sweep"] });
  });

  it("of Harlowe is a look, a time, an event or something that is pointed at", () => {
    const story = storyOf(
      "Harlowe",
      '(set: $red to (color: "red"))(set: $x to 3)$red[Warm. [[In->Hall]]]\n(event: when $x is 3)[[[Up->Loft]]]\n(t8n: "fade")+(color: blue)[Blue.]\n' +
        '|lamp>[A lamp] burns.\n(click: ?lamp)[It goes out. [[Out->Yard]]]\n(mouseover-goto: "well", "Well")',
    );
    expect(played(story)).toEqual({
      text: "Warm. Blue. A lamp burns.",
      choices: ["In", "Up", "A lamp", "well"],
    });
    expect(played(story, "A lamp")).toEqual({ text: "It goes out.", choices: ["In", "Up", "Out", "well"] });
  });

  it("has no words of its own for a link whose words a script makes: it is named by where it leads", () => {
    const story = storyOf(
      "SugarCube",
      '<<set $w to f()>><<link $w.name "Hall">><</link>>\n<<link `f()`>><<goto "Yard">><</link>>',
    );
    expect(played(story).choices).toEqual(["Hall", "Yard"]);
    expect(told(story).join()).toContain("has words that a script makes: it is named by where it leads (line 5, 6)");
  });
});

it.each([
  ["Harlowe", '[[->Hall]] (link-goto: "", "Yard")'],
  ["SugarCube", '[[->Hall]] <a data-passage="Yard"></a>'],
  ["Chapbook", "[[->Hall]]\n{link to: 'Yard', label: ''}"],
  ["Snowman", '[[->Hall]] <a data-passage="Yard"> </a>'],
])("a choice without a label has its target's title in %s", (format, text) => {
  expect(played(storyOf(format, text)).choices).toEqual(["Hall", "Yard"]);
});

it("a link is there where all passages of a list were visited", () => {
  const story = storyOf(
    "SugarCube",
    '[[Hall]] <<if hasVisited("Hall", "Start")>>[[Yard]]<</if>>',
    ":: Back\n[[Start]]",
  );
  expect(told(story).filter((remark) => remark.startsWith("warning"))).toEqual([]);
  expect(played(story).choices).toEqual(["Hall"]);
});

describe("what every page shows", () => {
  /** Pages in a circle, with what is shown before and after each. */
  const circle = (format: string, pages: number, around: string) =>
    importTwee(
      [
        `:: StoryData\n{"format":"${format}","start":"P0"}`,
        ...Array.from({ length: pages }, (_, at) => `:: P${at}\nPage ${at}. [[Next->P${(at + 1) % pages}]]`),
        around,
      ].join("\n\n"),
    );
  const notes = (write: (at: number) => string) => Array.from({ length: 12 }, (_, at) => write(at)).join("\n");
  const cardsOf = (story: ImportedStory) => story.graphs[0]?.nodes.length ?? 0;

  it.each([
    ["SugarCube", `:: PassageFooter\n${notes((at) => `<<if $v${at}>>Note ${at}. [[Use ${at}->P0]]<</if>>`)}`],
    [
      "SugarCube",
      `:: PassageHeader\n${notes((at) => `<<if $v is ${at}>><<link "Use ${at}">><<set $v to 0>><</link>><</if>>`)}`,
    ],
    ["Harlowe", `:: Foot [footer]\n${notes((at) => `(if: $v is ${at})[Note ${at}. [[Use ${at}->P0]]]`)}`],
    [
      "SugarCube",
      `:: PassageFooter\n${notes((at) => `<<linkreplace "Open ${at}">>It is $v. <<if $v is ${at}>>So.<</if>> [[On ${at}->P0]]<</linkreplace>>`)}`,
    ],
  ])("is kept once in %s, however many pages there are: %#", (format, around) => {
    const [few, many] = [cardsOf(circle(format, 10, around)), cardsOf(circle(format, 40, around))];
    expect(many).toBeLessThan(200);
    // A page more is a text, the way to what it shows, and its choices.
    expect(many - few).toBe(30 * 3);
  });

  it("is told where its first sign is one of a line, which none begins behind a page", () => {
    const warnings = (footer: string) =>
      told(circle("SugarCube", 2, `:: PassageFooter\n${footer}`)).filter((remark) => remark.startsWith("warning"));
    expect(warnings("* Item\n* two")).toEqual([
      "warning: The first sign of “PassageFooter” is a letter where the page before it ends within a line (line 11).",
    ]);
    expect(warnings("Words.\n* two")).toEqual([]);
  });

  it("is one text for all of them, so that it is changed in one place", () => {
    const story = circle("SugarCube", 40, ":: PassageFooter\n<<if $v is 0>>You hum. [[Stop->P3]]<</if>>");
    expect(story.graphs[0]?.nodes.filter(({ text }) => text.includes("You hum"))).toHaveLength(1);
    expect(played(story)).toEqual({ text: "Page 0. You hum.", choices: ["Next", "Stop"] });
    expect(played(story, "Next", "Next").choices).toEqual(["Next", "Stop"]);
  });

  it("offers a link where it was shown, and comes back to the page it was chosen on", () => {
    const story = circle(
      "SugarCube",
      3,
      ':: PassageFooter\n<<if visited() gt 1>>Again.<</if>>\n<<linkreplace "Look">>Dust. [[Sweep->P2]]<</linkreplace>>',
    );
    expect(played(story, "Next", "Look")).toEqual({ text: "Dust.", choices: ["Next", "Sweep"] });
    expect(played(story, "Next", "Look", "Next")).toEqual({ text: "Page 2.", choices: ["Next", "Look"] });
    expect(played(story, "Next", "Next", "Next").text).toBe("Page 0. Again.");
  });

  it("has no cards of its own where each page has it within its own", () => {
    const part = '<<linkreplace "Search">>Found. [[Take->P0]]<</linkreplace>>';
    const story = circle(
      "SugarCube",
      2,
      `:: PassageHeader\n<<if $f>><<if $a>><<include "Sign">><</if>><</if>>\n\n:: Sign\nA sign. ${part}\n\n:: PassageFooter\n<<include "Part">>\n\n:: Part\n<<if $a>><<set $f to true>><<else>><<include "Sign">><</if>>${part}\n\n:: Yard\n<<include "Part">>`,
    );
    expect(told(story).filter((remark) => remark.startsWith("warning"))).toEqual([]);
    expect(played(story)).toEqual({ text: "Page 0. A sign.", choices: ["Next", "Search", "Search"] });
  });

  it("is kept once as well where several passages include it, also only sometimes", () => {
    const story = storyOf(
      "SugarCube",
      "<<set $n to 0>>[[A]]",
      [
        ':: A\nIn A.\n<<if $n is 0>><<include "Door">><</if>>\n<<link "Turn">><<set $n to 1>><<goto "B">><</link>>',
        ':: B\nIn B.\n<<if $n is 0>><<include "Door">><</if>>\n[[A]]',
        ":: Door\n<<if $n lt 5>>A door. [[Open->Hall]]<</if>>",
      ].join("\n\n"),
    );
    expect(story.graphs[0]?.nodes.filter(({ text }) => text.includes("A door"))).toHaveLength(1);
    expect(played(story, "A")).toEqual({ text: "In A. A door.", choices: ["Open", "Turn"] });
    expect(played(story, "A", "Turn")).toEqual({ text: "In B.", choices: ["A"] });
  });
});

it.each([
  ["in a link", '<<link "Do">><<include "Sets">><<append "#x">>$a<</append>><</link>>', ["Do"], "3"],
  ["where nobody sees it", '<<silently>><<include "Sets">><<link "No">><</link>><</silently>>$a', [], "3"],
  ["before each page", "$a", [], "6", ":: PassageHeader\n<<set $a *= 2>>\n\n:: PassageReady\n<<include 'Sets'>>No."],
  ["before the story", "$a", [], "4", ":: StoryInit\n<<set $a to 1>><<if $a is 1>>No.<<include 'Sets'>><</if>>"],
  ["in an opening by its tag", "$a", [], "3", ":: First [init]\nNo. <<include 'Sets'>>"],
])("a passage of SugarCube %s is carried out, and its words are not read", (_, text, choices, said, more = "") => {
  const sets = ":: Sets\n<<set $a += 3>>Not seen, [[nor this|Hall]].\n<<if $a gt 9>>x<</if>>";
  const story = storyOf("SugarCube", text, `${sets}\n\n${more}`);
  expect(played(story).choices).toEqual(choices);
  expect(played(story, ...choices).text).toContain(said);
  expect(played(story, ...choices).text).not.toMatch(/No|seen/);
});

it("links of SugarCube have the words that their quotes escape, in their order", () => {
  const story = storyOf("SugarCube", '<<link "Say \\"hi\\"" "Hall">><</link>> <<actions "Yard" [[Up|Loft]]>>');
  expect(played(story).choices).toEqual(['Say "hi"', "Yard", "Up"]);
});
