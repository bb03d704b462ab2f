import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { VariableValue } from "../../expression.ts";
import { answer, begin, choose, offersOf, openOffers, type Page } from "../../runtime/run.ts";
import { corpusStory, hasCorpus } from "../corpus.fixture.ts";
import { ImportError } from "../import-error.ts";
import { playedStory } from "../play-imported.fixture.ts";
import { importYarn } from "./yarn.ts";

const start = (body: string) => `title: Start\n---\n${body}\n===\n`;
const losses = (source: string) => importYarn(source).report.filter(({ severity }) => severity !== "info");

/** Answers of a game to commands, as values of variables. */
type Answers = (command: string) => Readonly<Record<string, VariableValue>>;

/** Returns the text read along choices, as one list: lines with their speakers, options, commands. */
function played(source: string, picks: readonly number[] = [], times = 1, answers: Answers = () => ({})): string[] {
  const story = importYarn(source);
  const [graph] = story.graphs;
  const dialogue = playedStory(story, graph?.key ?? "");
  const speakers = new Map(graph?.nodes.map(({ key, speaker_label }) => [key, speaker_label]));
  const heard: string[] = [];
  const left = [...picks];
  const hear = (page: Page) => {
    for (const { node, text } of page.said) {
      const speaker = speakers.get(node);
      heard.push(speaker == null ? text : `${speaker}: ${text}`);
    }
  };
  let page = begin(dialogue);
  for (let round = 0; round < times; round++) {
    if (round > 0) page = begin(dialogue, { values: page.state.values, from: "Start" });
    hear(page);
    for (let steps = 0; steps < 60; steps++) {
      const { halt, state } = page;
      let next: Page | null = null;
      if (halt.kind === "continue") next = choose(dialogue, state, halt.choice.branch);
      else if (halt.kind === "command") {
        heard.push(`<<${halt.text}>>`);
        next = answer(dialogue, state, { values: answers(halt.text) });
      } else if (halt.kind === "choices") {
        heard.push(
          offersOf(halt)
            .map(({ text, available }) => (available ? `-> ${text}` : `x ${text}`))
            .join(" "),
        );
        const offer = openOffers(halt)[left.shift() ?? 0];
        if (offer !== undefined) next = choose(dialogue, state, offer.branch);
      }
      if (next === null) break;
      page = next;
      hear(page);
    }
  }
  return heard;
}

