import { expect, test } from "vitest";
import { boundsOf, overlaps } from "./rects.ts";

const square = (x: number, y: number) => ({ x, y, width: 10, height: 10 });

test("bounds are as large as they must be, and nothing has none", () => {
  expect(boundsOf([square(0, 0), square(30, -5)])).toEqual({ x: 0, y: -5, width: 40, height: 15 });
  expect(boundsOf([])).toBeNull();
});

test("rectangles side by side do not overlap", () => {
  expect(overlaps(square(0, 0), square(9, 9))).toBe(true);
  expect(overlaps(square(0, 0), square(10, 0))).toBe(false);
});
