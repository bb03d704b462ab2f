import { expect, test } from "vitest";
import {
  isWithin,
  type Level,
  missingOf,
  PAGE,
  parentsOf,
  ROOT,
  shiftOf,
  type TreePlace,
  visibleRows,
} from "./place-tree.ts";

const place = (id: string, children = 0): TreePlace => ({ id, name: id.toUpperCase(), type: "location", children });
const level = (...places: readonly TreePlace[]): Level => ({ total: places.length, pages: new Map([[0, places]]) });

/** Two countries, one with two regions, one of those with a town. */
const WORLD = new Map([
  [ROOT, level(place("fr", 2), place("gr", 1))],
  ["fr", level(place("fr-a", 1), place("fr-b"))],
  ["fr-a", level(place("ay"))],
]);
const ALL_OPEN = new Set(["fr", "fr-a", "gr"]);
const rows = visibleRows(WORLD, ALL_OPEN);
const names = (shown = rows) => shown.map((row) => `${"·".repeat(row.depth)}${row.place?.id ?? "?"}`);

test("only what is open shows what is in it, each row with its place among its siblings", () => {
  expect(names(visibleRows(WORLD, new Set()))).toEqual(["fr", "gr"]);
  expect(names()).toEqual(["fr", "·fr-a", "··ay", "·fr-b", "gr", "·?"]);
  expect(rows[3]).toMatchObject({ parent: "fr", above: 0, position: 1, size: 2, isOpen: false });
});

test("a level of which only one page is here is as long as it is, and says once what failed", () => {
  const first = Array.from({ length: PAGE }, (_, at) => place(`p${at}`));
  const pages = new Map<number, readonly TreePlace[] | "failed">([
    [0, first],
    [2, "failed"],
  ]);
  const shown = visibleRows(new Map([[ROOT, { total: PAGE * 3, pages }]]), new Set());
  expect(shown).toHaveLength(PAGE * 3);
  expect(shown[PAGE]).toMatchObject({ place: null, isFailed: false, size: PAGE * 3, position: PAGE });
  expect(shown.filter(({ isFailed }) => isFailed).map(({ position }) => position)).toEqual([PAGE * 2]);
});

test("levels that contradict each other while a move is read end", () => {
  const torn = new Map([
    [ROOT, level(place("a", 1))],
    ["a", level(place("b", 1))],
    ["b", level(place("a", 1))],
  ]);
  expect(names(visibleRows(torn, new Set(["a", "b"])))).toEqual(["a", "·b", "··a"]);
  expect(isWithin(parentsOf(torn), "a", "c")).toBe(false);
});

test("a place lies in itself and in all above it, and in nothing below or beside it", () => {
  expect(["ay", "fr-a", "fr", "fr-b", "gr"].map((other) => isWithin(parentsOf(WORLD), "ay", other))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(isWithin(parentsOf(WORLD), "fr", "ay")).toBe(false);
});

test("what leads to a place is read level by level, page by page, until it is found", () => {
  expect(missingOf(WORLD, ["fr", "fr-a", "ay"])).toBeNull();
  expect(missingOf(WORLD, ["gr", "gr-1"])).toBe("waiting");
  expect(missingOf(WORLD, ["xx"])).toBe("nowhere");
  const long: Level = { total: PAGE * 2, pages: new Map([[0, [place("p0")]]]) };
  expect(missingOf(new Map([[ROOT, long]]), ["zz"])).toEqual({ parent: ROOT, page: 1 });
  const failed: Level = { total: PAGE * 2, pages: new Map([[0, "failed" as const]]) };
  expect(missingOf(new Map([[ROOT, failed]]), ["zz"])).toBe("nowhere");
});

test("what is in view stays where it is when rows come or go above it, also where the first of them left", () => {
  const closed = visibleRows(WORLD, new Set(["fr"]));
  expect(names(closed)).toEqual(["fr", "·fr-a", "·fr-b", "gr"]);
  expect(shiftOf(closed, rows, 2)).toBe(1);
  expect(shiftOf(rows, closed, 2)).toBe(-1);
  expect(shiftOf(rows, rows, 4)).toBe(0);
  const moved = visibleRows(new Map([...WORLD, [ROOT, level(place("gr"))], ["gr", level(place("fr"))]]), new Set());
  expect(shiftOf(closed, moved, 0)).toBe(-3);
});
