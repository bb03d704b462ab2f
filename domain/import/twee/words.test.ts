import { describe, expect, it } from "vitest";
import { describeEffect } from "../../describe-logic.ts";
import type { TextMark } from "../../text-marks/text-mark.ts";
import { playedStory } from "../play-imported.fixture.ts";
import type { ImportedGraph, ImportedStory } from "../story.ts";
import { ImportedPlayer } from "../walk.fixture.ts";
import { importTwee } from "./twee.ts";

function read(content: string): { story: ImportedStory; graph: ImportedGraph } {
  const story = importTwee(content);
  const [graph] = story.graphs;
  if (graph === undefined) throw new Error("no graph");
  return { story, graph };
}

function story(format: string, text: string) {
  return read(`:: StoryData\n{"format":"${format}"}\n\n:: Start\n${text}\n\n:: Next\nDone.`);
}

/** Words with a sign around those that are marked: `*emphasis*`, `^strong^`, `~strike~`. */
function shown(text: string, marks: readonly TextMark[] = []): string {
  const signs = { emphasis: "*", strong: "^", strike: "~", literal: "" } as const;
  const chars = Array.from(text);
  const cut = (at: number, isEnd: boolean) =>
    marks
      .filter(({ kind, start, end }) => kind !== "literal" && (isEnd ? end : start) === at)
      .map(({ kind }) => signs[kind])
      .join("");
  return [...chars.keys(), chars.length].map((at) => `${cut(at, true)}${cut(at, false)}${chars[at] ?? ""}`).join("");
}

/** The text of the first card that has one. */
function words(format: string, text: string): string {
  const { graph } = story(format, text);
  const node = graph.nodes.find((each) => each.text !== "" && each.key !== "Next");
  return node === undefined ? "" : shown(node.text, node.text_marks);
}

function choices(format: string, text: string): string[] {
  const { graph } = story(format, text);
  return graph.nodes
    .flatMap(({ branches }) => branches)
    .filter(({ kind }) => kind === "choice")
    .map(({ choice_text, text_marks }) => shown(choice_text, text_marks));
}

function remarks(format: string, text: string): string[] {
  const { report } = story(format, text).story;
  return report.filter(({ code }) => /^twee_(?:look|media|name|unread)/.test(code)).map(({ message }) => message);
}

function literals(format: string, text: string): string {
  const { graph } = story(format, text);
  const [node] = graph.nodes;
  const chars = Array.from(node?.text ?? "");
  const marks = (node?.text_marks ?? []).filter(({ kind }) => kind === "literal");
  return chars.filter((_, at) => marks.some(({ start, end }) => start <= at && at < end)).join("");
}

describe("blocks of Chapbook", () => {
  it("that are tables are their cells, row by row", () => {
    expect(
      words("Chapbook", "Prices:\n\n| *Ale* | Bed |\n|:--|--:|\n| 1 | 2 \\| 3 |\n\nPay | go.\n\n[[On->Next]]"),
    ).toBe("Prices:\n\n*Ale* Bed\n1 2 | 3\n\nPay | go.");
  });
  it("that are indented are code where no paragraph or list goes on", () => {
    expect(words("Chapbook", "A _b_\n    c _d_\n\n    e _f_\n\n- g\n\n    h _i_\n\n[[On->Next]]")).toBe(
      "A *b*\nc *d*\n\ne _f_\n\ng\n\nh *i*",
    );
  });
  it("that name addresses are no words, and links refer to them", () => {
    expect(
      words("Chapbook", "[Inn]: http://inn.test 'The inn'\n\nTo [the *inn*][inn], [Inn] or [out].\n\n[[On->Next]]"),
    ).toBe("To the *inn*, Inn or [out].");
  });
  it("that are tasks of a list have no box, and comments within a line are none", () => {
    expect(words("Chapbook", "- [x] Done <!-- by [[Next]] --> now\n\n[[On->Next]]")).toBe("Done now");
  });
});

