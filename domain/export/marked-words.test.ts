import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import type { Effect } from "../expression.ts";
import { importInk } from "../import/ink/ink.ts";
import { TWEE_DIALECTS, type TweeDialect } from "../import/twee/dialects.ts";
import { importTwee } from "../import/twee/twee.ts";
import { importYarn } from "../import/yarn/yarn.ts";
import { node, variable, way } from "../runtime/story.fixture.ts";
import { joined, literal, marked, plain } from "../text-marks/marked-text.ts";
import { namedSlots } from "../text-marks/named-slots.ts";
import { codePointLength, type MarkedText, normalMarks, TEXT_MARK_KINDS } from "../text-marks/text-mark.ts";
import { exported } from "./exported.fixture.ts";
import { exportInk } from "./ink.ts";
import { exportLinesCsv } from "./lines-csv.ts";
import { exportTwee3 } from "./twee3.ts";
import { exportYarn } from "./yarn.ts";

const COINS = [variable("var_coins", "integer", 3)];

/** Dialogue of one card that says a text, and a choice with words. */
const saying = (said: MarkedText, choice: MarkedText = plain("On")) =>
  exported(
    [
      node("A", [way("b", "B", { choice_text: choice.text, text_marks: [...choice.marks] })], {
        text: said.text,
        text_marks: [...said.marks],
      }),
      node("B", [], { text: "" }),
    ],
    COINS,
  );

const CROSSING = joined([
  plain("So "),
  marked(plain("take "), "emphasis"),
  marked(plain("{coins}"), "emphasis", "strong"),
  marked(plain(" coins"), "strong"),
  plain(", "),
  marked(plain("not\nmine"), "strike"),
]);

describe("marked words in Yarn", () => {
  test("are attributes, which end with their line and within one another", () => {
    const { content, report } = exportYarn(saying(CROSSING, marked(plain("Pay"), "strong")));
    expect(content).toContain(
      "\nSo [i]take [b]{$coins}[/b][/i][b] coins[/b], [s]not[/s]\n[s]mine[/s]\n-> [b]Pay[/b]\n",
    );
    expect(report).toEqual([]);
  });
  test("are beside brackets that are words", () => {
    const { content } = exportYarn(saying(joined([plain("[b]"), marked(plain("x]"), "strong"), plain("[/b]")])));
    expect(content).toContain("\n\\[b\\][b]x\\][/b]\\[/b\\]\n");
  });
  test("whose braces are literal name no variable", () => {
    const { content } = exportYarn(saying(joined([literal("{coins}"), plain(" {coins}")]), literal("{coins}")));
    expect(content).toContain("\n\\{coins\\} {$coins}\n-> \\{coins\\}\n");
  });
});

describe("marked words in ink", () => {
  test("stand in tags of HTML, which is told by card", () => {
    const { content, report } = exportInk(saying(CROSSING, marked(plain("Pay"), "strike")));
    expect(content).toContain("\nSo <i>take <b>{coins}</b></i><b> coins</b>, <s>not</s>\n<s>mine</s>\n+ [<s>Pay</s>]");
    expect(report.map(({ severity, message }) => [severity, message])).toEqual([
      ["info", "Marked words stand in tags of HTML, which ink’s page for the web shows: “A”."],
    ]);
  });
  test("whose braces are literal name no variable, and lose nothing", () => {
    const choice = joined([plain(" so \n"), literal("{coins}"), plain(" {coins}")]);
    const { content, report } = exportInk(saying(joined([literal("{coins}"), plain(" {coins}")]), choice));
    expect(content).toContain("\n\\{coins\\} {coins}\n+ [so \\{coins\\} {coins}]\n");
    expect(report).toEqual([]);
  });
});

test("a table of lines tells that it holds no emphasis", () => {
  expect(exportLinesCsv(saying(CROSSING)).report.map(({ message }) => message)).toEqual([
    "The table has only texts, without the targets of choices, their logic and emphasis.",
  ]);
  expect(exportLinesCsv(saying(literal("{x}"))).report.map(({ message }) => message)).toEqual([
    "The table has only texts, without the targets of choices.",
  ]);
});

