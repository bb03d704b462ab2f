import { describe, expect, test } from "vitest";
import { importInk } from "./ink.ts";
import { playedByInk, playedByUs, walked } from "./walk.fixture.ts";

const remarks = (source: string) => importInk(source).report;
const losses = (source: string) => remarks(source).filter(({ severity }) => severity !== "info");

/** Ways through a story, as places in the lists of its choices. */
const WAYS = [
  [0, 0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1, 1],
  [0, 1, 0, 1, 2, 0],
  [2, 0, 1, 2, 0, 1],
];

/** Plays a story by ink's engine and as it is imported, which have to say the same; returns the first page. */
function playedAlike(source: string) {
  const [theirs, ours] = [playedByInk(source), playedByUs(source)];
  for (const way of WAYS) expect(walked(ours, way)).toEqual(walked(theirs, way));
  expect(losses(source)).toEqual([]);
  return walked(ours, [])[0];
}

/** Texts and choices of a story with the words that are under marks of each kind. */
function markedWords(source: string) {
  const nodes = importInk(source).graphs.flatMap((graph) => graph.nodes);
  const texts = nodes.flatMap((node) => [
    { text: node.text, marks: node.text_marks },
    ...node.branches.map((branch) => ({ text: branch.choice_text, marks: branch.text_marks })),
  ]);
  return texts
    .filter(({ text }) => text !== "")
    .map(({ text, marks = [] }) => [text, ...marks.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)]);
}

describe("values within strings", () => {
  test("a string has the values of its variables", () => {
    const source =
      'VAR who = "Ada"\nVAR n = 7\nVAR hail = ""\nVAR tag = ""\n~ hail = "Good day {who}"\n~ tag = "no{n}"\n{hail}? {tag}.\n* [On] -> END';
    expect(playedAlike(source)?.lines).toEqual(["Good day Ada? no7."]);
  });

  test.each([
    [
      "texts are added",
      'VAR a = "rain"\n~ a = a + "bow"\n{a}\n~ a += "s"\n{a} {a + "!"}\n-> END',
      "rainbow rainbows rainbows!",
    ],
    [
      "numbers and truths are added",
      'VAR a = ""\nVAR x = 2\nVAR f = 1.5\nVAR b = true\n~ a = "x" + x + f + b\n{a} {x + x + "2"}\n-> END',
      "x21.5true 42",
    ],
    ["the value is that of its time", 'VAR x = 1\nVAR a = ""\n~ a = "{x}"\n~ x = 2\n{a}{x}\n-> END', "12"],
    ["a string holds a condition", 'VAR x = 3\nVAR a = ""\n~ a = "{x > 2:many|few} of {x}"\n{a}\n-> END', "many of 3"],
    ["only values are in it", 'VAR x = 4\nVAR y = 5\nVAR a = ""\n~ a = "{x}{y}"\n{a}\n-> END', "45"],
    [
      "functions take and give strings",
      'VAR w = "owl"\n{twice("{w}s")}\n-> END\n=== function twice(t)\n~ return "{t} and {t}"',
      "owls and owls",
    ],
    [
      "a knot is given a string",
      'VAR w = "owl"\n-> k("an {w}")\n=== k(what)\nIt is {what}.\n* [Again] -> k(what + "!")\n* [End] -> END',
      "It is an owl.",
    ],
    [
      "strings are compared",
      'VAR a = "on"\nVAR b = "on"\n~ b = b + "e"\n{a == "on":1}{b == "one":2}{b == a + "e":3}\n{b != a:4}{b ? "ne":5}{a !? "x":6}{"{a}" == "on":7}\n-> END',
      "123 4567",
    ],
    [
      "a string and a number are compared",
      'VAR a = "4"\nVAR n = 4\n{a == n:yes|no} {a + "" == "4":yes|no}\n-> END',
      "yes yes",
    ],
    ["a string is a condition", 'VAR a = ""\n{a:full|empty}\n~ a = "x"\n{a:full|empty}\n-> END', "empty full"],
    [
      "many values are in one string",
      `VAR x = 1\nVAR a = ""\n~ a = "${"{x}-".repeat(24)}"\n{a}\n-> END`,
      "1-".repeat(24),
    ],
  ])("%s", (_, source, said) => {
    expect(playedAlike(source)?.lines.join(" ")).toBe(said);
  });

  test("the words of a choice keep a value that changes behind them", () => {
    const source =
      'VAR x = 1\nPick.\n<- offer\n~ x = 2\n<- offer\n-> DONE\n=== offer\n+ {x < 2} [Take {x} of "{x}"] -> END\n+ [Leave {x}] -> END';
    expect(playedAlike(source)?.choices).toEqual(['Take 1 of "1"', "Leave 1", "Leave 2"]);
  });

  test("values that are exchanged as parameters do not overwrite one another", () => {
    const source = 'VAR a = "x"\nVAR b = "y"\n-> k(a, b)\n=== k(p, q)\n{p}{q}\n+ [Swap] -> k(q, p)\n+ [Stop] -> END';
    playedAlike(source);
  });

  test("a value that cannot be kept is said with its line", () => {
    const source = 'EXTERNAL name()\nVAR a = ""\n~ a = "I am {name()}"\n{a}\n-> END';
    expect(losses(source)).toContainEqual(
      expect.objectContaining({ code: "ink_print", message: expect.stringContaining("line 3") }),
    );
  });
});

