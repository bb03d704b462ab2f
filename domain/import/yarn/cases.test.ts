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
  test.each([
    ["[[Go on|Next]]", 1],
    ["[[Next]]", 1],
    ["    Hello. [[Stay|Start]]", 12],
  ])("%s are refused, with the place", (line, column) => {
    const refused = () => importYarn(start(line));
    expect(refused).toThrow(ImportError);
    expect(refused).toThrow(`Line 3, column ${column}: `);
    expect(refused).toThrow(/link of Yarn Spinner 1/);
  });

  test.each(["\\[\\[Wait\\]\\]", "[nomarkup][[Wait]][/nomarkup]"])("%s is none", (line) => {
    expect(() => importYarn(start(line))).not.toThrow();
  });
});
