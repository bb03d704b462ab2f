import fc from "fast-check";
import { InkParser } from "inkjs/compiler/Parser/InkParser";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { ImportError } from "../import-error.ts";
import { importInk } from "./ink.ts";
import { inkParser } from "./parser.ts";
import { playedByInk, playedByUs, walked } from "./walk.fixture.ts";

const losses = (source: string) => importInk(source).report.filter(({ severity }) => severity !== "info");

describe("the parser that compiles ink", () => {
  test.each([
    [
      "text, choices, lists and constants",
      "CONST n = 2\nLIST l = (a), b\n-> k\n=== k\nÀ {n}\\{ <> {l}. #tag\n* (x) [Go] -> k\n- -> END",
    ],
    [
      "names that lists share with one another and with variables",
      "LIST a = x, y, (w)\nLIST b = x, a, z\nVAR x = 1\nVAR y = z\n{x} {y} {z ? w} {a.x}\n~ temp z = b\n-> k(w)\n=== k(b)\n{x}",
    ],
    ["mistakes in several lines", "One.\n{ two\n* [Go\n-> nowhere"],
    [
      "line breaks of two characters, comments and strings",
      'VAR s = "a|b"\r\n// no\r\n/* no */ {s == "a|b": Yes.}\r\n~ s = "{n}"',
    ],
  ])("makes of %s what that of inkjs does", (_, source) => {
    const compiled = (parserOf: (told: (message: string) => void) => InkParser) => {
      const told: unknown[] = [];
      const parser = parserOf((message) => told.push([message, parser.characterInLineIndex]));
      const story = parser.ParseStory().ExportRuntime((message) => told.push(message));
      return [told, story === null ? null : story.ToJson()];
    };
    expect(compiled((told) => inkParser(source, told, null))).toEqual(
      compiled((told) => new InkParser(source, null, told)),
    );
  });

  test("has the methods that are replaced", () => {
    const story = new InkParser("").ParseStory();
    expect(story).toHaveProperty("CheckForNamingCollisions");
    expect(story).toHaveProperty("ResolveListItem");
  });
});

describe("ink that is written to take long", () => {
  test.each([
    ["nested conditions of choices", `VAR x = 1\nhello {${"[a]<h|".repeat(1_500)}}\n-> END`, 4],
    ["a sequence of nothing", `{${"|".repeat(1_500)}}`, 4],
    ["glue", "<>".repeat(8_000), 1],
  ])("is read in time: %s", (_, source, nodes) => {
    expect(importInk(source).graphs[0]?.nodes).toHaveLength(nodes);
  });

  test("is refused where one line has very many parts", () => {
    expect(() => importInk(`VAR x = 1\n${"{x}".repeat(1_100)}`)).toThrow("more than 1000 parts");
  });
});

