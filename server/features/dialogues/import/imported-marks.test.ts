import { describe, expect, test } from "vitest";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import { blankNode } from "#domain/import/blank-parts.ts";
import type { ImportedStory } from "#domain/import/story.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import { fitStory } from "./fit-story.ts";
import { keepInBranch } from "./kept-fields.ts";

const story = (text: string, text_marks: TextMark[]): ImportedStory => ({
  format: "twee3",
  name: "Marked",
  graphs: [
    {
      key: "g",
      name: "Marked",
      description: "",
      start_key: "a",
      nodes: [{ ...blankNode("a"), text, text_marks }],
      groups: [],
      annotations: [],
      extensions: {},
    },
  ],
  variables: [],
  entities: [],
  report: [],
});
const each = (text: string, pattern: RegExp, kind: TextMark["kind"]): TextMark[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ kind, start: index, end: index + found.length }));

describe("marks of a file beyond what a text may have", () => {
  test("given literal braces alone, then fewer marks say the same, and nothing is told", () => {
    const text = "{a} ".repeat(1_200);
    const { graphs, report } = fitStory(story(text, each(text, /[{}]/g, "literal")));
    expect(graphs[0]?.nodes[0]?.text_marks).toEqual([{ kind: "literal", start: 0, end: text.length - 1 }]);
    expect(report).toEqual([]);
  });

  test("given words that are set, then those beyond are left out and told, with their card", () => {
    const text = "ab ".repeat(1_200);
    const { graphs, report } = fitStory(story(text, each(text, /b/g, "strong")));
    expect(graphs[0]?.nodes[0]?.text_marks).toHaveLength(1_000);
    expect(report).toMatchObject([{ severity: "warning", code: "import_marks_left_out", node_key: "a" }]);
  });
});

describe("marks of a choice that is imported again", () => {
  const branch = (choice_text: string, text_marks: TextMark[]): Branch => ({
    ...BRANCH_DEFAULTS,
    id: "br_a",
    choice_text,
    text_marks,
    conditions: [],
    effects: [],
    extensions: {},
  });
  const before = branch("Pay {now} twice", [
    { kind: "literal", start: 4, end: 9 },
    { kind: "strong", start: 10, end: 15 },
  ]);

  test("given ink, which sets no words, then those that writers set stay set, and braces are as the file says", () => {
    const again = branch("Do pay {now} twice", []);
    expect(keepInBranch("ink", "dlg_a", again, before).text_marks).toEqual([{ kind: "strong", start: 13, end: 18 }]);
  });

  test("given a format that sets words, then they are set as the file says", () => {
    const again = branch("Pay {now} twice", [{ kind: "emphasis", start: 0, end: 3 }]);
    expect(keepInBranch("yarn", "dlg_a", again, before).text_marks).toEqual([{ kind: "emphasis", start: 0, end: 3 }]);
  });
});