/** Dialogue that was imported from a story format. */
const inTwee = (dialect: TweeDialect | null, said: MarkedText, choice?: MarkedText) => {
  const { graph, nodes, ...rest } = saying(said, choice);
  const adds: Effect = { id: "ef_1", op: "add", target: "var_coins", value: { lit: 1 }, when: [] };
  const own = { ...graph, extensions: { twee3: { dialect } } };
  return { ...rest, graph: own, nodes: nodes.map((each) => ({ ...each, on_enter_effects: [adds] })) };
};

/** The words of the first passage of a file. */
const wordsIn = (content: string) => /:: A .*\n(?:<<set.*\n|\(set.*\n)?([\s\S]*?)\n\n(?:\n|\[\[)/.exec(content)?.[1];

describe("marked words in Twee", () => {
  const take = joined([marked(plain("Take"), "strong"), marked(plain(" {coins}"), "emphasis"), plain(" //or not//")]);
  test.each([
    ["sugarcube", "''Take''// $coins// &#47;&#47;or not&#47;&#47;"],
    ["harlowe", "''Take''// $coins// &#47;&#47;or not&#47;&#47;"],
    ["chapbook", "<strong>Take</strong><em> {coins}</em> &#47;&#47;or not&#47;&#47;"],
    ["snowman", "<strong>Take</strong><em> <%= s.coins %></em> &#47;&#47;or not&#47;&#47;"],
  ] as const)("are set as %s sets them", (dialect, words) => {
    const { content, report } = exportTwee3(inTwee(dialect, take));
    expect(wordsIn(content)).toBe(words);
    expect(report.filter(({ code }) => /mark/.test(code))).toEqual([]);
  });
  test("whose braces are literal name no variable", () => {
    const { content } = exportTwee3(inTwee("chapbook", joined([literal("{coins}"), plain(" {coins}")])));
    expect(wordsIn(content)).toBe("&#123;coins&#125; {coins}");
  });
  test("of choices are read back from the header, since links have no marks", () => {
    const choice = joined([literal("{coins}"), plain(" {coins}, "), marked(plain("now"), "strong")]);
    const [first] = importTwee(exportTwee3(inTwee("sugarcube", take, choice)).content).graphs[0]?.nodes ?? [];
    expect(first?.branches[0]).toMatchObject({ choice_text: choice.text, text_marks: choice.marks });
  });
  test("lose their marks where no format is known, and in choices, which is told by card", () => {
    const { report } = exportTwee3(inTwee(null, take, marked(plain("Pay"), "strong")));
    const lost = report.filter(({ code }) => code.endsWith("_marks"));
    expect(lost.map(({ code, severity, node_key }) => [code, severity, node_key])).toEqual([
      ["twee_marks", "warning", "A"],
      ["twee_choice_marks", "warning", "A"],
    ]);
  });
});

/** Signs that mean something in one format or another. */
const HOSTILE =
  '{ } {coins} {nobody} [ ] [b] [/b] [[ ]] \\ << >> <b> </b> <br> // \'\'  == ~~ * ** _ __ ^^ @@ # $coins $ ` """ & &amp; &#39; (print: 1) (if: | ! > - -- ---- :: : 1. + \' " = / a Größe 🜁 \n'.split(
    " ",
  );
const hostile = fc
  .tuple(
    fc.array(fc.constantFrom(...HOSTILE, " "), { minLength: 1, maxLength: 7 }),
    fc.array(fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(14), end: fc.nat(14) }), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([parts, marks]): MarkedText => {
    const text = parts
      .join("")
      .trim()
      .replace(/\s*\n\s*/g, "\n");
    return { text, marks: normalMarks(marks, codePointLength(text)) };
  })
  .filter(({ text, marks }) => text !== "" && marks.length > 0);

/** A text by what a reader sees of each character, with the names of variables that it has. */
function seen(whole: MarkedText, hasValues = true): unknown {
  const shown = joined([whole]);
  const slots = hasValues ? namedSlots(whole).filter(({ name }) => name === "coins") : [];
  const kinds = Array.from(shown.text, (char, at) => {
    const on = shown.marks.filter(({ kind, start, end }) => kind !== "literal" && start <= at && at < end);
    return char === "\n" ? "" : on.map(({ kind }) => kind).sort();
  });
  // A value is set as all of its name is.
  for (const { from, to } of slots) {
    const [first, end] = [from, to].map((offset) => codePointLength(whole.text.slice(0, offset)));
    const name = kinds.slice(first, end);
    kinds.fill(
      (name[0] || []).filter((kind) => name.every((each) => each.includes(kind))),
      first,
      end,
    );
  }
  return { text: whole.text, kinds, slots };
}

test("whatever signs and marks are in a text, Twee gives them back", () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...TWEE_DIALECTS, null), (said, dialect) => {
      // Snowman tells nobody which names are those of variables.
      const hasValues = dialect !== "snowman";
      fc.pre(hasValues || namedSlots(said).every(({ name }) => name !== "coins"));
      // Where no format is known, a link in a text stays one.
      fc.pre(dialect !== null || !said.text.includes("[["));
      const { content } = exportTwee3(inTwee(dialect, said));
      const [first] = importTwee(content).graphs[0]?.nodes ?? [];
      const again = { text: first?.text ?? "", marks: first?.text_marks ?? [] };
      expect([content, seen(again, hasValues)]).toEqual([content, seen(said, hasValues)]);
    }),
    { numRuns: rounds({ gate: 60, full: 4_000 }) },
  );
});

