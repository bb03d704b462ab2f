import { describe, expect, test } from "vitest";
import { ImportError } from "../import-error.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { ImportedPlayer } from "../walk.fixture.ts";
import { importYarn } from "./yarn.ts";

const start = (body: string) => `title: Start\n---\n${body}\n===\n`;

/** Lines and options of a file with their ids, and its remarks. */
function read(source: string) {
  const { graphs, report } = importYarn(source);
  const nodes = graphs.flatMap((graph) => graph.nodes);
  const lines = nodes.filter(({ text }) => text !== "").map(({ text, tags, extensions }) => [text, tags, extensions]);
  const options = nodes.flatMap(({ branches }) => branches).filter(({ kind }) => kind === "choice");
  return { lines, options: options.map(({ choice_text, extensions }) => [choice_text, extensions]), report };
}

describe("titles and names in any script", () => {
  test.each(["Größe", "Начало", "بداية", "始まり", "नमस्ते.दो", "Œuvre_1"])("a node called %s is jumped to", (title) => {
    const source = `${start(`Go.\n<<jump ${title}>>`)}title: ${title}\n---\nThere.\n===\n`;
    const [graph] = importYarn(source).graphs;
    expect(graph?.nodes.map(({ key }) => key)).toContain(title);
    expect(importYarn(source).report).toEqual([]);
  });

  test.each(["größe", "Счёт", "数", "ß_2"])("a variable called $%s is set and asked", (name) => {
    const { variables, report } = importYarn(
      start(`<<declare $${name} = 1>>\n<<set $${name} += 2>>\n<<if $${name} > 2>>\nYes.\n<<endif>>`),
    );
    expect([variables.map((each) => each.name), report]).toEqual([[name], []]);
  });

  test.each(["Two words", "a-b", "a/b"])("a node called %s is refused with its line", (title) => {
    expect(() => importYarn(`title: ${title}\n---\nHi.\n===\n`)).toThrow(
      /Line 1, .*letters, digits, dots and underscores/,
    );
  });
});

describe("a tag without a space before it", () => {
  test.each([
    ["The boat leaves at noon.#line:0a1", "The boat leaves at noon.", "0a1", []],
    ["Ferry: Noon!#loud#line:b2 // aside", "Noon!", "b2", ["loud"]],
    ["{1 + 1}#line:c3", "2", "c3", []],
    ["Room \\#4#line:d4", "Room #4", "d4", []],
  ])("%s", (line, text, id, tags) => {
    const { lines, report } = read(start(line));
    expect([lines, report]).toEqual([[[text, tags, { yarn: { line: id } }]], []]);
  });

  test("belongs to an option, too", () => {
    expect(read(start("-> Board#line:0a2\n    Aboard.\n-> Stay <<if true>>#line:0a3")).options).toEqual([
      ["Board", { yarn: { line: "0a2" } }],
      ["Stay", { yarn: { line: "0a3" } }],
    ]);
  });

  test("that has no name is refused", () => {
    expect(() => importYarn(start("Room # 4"))).toThrow(/Line 3, column 6: a tag is missing/);
  });
});

describe("braces within a string of an expression", () => {
  test.each([
    ['{"a}b"}', "a}b"],
    ['{"a{b"} and {"c"}', "a{b and c"],
    ['{"a\\"}b"}.', 'a"}b.'],
  ])("%s", (line, text) => {
    expect(read(start(line)).lines).toEqual([[text, [], {}]]);
  });

  test.each([
    ["{0} of {1} {{x}}", "$n, 7.5", "3 of 7.5 {x}"],
    ["{1}, {0}", '"b", "a"', "a, b"],
    ["{0} {0}", "true", "True True"],
  ])("are those of a template: %s with %s", (template, values, text) => {
    const story = importYarn(start(`<<declare $n = 3>>\n{format("${template}", ${values})}`));
    const { text: said } = new ImportedPlayer(playedStory(story, story.graphs[0]?.key ?? "")).start();
    expect([said, story.report]).toEqual([text, []]);
  });

  test.each(["{0:F2}", "{3}", "{0"])("of a template that is not read are told: %s", (template) => {
    const { report } = read(start(`<<declare $n = 3>>\n{format("${template}", $n)}`));
    expect(report.map(({ code }) => code)).toEqual(["yarn_value"]);
  });
});

