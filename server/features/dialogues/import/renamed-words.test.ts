import { expect, test } from "vitest";
import { blankNode, NO_BRANCH } from "#domain/import/blank-parts.ts";
import type { ImportedNode } from "#domain/import/story.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import { withNames } from "./renamed-words.ts";
import type { OpenGraph } from "./story-parts.ts";

const RENAMED = new Map([
  ["gold", "gold_2"],
  ["name", "hero 🜚"],
]);

/** Returns a node as an import writes it. */
function written(node: Partial<ImportedNode>): ImportedNode | undefined {
  const graph = {
    *nodes() {
      yield [{ ...blankNode("a"), ...node }];
    },
  } as unknown as OpenGraph;
  return [...withNames(graph, RENAMED).nodes()][0]?.[0];
}

const mark = (kind: TextMark["kind"], start: number, end: number): TextMark => ({ kind, start, end });

test("names in texts, choices and final texts are those of the project, and others stay", () => {
  const node = written({
    text: "{gold} of {silver}, { gold } for {name}",
    final_text: "{gold}!",
    branches: [{ ...NO_BRANCH, choice_text: "Pay {gold}" }],
  });
  expect(node).toMatchObject({
    text: "{gold_2} of {silver}, {gold_2} for {hero 🜚}",
    final_text: "{gold_2}!",
    branches: [{ choice_text: "Pay {gold_2}" }],
  });
});

test("marks keep to their words, also behind names that have more letters", () => {
  const text = "All {name} has: {gold} coins";
  const node = written({ text, text_marks: [mark("emphasis", 4, 10), mark("strong", 23, 28)] });
  expect(node?.text).toBe("All {hero 🜚} has: {gold_2} coins");
  expect(node?.text_marks).toEqual([mark("emphasis", 4, 12), mark("strong", 27, 32)]);
});

test("a brace that is a letter begins no name", () => {
  const node = written({ text: "{gold} is {gold}", text_marks: [mark("literal", 0, 1)] });
  expect(node?.text).toBe("{gold} is {gold_2}");
  expect(node?.text_marks).toEqual([mark("literal", 0, 1)]);
});

test("a text without such names is as it was", () => {
  const text_marks = [mark("emphasis", 0, 3)];
  expect(written({ text: "All is {well}.", text_marks })).toMatchObject({ text: "All is {well}.", text_marks });
});

test("a mark on a part of a name goes, as a value takes only those that its whole name has", () => {
  const node = written({ text: "So {gold} of it", text_marks: [mark("emphasis", 0, 5), mark("strong", 5, 15)] });
  expect(node?.text).toBe("So {gold_2} of it");
  expect(node?.text_marks).toEqual([mark("emphasis", 0, 3), mark("strong", 11, 17)]);
});