describe("given ink, then it is played as its own engine plays it", () => {
  test.each([
    [
      "text before, in and after brackets",
      'Hello.\n* "Who[?"]goes there?" I asked.\n  He sighed.\n* [Wait]\n- Done.\n-> END',
    ],
    [
      "choices that can be taken once and again",
      "- (top) Top.\n* Once\n  -> top\n+ Again\n  -> top\n* -> \n- Nothing is left.\n-> END",
    ],
    ["nested choices and gathers", "- One.\n* A\n* * B\n* * C\n- - Inner.\n* D\n- Outer.\n-> END"],
    [
      "conditions in a line",
      "VAR x = 2\n{x > 1:Many|Few} things, {x == 2:two}{x != 2:not two}.\n~ x = 0\n{x:Yes|No}.\n-> END",
    ],
    [
      "a condition with several alternatives",
      "VAR x = 2\n{ x:\n- 1: one\n- 2: two\n- else: other\n}\n{\n- x > 5: big\n- x > 1: middle\n- else: small\n}\n-> END",
    ],
    ["sequences that stop, go round and end", "- (top) {a|b|c} {&d|e} {!f|g}\n+ Again\n-> top\n+ End\n-> END"],
    ["glue", "I looked <>\n-> on\n=== on\n<> and saw.\nThe <>\nend.\n-> END"],
    [
      "glue behind a condition with words in it, and at the beginning of a tunnel",
      'VAR s = "owl"\n- (top) A.\n{ s !? "o":\n  x\n- else:\n  <> B.\n}\n-> k\n=== k\n{ s == "owl":<> C.}\n-> t ->\nD.\n-> u ->\n+ [On] -> top\n=== t\n{k > 1:<> E.}\n-> u ->\n->->\n=== u\n{ s == "ow":F.|<> G {k}.}\n->->',
    ],
    [
      "glue behind a value that is empty",
      'LIST l = (a), b\nVAR s = ""\n- (top) A.\n{s} <>\nB.\n{l}<>\nC {s}.\n{s == "":{l} D|<>}.\n+ [One]\n  ~ s = "owl"\n+ [Two]\n  ~ s = ""\n  ~ l = ()\n+ [Three]\n  ~ l = b\n- -> top',
    ],
    ["a line that goes on over a divert", "We hurried home -> quick\n=== quick\nas fast as we could.\n-> END"],
    [
      "sequences in the words of a choice",
      "- (top) Go {top}.\n+ {top > 1} A {a|b|c} and {d|e|f|g} -> top\n+ [On] -> top\n+ End -> END",
    ],
    ["tunnels, twice", "-> t ->\n-> t -> after\n=== t\nIn.\n* Go\n* Stay\n- ->->\n=== after\nOut.\n-> END"],
    ["a tunnel that returns elsewhere", "-> t ->\nNever.\n-> END\n=== t\nIn.\n->-> other\n=== other\nThere.\n-> END"],
    [
      "functions with values and references",
      "VAR x = 1\n~ raise(x)\n{add(x, 3)} and {x}.\n-> END\n=== function raise(ref v)\n~ v = v + 1\n=== function add(a, b)\n~ return a + b",
    ],
    [
      "a function that calls itself",
      "{f(5)}\n-> END\n=== function f(n)\n{n <= 1:\n~ return 1\n}\n~ return n * f(n - 1)",
    ],
    [
      "threads that bring choices along",
      "Here.\n<- talk\n* [Leave] -> END\n=== talk\nA voice.\n* Answer\n  It is gone.\n- -> END",
    ],
    [
      "choices that depend on something",
      "VAR x = true\n- (top) Well?\n{x:\n* A\n  ~ x = false\n  -> top\n}\n* {not x} B -> top\n+ C {x:yes|no}\n- -> END",
    ],
    [
      "read counts of knots, labels and choices",
      "- (top)\n* (ask) Ask\n-> top\n+ {ask} {top > 2} Leave\n{top} times.\n-> END\n+ Stay\n-> top",
    ],
    [
      "a variable that holds where to go",
      "VAR next = -> a\n-> next\n=== a\nA.\n~ next = -> b\n{next == -> b:-> next}\n-> END\n=== b\nB.\n-> END",
    ],
    [
      "a value that is printed before it changes",
      "VAR x = 1\nFirst {x}.\n~ x = 2\nThen {x}, <>\n~ x++\nand {x}.\n-> END",
    ],
    ["parameters of knots", "-> k(3)\n=== k(n)\n{n} left.\n{n > 0:-> k(n - 1)}\n-> END"],
    [
      "whole numbers below zero that are divided, and are rounded down",
      "VAR x = 1\nVAR y = 0\n- (top) {x / 2} {x / -2} {x % 3} {(x - 9) / (x / 5 - 1)} {-7 / 2} {INT(-3.7)}\n~ y = x\n~ y = y / 3\n{y} {y / 2:yes|no}\n+ A\n+ B\n- x\n~ x = x - 3\n-> top",
    ],
    ["whole numbers that are divided", "VAR x = 7\n{x / 2} {x % 4} {x * 2 - 1}\n{x / 2 == 3:three}\n-> END"],
  ])("%s", (_, source) => {
    const ink = playedByInk(source);
    const us = playedByUs(source);
    expect(losses(source)).toEqual([]);
    for (const picks of [
      [0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1],
      [0, 1, 0, 1, 0],
      [2, 0, 1, 2, 0],
      [1, 0, 0, 2, 1],
    ]) {
      expect(walked(us, picks)).toEqual(walked(ink, picks));
    }
  });
});

