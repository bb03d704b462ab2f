import { expect, test } from "vitest";
import { foldMoves } from "./moves.ts";

const node = (id: string, ...fields: string[]) => ({
  id,
  change: "changed",
  subject_type: "dialogue_node",
  fields: fields.map((field) => ({ field })),
});

test("what was only moved is told together; a place is left out beside anything else", () => {
  const all = [
    node("a", "/canvas_x"),
    node("b", "/canvas_x", "/canvas_y"),
    node("c", "/canvas_y", "/text"),
    { ...node("d", "/canvas_x", "/width"), subject_type: "dialogue_annotation" },
    { ...node("e", "/canvas_x"), change: "added" },
  ];
  const { told, moved } = foldMoves(all);
  expect(moved).toBe("2 cards and 1 note");
  expect(told.map(({ id, fields }) => [id, fields.map(({ field }) => field)])).toEqual([
    ["c", ["/text"]],
    ["e", []],
  ]);
  expect(foldMoves([node("a", "/text")]).moved).toBeNull();
});