it("a line of Markdown breaks at a backslash, and an address in angle brackets is its words", () => {
  expect(words("Chapbook", "One\\\ntwo <https://inn.test/a_b_> <me@inn.test>\\\n\n[[On->Next]]")).toBe(
    "One\ntwo https://inn.test/a_b_ me@inn.test\\",
  );
  expect(words("Snowman", "One\\\ntwo\\\n\nthree\n\n[[On->Next]]")).toBe("One\ntwo\n\nthree");
});

describe("values among words", () => {
  it("stand side by side and behind a letter", () => {
    expect(words("Harlowe", "(set: $a to 1, $b to 2)x$a$b, $a-$b.\n[[On->Next]]")).toBe("x{a}{b}, {a}-{b}.");
    expect(words("SugarCube", "<<set $a to 1>><<set $b to 2>>x$a, $a-$b, $a$b.\n[[On|Next]]")).toBe(
      "x{a}, {a}-{b}, $a$b.",
    );
  });
  it("of Harlowe that nothing sets are 0, told with the line", () => {
    expect(words("Harlowe", "You own $coins coins.\n[[On->Next]]")).toBe("You own 0 coins.");
    expect(remarks("Harlowe", "You own $coins coins.\n[[On->Next]]")).toEqual([
      "Nothing sets “$coins”: it is shown as 0 (line 5).",
    ]);
    expect(words("Harlowe", "(input-box: bind $name)You are $name.\n[[On->Next]]")).toBe("You are .");
  });
  it("of Harlowe that are set at once are worked out before", () => {
    const { graph, story: read } = story(
      "Harlowe",
      "(set: $x to 5)(set: $x to it - 2, $y to $x * 2)$x $y\n[[On->Next]]",
    );
    expect(new ImportedPlayer(playedStory(read, graph.key)).start().text).toBe("3 10");
  });
  it("of Harlowe in links are those of a text", () => {
    expect(choices("Harlowe", '[[Give $coins->Next]] (link-goto: "Go $on", "Next")')).toEqual(["Give 0", "Go 0"]);
    expect(words("Harlowe", "(set: num-type $n to 3)You own $n.\n[[On->Next]]")).toBe("You own {n}.");
  });
  it("that are joined texts have their look, and one with a variable its words", () => {
    expect(words("Harlowe", '(print: "a *b* " + "c")\n[[On->Next]]')).toBe("a *b* c");
    const { graph } = story("Harlowe", '(set: $x to "Bo")(print: "*Dear* " + $x)\n[[On->Next]]');
    const player = new ImportedPlayer(
      playedStory(story("Harlowe", '(set: $x to "Bo")(print: "*Dear* " + $x)\n[[On->Next]]').story, graph.key),
    );
    expect(player.start().text).toBe("Dear Bo");
  });
  it("that SugarCube shows with their HTML as letters are so", () => {
    expect(words("SugarCube", "<<- '<b>x</b> & \\'\\'y\\'\\''>>\n[[On|Next]]")).toBe("<b>x</b> & ''y''");
  });
});

it("three stars around words of Harlowe are strong emphasis", () => {
  expect(words("Harlowe", "***both*** and *one*\n[[On->Next]]")).toMatch(/both.* and \*one\*$/);
  expect(words("Harlowe", "***both*** and *one*\n[[On->Next]]")).not.toContain("***");
});

it("words that a link of Chapbook reveals are set as those of a passage", () => {
  const { story: read, graph } = story(
    "Chapbook",
    "{reveal link: 'More', text: 'It *opens* & it\\'s \"so\".'} Then.\n\n[[On->Next]]",
  );
  const player = new ImportedPlayer(playedStory(read, graph.key));
  player.start();
  expect(player.choose(0).text).toBe("It opens & it’s “so”.");
  expect(graph.nodes.flatMap(({ text_marks = [] }) => text_marks.map(({ kind }) => kind))).toContain("emphasis");
});