describe("given Yarn, then it is played by what it means", () => {
  test("lines with speakers, comments, tags and escaped signs", () => {
    const source = start(
      "Mae: Hi. #line:a1 #loud // aside\nTime\\: now \\{0\\} http:\\/\\/x \\[a\\]\n<<wave {1 + 1}>>\nBye.",
    );
    expect(played(source)).toEqual(["Mae: Hi.", "Time: now {0} http://x [a]", "<<wave 2>>", "Bye."]);
    const [first] = importYarn(source).graphs[0]?.nodes ?? [];
    expect([first?.speaker_label, first?.tags, first?.extensions]).toEqual(["Mae", ["loud"], { yarn: { line: "a1" } }]);
  });

  test("options, nested and closed ones, and what comes behind them", () => {
    const source = start(
      "Well?\n-> One <<if false>>\n    No.\n-> Two\n    Yes.\n    -> In\n    -> Out\n        Gone.\nAfter.\n-> A <<if false>>\nEnd.",
    );
    expect(played(source, [0, 1])).toEqual([
      "Well?",
      "x One -> Two",
      "Yes.",
      "-> In -> Out",
      "Gone.",
      "After.",
      "End.",
    ]);
  });

  test("an empty line ends a group of options", () => {
    expect(played(start("-> A\n    a\n\n-> B\n    b"), [0, 0])).toEqual(["-> A", "a", "-> B", "b"]);
  });

  test("conditions, variables and what is worked out", () => {
    const source = start(
      "<<declare $gold = 3>>\n<<declare $rich = $gold > 5>>\n<<if $rich>>\nRich.\n<<elseif $gold == 3>>\nThree: {$gold}.\n<<else>>\nPoor.\n<<endif>>\n<<set $gold += 4>>\n{$gold} and {$gold * 2}, {$rich}.\n<<if $rich and not false>>\nRich now.\n<<endif>>",
    );
    expect(losses(source)).toEqual([]);
    expect(played(start("<<declare $gold = 3>>\n<<show {$gold} {$gold * 2}>>"))).toEqual(["<<show 3 6>>"]);
    expect(played(source)).toEqual(["Three: 3.", "7 and 14, True.", "Rich now."]);
  });

  test("enums are variables that take their cases", () => {
    const source = start(
      "<<enum Food>>\n<<case Apple>>\n<<case Pear>>\n<<endenum>>\n<<declare $food = Food.Apple>>\n<<set $food to .Pear>>\n<<if $food == Food.Pear>>\nA {$food}.\n<<endif>>",
    );
    // What is shown of a case is the value it stands for.
    expect(played(source)).toEqual(["A 1."]);
    expect(
      played(source.replace("case Apple", 'case Apple = "an apple"').replace("case Pear", 'case Pear = "a pear"')),
    ).toEqual(["A a pear."]);
    expect(importYarn(source).variables[0]).toMatchObject({
      ...{ name: "food", type: "enum", default: "Apple", enum_values: ["Apple", "Pear"] },
    });
  });

  test("jumps end detours, detours come back, visits count when a node is left", () => {
    const source = `${start('Here {visited_count("B")}.\n<<detour B>>\nBack {visited_count("B")} {visited("B")}.\n<<jump C>>')}title: B\n---\nIn B.\n<<if false>>\n<<return>>\n<<endif>>\n===\ntitle: C\n---\nIn C {visited("Start")}.\n===`;
    expect(losses(source)).toEqual([]);
    expect(played(source)).toEqual(["Here 0.", "In B.", "Back 1 True.", "In C True."]);
  });

  test("once, for blocks, lines and options", () => {
    const source = `${start("<<jump Loop>>")}title: Loop\n---\n<<once>>\nFirst.\n<<else>>\nAgain.\n<<endonce>>\nHeard. <<once>>\n-> Ask <<once>>\n    <<jump Loop>>\n-> Leave\n===`;
    expect(played(source, [0, 0])).toEqual(["First.", "Heard.", "-> Ask -> Leave", "Again.", "x Ask -> Leave"]);
  });

  test("line groups and node groups take what fits, and pass where nothing does", () => {
    const source = `${start('=> One <<once>>\n=> Two <<if false>>\n=> Three <<if false>>\nContent: {has_any_content("G")}.\n<<detour G>>\n<<detour G>>\nDone.')}title: G\nwhen: once\n---\nOnce.\n===\ntitle: G\nwhen: false\n---\nNever.\n===`;
    expect(played(source)).toEqual(["One", "Content: True.", "Once.", "Done."]);
  });

  test("a jump out of a detour leaves the nodes that it came from", () => {
    const source = `${start("<<jump A>>")}title: A\n---\nA {visited_count("A")}.\n<<detour B>>\n<<detour C>>\nNever.\n===\ntitle: B\n---\nB {visited_count("A")}.\n===\ntitle: C\n---\nC {visited_count("A")}.\n<<jump D>>\n===\ntitle: D\n---\nD {visited_count("A")} {visited_count("C")}.\n<<detour B>>\n===`;
    expect(losses(source)).toEqual([]);
    expect(played(source)).toEqual(["A 0.", "B 0.", "C 0.", "D 1 1.", "B 1."]);
  });

  test("texts that are joined while it is played", () => {
    const source = start(
      '<<declare $name = "Bea">>\n<<declare $n = 3>>\n<<set $name = $name + "!" + string($n)>>\n<<if $name == "Bea!" + "3">>\n{"Hello " + $name}\n<<endif>>',
    );
    expect(losses(source)).toEqual([]);
    expect(played(source)).toEqual(["Hello Bea!3"]);
  });

  test("functions of the game are asked by commands before what needs them", () => {
    const source = start(
      '<<declare $luck = 0>>\n<<set $luck = dice_of("Mae", 2) + 1>>\nLuck {$luck}.\n-> Go <<if may_go($luck > 3)>>\n    Called {name_of(dice_of("x", 1))}.',
    );
    const asked: Answers = (command) => {
      const name = /^call (\w+)/.exec(command)?.[1] ?? "";
      if (name === "dice_of") return { "result of dice_of": 4, "result of dice_of 2": 4 };
      return name === "may_go" ? { "result of may_go": true } : { "result of name_of": "Bea" };
    };
    expect(played(source, [0], 1, asked)).toEqual([
      '<<call dice_of("Mae", 2)>>',
      "Luck 5.",
      "<<call may_go(True)>>",
      "-> Go",
      '<<call dice_of("x", 1)>>',
      "<<call name_of(4)>>",
      "Called Bea.",
    ]);
    const told = (name: string, lines: string) =>
      `The function ${name} is asked of the game by a command, whose answer sets a variable (line ${lines}).`;
    expect(losses(source).map(({ message }) => message)).toEqual([
      told("name_of", "7"),
      told("dice_of", "4, 7"),
      told("may_go", "6"),
    ]);
  });

  test("texts of [select], [plural] and [ordinal] by values that change", () => {
    const source = start(
      '<<declare $n = 1>>\n<<declare $who = "he">>\n<<declare $is = true>>\n[b]{$n} [plural value={$n} one="coin" other="coins (%)"/][/b] of [select value={$who} he="his" she="hers: %"/].\n<<set $n to 2>>\n<<set $who to "she">>\n-> [plural value={$n} one="A coin" other="% coins"/] for [select value={$is} true="you" false="me"/] [ordinal value={$n} one="%st" two="%nd" few="%rd" other="%th"/]',
    );
    expect(played(source, [0])).toEqual(["1 coin of his.", "-> 2 coins for you 2nd"]);
    expect(new Set(losses(source).map(({ code }) => code))).toEqual(new Set(["yarn_plural"]));
  });

  test("a jump to a node that a variable names", () => {
    const source = `${start('<<declare $to = "B">>\n<<jump {$to}>>')}title: B\n---\nIn B.\n===\ntitle: A\n---\nIn A.\n===`;
    expect(played(source)).toEqual(["In B."]);
  });
});

