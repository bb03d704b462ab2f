import { expect, test } from "vitest";
import { blockBetween, pastedCells } from "./cells.ts";

const ROWS = ["a", "b", "c", "d"];
const COLUMNS = ["name", "mood", "age"];
const between = (from: string, to: string) => {
  const [at, anchor] = [from, to].map((said) => {
    const [id = "", column = ""] = said.split(" ");
    return { id, column };
  });
  if (at === undefined || anchor === undefined) throw new Error("two corners are needed");
  return blockBetween(ROWS, COLUMNS, (row) => row, { at, anchor });
};

test("a block lies between its corners, whichever is first, and a row that left counts as the other corner", () => {
  expect(between("c name", "b age")).toEqual({ rows: ["b", "c"], columns: COLUMNS, top: 1, left: 0 });
  expect(between("b mood", "gone age")).toEqual({ rows: ["b"], columns: ["mood", "age"], top: 1, left: 1 });
});

const paste = (block: string[][], at: string, anchor = at) => {
  const marked = between(at, anchor);
  const rest = { rows: ROWS.slice(marked.top), columns: COLUMNS.slice(marked.left) };
  const { cells, isCut } = pastedCells(block, { marked, rest });
  return { said: cells.map(({ row, column, text }) => `${row}.${column}=${text}`), isCut };
};

test("a block is pasted from the corner on, and what lies beyond the table is left out and told of", () => {
  expect(paste([["grim", "7"], ["glad"]], "b mood")).toEqual({
    said: ["b.mood=grim", "b.age=7", "c.mood=glad"],
    isCut: false,
  });
  expect(paste([["1"], ["2"], ["3"]], "c age")).toEqual({ said: ["c.age=1", "d.age=2"], isCut: true });
  expect(paste([], "a name")).toEqual({ said: [], isCut: false });
});

test("one cell, or a block that fits several times, fills what is marked", () => {
  expect(paste([["calm"]], "a mood", "c mood").said).toEqual(["a.mood=calm", "b.mood=calm", "c.mood=calm"]);
  expect(paste([["x"], ["y"]], "a mood", "d mood").said).toEqual(["a.mood=x", "b.mood=y", "c.mood=x", "d.mood=y"]);
  expect(paste([["x"], ["y"]], "a mood", "c mood").said, "it does not fit").toEqual(["a.mood=x", "b.mood=y"]);
});