it("tags and entities in the words of a link of Chapbook are letters", () => {
  expect(choices("Chapbook", "[[Ale &amp; *bed* <b>now</b>->Next]]")).toEqual(["Ale &amp; *bed* <b>now</b>"]);
});

describe("entities", () => {
  it("named and numbered are the characters they stand for", () => {
    expect(words("SugarCube", "Rope &amp; tar&mdash;one&nbsp;coin. It&#8217;s &#x2603; &hearts;.\n[[On|Next]]")).toBe(
      "Rope & tar—one coin. It’s ☃ ♥.",
    );
    expect(words("Harlowe", "&copy 2020, R&D, AT&T; caf&eacute; &notaname;\n[[On->Next]]")).toBe(
      "© 2020, R&D, AT&T; café ¬aname;",
    );
    expect(words("Chapbook", "Rum &amp; R&D &eacute;t&eacute; &#128512;\n\n[[On->Next]]")).toBe("Rum & R&D été 😀");
    expect(words("Snowman", "Rum &amp; R&D &lt;b&gt; &unknown;\n\n[[On->Next]]")).toBe("Rum & R&D <b> &unknown;");
  });
  it("that are quoted, or longer than SugarCube reads, stay letters", () => {
    expect(words("SugarCube", "{{{&amp;}}} &lt;<nowiki>&gt;</nowiki>&ThickSpaceX; &nosuch;")).toBe(
      "&amp; <&gt;&ThickSpaceX; &nosuch;",
    );
    expect(words("Harlowe", "`&amp;` is &amp;")).toBe("&amp; is &");
    expect(words("Chapbook", "`&amp;` is &amp;\n\n[[On->Next]]")).toBe("&amp; is &");
  });
  it("in the words of a choice are read where its format reads them", () => {
    expect(choices("Harlowe", "[[Salt &amp; fish->Next]]")).toEqual(["Salt & fish"]);
    expect(choices("Snowman", "[[Salt &amp; fish->Next]]")).toEqual(["Salt & fish"]);
    expect(choices("SugarCube", '<<link "Salt &amp; fish" "Next">><</link>>')).toEqual(["Salt & fish"]);
    // SugarCube shows the words of a link in brackets as they stand.
    expect(choices("SugarCube", "[[Fish -- ''two''|Next]]")).toEqual(["Fish -- ''two''"]);
  });
});

describe("the look of SugarCube", () => {
  it("is marks or plain words, with lists, quotes and rules as lines of their own", () => {
    const text =
      "__Low__ ==gone== ~~sub~~ ^^sup^^ @@color:blue;blue@@ @@.cold;#x;cold@@\n!!Title\n* one\n## two\n>> three\n----\n[[Go|Next]]";
    expect(words("SugarCube", text)).toBe("Low ~gone~ sub sup blue cold\nTitle\none\ntwo\nthree");
    expect(remarks("SugarCube", text)).toEqual([
      "Words that are coloured or set in a style, raised or lowered, underlined are kept without that.",
    ]);
  });
  it("leaves the full stop behind a macro, with a link after it", () => {
    const { graph } = story("SugarCube", "<<set $a to 1>>He <<if $a is 1>>//comes//<</if>>. [[Go|Next]]");
    expect(graph.nodes.map(({ text }) => text).filter((text) => text !== "")).toEqual(["He", "comes", ".", "Done."]);
    expect(words("SugarCube", "[[One|Next]], [[Two|Next]].")).toBe("");
  });

  it("nests, goes over macros and links, and ends where its part ends", () => {
    expect(words("SugarCube", "A ''b //c// d'' e.")).toBe("A ^b *c* d^ e.");
    expect(words("SugarCube", "<<set $n to 1>>//See $n and the [[way|Next]] on// now.")).toBe(
      "*See {n} and the way on* now.",
    );
    const { graph } = story("SugarCube", "<<set $n to 1>><<if $n>>''bold<</if>> not\n[[On|Next]]");
    expect(graph.nodes.map((node) => shown(node.text, node.text_marks)).filter((each) => each !== "")).toEqual([
      "^bold^",
      "not",
      "Done.",
    ]);
  });
  it("are letters inside addresses and what is quoted, and within a line", () => {
    expect(words("SugarCube", 'See http://a.b//c. """//x//""" {{{\'\'y\'\'}}} 3 * 4 > 2 # 1! $$5 -- a\\\nb')).toBe(
      "See http://a.b//c. //x// ''y'' 3 * 4 > 2 # 1! $5 — ab",
    );
  });
  it("is HTML, of which styles go, and pictures are told", () => {
    const text =
      "<em>a</em> <b>b</b> <s>c</s> <u>d</u><p>e</p>f<br>g <span style='color:red'>h</span><img src=\"boat.png\"> [img[Boat|b.png]] [<img[c.png][Next]]";
    expect(words("SugarCube", text)).toBe("*a* ^b^ ~c~ d\ne\nf\ng h");
    expect(remarks("SugarCube", text)).toEqual([
      "Words that are coloured or set in a style, underlined are kept without that.",
      "An image “boat.png” is left out (line 5).",
      "An image “b.png” is left out (line 5).",
      "An image “c.png” is left out (line 5).",
    ]);
  });
  it("of a table is its cells", () => {
    expect(words("SugarCube", "|!Name|Age|h\n|Ada|''36''|\n|cold|k\nAfter")).toBe("Name Age\nAda ^36^\n\nAfter");
  });
});