describe("parameters of threads", () => {
  test("each thread has values of its own", () => {
    const source =
      '-> port\n=== port\nThe port.\n<- boat("skiff", 1)\n<- boat("barge", 6)\n<- away\n-> DONE\n=== boat(name, hands)\n* [Row the {name} with {hands}]\n  The {name} moves. {hands > 3: Slowly.|Fast.}\n  -> port\n=== away\n+ [Walk] -> END';
    expect(playedAlike(source)?.choices).toEqual(["Row the skiff with 1", "Row the barge with 6", "Walk"]);
  });

  test.each([
    [
      "values of variables",
      'VAR x = 1\n-> hub\n=== hub\n<- t(x, "a")\n<- t(x + 1, "b")\n<- t(x * 5, "c")\n-> DONE\n=== t(n, l)\n+ [{l}{n}] {l} is {n}.\n  ~ x = x + n\n  {x < 20:-> hub}\n  -> END',
      ["a1", "b2", "c5"],
    ],
    [
      "threads that start threads",
      "<- t(3)\n-> DONE\n=== t(n)\n{n > 1:<- t(n - 1)}\n+ [Floor {n}] You are at {n}.\n  -> END",
      ["Floor 1", "Floor 2", "Floor 3"],
    ],
    [
      "nested threads",
      '<- a("x")\n-> DONE\n=== a(p)\n<- b(p + "1", 2)\n<- b(p + "2", 3)\n-> DONE\n=== b(q, n)\n+ [{q} {n}] {q}, {n}. -> END',
      ["x1 2", "x2 3"],
    ],
    [
      "a temporary variable",
      "VAR x = 2\n<- t(1)\n<- t(2)\n-> DONE\n=== t(n)\n~ temp m = n * x\n+ {m > 1} [Pay {m}] Paid {m}, {n}. -> END",
      ["Pay 2", "Pay 4"],
    ],
    [
      "a value that changes in the thread",
      "<- t(1)\n<- t(5)\n-> DONE\n=== t(n)\n~ n = n + 1\n+ [Say {n}] {n}!\n  ~ n++\n  {n}. -> END",
      ["Say 2", "Say 6"],
    ],
    [
      "a tunnel within",
      "<- t(1)\n<- t(2)\n-> DONE\n=== t(n)\n+ [Go {n}]\n  -> tun(n * 2) ->\n  Back at {n}. -> END\n=== tun(d)\nDeep {d}.\n+ + [On] On from {d}.\n- ->->",
      ["Go 1", "Go 2"],
    ],
    [
      "a parameter that says where to go",
      '<- t("left", -> west)\n<- t("right", -> east)\n-> DONE\n=== t(word, -> to)\n+ [Turn {word}] -> to\n=== west\nWest. -> END\n=== east\nEast. -> END',
      ["Turn left", "Turn right"],
    ],
    [
      "a choice that can be taken once",
      "- (hub)\n<- t(1)\n<- t(2)\n+ [Leave] -> END\n=== t(n)\n* [Only {n}] {n} it is. -> hub",
      ["Only 1", "Only 2", "Leave"],
    ],
  ])("%s", (_, source, choices) => {
    expect(playedAlike(source)?.choices).toEqual(choices);
  });

  test("threads in a loop are offered as often as it goes round, up to a limit that is said", () => {
    const source = (most: number) =>
      `-> hub\n=== hub\n~ temp i = 0\n- (top)\n~ i++\n<- t(i * 10)\n{i < ${most}:-> top}\n-> DONE\n=== t(n)\n+ [Take {n}] It was {n}. -> END`;
    expect(walked(playedByUs(source(3)), [2])).toEqual(walked(playedByInk(source(3)), [2]));
    expect(walked(playedByUs(source(40)), [])[0]?.choices).toHaveLength(12);
    expect(losses(source(40)).map(({ code, message }) => [code, message])).toContainEqual([
      "ink_choices",
      "A choice is offered at most 12 times at once (line 10).",
    ]);
  });

  test("threads without an end are said, and not followed", () => {
    const source = "VAR x = 1\n<- t(x)\n-> DONE\n=== t(n)\n<- t(n + 1)\n+ [Go {n}] -> END";
    expect(losses(source).map(({ code }) => code)).toContain("ink_recursion");
  });
});

