import { expect, test } from "vitest";
import { stickyRows, treeRows, typeAhead } from "./tree-rows.ts";

interface Item {
  readonly id: string;
  readonly items: readonly Item[];
}
const item = (id: string, ...items: readonly Item[]): Item => ({ id, items });
const rowsOf = (folded: readonly string[], ...roots: readonly Item[]) =>
  treeRows(
    roots,
    ({ items }) => items,
    ({ id }) => !folded.includes(id),
  );

/** Two countries, one with two regions, one of those with a town. */
const WORLD = [item("fr", item("fr-a", item("ay")), item("fr-b")), item("gr", item("gr-a"))];
const rows = rowsOf([], ...WORLD);

test("only what is open shows what is in it, each row with its place among its siblings", () => {
  const names = (shown: typeof rows) => shown.map((row) => `${"·".repeat(row.depth)}${row.item.id}`);
  expect(names(rowsOf(["fr", "gr"], ...WORLD))).toEqual(["fr", "gr"]);
  expect(names(rows)).toEqual(["fr", "·fr-a", "··ay", "·fr-b", "gr", "·gr-a"]);
  expect(rows[3]).toMatchObject({ above: 0, position: 1, size: 2, isOpen: false });
});

test("what is scrolled past keeps the rows above it in view, each only while something in it is", () => {
  expect(stickyRows(rows, 0, 5)).toEqual([]);
  expect(stickyRows(rows, 1, 5)).toEqual([0, 1]);
  expect(stickyRows(rows, 2, 5)).toEqual([0]);
  expect(stickyRows(rows, 4, 5)).toEqual([]);
  expect(stickyRows(rows, 1, 1)).toEqual([0]);
});

test("typing finds names without their accents, from where one is and around", () => {
  const shown = ["Évora", "Faro", "Évry"];
  const found = (from: number, typed: string) => typeAhead(shown, from, typed, (name) => name);
  expect(found(1, "e")).toBe(2);
  expect(found(3 % shown.length, "ev")).toBe(0);
  expect(found(1, "evo")).toBe(0);
  expect(found(0, "x")).toBe(-1);
});