describe("the look of Harlowe", () => {
  it("is marks or plain words", () => {
    const text =
      "# Quay\n''b'' **c** //d// *e* ~~f~~ m^^2^^\n* one\n** two\n0. three\n---\n=><=\nmid\n<==\n|==\nleft\n|==|";
    expect(words("Harlowe", text)).toBe("Quay\n^b^ ^c^ *d* *e* ~f~ m2\none\ntwo\nthree\n\nmid\n\nleft");
  });
  it("counts where a sign is closed, and is a letter where it is not", () => {
    expect(words("Harlowe", "2 * 3, it's // and 'x' http://a.b/c")).toBe("2 * 3, it's // and 'x' http://a.b/c");
    expect(words("Harlowe", "**a *b* c** ''d *e'' f")).toBe("^a *b* c^ ^d *e^ f");
    expect(words("Harlowe", "a # b, 10. c, --- d\n  ## e")).toBe("a # b, 10. c, --- d\ne");
  });
  it("collapses in braces, and shows those that are quoted or left over", () => {
    expect(words("Harlowe", "{a\n\nb} `{coins}` c } d\\\ne")).toBe("a b {coins} c } de");
    expect(literals("Harlowe", "{a} `{coins}` }")).toBe("{}}");
    expect(words("Harlowe", "x {=a\nb")).toBe("x a b");
  });
  it("of a link is the look of its words", () => {
    expect(choices("Harlowe", "[[Go ''now''->Next]] (link-goto: \"//Stay//\", \"Next\")")).toEqual([
      "Go ^now^",
      "*Stay*",
    ]);
  });
});