describe("given ink that cannot be expressed, then it is said with its line", () => {
  test.each([
    [
      "ranges between variables",
      "LIST m = a, b\nVAR x = 1\n~ x = 2\n{LIST_RANGE(LIST_ALL(m), x, 2)}\n-> END",
      "ink_list",
      "4",
    ],
    ["shuffled texts", "One.\n{~a|b}\n-> END", "ink_shuffle", "2"],
    ["dice", "VAR x = 0\n~ x = RANDOM(1, 6)\n-> END", "ink_random", "2"],
    ["functions of the game", 'EXTERNAL play(name)\n~ play("gong")\n-> END', "ink_external", "2"],
    ["turns", "- (top) {TURNS_SINCE(-> top)}\n-> END", "ink_turns", "1"],
    ["texts that are divided", 'VAR a = "x"\n~ a = a * 2\n-> END', "ink_value", "2"],
    ["a number that is divided by 0", "VAR x = 1\n~ x = 2\n~ x = x / 0\n-> END", "ink_division", "3"],
    ["tags of choices", "* Go # red\n-> END", "ink_tag", "1"],
  ])("%s", (_, source, code, line) => {
    expect(losses(source)).toContainEqual(
      expect.objectContaining({ code, message: expect.stringContaining(`line ${line}`) }),
    );
  });

  test.each(["/", "%"])("a division by a variable is a remark: %s", (sign) => {
    const source = `VAR x = 7\nVAR y = 2\n{x / 3}\n{x ${sign} y}\n-> END`;
    const { report } = importInk(source);
    expect(report).toEqual([
      expect.objectContaining({
        severity: "info",
        code: "ink_division",
        message: expect.stringContaining("line 4"),
      }),
    ]);
  });

  test.each(["once", "stopping"])("a sequence that is shuffled and then %s comes to its end", (end) => {
    const source = `-> a\n=== a\n{shuffle ${end}:\n- One.\n- One.\n- ${end === "once" ? "One" : "Last"}.\n}\n+ On -> a\n`;
    expect(losses(source)).toEqual([expect.objectContaining({ code: "ink_shuffle" })]);
    expect(walked(playedByUs(source), [0, 0, 0, 0])).toEqual(walked(playedByInk(source), [0, 0, 0, 0]));
  });

  test("a line that could come to very many texts is broken where it changes", () => {
    const source = `${Array.from({ length: 7 }, (_, at) => `VAR v${at} = true\n`).join("")}${Array.from({ length: 7 }, (_, at) => `{v${at}:a|b} `).join("")}\n-> END`;
    const story = importInk(source);
    expect(story.report.map(({ code }) => code)).toContain("ink_line");
    expect(story.graphs[0]?.nodes.length).toBeLessThan(300);
  });
});

describe("given what is not ink, then it is refused", () => {
  const refusal = (source: string) => {
    try {
      importInk(source);
    } catch (error) {
      if (error instanceof ImportError) return error;
    }
    throw new Error("it was imported");
  };

  test.each([
    ["a sequence of very many texts", `One.\n{${Array.from({ length: 2_001 }, () => "a").join("|")}}\n-> END`, 2],
    [
      "very many variables",
      `${Array.from({ length: 10_001 }, (_, at) => `VAR v${at} = 1`).join("\n")}\n-> END`,
      10_001,
    ],
  ])("%s, with their line", (_, source, line) => {
    expect(refusal(source)).toMatchObject({ code: "too_large", line });
  });

  test("with line and column, all mistakes at once", () => {
    const { code, line, column, issues } = refusal("Hello.\n* {x\nOne.\n~ = 3\n");
    expect([code, line, column]).toEqual(["invalid_syntax", 2, 5]);
    expect(issues.map((each) => each.line)).toContain(4);
  });

  test("with the line, where a divert leads nowhere", () => {
    expect(refusal("Hello.\n\n-> gate")).toMatchObject({ line: 3, message: expect.stringContaining("gate") });
  });
});

test("knots are groups, cards have the names of their places, tags are kept", () => {
  const story = importInk("# title: The Gate\n-> gate\n=== gate\nHalt. # loud\n* (pay) Pay\n  Thanks.\n- -> END");
  const [graph] = story.graphs;
  expect([story.name, graph?.key, graph?.groups.map(({ title }) => title)]).toEqual(["The Gate", "The Gate", ["gate"]]);
  expect(graph?.nodes.map(({ key, kind, tags }) => [key, kind, tags])).toEqual([
    ["gate", "line", ["title: The Gate", "loud"]],
    ["gate 2", "end", []],
  ]);
});

test("whatever the source, it is imported or refused", () => {
  const word = fc.constantFrom(
    ..."-> END|-> a|-> a ->|->->|=== a|= b|* c|+ d|- e|- (f)|{x:|{|}|a|~ x = x + 1|VAR x = 1|<>|[g]|{a|b}|<- a|\n|\n|\n|else:|~ return".split(
      "|",
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 24 }), (words) => {
      try {
        importInk(words.join(" ").replaceAll(" \n ", "\n"));
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
      }
    }),
    { numRuns: rounds({ gate: 25, full: 750 }) },
  );
});

describe.skipIf(!hasCorpus)("The Intercept", () => {
  const source = hasCorpus ? corpusStory("the-intercept.ink") : "";

  test("is imported whole, without a loss", () => {
    const story = importInk(source);
    expect(losses(source)).toEqual([]);
    expect(story.variables).toHaveLength(22);
    const nodes = story.graphs[0]?.nodes ?? [];
    const texts = new Set(
      nodes.flatMap(({ branches }) =>
        branches.flatMap(({ kind, choice_text }) => (kind === "choice" ? [choice_text] : [])),
      ),
    );
    expect([nodes.length, texts.size]).toEqual([621, 184]);
  });

  test("says along random choices what its own engine says, line by line", () => {
    const ink = playedByInk(source);
    const us = playedByUs(source);
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 120, maxLength: 120 }), (picks) => {
        expect(walked(us, picks)).toEqual(walked(ink, picks));
      }),
      { numRuns: rounds({ gate: 10, full: 300 }) },
    );
  });
});
