import { describe, expect, test } from "vitest";
import {
  danglingInWords,
  edgesBetween,
  neededParts,
  operationsOf,
  type Suggestion,
  suggestedLabel,
  suggestedShapes,
  withWords,
  wordsIn,
} from "./suggested-shapes.ts";

const node = (id: string, x: number, to: string | null) => ({
  id,
  kind: "line",
  title: `Title of ${id}`,
  text: "Words.",
  canvas_x: x,
  canvas_y: 0,
  branches: to === null ? [] : [{ id: `br_${id}`, choice_text: "On", target_node_id: to }],
});
const part = (id: string, operation: object, status = "open") => ({ id, label: id, status, operations: [operation] });
const suggestion = {
  parts: [
    part("p1", { op: "node.create", node: node("a", 400, "b") }),
    part("p2", { op: "node.create", node: node("b", 800, null) }),
    part("p3", {
      op: "branch.create",
      node_id: "there",
      branch: { id: "br", choice_text: "Pay", target_node_id: "a" },
    }),
    part("p4", { op: "node.delete", id: "there" }, "rejected"),
  ],
} as Suggestion;
const there = { x: 0, y: 0, width: 264, height: 100 };
const rectOf = (id: string) => (id === "there" ? there : null);

describe("suggested shapes", () => {
  test("are the open parts: cards where they would lie, changes under the card they change", () => {
    const shapes = suggestedShapes(suggestion, rectOf);
    expect(shapes.map(({ kind, part: { id } }) => `${id} ${kind}`)).toEqual(["p1 node", "p2 node", "p3 change"]);
    expect(shapes[0]?.rect).toMatchObject({ x: 400, y: 0, width: 264 });
    expect(shapes[2]).toMatchObject({ words: "New choice: Pay", rect: { x: 0, y: 106 } });
    expect(shapes.map((shape, at) => suggestedLabel(shape, at, 3))[0]).toBe(
      "Suggested, 1 of 3, not part of the dialogue. Card Title of a. Words. choices: On",
    );
  });

  test("are joined by threads, from what is there and among themselves", () => {
    const drawnEdges = edgesBetween(suggestedShapes(suggestion, rectOf), rectOf);
    expect(drawnEdges.map(({ id, to }) => [id, to.x])).toEqual([
      ["br_a", 800],
      ["p3", 400],
    ]);
  });
});

test("the words of a part can be written anew, and nothing else of it changes", () => {
  const [first] = suggestion.parts;
  if (first === undefined) throw new Error("no part");
  const operations = operationsOf(first);
  expect(wordsIn(operations).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Title: Title of a",
    "Text: Words.",
    "Choice 1: On",
  ]);
  const [after] = withWords(operations, new Map([["0/text", "Other words."]]));
  expect(after).toEqual({ op: "node.create", node: { ...node("a", 400, "b"), text: "Other words." } });
});

test("what would dangle is said in a sentence each, with the parts that would mend it", () => {
  const dangling = [
    {
      kind: "branch",
      part_id: "p1",
      node_id: "a",
      branch_id: "br_a",
      choice_text: "On",
      target_node_id: "b",
      needs_part_id: "p2",
    },
    {
      kind: "unreached",
      part_id: "p1",
      node_id: "a",
      branch_id: null,
      choice_text: "",
      target_node_id: null,
      needs_part_id: "p3",
    },
  ] as const;
  expect(danglingInWords([...dangling], (id) => `“${id}”`)).toEqual([
    "The choice “On” of “a” would lead nowhere: “b” would not be there.",
    "Nothing would lead to “a”.",
  ]);
  expect(neededParts({ seq: 1, parts: [], dangling: [...dangling], violations: [] })).toEqual(["p2", "p3"]);
});