describe("links of Yarn Spinner 1", () => {
  const old = (body: string) =>
    `title: Start\ntags: intro\ncolorID: 0\nposition: 10,10\n---\n${body}\n===\ntitle: The next one\n---\nThere.\n===\n`;
  /** Choices in their order, each with the number of its conditions and what becomes of it where they do not hold. */
  const choices = (source: string) =>
    importYarn(source).graphs.flatMap(({ nodes }) =>
      nodes
        .flatMap(({ branches }) => branches)
        .filter(({ kind }) => kind === "choice")
        .map((each) => [each.choice_text, each.conditions.length, each.when_unavailable]),
    );
  const codes = (source: string) => importYarn(source).report.map(({ code }) => code);

  test("are choices behind all words of their node", () => {
    const source = old("Hello.\n[[Go on|The next one]] #line:a1\n[[Stay|Start]]\nChoose!");
    expect(choices(source)).toEqual([
      ["Go on", 0, "hide"],
      ["Stay", 0, "hide"],
    ]);
    const { graphs } = importYarn(source);
    expect(graphs[0]?.nodes.map(({ text }) => text).filter((text) => text !== "")).toEqual([
      "Hello.",
      "Choose!",
      "There.",
    ]);
    expect(codes(source)).toEqual(["yarn_one"]);
  });

  test("without words of their own are jumps", () => {
    expect(choices(old("Hello.\n[[The next one]]"))).toEqual([]);
    expect(codes(old("Hello.\n[[The next one]]"))).toEqual(["yarn_one"]);
  });

  test("within a condition are offered only where it holds", () => {
    const source = old(
      "<<declare $n = 1>>\n<<if $n > 1>>\n    [[One|Start]]\n<<elseif $n < 0>>\n    [[Two|The next one]]\n<<else>>\n    [[Three|Start]]\n<<endif>>",
    );
    expect(choices(source)).toEqual([
      ["One", 1, "hide"],
      ["Two", 2, "hide"],
      ["Three", 2, "hide"],
    ]);
    expect(codes(source)).toEqual(["yarn_one"]);
  });

  test("say where a value may be another when they are offered", () => {
    const source = old("<<declare $n = 1>>\n<<if $n > 0>>\n    [[One|Start]]\n<<endif>>\n<<set $n to 0>>");
    expect(importYarn(source).report.map(({ message }) => message)).toEqual([
      "Whether a choice is offered is decided at the end of the node, where a value may be another (line 8).",
      "The file is of Yarn Spinner 1: its links are choices at the end of their nodes.",
    ]);
  });

  test("are refused beside other words, with the place", () => {
    const refused = () => importYarn(start("    Hello. [[Stay|Start]]"));
    expect(refused).toThrow(ImportError);
    expect(refused).toThrow("Line 3, column 12: [[Stay|Start]] is a link of Yarn Spinner 1");
  });

  test.each(["\\[\\[Wait\\]\\]", "[nomarkup][[Wait]][/nomarkup]"])("%s is none", (line) => {
    expect(codes(start(line))).not.toContain("yarn_one");
  });
});

