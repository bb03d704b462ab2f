import { expect, test } from "vitest";
import { arrowheadOf } from "./arrowhead.ts";

const node = { x: 100, y: 100, width: 200, height: 80 };
/** End of every line: on the left edge, at the height of the head. */
const end = { x: 100, y: 120 };

test("given a line from the left, its head points at the left edge, where the line ends", () => {
  const [tip, ...corners] = arrowheadOf({ x: 0, y: 120 }, end, node) ?? [];
  expect(tip).toEqual(end);
  expect(corners).toEqual([
    { x: 64, y: 135 },
    { x: 64, y: 105 },
  ]);
});

test("given a line from the right, its head points at the edge it meets first, not at one under the node", () => {
  const [tip, ...corners] = arrowheadOf({ x: 500, y: 120 }, end, node) ?? [];
  expect(tip).toEqual({ x: 300, y: 120 });
  expect(corners.map(({ x }) => x)).toEqual([336, 336]);
});

test("given a line from below, its head points up at the lower edge", () => {
  const [tip] = arrowheadOf({ x: 200, y: 280 }, { x: 100, y: 120 }, node) ?? [];
  expect(tip?.y).toBe(180);
  expect(tip?.x).toBeCloseTo(137.5);
});

test("given a line that begins within the node, there is no head", () => {
  expect(arrowheadOf({ x: 150, y: 150 }, end, node)).toBeNull();
  expect(arrowheadOf(end, end, node)).toBeNull();
});
