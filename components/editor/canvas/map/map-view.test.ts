import { expect, test } from "vitest";
import { draggedTo, fromMap, isMoreThanSeen, MAP, mapViewport, seenOnMap } from "./map-view.ts";

const whole = { x: -1_000, y: 500, width: 8_400, height: 2_000 };
const map = mapViewport(whole);

test("all of a dialogue is on the map, in the middle, and no larger than the map", () => {
  expect(map.zoom).toBeCloseTo((MAP.width - 16) / 8_400);
  const { x, y, width, height } = seenOnMap(whole, map);
  expect([x, x + width]).toEqual([expect.closeTo(8), expect.closeTo(MAP.width - 8)]);
  expect(y + height / 2).toBeCloseTo(MAP.height / 2);
});

test("a place of the map is a place of the canvas, and what is dragged stays under the pointer", () => {
  const at = fromMap({ x: 50, y: 60 }, map);
  expect(at.x * map.zoom + map.x).toBeCloseTo(50);
  expect(draggedTo(at, { x: 10, y: 10 }, { x: 10 + map.zoom * 100, y: 10 }, map).x).toBeCloseTo(at.x + 100);
});

test("what is seen can be taken hold of on the map, however little it is", () => {
  const seen = seenOnMap({ x: 0, y: 1_000, width: 4, height: 4 }, map);
  expect([seen.width, seen.height]).toEqual([10, 10]);
});

test("a map is of use where not everything is seen", () => {
  expect(isMoreThanSeen(whole, { x: -1_000, y: 500, width: 8_400, height: 2_000 })).toBe(false);
  expect(isMoreThanSeen(whole, { x: -900, y: 500, width: 9_000, height: 3_000 })).toBe(true);
});