describe("a node that only declares", () => {
  const declaring = "title: Declarations\n---\n<<declare $gold = 3>>\n<<declare $met = false>>\n===\n";
  const node = (title: string, body: string) => `title: ${title}\n---\n${body}\n===\n`;
  const told = (source: string) => {
    const { graphs, variables, report } = importYarn(source);
    const keys = graphs.flatMap(({ nodes }) => nodes.map(({ key }) => key));
    return { start: graphs[0]?.start_key, keys, variables: variables.map(({ name }) => name), report };
  };

  test("is no card, and the story starts with the next one, which is said", () => {
    const { start, keys, variables, report } = told(
      `${declaring}${node("Sally", "Hi, {$gold}.")}${node("Exit", "Bye.")}`,
    );
    expect([start, keys, variables]).toEqual(["Sally", ["Sally", "Exit"], ["gold", "met"]]);
    expect(report.map(({ severity, message }) => [severity, message])).toEqual([
      ["info", "No node is called “Start”: the story starts with “Sally”."],
    ]);
  });

  test("says nothing where a node is called Start", () => {
    expect(told(`${declaring}${node("Other", "Hi.")}${node("Start", "Ho.")}`)).toMatchObject({
      start: "Start",
      report: [],
    });
  });

  test("stays where something leads to it, or asks for its visits", () => {
    expect(told(`${node("Start", "Go.\n<<jump Declarations>>")}${declaring}`).keys).toContain("Declarations");
    const asking = `${declaring}${node("Start", '<<if visited("Declarations")>>\nYes.\n<<endif>>')}`;
    expect(told(asking).keys).toContain("Declarations");
  });

  test("stays where there is no other", () => {
    expect(told(declaring)).toMatchObject({ start: "Declarations", keys: ["Declarations"], report: [] });
  });
});