describe("the look of Chapbook", () => {
  it("is Markdown, in which forks are choices alone", () => {
    const text =
      "## Quay ##\n\nIt is *late*, **very** late, `al*most*` too late &copy;.\n\n- rope\n- tar\n\n1. sail\n\n***\n\n> [[Left->Next]]\n> [[Right->Next]]";
    expect(words("Chapbook", text)).toBe(
      "Quay\n\nIt is *late*, ^very^ late, al*most* too late ©.\n\nrope\ntar\n\nsail",
    );
    expect(choices("Chapbook", text)).toEqual(["Left", "Right"]);
  });
  it("is printed with quotes and dashes of print", () => {
    expect(words("Chapbook", `"It's 'so'" -- she said --- well... \\"raw\\"\n\n[[Don't->Next]]`)).toBe(
      '“It’s ‘so’” – she said — well… "raw"',
    );
    expect(choices("Chapbook", '[[Don\'t "go"->Next]]')).toEqual(["Don’t “go”"]);
  });
  it("goes over inserts, keeps to its paragraph, and drops small capitals", () => {
    const text = "n: 3\n--\n*{n} coins*, snake_case_name, 2*3, ~~small~~, *open\n\nclosed*\n\n[[On->Next]]";
    expect(words("Chapbook", text)).toBe("*{n} coins*, snake_case_name, 2*3, small, *open\n\nclosed*");
    expect(remarks("Chapbook", text)).toEqual(["Words that are coloured or set in a style are kept without that."]);
  });
  it("is HTML and code that Markdown leaves alone", () => {
    expect(
      words("Chapbook", "<div>*a* 'b'</div>\n\n```\n# *c* &amp;\n```\n\nd [web](http://x_y_z/) ![boat](b.png)"),
    ).toBe("*a* 'b'\n\n# *c* &amp;\n\nd web");
  });
});

describe("the look of Snowman", () => {
  it("is Markdown without quotes of print", () => {
    expect(words("Snowman", '# Quay\n\n***a* b** ~~c~~ "d" -- e\\*f\\*\n\n> quote\n\n[[Go **on**->Next]]')).toBe(
      'Quay\n\n*^a* b^ ~c~ "d" -- e*f*\n\nquote',
    );
    expect(choices("Snowman", "[[Go **on**->Next]]")).toEqual(["Go ^on^"]);
  });
  it("has blocks where a sign of one begins a line", () => {
    const text = " + *a*\n1) b\n\n|c|d|\n|-|-|\n|1|2|\n\n<div>~~e~~</div>";
    expect(words("Snowman", text)).toBe("+ *a*\n1) b\n\n|c|d|\n|-|-|\n|1|2|\n\n~e~");
    expect(words("Snowman", `# Q\n\n${text}`)).toBe("Q\n\n*a*\nb\n\nc d\n1 2\n\n~~e~~");
  });
  it("drops comments of scripts and shorthands of elements", () => {
    const text = "<% /* } */ s.n = 1; // {\n%><span.big#a>A</span> <%= s.n /* b */ %><% if (s.n) { /* c */ %> d<% } %>";
    expect(words("Snowman", text)).toBe("A {n}");
    expect(words("Snowman", "<%- '<b>' %> <%= '<b>c</b>' %>")).toBe("<b> ^c^");
  });
});

describe("braces in texts", () => {
  it.each(["SugarCube", "Snowman", "Sugarcane"])("of %s are letters, whatever variables there are", (format) => {
    const set = format === "Snowman" ? "<% s.coins = 3 %>" : "<<set $coins to 3>>";
    expect(words(format, `${set}The sign reads {coins}.\n[[On|Next]]`)).toBe("The sign reads {coins}.");
    expect(literals(format, `${set}The sign reads {coins}.\n[[On|Next]]`)).toBe("{}");
    expect(choices(format, `${set}[[Take {coins}|Next]]`)).toEqual(["Take {coins}"]);
  });
  it("of Chapbook are values of variables, and letters where there is none", () => {
    expect(words("Chapbook", "coins: 3\n--\n{coins} of {gold} { x }")).toBe("{coins} of {gold} { x }");
    expect(literals("Chapbook", "coins: 3\n--\n{coins} of {gold} { x }")).toBe("{}{}");
    expect(remarks("Chapbook", "coins: 3\n--\n{coins} of {gold} { x }")).toEqual([
      "Nothing sets a variable for “{gold}”, “{x}”: shown as written.",
    ]);
  });
  it("beside values keep what they are", () => {
    expect(literals("SugarCube", "<<set $coins to 3>>{coins} are $coins")).toBe("{}");
    expect(words("SugarCube", "<<set $coins to 3>>{coins} are ''$coins''")).toBe("{coins} are ^{coins}^");
  });
});