describe("braces that are letters", () => {
  const source = "VAR gold = 9\nThe board says \\{gold\\}. It is {gold}.\n* [Give \\{gold\\}] Given.\n-> END";

  test("are under a mark, beside the names of variables", () => {
    expect(markedWords(source)).toEqual([
      ["The board says {gold}. It is {gold}.", "literal {", "literal }"],
      ["Give {gold}", "literal {", "literal }"],
      ["Given."],
    ]);
  });

  test.each([
    ["where no variable has the name", "Set \\{x, y\\}.\n-> END", "Set {x, y}.", 2],
    ["in the words of a condition", "VAR x = 1\n{x:An \\{x\\}|None}\n-> END", "An {x}", 2],
    ["one alone, after signs of two units", "𝔘 🙂 \\{\n-> END", "𝔘 🙂 {", 1],
    ["within a glued line", "VAR x = 1\nA \\{<>\n x\\} {x}\n-> END", "A {x} {x}", 2],
  ])("%s", (_, ink, text, count) => {
    const node = importInk(ink).graphs[0]?.nodes.find((each) => each.text === text);
    expect(node?.text_marks?.filter(({ kind }) => kind === "literal")).toHaveLength(count);
    for (const { start, end } of node?.text_marks ?? [])
      expect([...text].slice(start, end).join("")).toMatch(/^[{}]+$/);
  });

  test("are read as letters", () => {
    expect(playedAlike(source)).toEqual({
      lines: ["The board says {gold}. It is 9."],
      choices: ["Give {gold}"],
    });
  });

  test("stay letters in a string", () => {
    const ink = 'VAR x = 1\nVAR a = ""\n~ a = "\\{x\\} {x}"\n{a == "\\{x\\} 1":same|other}\n-> END';
    expect(playedAlike(ink)?.lines).toEqual(["same"]);
  });

  test.each([
    ["signs of ink", "\\# \\| \\[a\\] \\~ \\- \\* \\= \\<> \\-> \\/ \\\\ b\n-> END"],
    ["signs of ink in a choice", "+ a \\[b\\] \\# \\| c[\\]]\n-> END"],
    ["a backslash before a letter", "\\n \\a\n-> END"],
  ])("other escapes are read as the engine reads them: %s", (_, ink) => {
    playedAlike(ink);
  });
});

describe("tags of HTML, which ink's page for the web shows", () => {
  test("are marks on the words between them, and a remark", () => {
    const ink =
      "VAR x = 1\nOh <b>no</b>, <i>{x} <em>of</em> us</i> <s>is</s> a<br>b.\n+ [<strong>Run</strong>!] -> END";
    expect(markedWords(ink)).toEqual([
      ["Oh no, {x} of us is a\nb.", "strong no", "emphasis {x} of us", "strike is"],
      ["Run!", "strong Run"],
    ]);
    expect(new Set(remarks(ink).map(({ severity, code }) => `${severity} ${code}`))).toEqual(
      new Set(["info ink_html"]),
    );
  });

  test.each([
    ["one that is not ended holds to the end of its line", "<i>So\nit is.\n-> END", ["So\nit is.", "emphasis So"]],
    ["one that was not begun is left out", "So</b> it is.\n-> END", ["So it is."]],
    ["others are left out", 'A <span class="x">word</span> <u>here</u>.\n-> END', ["A word here."]],
    [
      "signs that are no tag stay",
      "a < b > c <smile> <constructor> <3\n-> END",
      ["a < b > c <smile> <constructor> <3"],
    ],
  ])("%s", (_, ink, words) => {
    expect(markedWords(ink)).toEqual([words]);
  });

  test.each([
    ["that it begins with", 'VAR t = "<b>x</b>"\n{t}\n-> END'],
    ["that it gets", 'VAR n = 1\nVAR t = ""\n~ t = "<i>{n}</i>"\n{t}\n-> END'],
  ])("in a value of a variable %s they are a loss", (_, ink) => {
    expect(losses(ink).map(({ code }) => code)).toEqual(["ink_html_value"]);
  });

  test("a picture is a loss with its card", () => {
    expect(losses('Look. <img src="map.png">\n-> END')).toEqual([
      expect.objectContaining({ code: "ink_media", message: "What <img> shows is left out.", node_key: "start" }),
    ]);
  });
});