describe("given Yarn that cannot be expressed, then it is said with its line", () => {
  test.each([
    ["functions of the game", "<<if lucky()>>\nYes.\n<<endif>>", "yarn_function"],
    ["markup without a meaning here", "One [wave]two[/wave].", "yarn_markup"],
    ["brackets that are no markup", "One [two.", "yarn_markup_broken"],
    ["numbers that are rounded", "<<declare $a = 0.1>>\n<<set $a += 0.2>>", "yarn_precision"],
    ["a jump to nowhere", "<<jump Gone>>", "yarn_no_node"],
  ])("%s", (_, body, code) => {
    const message = expect.stringMatching(/line \d/);
    expect(losses(start(body))).toContainEqual(expect.objectContaining({ code, message }));
  });
});

describe("given what is not Yarn, then it is refused with line and column", () => {
  test.each([
    ["a command without an end", start("<<wave"), 3, 1],
    ["a block without an end", start("<<if true>>\nYes."), 3, 6],
    ["an end without a block", start("Yes.\n<<endif>>"), 4, 1],
    ["an expression that stops", start("<<if 1 + >>\nYes.\n<<endif>>"), 3, 9],
    ["a line with an open brace", start("Hello {1"), 3, 7],
    ["a declaration without a value", start("<<declare $x>>"), 3, 11],
    ["another type", start('<<declare $x = 1>>\n<<set $x = "a">>'), 4, 1],
    ["a type that nothing tells", start("{$x}"), 3, 1],
    ["values that cannot be compared", start('<<if 1 == "a">>\n<<endif>>'), 3, 1],
    ["a variable worked out from itself", start("<<declare $a = $b + 1>>\n<<declare $b = $a + 1>>"), 1, 1],
    ["an enum without cases", start("<<enum E>>\n<<endenum>>"), 3, 1],
    ["a node without a body", "title: A\n", 1, 1],
    ["a node without a title", "tags: x\n---\n===", 1, 1],
    ["two nodes of one title", `${start("A")}${start("B")}`, 1, 1],
    ["spaces for the content of an option", start("-> One\n      "), 4, 7],
    ["a shadow of another line", start("One. #line:a\nTwo. #shadow:a"), 4, 1],
    ["a condition behind else", start("<<if true>>\nx\n\t<<else if false>>\ny\n<<endif>>"), 5, 2],
    ["a condition of once without if", start("<<declare $a = true>>\n<<once $a>>\nx\n<<endonce>>"), 4, 8],
    ["two conditions of a line", start("-> A <<if true>> <<once>>"), 3, 18],
    ["words behind a tag", start("Room #4 is open"), 3, 9],
    ["words behind a condition", start("-> A <<if true>> or B"), 3, 18],
    ["tags without words", start("Hi.\n  #tag"), 4, 3],
    ["an option without words", start("->"), 3, 3],
    ["an escaped letter", start("One.\\nTwo."), 3, 5],
    ["an escaped letter in a string", start('{"a\\n"}'), 3, 2],
    ["a line that begins as the end of a node does", start("=== The hall ==="), 3, 1],
    ["an assignment in a condition", start("<<declare $a = 1>>\n<<if $a = 1>>\nx\n<<endif>>"), 4, 9],
  ])("%s", (_, source, line, column) => {
    try {
      importYarn(source);
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
      if (error instanceof ImportError) expect([error.line, error.column]).toEqual([line, column]);
      return;
    }
    throw new Error("it was imported");
  });
});

test("spaces between an option and its content are no content", () => {
  expect(() => importYarn(start("-> One\n      \n    Yes.\n-> Two\n\nNo."))).not.toThrow();
});

test("whatever the source, it is imported or refused", () => {
  const line = fc.constantFrom(
    ...'-> a;    -> b;=> c <<once>>;<<if $x>>;<<else>>;<<endif>>;<<once>>;<<endonce>>;<<set $x = 1>>;<<set $y += $x>>;Mae: hi {$x} #t;<<jump Start>>;<<detour B>>;<<return>>;<<stop>>;<<a {1}>>;===;title: B;when: once;---;<<declare $x = 2>>;{visited("B")};<<enum E>>;<<case A>>;<<endenum>>; '.split(
      ";",
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      try {
        importYarn(start(lines.join("\n")));
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
      }
    }),
    { numRuns: rounds({ gate: 100, full: 1_000 }) },
  );
});

test.skipIf(!hasCorpus).each(["Sally", "Ship"])("%s, which nobody here wrote, is imported", (name) => {
  const story = importYarn(corpusStory(`yarn/${name}.yarn`));
  expect(story.graphs[0]?.nodes.length).toBe(name === "Sally" ? 20 : 25);
});