describe("HTML alone", () => {
  it("holds no markup and no links of SugarCube", () => {
    const text = "A <html>[[Next]] //b// &amp; $n</html> c";
    expect(words("SugarCube", text)).toBe("A [[Next]] //b// & $n c");
    expect(choices("SugarCube", text)).toEqual([]);
  });
});

describe("what scripts show", () => {
  it.each([
    ["SugarCube", "<<print \"''Bold'' &amp; plain\">>", "^Bold^ & plain"],
    ["Harlowe", '(print: "//Soft// &amp; plain")', "*Soft* & plain"],
    ["Snowman", '<%= "<b>Bold</b> *soft*" %>', "^Bold^ *soft*"],
  ])("is set as %s sets words", (format, text, shown) => {
    expect(words(format, text)).toBe(shown);
  });
  it("from a variable is the words that are shown, and what they lose is told", () => {
    const value = (format: string, text: string) => {
      const { story: made, graph } = story(format, text);
      const [node] = graph.nodes;
      const said = made.report.filter(({ code }) => code === "twee_value_markup");
      return {
        effects: node?.on_enter_effects.map((effect) => describeEffect(effect)),
        said: said.map(({ severity, message }) => `${severity}: ${message}`),
      };
    };
    expect(value("SugarCube", '<<set $n to "//Ada//">><<set $id to "//b//">>$n')).toEqual({
      effects: ["n becomes “Ada”", "id becomes “//b//”"],
      said: ["info: The value “//Ada//” is shown as “Ada”, without its look (line 5)."],
    });
    const sum = story("Harlowe", '(set: $s to "&num; ")(set: $m to "a<br>")(set: $m to it + $s)$m');
    expect(new ImportedPlayer(playedStory(sum.story, sum.graph.key)).start().text).toBe("a\n# ");
    expect(value("SugarCube", `<<set $n to "''a''">><<set $m to "a">>$n $m`).said).toEqual([
      "warning: The value “''a''” is not told apart from “a”, as which it is shown (line 5).",
    ]);
    expect(value("Harlowe", '(set: $n to "Ada & 2 * 3")$n').said).toEqual([]);
  });
  it("is asked for by the same words", () => {
    const text = '<<set $n to "Tom &amp; Ann">>$n <<if $n is "Tom &amp; Ann">>Yes.<</if>>';
    const { story: made, graph } = story("SugarCube", text);
    const page = new ImportedPlayer(playedStory(made, graph.key)).start();
    expect(page.text.replace(/\s+/g, " ")).toBe("Tom & Ann Yes.");
  });
});

describe("inserts and modifiers of Chapbook", () => {
  it("for pictures and sounds are named", () => {
    const text =
      "A {embed image: 'a.png', alt: 'x'} b {embed Flickr image: 'f', alt: 'y'} c {ambient sound: 'rain'}{no ambient sound} d {embed YouTube video: 'v'}";
    expect(words("Chapbook", text)).toBe("A b c d");
    expect(remarks("Chapbook", text)).toEqual([
      "An image “a.png” is left out (line 5).",
      "An image “f” is left out (line 5).",
      "A sound “rain” is left out (line 5).",
      "A video “v” is left out (line 5).",
    ]);
  });
  it("that it has not are shown as they are written, notes are not", () => {
    expect(words("Chapbook", "A.\n\n[She waves]\nB.\n\n[todo]\nC.\n\n[n.b.]\nD.\n\n[after 1s; append]\nE.")).toBe(
      "A.\n\n[She waves]\n\nB.\n\nE.",
    );
  });
  it("for a choice of words go through them", () => {
    const text = "Hair: {cycling link for: 'hair', choices: ['red', 'brown']}.";
    expect(choices("Chapbook", text)).toEqual(["red", "brown"]);
    expect(remarks("Chapbook", "{theme switcher}")).toEqual([
      "“{theme switcher}” could not be converted and is kept with its card (line 5).",
    ]);
  });
});