describe("markup", () => {
  /** The first text of a file, what stands under its marks, its speaker and its attributes. */
  const first = (body: string) => {
    const { graphs, report } = importYarn(start(body));
    const [node] = (graphs[0]?.nodes ?? []).filter(({ text }) => text !== "");
    const [branch] = (graphs[0]?.nodes ?? []).flatMap(({ branches }) =>
      branches.filter(({ kind }) => kind === "choice"),
    );
    const of = branch === undefined ? node : { ...branch, text: branch.choice_text };
    const marks = (of?.text_marks ?? []).map(({ kind, start: from, end }) => {
      return [
        kind,
        Array.from(of?.text ?? "")
          .slice(from, end)
          .join(""),
      ];
    });
    const codes = report.filter(({ severity }) => severity !== "info").map(({ code }) => code);
    return { text: of?.text, marks, speaker: node?.speaker_label ?? null, extensions: of?.extensions, codes };
  };

  test.each([
    [
      "A [b]cold[/b] [i]wind[/i].",
      "A cold wind.",
      [
        ["strong", "cold"],
        ["emphasis", "wind"],
      ],
    ],
    [
      "[b]one [i]two[/b] three[/i] four",
      "one two three four",
      [
        ["strong", "one two"],
        ["emphasis", "two three"],
      ],
    ],
    [
      "[b]one [s]two[/] three",
      "one two three",
      [
        ["strong", "one two"],
        ["strike", "two"],
      ],
    ],
    [
      "-> [strong]Run[/strong] 🜁 [em]now[/em]",
      "Run 🜁 now",
      [
        ["strong", "Run"],
        ["emphasis", "now"],
      ],
    ],
    ["[nomarkup][Wait] [b]x[/b][/nomarkup] [b]y[/b]", "[Wait] [b]x[/b] y", [["strong", "y"]]],
    ["A \\[b\\]sign\\[/b\\] and [i]one[/i]", "A [b]sign[/b] and one", [["emphasis", "one"]]],
    [
      "\\{coins\\} is a [b]\\{word\\}[/b]",
      "{coins} is a {word}",
      [
        ["literal", "{"],
        ["literal", "}"],
        ["strong", "{word}"],
        ["literal", "{"],
        ["literal", "}"],
      ],
    ],
  ])("%s", (line, text, marks) => {
    const found = first(line);
    expect([found.text, [...found.marks].sort(), found.codes]).toEqual([text, [...marks].sort(), []]);
  });

  test("names a variable beside braces that are letters", () => {
    expect(first("<<declare $gold = 3>>\n[b]{$gold}[/b] \\{gold\\}")).toMatchObject({
      text: "{gold} {gold}",
      marks: [
        ["strong", "{gold}"],
        ["literal", "{"],
        ["literal", "}"],
      ],
    });
  });

  test.each([
    [
      "Look, a [wave]strange[/wave] light.[pause=500/] Odd.",
      "Look, a strange light. Odd.",
      [
        { name: "pause", properties: { pause: "500" }, start: 22, end: 22 },
        { name: "wave", start: 8, end: 15 },
      ],
    ],
    [
      'Ben: So [a/] [shout by="him" at=2]loud[/shout]',
      "So loud",
      [
        { name: "a", start: 3, end: 3 },
        { name: "shout", properties: { at: "2", by: "him" }, start: 3, end: 7 },
      ],
    ],
    [
      "-> Go [color=red][b]now[/b][/color]",
      "Go now",
      [{ name: "color", properties: { color: "red" }, start: 3, end: 6 }],
    ],
  ])("%s keeps attributes beside the words, and says so", (line, text, markup) => {
    const found = first(line);
    const own = found.extensions?.yarn as { markup: { name: string }[] } | undefined;
    const kept = [...(own?.markup ?? [])].sort((a, b) => a.name.localeCompare(b.name));
    expect([found.text, kept]).toEqual([text, markup]);
    expect(new Set(found.codes)).toEqual(new Set(["yarn_markup"]));
  });

  test.each([
    ['[character name="Mae"]Mae: [/character]Hello [b]you[/b].', "Mae", "Hello you."],
    ["Mae: Hello [b]you[/b].", "Mae", "Hello you."],
    ["Mae\\: Hello.", null, "Mae: Hello."],
  ])("%s is said by %s", (line, speaker, text) => {
    expect(first(line)).toMatchObject({ speaker, text });
  });

  test.each(["One [two", "A [b]word", "A word[/b]", "[] and [*]", "[a b]x[/a]", "[select x=1/]"])(
    "%s, which Yarn Spinner does not read, is said with its line",
    (line) => {
      expect(first(line).codes).toEqual(["yarn_markup_broken"]);
    },
  );

  test("is words of one of several texts", () => {
    const asks = (body: string) => first(body).text;
    expect(asks('[select value=two one="x" two="y\\: %"/]')).toBe("y: two");
    expect(asks('{3 - 2} [plural value={3 - 2} one="coin" other="coins"/]')).toBe("1 coin");
    expect(asks('I came [ordinal value={22} one="%st" two="%nd" few="%rd" other="%th"/]')).toBe("I came 22nd");
  });
});