test("whatever signs and marks are in a text, they are read so by the rules of its story format", () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom("sugarcube", "harlowe", "chapbook", "snowman"), (said, dialect) => {
      // Chapbook prints straight quotes and double dashes as others.
      fc.pre(dialect !== "chapbook" || !/['"]|--/.test(said.text));
      fc.pre(!/\s{2}/.test(said.text) && namedSlots(said).every(({ name }) => name !== "coins"));
      const { content } = exportTwee3(inTwee(dialect, said));
      const foreign = content.replace(/,"fabula":\{.*\}(?=\}\n)/g, "");
      const { nodes } = importTwee(foreign).graphs[0] ?? { nodes: [] };
      const texts = nodes.filter(({ text }) => text !== "");
      const again = { text: texts[0]?.text ?? "", marks: texts[0]?.text_marks ?? [] };
      expect([foreign, texts.length, seen(again, false)]).toEqual([foreign, 1, seen(said, false)]);
    }),
    { numRuns: rounds({ gate: 60, full: 4_000 }) },
  );
});

/** Texts of one line, without spaces beside one another, which are one in Yarn and ink. */
const line = hostile.filter(({ text }) => !/\n|\s\s/.test(text));

test("whatever signs and marks are in a line or a choice, Yarn gives them back", () => {
  fc.assert(
    fc.property(line, line, (said, choice) => {
      const dialogue = inTwee(null, said, choice);
      const nodes = importYarn(exportYarn(dialogue).content).graphs.flatMap((graph) => graph.nodes);
      const branches = nodes.flatMap((each) => each.branches).filter(({ kind }) => kind === "choice");
      const [first, ...others] = nodes.filter(({ text }) => text !== "");
      expect([others.length, branches.length]).toEqual([0, 1]);
      const again = { text: first?.text ?? "", marks: first?.text_marks ?? [] };
      expect(seen(again)).toEqual(seen(said));
      const chosen = { text: branches[0]?.choice_text ?? "", marks: branches[0]?.text_marks ?? [] };
      expect(seen(chosen)).toEqual(seen(choice));
    }),
    { numRuns: rounds({ gate: 50, full: 3_000 }) },
  );
});

test("whatever signs and marks are in a line, ink gives them back, with the names that are literal there", () => {
  const names = ({ text, marks }: MarkedText) => namedSlots({ text, marks }).filter(({ name }) => name === "coins");
  fc.assert(
    fc.property(line, (said) => {
      const { content, report } = exportInk(inTwee(null, said));
      const hasTags = /<\/?(?:a|br?)(?:\s[^<>]*)?>/.test(said.text);
      expect(report.some(({ message }) => message.startsWith("What looks like tags of HTML"))).toBe(hasTags);
      fc.pre(!hasTags);
      expect(report.some(({ message }) => message.startsWith("Marked words"))).toBe(
        said.marks.some(({ kind }) => kind !== "literal"),
      );
      const nodes = importInk(content).graphs.flatMap((graph) => graph.nodes);
      const [first, ...others] = nodes.filter(({ text }) => text !== "");
      expect([content, others.length, first?.text]).toEqual([content, 0, said.text]);
      const again = { text: first?.text ?? "", marks: first?.text_marks ?? [] };
      expect(names(again)).toEqual(names(said));
      expect([content, seen(again)]).toEqual([content, seen(said)]);
    }),
    { numRuns: rounds({ gate: 25, full: 1_000 }) },
  );
});
