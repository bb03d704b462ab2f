import { describe, expect, test } from "vitest";
import { node, variable, way } from "../runtime/story.fixture.ts";
import { joined, literal, marked, plain } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import { exported } from "./exported.fixture.ts";
import { exportInk } from "./ink.ts";
import { exportLinesCsv } from "./lines-csv.ts";
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
  test("are written without their marks, which is told by card", () => {
    const { content, report } = exportInk(saying(CROSSING));
    expect(content).toContain("\nSo take {coins} coins, not\nmine\n");
    expect(report.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", "Ink has no emphasis: emphasised, strong and struck words are written plain: “A”."],
    ]);
    expect(exportInk(saying(plain("x"), marked(plain("Pay"), "strike"))).report).toHaveLength(1);
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
