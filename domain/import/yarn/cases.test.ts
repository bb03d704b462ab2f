import { describe, expect, test } from "vitest";
import { ImportError } from "../import-error.ts";
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

  test("are those of a template, whose value is not known", () => {
    const { report } = read(start('<<declare $n = 3>>\n{format("You have {0}", $n)}'));
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