describe("numbers", () => {
  const said = (body: string) => read(start(body)).lines.map(([text]) => text);

  test.each([
    ["{0.1 + 0.2} {1 / 3}", "0.3 0.33333334"],
    ["{2 / 3} {0.1 * 3} {10 / 4}", "0.6666667 0.3 2.5"],
    ["{16777216 + 1} {10000000} {0.0001} {0.00001}", "16777216 1E+07 0.0001 1E-05"],
    ["{123456789} {7 % 2.5} {-7 % 3}", "1.2345679E+08 1 -1"],
    ["{9999999} {-10000000} {12345678} {100000000} {0.000125}", "9999999 -1E+07 12345678 1E+08 0.000125"],
    [
      "{string(0.1 + 0.7)} {round(2.5)} {inc(1.5)} {dec(1.5)} {floor(-0.5)} {round_places(1.256, 2)}",
      "0.8 2 2 1 -1 1.26",
    ],
  ])("%s are those of single precision", (line, text) => {
    expect(said(line)).toEqual([text]);
  });

  test("are compared in single precision", () => {
    expect(said("<<if 0.1 + 0.2 == 0.3>>\nSame.\n<<endif>>")).toEqual(["Same."]);
    expect(said("<<if 16777217 == 16777216>>\nSame.\n<<endif>>")).toEqual(["Same."]);
  });

  test("that are stored are as they are written", () => {
    const { variables } = importYarn(start("<<declare $a = 0.1>>\n<<declare $b = 0.123456789>>\n<<set $a to 1 / 3>>"));
    expect(variables.map((each) => each.default)).toEqual([0.1, 0.12345679]);
  });

  test.each([
    ["<<set $a += 0.1>>", true],
    ["{$a / 3}", true],
    ["<<if $a * 0.3 > 1>>\nx\n<<endif>>", true],
    ["{5.5 % $a}", true],
    ["<<set $a += 0.5>>", false],
    ["{$a / 4} {$a * 3 - 1} {$a % 3}", false],
    ["<<set $a to 1 / 3>>\n{$a}", false],
    ["<<set $a to 1 / 3>>\n{$a * 2}", true],
    ["<<set $a += 10000>>", true],
    ["<<set $a = $a + 12500>>", true],
    ["<<set $a += 100>>\n<<set $b += $a>>\n{$b}", false],
    ["<<set $a *= 2>>", true],
    ["<<set $a = $a * $a>>", true],
    ["<<set $a to 9999999>>\n{$a}", false],
    ["<<set $a to 10000000>>\n{$a}", true],
    ["<<set $a to 20000000>>\n<<if $a == 20000001>>\nx\n<<endif>>", true],
    ["<<set $a to random_range(1, 30000000)>>\n{$a}", true],
    ["<<set $a to 5000000>>\n{$a + $a}", true],
    ["<<set $a to 0.00001>>\n{$a}", true],
    ["{$a + 1000000.5}", true],
    ["{$a + 1000.25} {-$a} {$a - 3000000}", false],
  ])("%s is said to be rounded while it is played: %s", (body, isSaid) => {
    const codes = read(start(`<<declare $a = 2>>\n<<declare $b = 0>>\n${body}`)).report.map(({ code }) => code);
    expect(codes.includes("yarn_precision")).toBe(isSaid);
  });
});

describe("statements", () => {
  const said = (body: string) => {
    const story = importYarn(start(body));
    expect(story.report).toEqual([]);
    return new ImportedPlayer(playedStory(story, story.graphs[0]?.key ?? "")).start().text;
  };
  const commands = (body: string) =>
    importYarn(start(body)).graphs.flatMap(({ nodes }) =>
      nodes.filter(({ kind }) => kind === "command").map(({ text, tags }) => [text, tags]),
    );

  test.each([
    ["<<declare $a = 1>><<set $a = 5>> <<set $a += 1>> Now {$a}.", "Now 6."],
    ["<<declare $a = 1>>\n<<if $a == 1>><<set $a = 7>><<endif>>\n{$a}", "7"],
    ['<<declare $a = "x>>y">>\n<<if $a == "x>>y">>\n{$a} <<if $a != ">>">>\n<<endif>>', "x>>y"],
    ["<<if true or false and false>>\nOne.\n<<else>>\nTwo.\n<<endif>>", "Two."],
    ["{true xor true and false} {false and true or true}", "False True"],
    ["Mae:Hello. {format_invariant(1.5)}", "Hello. 1.5"],
    ["Mae: === hi === and ==", "=== hi === and =="],
  ])("%s are read one by one, as Yarn binds them", (body, text) => {
    expect(said(body)).toBe(text);
  });

  test.each([
    ["<<stop music>>\nOn.", "stop music", []],
    ["<<set-mood happy>>", "set-mood happy", []],
    ["<<jump-scare>> // loud", "jump-scare", []],
    ["<<wave Mae>> #fast #line:c1", "wave Mae", ["fast", "line:c1"]],
    ['<<say C:\\temp "a > b" {1 + 1}>>', 'say C:\\temp "a > b" 2', []],
  ])("%s is a command of the game", (body, text, tags) => {
    expect(commands(body)).toEqual([[text, tags]]);
  });
});
